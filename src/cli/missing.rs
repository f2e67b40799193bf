//! `powergrab missing`: lists the missing shards.

use super::failure::Failure;
use super::runner::plain;
use super::say::print;
use powergrab_lab::study::parts;
use std::path::PathBuf;

/// List the missing shards of a run
///
/// Prints one line for each part with missing deals (in a sweep, cells): `K/N`, a tab, and what is
/// missing. The exit code is then 3. If nothing is missing, prints nothing; the exit code is 0. A
/// damaged shard, or one of another run, is an error with exit code 2.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab missing results/big | cut -f1 | while read -r shard; do
           powergrab tournament FILE.toml --shard \"$shard\" --out results/big --resume
         done"
)]
pub struct Args {
    /// Directory of the run, which contains `shards`
    dir: PathBuf,
}

/// Lists.
pub fn run(args: &Args) -> Result<(), Failure> {
    let missing = parts::missing(&args.dir)?;
    if missing.n_missing == 0 {
        return Ok(());
    }
    print(&missing.text)?;
    Err(Failure::Missing(format!(
        "{}: {} of {} shards are missing or not finished",
        plain(&args.dir),
        missing.n_missing,
        missing.n_parts
    )))
}
