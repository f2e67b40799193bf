//! `powergrab balance`: the value of towers, cards and rules.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::timed::{amount, say_amount, try_out};
use super::values::seconds;
use powergrab_lab::balance::config::known_tables;
use powergrab_lab::balance::request::BalanceRequest;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::options::{Silent, StudyOptions};
use std::path::PathBuf;
use std::time::Duration;

fn after_help() -> String {
    format!(
        "Example: powergrab balance configs/balance.toml && powergrab report results/balance-1

Keys of the file: name; ruleset (one or a list); line_ups (lists of bots, one per table); seed; and a table for each experiment: {}. \
--optimise runs [optimise] instead (deals, line_up, candidates, finalists, test_deals, turns) and plays its finalists again with bots \
tuned for their rules by [optimise.tune] (deals, max_deals, generations, population, sigma, params, gain_deals).",
        known_tables().join("; ")
    )
}

/// Measure the worth of towers, cards and rules by the experiments of a configuration
///
/// The worth of a tower is measured by intervention: at random turns it is given to a seat or taken
/// from it. The round is finished twice, with the change and without, with everything else and all
/// later chance equal.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// Configuration: a TOML file, or the name of a built-in one (those in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// Seed of the run [default: the configuration's, or 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Factor for the configuration's numbers of deals, above 0 and at most 1000; a small one gives
    /// a quick preview
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Approximate duration in seconds, 0.001 to 86400: choose the scale by a short trial, and
    /// print the command that reproduces the run
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["scale", "shard", "resume"])]
    seconds: Option<Duration>,
    /// Instead of the experiments, search for rule settings that make the towers equal in worth, as
    /// configured in [optimise]
    #[arg(long)]
    optimise: bool,
    #[command(flatten)]
    pub(super) study: StudyArgs,
}

fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|f| *f > 0.0 && *f <= 1000.0)
        .ok_or_else(|| "a share is a number above 0, at most 1000".to_owned())
}

/// Measures and writes.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut request = BalanceRequest {
        config: args.config.clone(),
        seed: args.seed,
        scale: args.scale,
        optimise: args.optimise,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    if let Some(seconds) = args.seconds {
        let quiet = StudyOptions {
            reporter: &Silent,
            ..options
        };
        let play = |scale| {
            let request = BalanceRequest {
                scale,
                ..request.clone()
            };
            try_out(&*request.plan(catalog)?.study(quiet))
        };
        let scale = amount(seconds, (0.001, 1000.0), play)?;
        // Rounded to a number that is easy to type.
        request.scale = format!("{scale:.2e}").parse().unwrap_or(scale);
        let optimise = if args.optimise { " --optimise" } else { "" };
        let command = format!("balance{optimise} --scale {}", request.scale);
        let what = format!("a scale of {}", request.scale);
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan(catalog)?;
    let (name, seed) = (plan.name(), plan.seed());
    let study = plan.study(options);
    args.study.run(&*study, (&name, seed), &reporter, None)
}
