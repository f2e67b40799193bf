//! `powergrab why`: why one bot wins more than another.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::Format;
use powergrab_arena::experiment::Deals;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::why::request::WhyRequest;

/// Say which kinds of decision make one bot win more than another, and how much each makes
///
/// A bot that asks both A and B plays as B in some kinds of decision, else as A. As kinds are switched one after the other, its
/// win rate goes from A's to B's, in the same seat on the same deals. So each kind has its share of the difference, and the shares
/// add up. Kinds are looked for on deals of their own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab why balanced greedy
  powergrab why champion-4 balanced --seats 4 --deals 10k
  powergrab why net champion-2 --unit round --deals 2k
  powergrab why grid-heuristic grid-greedy --ruleset grid

positions.csv has decisions of each kind: powergrab analyse says what their options are worth.")]
pub struct Args {
    /// The bot that is explained, by name or path
    #[arg(value_name = "A", value_parser = super::known::bot(), hide_possible_values = true)]
    first: String,
    /// The bot that it is compared with
    #[arg(value_name = "B", value_parser = super::known::bot(), hide_possible_values = true)]
    second: String,
    /// The ruleset, by name or path; options may stand after it (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// How many seats
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: usize,
    /// The bot in all other seats [default: B]
    #[arg(long, value_name = "BOT", value_parser = super::known::bot(), hide_possible_values = true)]
    field: Option<String>,
    /// What is played as one game: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// How many deals, or which ones of the run's sequence
    #[arg(
        long,
        value_name = "N|A..B",
        allow_negative_numbers = true,
        default_value = "4000"
    )]
    deals: Deals,
    /// On how many other deals kinds are looked for [default: a quarter of the deals, at least 100]
    #[arg(long, value_name = "N")]
    search_deals: Option<u64>,
    /// The most kinds
    #[arg(long, value_name = "N", default_value_t = 6)]
    kinds: usize,
    /// Random orders of the kinds, for each seat of a deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    orders: u32,
    /// The most positions of a kind in positions.csv
    #[arg(long, value_name = "N", default_value_t = 3)]
    positions: usize,
    /// The run's seed
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: u64,
    #[command(flatten)]
    study: StudyArgs,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Compares the two.
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
    request.with(catalog, &options, as_json, |study| {
        let name = study.about().identity["name"].as_str().unwrap_or("why");
        args.study.run(study, (name, args.seed), &reporter, None)
    })?
}
