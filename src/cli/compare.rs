//! `powergrab compare`: comparison of two finished runs.

use super::failure::Failure;
use super::say::{Format, pretty, print};
use powergrab_lab::matches::compare_runs::RunComparison;
use powergrab_lab::study::files::Files;
use std::path::{Path, PathBuf};

/// Compare two finished runs, paired if they played the same deals
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab compare results/before results/after

Bots and metrics of the same name are compared; if each run has a single ruleset, also across rulesets. Runs over the same \
deals of the same seed are paired by up to 32 groups of deals (blocks.csv), others are not; the output says which. A file that \
differs from what its run wrote, or a blocks.csv that lacks a column, is refused with exit code 2, a missing file with 3.")]
pub struct Args {
    /// Directory of the first run
    run_a: PathBuf,
    /// Directory of the second run
    run_b: PathBuf,
    /// Also compare metrics of rounds
    #[arg(long)]
    metrics: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Prints the differences of two runs, including metrics of rounds.
pub fn runs(a: &Path, b: &Path) -> Result<(), Failure> {
    run(&Args {
        run_a: a.to_owned(),
        run_b: b.to_owned(),
        metrics: true,
        format: Format::Table,
    })
}

/// Compares.
pub fn run(args: &Args) -> Result<(), Failure> {
    let runs = [&args.run_a, &args.run_b];
    let names = runs.map(|dir| dir.display().to_string());
    let [a, b] = runs.map(|dir| Files::read(dir));
    let found = RunComparison::new([&a?, &b?], names, args.metrics)?;
    match args.format {
        Format::Table => print(&found.text()),
        Format::Json => print(&pretty(&found.json())),
    }
}
