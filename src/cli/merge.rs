//! `powergrab merge`: from shards to results.

use super::bar::{TerminalReporter, on_interrupt};
use super::failure::Failure;
use super::runner::{failed, plain, show};
use super::say::{Format, say, say_files};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::cluster::address::open;
use powergrab_lab::cluster::merge::merge as merge_job;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::merge;
use powergrab_lab::merge::{MergeOptions, Merged};
use std::path::{Path, PathBuf};

/// Merge the shards of a run into its results
///
/// Reads DIR/shards/ and writes into DIR the results of an undivided run, byte for byte. The shards
/// are kept. Merging needs the same version of the program, and for a sweep or a balance also the
/// configuration at its original path.
///
/// With --store, reads the shards of a job instead (see `powergrab shards`), and needs no
/// configuration. If tasks are unfinished, names up to 20 of them; the exit code is then 3.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example, with each part on its own machine:
  powergrab tournament FILE.toml --shard 1/3 --out DIR
  powergrab tournament FILE.toml --shard 2/3 --out DIR
  powergrab tournament FILE.toml --shard 3/3 --out DIR
  powergrab merge DIR

Example, with a store that all machines reach:
  powergrab merge --store s3://BUCKET/big --out results/big")]
pub struct Args {
    /// Directory of the run, which contains `shards`
    #[arg(required_unless_present = "store", conflicts_with = "store")]
    dir: Option<PathBuf>,
    /// Store of a job: a directory, or s3://BUCKET/PREFIX
    #[arg(long, value_name = "STORE", requires = "out")]
    store: Option<String>,
    /// Directory of the results, with --store
    #[arg(long, value_name = "DIR", requires = "store")]
    out: Option<PathBuf>,
    /// Overwrite the results of another run in the directory
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Merges the shards in a directory, and prints the results.
pub(super) fn merge(dir: &Path, catalog: &Catalog, options: MergeOptions) -> Result<(), Failure> {
    print_merged(dir, merge::merge(dir, catalog, options)?)
}

fn print_merged(dir: &Path, merged: Merged) -> Result<(), Failure> {
    let Merged { results, n_parts } = merged;
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
    match (&args.dir, &args.store, &args.out) {
        (_, Some(store), Some(out)) => {
            if Path::new(store) == out {
                return Err(Failure::Input(format!(
                    "{}: is the store; give the results a directory of their own",
                    plain(out)
                )));
            }
            let store = open(store, on_interrupt()?)?;
            let reporter = TerminalReporter::default();
            let merged = merge_job(&*store, out, catalog, options, &reporter);
            reporter.end();
            print_merged(out, merged?)
        }
        (Some(dir), ..) => merge(dir, catalog, options),
        _ => Err(Failure::Input("give a directory or --store".to_owned())),
    }
}
