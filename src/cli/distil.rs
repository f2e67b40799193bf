//! `powergrab distil`: a strategy card, rules in plain words that play as well as possible.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::Format;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::distil::request::DistilRequest;

/// Find a strategy card: a short list of rules in plain words that plays as well as possible
///
/// The rules are searched for in games: each step makes the change to the list that wins most. A bot, the teacher, proposes changes: those with which the card decides more often as the
/// teacher does. The card is measured on deals that the search never saw, as is the loss by leaving
/// out each line. It is a strategy file, which plays like any bot and can be edited by hand.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  powergrab distil champion-2\n  powergrab distil champion-4 --seats 4 --lines 5\n  powergrab strategies rules      all words for rules of your own"
)]
pub struct Args {
    /// Bot from which the card is learned, by name or path
    #[arg(value_name = "BOT", value_parser = super::known::bot(), hide_possible_values = true)]
    teacher: String,
    /// Maximum number of lines
    #[arg(long, value_name = "N", default_value_t = 7)]
    lines: usize,
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// Number of seats
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: usize,
    /// Opponents during the search; each in turn fills all other seats [default: BOT and greedy; in
    /// Grid: BOT and grid-greedy]
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = super::known::bot(), hide_possible_values = true)]
    field: Vec<String>,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Deals of the last stage of each step of the search
    #[arg(long, value_name = "N", default_value_t = 16_000)]
    search_deals: u64,
    /// Other deals on which each figure of the card is measured
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    deals: u64,
    /// Name of the card, and of its strategy file [default: card- and the name of BOT]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
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

/// Runs the search.
pub fn run(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    let request = DistilRequest {
        teacher: args.teacher,
        lines: args.lines,
        ruleset: args.ruleset,
        seats: args.seats,
        field: args.field,
        unit: args.unit.text().to_owned(),
        search_deals: args.search_deals,
        deals: args.deals,
        name: args.name,
        seed: args.seed,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    let as_json = args.format == Format::Json;
    let study = request.study(catalog, options, as_json)?;
    let name = study.about().identity["name"].as_str().unwrap_or("card");
    args.study.run(&*study, (name, args.seed), &reporter, None)
}
