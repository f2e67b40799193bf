//! `powergrab tournament`: every line-up of a configuration.

use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::Format;
use super::stops::Stops;
use super::timed::{MOST_DEALS, run_for};
use super::values::seconds;
use powergrab_arena::experiment::{Deals, LineUpDeals};
use powergrab_arena::seating::Order;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::match_request::{Overrides, tournament_request};
use std::path::PathBuf;
use std::time::Duration;

/// Play every line-up that a configuration file asks for
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab tournament configs/quickstart.toml --deals 500 --seed 2

The file: name; ruleset (one or a list); format = \"round-robin\" (pool, players, repeat), \"gauntlet\" (heroes, field, \
players, repeat), \"payoff\" (pool, players: one of each among nothing but each other) or \"line-ups\" (line_ups); deals; seed; unit; order; line_up_deals. Options given here override it."
)]
pub struct Args {
    /// The configuration: a TOML file, or the name of one inside the program (they ship in
    /// configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// How many deals, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// Play for so long instead, and say which deals that came to. It excludes --until-* and
    /// --sprt, which end a run by what it finds
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["shard", "resume", "Stops"])]
    seconds: Option<Duration>,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// What is played as one game: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Option<Unit>,
    /// How seats go round: all circular orders in turn (`cyclic`), or the one given (`fixed`)
    #[arg(long, value_name = "cyclic|fixed", value_parser = super::known::order(), hide_possible_values = true)]
    order: Option<Order>,
    /// Whether the line-ups of a table play the same deals: `shared`, `own`, or `by-seats`: shared
    /// at two seats, own from three on, where shared deals need more games
    #[arg(long, value_name = "by-seats|shared|own", value_parser = super::known::line_up_deals(), hide_possible_values = true)]
    line_up_deals: Option<LineUpDeals>,
    #[command(flatten)]
    stops: Stops,
    #[command(flatten)]
    study: StudyArgs,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Plays the tournament.
pub fn run(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    let overrides = Overrides {
        deals: args.deals,
        seed: args.seed,
        unit: args.unit,
        order: args.order,
        line_up_deals: args.line_up_deals,
    };
    let as_json = args.format == Format::Json;
    if let Some(seconds) = args.seconds {
        let most = overrides.deals.clone();
        let most = most.map_or_else(|| MOST_DEALS.parse(), Ok);
        let most = most.map_err(|e| Failure::Input(format!("{e}")))?;
        return run_for(seconds, &most, &args.study, as_json, catalog, |deals| {
            let overrides = Overrides {
                deals: Some(deals),
                ..overrides.clone()
            };
            Ok(tournament_request(&args.config, overrides, catalog)?)
        });
    }
    let request = tournament_request(&args.config, overrides, catalog)?;
    args.stops
        .run(request, &args.study, None, as_json, catalog)
        .map(drop)
}
