//! `powergrab missing`: the shards that are not there.

use super::conduct::plain;
use super::{Failure, merge, print};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, gaps};
use powergrab_lab::study::{driver, parts};
use std::fmt::Write as _;
use std::path::PathBuf;

/// List the shards of a run that are not there
///
/// Prints a line for each part that has deals without a shard, `K/N`, a tab and the deals (of a sweep, the cells) that are missing, and ends with exit code
/// 3; nothing and exit code 0 when all are there. A damaged shard, or one of another run, is an error (exit code 2).
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
    if parts::is_study(&args.dir) {
        let missing = driver::missing(&args.dir)?;
        return end(args, &missing.text, missing.n_missing, missing.n_parts);
    }
    let survey = merge::survey(&args.dir)?;
    if survey.missing().is_empty() {
        return Ok(());
    }
    let there: Vec<_> = survey.shards.iter().map(|(d, _)| d.clone()).collect();
    // Shards of runs split into different numbers of parts: what they leave can be played as one.
    let parts = survey.parts.unwrap_or(Part::WHOLE);
    let mut text = String::new();
    let mut n_missing = 0;
    for part in parts.all() {
        let own = part
            .deals(&survey.about.whole)
            .map_err(|e| Failure::Input(e.to_string()))?;
        let missing = gaps(&own, &there);
        n_missing += u64::from(!missing.is_empty());
        for deals in missing {
            let _ = writeln!(text, "{part}\t{}", Deals(deals));
        }
    }
    end(args, &text, n_missing, parts.of())
}

/// Prints what is missing, if anything is.
fn end(args: &Args, text: &str, n_missing: u64, n_parts: u64) -> Result<(), Failure> {
    if n_missing == 0 {
        return Ok(());
    }
    print(text)?;
    Err(Failure::Missing(format!(
        "{}: {n_missing} of {n_parts} shards are missing or not finished",
        plain(&args.dir)
    )))
}
