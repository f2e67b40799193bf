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

The file: name; ruleset (one or a list); line_ups (lists of bots, one a table); seed; and a table for each experiment: {}. \
--optimise does [optimise] instead (deals, line_up, candidates, finalists, test_deals, turns) and plays its finalists again with bots \
tuned anew as [optimise.tune] says (deals, max_deals, generations, population, sigma, params, gain_deals).",
        known_tables().join("; ")
    )
}

/// Measure what towers, cards and rules are worth, as a configuration file asks for it
///
/// The worth of a tower is measured by intervention: at turns drawn by lot it is given to a seat or
/// taken from it, all else and all later chance left equal, and the round is played on both ways.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// The configuration: a TOML file, or the name of one inside the program (they ship in
    /// configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// This share of the deals that the file asks for, to see what a run is like
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Choose the scale so that it takes about so long, after a short trial, and say which that is
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["scale", "shard", "resume"])]
    seconds: Option<Duration>,
    /// Search for rule settings that bring the towers to equal worth, as [optimise] asks for it,
    /// instead of the rest
    #[arg(long)]
    optimise: bool,
    #[command(flatten)]
    study: StudyArgs,
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
            request.plan(catalog)?.with(&quiet, try_out)
        };
        let scale = amount(seconds, (0.001, 1000.0), play)?;
        // Rounded to a number that is easy to type.
        request.scale = format!("{scale:.2e}").parse().unwrap_or(scale);
        let optimise = if args.optimise { " --optimise" } else { "" };
        let command = format!("balance{optimise} --scale {}", request.scale);
        let what = format!("{} of the deals asked for", request.scale);
        say_amount(seconds, &what, &command, &args.config);
    }
    let plan = request.plan(catalog)?;
    plan.with(&options, |study| {
        let name = plan.name();
        args.study.run(study, (&name, plan.seed()), &reporter, None)
    })
}
