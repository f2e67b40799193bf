//! `powergrab plan`: the number of deals and minutes that a question takes.

use super::failure::Failure;
use super::runner::failed;
use super::say::{Format, pretty, print};
use super::values::threads;
use powergrab_arena::experiment::Deals;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::plan::PlanRequest;
use powergrab_lab::study::options::StudyOptions;
use std::num::NonZero;

/// Estimate how many deals and minutes a question takes, from a pilot run
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab plan --effect 0.002 --power 0.9 --players 4 --bots balanced,greedy,greedy,greedy

The pilot plays deals that no match or tournament plays. It measures how much the result of a deal varies, and how long a deal takes on this machine."
)]
pub struct Args {
    /// Difference of win rates to detect, above 0 and below 1: 0.002 is 0.2 percentage points
    #[arg(long, value_name = "D", value_parser = between_0_and_1)]
    effect: f64,
    /// Probability of detecting that difference if it exists, above 0 and below 1
    #[arg(long, value_name = "P", default_value = "0.9", value_parser = between_0_and_1)]
    power: f64,
    /// Number of players, 2 to 10 [default: the number of bots, or 4 without --bots]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Bots, by name or path, one per seat; `*` repeats a bot (greedy*3), `:` sets parameters
    /// (sheriff:challenge_at=2) [default: a heuristic bot among greedy ones]
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = super::known::bot(), hide_possible_values = true)]
    bots: Vec<String>,
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Number of deals in the pilot, at least 2
    #[arg(long, value_name = "N", default_value = "1000")]
    pilot: Deals,
    /// Seed of the pilot
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads, 1 to 1024 [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

fn between_0_and_1(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| *p > 0.0 && *p < 1.0);
    number.ok_or_else(|| "a number above 0 and below 1".to_owned())
}

/// Plays the pilot and prints the plan.
pub fn run_plan(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let request = PlanRequest {
        effect: args.effect,
        power: args.power,
        players: args.players,
        bots: args.bots.clone(),
        ruleset: args.ruleset.clone(),
        unit: args.unit,
        pilot: args.pilot.clone(),
        seed: args.seed,
    };
    let options = StudyOptions {
        threads: args.threads,
        ..StudyOptions::default()
    };
    let plan = request.plan(catalog, &options)?;
    match args.format {
        Format::Table => print(&plan.text())?,
        Format::Json => print(&pretty(&plan.json()))?,
    }
    failed(&plan.failures, None)
}
