//! `powergrab missing`: lists the missing shards.

use super::failure::Failure;
use super::runner::plain;
use super::say::print;
use powergrab_lab::study::parts;
use std::path::PathBuf;

/// List the shards of a run that are not there
///
/// Prints a line for each part that has deals without a shard, `K/N`, a tab and the deals (of a
/// sweep, the cells) that are missing, and ends with exit code 3; nothing and exit code 0 when all
/// are there. A damaged shard, or one of another run, is an error (exit code 2).
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab missing results/big | cut -f1 | while read -r shard; do
           powergrab tournament FILE.toml --shard \"$shard\" --out results/big --resume
         done"
)]
pub struct Args {
    /// The run's directory, with `shards` in it
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
