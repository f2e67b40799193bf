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

/// Play the same deals in every cell of a design: parameters of bots, options of the rules, numbers
/// of seats
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab sweep configs/sweep-quick.toml

The file: name; ruleset; line_up (a list of bots; for more players the last sits again); bots (names of one's own for the \
line-up); hero (whose win rate is plotted); [factors]: `BOT.PARAMETER`, `rules.OPTION`, `players` or `ruleset`, each a list of \
levels or a range { from, to, steps, scale }; design = \"grid\", \"list\", \"latin-hypercube\" or \"sobol\" with points; deals; \
seed; unit; order; finalists. `powergrab new sweep NAME` writes one with comments.")]
pub struct Args {
    /// The configuration: a TOML file, or the name of one inside the program (they ship in
    /// configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// How many deals each cell plays, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// Choose the deals so that it takes about so long, after a short trial, and say which these
    /// are
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["deals", "shard", "resume", "merge"])]
    seconds: Option<Duration>,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Successive halving: all cells play a part of the deals, the better half plays on, and so
    /// forth; the finalists are confirmed on held-out deals
    #[arg(long)]
    halving: bool,
    /// Play nothing: make the files of the whole from all parts in --out, as `powergrab merge DIR`
    /// does
    #[arg(long, requires = "out", conflicts_with_all = ["force", "halving", "shard", "resume"])]
    merge: bool,
    #[command(flatten)]
    study: StudyArgs,
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
        let what = format!("{} deals a cell", grouped(deals as u64));
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan(catalog)?;
    let results = (plan.name(), plan.seed());
    let study = plan.study(options);
    args.study.run(&*study, results, &reporter, None)
}
