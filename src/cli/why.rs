//! `powergrab why`: the kinds of decision that make one bot win more than another.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::Format;
use powergrab_arena::experiment::Deals;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::why::request::WhyRequest;

/// Explain why one bot wins more than another: the kinds of decision, and the share of each
///
/// A hybrid bot asks both A and B. It plays as B in some kinds of decision, and as A in all others.
/// As the kinds are switched one after the other, its win rate moves from A's to B's, in the same
/// seat and on the same deals. So each kind has a share of the difference, and the shares add up.
/// The kinds are searched for on separate deals.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab why balanced greedy
  powergrab why champion-4 balanced --seats 4 --deals 10k
  powergrab why net champion-2 --unit round --deals 2k
  powergrab why grid-heuristic grid-greedy --ruleset grid

positions.csv holds decisions of each kind; powergrab analyse estimates the value of their options.")]
pub struct Args {
    /// Bot to explain, by name or path
    #[arg(value_name = "A", value_parser = super::known::bot(), hide_possible_values = true)]
    first: String,
    /// Bot to compare it with, by name or path
    #[arg(value_name = "B", value_parser = super::known::bot(), hide_possible_values = true)]
    second: String,
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// Number of seats
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: usize,
    /// Bot in all other seats [default: B]
    #[arg(long, value_name = "BOT", value_parser = super::known::bot(), hide_possible_values = true)]
    field: Option<String>,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Deals to play: the first N, or deals A to B-1; numbers take the suffixes k and M
    #[arg(
        long,
        value_name = "N|A..B",
        allow_negative_numbers = true,
        default_value = "4000"
    )]
    deals: Deals,
    /// Number of separate deals on which kinds are searched for [default: a quarter of the deals,
    /// at least 100]
    #[arg(long, value_name = "N")]
    search_deals: Option<u64>,
    /// Maximum number of kinds
    #[arg(long, value_name = "N", default_value_t = 6)]
    kinds: usize,
    /// Random orders of the kinds per seat and deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    orders: u32,
    /// Maximum number of positions per kind in positions.csv
    #[arg(long, value_name = "N", default_value_t = 3)]
    positions: usize,
    /// Seed of the run
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: u64,
    #[command(flatten)]
    pub(super) study: StudyArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs the comparison.
pub fn run(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    let request = WhyRequest {
        first: args.first,
        second: args.second,
        field: args.field,
        ruleset: args.ruleset,
        seats: args.seats,
        unit: args.unit.text().to_owned(),
        deals: args.deals.0,
        search_deals: args.search_deals,
        kinds: args.kinds,
        orders: args.orders,
        positions: args.positions,
        seed: args.seed,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    let as_json = args.format == Format::Json;
    let study = request.study(catalog, options, as_json)?;
    let name = study.about().identity["name"].as_str().unwrap_or("why");
    args.study.run(&*study, (name, args.seed), &reporter, None)
}
