//! `powergrab sweep`: every cell of a configuration, on the same deals.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::merge;
use super::runner::StudyArgs;
use super::timed::{amount, say_amount, try_out};
use super::values::seconds;
use powergrab_arena::experiment::Deals;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::merge::MergeOptions;
use powergrab_lab::study::options::{Silent, StudyOptions};
use powergrab_lab::sweep::study::SweepRequest;
use std::path::PathBuf;
use std::time::Duration;

/// Play the same deals in every cell of a design: bot parameters, rule options, numbers of seats
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab sweep configs/sweep-quick.toml

Keys of the file: name; ruleset; line_up (a list of bots; for more players the last one repeats); bots (your own names for bots of \
the line-up); hero (the bot whose win rate is plotted); [factors]: `BOT.PARAMETER`, `rules.OPTION`, `players` or `ruleset`, each a list of \
levels or a range { from, to, steps, scale }; design = \"grid\", \"list\", \"latin-hypercube\" or \"sobol\" with points; deals; \
seed; unit; order; finalists. `powergrab new sweep NAME` writes a commented file.")]
pub struct Args {
    /// Configuration: a TOML file, or the name of a built-in one (those in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// Deals to play in each cell: the first N, or deals A to B-1; numbers take the suffixes k and
    /// M [default: the configuration's]
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// Approximate duration in seconds, 0.001 to 86400: choose the number of deals by a short
    /// trial, and print the command that reproduces the run
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["deals", "shard", "resume", "merge"])]
    seconds: Option<Duration>,
    /// Seed of the run [default: the configuration's, or 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Use successive halving: all cells play some of the deals, the better half plays as many
    /// again, and so on; the finalists are confirmed on held-out deals
    #[arg(long)]
    halving: bool,
    /// Play nothing; merge the shards in --out into the run's results, as `powergrab merge DIR`
    /// does
    #[arg(long, requires = "out", conflicts_with_all = ["force", "halving", "shard", "resume"])]
    merge: bool,
    #[command(flatten)]
    pub(super) study: StudyArgs,
}

/// Deals per cell in the shortest trial of `--seconds`: at least as many as in the first rung of
/// halving.
const LEAST_DEALS: f64 = 16.0;

/// Plays the sweep.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut request = SweepRequest {
        config: args.config.clone(),
        deals: args.deals.clone(),
        seed: args.seed,
        halving: args.halving,
    };
    if let (true, Some(dir)) = (args.merge, &args.study.out) {
        return merge::merge(dir, catalog, MergeOptions::default());
    }
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    if let Some(seconds) = args.seconds {
        let some = |deals: f64| SweepRequest {
            deals: Some(Deals(0..deals as u64)),
            ..request.clone()
        };
        let quiet = StudyOptions {
            reporter: &Silent,
            ..options
        };
        let play = |deals| try_out(&*some(deals).plan(catalog)?.study(quiet));
        let deals = amount(seconds, (LEAST_DEALS, 1e9), play)?;
        request = some(deals);
        let halving = if args.halving { " --halving" } else { "" };
        let command = format!("sweep{halving} --deals {}", deals as u64);
        let what = format!("{} deals per cell", grouped(deals as u64));
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan(catalog)?;
    let (name, seed) = (plan.name().to_owned(), plan.seed());
    let study = plan.study(options);
    args.study.run(&*study, (&name, seed), &reporter, None)
}
