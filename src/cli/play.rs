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
use powergrab_lab::trace::intervention::Move;
use powergrab_lab::trace::play::PlayRequest;
use powergrab_lab::trace::tell::{Form, Remarks};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Play a few games and narrate them, or write their trace
///
/// Games 0 to K-1 are deals 0 to K-1 of `match --order fixed` with the same seed and bots,
/// unrotated. --deal and --rotation select any single game of a run.
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
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, default_value = "power-grab")]
    ruleset: String,
    /// Bots, by name or path, one per seat; `*` repeats a bot (greedy*3), `:` sets parameters
    /// (sheriff:challenge_at=2)
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = super::values::listed,
        default_value = "random,random,random,random"
    )]
    bots: Vec<String>,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games, or of rounds with --unit round
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Play only this deal of the run, from 0
    #[arg(long, value_name = "D", conflicts_with = "games")]
    deal: Option<u64>,
    /// Number, from 0, of the line-up among those of its table, for a tournament whose line-ups
    /// have deals of their own (`line_up_deals` in its manifest)
    #[arg(long, value_name = "K", default_value_t = 0, requires = "deal")]
    line_up: usize,
    /// Rotation of the bots, from 0 to the number of bots less 1: seat s gets bot s + R of the
    /// order
    #[arg(long, value_name = "R", default_value_t = 0, requires = "deal")]
    rotation: usize,
    /// Order of the seats: all circular orders in turn (`cyclic`), or the given order (`fixed`)
    #[arg(long, value_name = "fixed|cyclic", default_value = "fixed", value_parser = order, requires = "deal")]
    order: Order,
    /// Take this seat, from 0, instead of its bot. The rules are enforced, `hint` shows an analysis
    /// of your options, and a review follows
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["games", "rotation"])]
    human: Option<Seat>,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Playouts per hint, at least 1
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "human", value_parser = clap::value_parser!(u64).range(1..))]
    hint_playouts: u64,
    /// Playouts per decision of the review; 0 omits the review
    #[arg(long, value_name = "N", default_value_t = 4_000, requires = "human")]
    review_playouts: u64,
    /// Move a tower outside the rules, as the experiments of `balance` do, with all later chance
    /// equal: to SEAT or to the `middle`, at the first turn of ROUND, from TURN on, in which a seat
    /// has a decision. Rounds, turns and seats count from 0. Can be repeated
    #[arg(long, value_name = "ROUND:TURN:TOWER:SEAT", value_parser = Move::parse, conflicts_with = "human")]
    intervene: Vec<Move>,
    /// File for the trace, written instead of the narration (with --human, in addition to the
    /// game); `-` is standard output
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
        let ruleset = catalog.ruleset(&args.ruleset)?;
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
