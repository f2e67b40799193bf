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

/// Play every line-up of a configuration
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab tournament configs/quickstart.toml --deals 500 --seed 2

Keys of the file: name; ruleset (one or a list); format = \"round-robin\" (pool, players, repeat), \"gauntlet\" (heroes, field, \
players, repeat), \"payoff\" (pool, players: each bot alone among copies of each other bot) or \"line-ups\" (line_ups); deals; seed; unit; order; line_up_deals. Options of the command line override the file."
)]
pub struct Args {
    /// Configuration: a TOML file, or the name of a built-in one (those in configs/)
    #[arg(value_parser = super::known::config(), hide_possible_values = true)]
    pub(super) config: PathBuf,
    /// Deals to play: the first N, or deals A to B-1; numbers take the suffixes k and M [default:
    /// the configuration's]
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// Time limit in seconds, 0.001 to 86400: play as many deals as fit, and print the command that
    /// reproduces them. Excludes --until-* and --sprt, which stop a run by its results
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["shard", "resume", "Stops"])]
    seconds: Option<Duration>,
    /// Seed of the run [default: the configuration's, or 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Unit of play: a `game` to the target, or a single `round` [default: the configuration's, or
    /// game]
    #[arg(long, value_name = "game|round", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Option<Unit>,
    /// Order of the seats: all circular orders in turn (`cyclic`), or the given order (`fixed`)
    /// [default: the configuration's, or cyclic]
    #[arg(long, value_name = "cyclic|fixed", value_parser = super::known::order(), hide_possible_values = true)]
    order: Option<Order>,
    /// Deals of the line-ups of a table: the same for all (`shared`), different ones for each
    /// (`own`), or shared at two seats and own from three on, where shared deals need more games
    /// (`by-seats`) [default: the configuration's, or by-seats]
    #[arg(long, value_name = "by-seats|shared|own", value_parser = super::known::line_up_deals(), hide_possible_values = true)]
    line_up_deals: Option<LineUpDeals>,
    #[command(flatten)]
    stops: Stops,
    #[command(flatten)]
    pub(super) study: StudyArgs,
    /// Output format
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
