//! `powergrab play`: plays a few games and narrates them, or writes their trace.

use super::bar::on_interrupt;
use super::failure::Failure;
use super::output::{TRACE, write_file};
use super::say::say;
use super::values::order;
use super::{human, values};
use powergrab_arena::seating::Order;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::resolve;
use powergrab_lab::trace::intervention::Move;
use powergrab_lab::trace::play::PlayRequest;
use powergrab_lab::trace::tell::{Form, Remarks};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Play a few games and tell them in plain words, or write their trace
///
/// Games 0 to K-1 are deals 0 to K-1 of `match --order fixed` with the same seed and bots,
/// unrotated. With --deal and --rotation it is any single game of a run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab play --bots random,random,random,random --seed 1
  powergrab play --bots 'balanced,greedy*3' --unit round
  powergrab play --bots random,random --seed 1 --games 20 --trace games.jsonl
  powergrab play --bots random,random,random --seed 1 --deal 17 --rotation 2 --order cyclic
  powergrab play --bots balanced,balanced,balanced --deal 3 --intervene 0:12:U:2 --trace moved.jsonl
  powergrab play --bots balanced,balanced,balanced --human 0 --unit round --seed 7
  powergrab play --ruleset grid --bots grid-greedy,grid-greedy --human 0 --seed 7")]
pub struct Args {
    /// The ruleset
    #[arg(long, default_value = "power-grab")]
    ruleset: String,
    /// The bots in seating order; a bot may stand there several times
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = super::values::listed,
        default_value = "random,random,random,random"
    )]
    bots: Vec<String>,
    /// The seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play; with --unit round, how many rounds
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Play this deal of the run only
    #[arg(long, value_name = "D", conflicts_with = "games")]
    deal: Option<u64>,
    /// Which of its table's line-ups a tournament with own deals for each had, from 0
    /// (`line_up_deals` in its manifest)
    #[arg(long, value_name = "K", default_value_t = 0, requires = "deal")]
    line_up: usize,
    /// How many places the bots move on: at seat s sits bot s + R
    #[arg(long, value_name = "R", default_value_t = 0, requires = "deal")]
    rotation: usize,
    /// Whether the run keeps the bots in the order given, or lets circular orders take turns by
    /// deal
    #[arg(long, value_name = "fixed|cyclic", default_value = "fixed", value_parser = order, requires = "deal")]
    order: Order,
    /// Take this seat yourself, in the place of its bot: the rules are enforced, `hint` shows what
    /// the analysis thinks, and a review follows
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["games", "rotation"])]
    human: Option<Seat>,
    /// What is played: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Playouts of a hint
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "human", value_parser = clap::value_parser!(u64).range(1..))]
    hint_playouts: u64,
    /// Playouts for each decision in the review; 0 leaves it out
    #[arg(long, value_name = "N", default_value_t = 4_000, requires = "human")]
    review_playouts: u64,
    /// Move a tower by no rule, as the experiments of `balance` do, all later chance left equal: at
    /// the first turn from TURN on of this round in which a seat has something to decide, to a seat
    /// or to the `middle`. May stand there several times
    #[arg(long, value_name = "ROUND:TURN:TOWER:SEAT", value_parser = Move::parse, conflicts_with = "human")]
    intervene: Vec<Move>,
    /// Write the trace there instead of telling the games (with --human, as well); - is standard
    /// output
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

/// Plays and tells.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let bots = values::line_up(&args.bots)?;
    if let Some(seat) = args.human {
        let sitting = human::HumanGame {
            seat,
            bots,
            seed: args.seed,
            deal: args.deal.unwrap_or(0),
            unit: args.unit,
            hint: args.hint_playouts,
            review: args.review_playouts,
            catalog,
        };
        let ruleset = resolve::ruleset(catalog, &args.ruleset)?;
        return human::play(&ruleset, &sitting, args.trace.as_deref());
    }
    if args.rotation >= bots.len() {
        return Err(Failure::Input(format!(
            "--rotation {}: {} bots have rotations 0 to {}",
            args.rotation,
            bots.len(),
            bots.len() - 1
        )));
    }
    let request = PlayRequest {
        ruleset: args.ruleset.clone(),
        bots,
        seed: args.seed,
        line_up: args.line_up,
        deals: match args.deal {
            Some(deal) => deal..deal.saturating_add(1),
            None => 0..args.games,
        },
        rotation: args.rotation,
        order: args.order,
        unit: args.unit,
    };
    let games = request.telling(catalog, args.intervene.clone())?;
    let cancel = on_interrupt()?;
    let mut remarks = Remarks::default();
    let mut write = |form, to: &mut dyn Write| games.write(form, to, cancel, &mut remarks);
    let played = match args.trace.as_deref() {
        None => told(write(Form::Words, &mut stdout())),
        Some(path) if path == Path::new("-") => told(write(Form::Trace, &mut stdout())),
        Some(path) => write_file(path, TRACE, |to| write(Form::Trace, to)),
    };
    for (name, fault) in &remarks.faults {
        say!(
            "powergrab: bot {name} failed and took the first option from there on; first: {fault}"
        );
    }
    for (deal, which) in &remarks.never {
        say!(
            "powergrab: --intervene {which}: deal {deal} has no such turn, so nothing was moved there"
        );
    }
    played
}

fn stdout() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// A reader that closes the pipe early has read enough.
fn told(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(e) if e.kind() == io::ErrorKind::Interrupted => {
            Err(Failure::Interrupted("interrupted".to_owned()))
        }
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Io(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}
