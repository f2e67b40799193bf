//! `powergrab merge`: from shards to results.

use super::failure::Failure;
use super::runner::{failed, show};
use super::say::{Format, say, say_files};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::merge;
use powergrab_lab::merge::{MergeOptions, Merged};
use std::path::{Path, PathBuf};

/// Merge the shards of a run into its results
///
/// Reads DIR/shards/ and writes into DIR the results of an undivided run, byte for byte. The shards
/// are kept. Merging needs the same version of the program, and for a sweep or a balance also the
/// configuration at its original path.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example, with each part on its own machine:
  powergrab tournament FILE.toml --shard 1/3 --out DIR
  powergrab tournament FILE.toml --shard 2/3 --out DIR
  powergrab tournament FILE.toml --shard 3/3 --out DIR
  powergrab merge DIR")]
pub struct Args {
    /// Directory of the run, which contains `shards`
    dir: PathBuf,
    /// Overwrite the results of another run in the directory
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Merges, and prints the results.
pub(super) fn merge(dir: &Path, catalog: &Catalog, options: MergeOptions) -> Result<(), Failure> {
    let Merged { results, n_parts } = merge::merge(dir, catalog, options)?;
    let shown = show(&results);
    say!("merged {}", counted(n_parts as u64, "shard"));
    say_files(dir);
    shown?;
    failed(&results.failures, None)
}

/// Merges.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let options = MergeOptions {
        force: args.force,
        as_json: args.format == Format::Json,
    };
    merge(&args.dir, catalog, options)
}
