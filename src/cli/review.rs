//! `powergrab review`: the kinds of decision that cost a bot most, or the decisions of one game.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::human::ReviewSettings;
use super::runner::StudyArgs;
use super::say::{Format, print};
use super::{human, values};
use powergrab_arena::experiment::Deals;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::review::request::ReviewRequest;
use powergrab_lab::trace::replay;
use std::path::{Path, PathBuf};

/// Review a bot's decisions: the kinds that cost most, and what is unusual
///
/// The first bot plays against the others. At each of its decisions, the reference (--playout) is
/// asked as well. Where the two differ, playouts estimate the cost of the bot's choice. The costs
/// of a game add up to the difference between the win rates of the reference and the bot. The kinds
/// of decision are found on half of the deals and measured on the other half.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab review --bots miser,greedy
  powergrab review --bots mine.toml,balanced,balanced --deals 400
  powergrab review --bots grid-greedy,grid-greedy --ruleset grid --playout grid-champion --deals 100
  powergrab review games.jsonl --seat 2

review_positions.csv holds the positions with the values of all options.")]
pub struct Args {
    /// Trace file with a game to review, instead of bots: each decision of --seat
    #[arg(value_name = "TRACE", conflicts_with_all = ["bots", "ruleset", "unit", "deals", "playout", "worlds", "search", "kinds", "threads", "out", "force", "resume", "shard", "checkpoint", "format"], requires = "seat")]
    trace: Option<PathBuf>,
    /// Seat of the trace, from 0, whose decisions are reviewed
    #[arg(long, value_name = "SEAT", requires = "trace", conflicts_with = "bots")]
    seat: Option<Seat>,
    /// Game of the trace, from 0
    #[arg(long, value_name = "N", default_value_t = 0, requires = "trace")]
    game: u64,
    /// Playouts per decision of the trace
    #[arg(long, value_name = "N", default_value_t = 4_000, requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Bot to review, then its opponents, by name or path, one per seat; `*` repeats a bot
    /// (greedy*3), `:` sets parameters (sheriff:challenge_at=2:suspicion=0.5)
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', num_args = 1.., required_unless_present = "trace", value_parser = super::known::bot(), hide_possible_values = true)]
    bots: Vec<String>,
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Deals to play: the first N, or deals A to B-1; numbers take the suffixes k and M
    #[arg(
        long,
        value_name = "N|A..B",
        allow_negative_numbers = true,
        default_value = "1000"
    )]
    deals: Deals,
    /// Reference: a bot, by name or path, that is asked at the same decisions and plays on in the
    /// reviewed seat in playouts [default: balanced; in Grid grid-greedy]
    #[arg(long, value_name = "BOT", value_parser = super::known::bot(), hide_possible_values = true)]
    playout: Option<String>,
    /// Number of worlds in which two options are compared
    #[arg(long, value_name = "N", default_value_t = 64)]
    worlds: u32,
    /// Let the reference search: take another option where playouts show it to be clearly better.
    /// Finds mistakes that the reference alone makes too, but the costs no longer add up to a
    /// difference of win rates
    #[arg(long)]
    search: bool,
    /// Maximum number of kinds
    #[arg(long, value_name = "N", default_value_t = 6)]
    kinds: usize,
    /// Maximum number of positions to look at
    #[arg(long, value_name = "N", default_value_t = 10)]
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

/// Reviews a seat's decisions in a game of a trace.
fn trace(path: &Path, seat: Seat, args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let name = path.display().to_string();
    let file = values::open_trace(path)?;
    let found = replay::of_seat(&name, file, args.game, seat, catalog);
    let found = found.map_err(Failure::of_trace)?;
    let settings = ReviewSettings {
        goal: found.unit.into(),
        playouts: args.playouts,
        seed: args.seed,
        did: "done",
        shown: args.positions,
    };
    print(&human::review_trace(&found, settings)?)
}

/// Runs the review.
pub fn run(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    if let (Some(path), Some(seat)) = (&args.trace, args.seat) {
        return trace(path, seat, &args, catalog);
    }
    let request = ReviewRequest {
        bots: values::line_up(&args.bots)?,
        ruleset: args.ruleset,
        unit: args.unit.text().to_owned(),
        deals: args.deals.0,
        playout: args.playout,
        worlds: args.worlds,
        search: args.search,
        kinds: args.kinds,
        positions: args.positions,
        seed: args.seed,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    let as_json = args.format == Format::Json;
    let study = request.study(catalog, options, as_json)?;
    let name = study.about().identity["name"].as_str().unwrap_or("review");
    args.study.run(&*study, (name, args.seed), &reporter, None)
}
