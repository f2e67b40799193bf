//! `powergrab play`: plays a few games and tells them, or writes their trace.

use super::bar::on_interrupt;
use super::failure::Failure;
use super::output::{TRACE, write_file};
use super::say::say;
use super::values::order;
use super::{human, intervene, resolve};
use powergrab_arena::ArenaGame;
use powergrab_arena::seating::{CircularLineUp, Order, Orders};
use powergrab_bots::rulesets::{RuleData, Ruleset};
use powergrab_bots::strategy::{Bot, Fault, Player as _, seats};
use powergrab_bots::with_ruleset;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Driver, Game, Observer, Textual, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::trace::{Header, Tracer};
use powergrab_lab::trace::narration::{Narrated, Narrator};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Play a few games and tell them in plain words, or write their trace
///
/// Games 0 to K-1 are deals 0 to K-1 of `match --order fixed` with the same seed and bots, unrotated. With --deal and
/// --rotation it is any single game of a run.
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
        value_parser = super::resolve::listed,
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
    /// Which of its table's line-ups a tournament with own deals for each had, from 0 (`line_up_deals` in its manifest)
    #[arg(long, value_name = "K", default_value_t = 0, requires = "deal")]
    line_up: usize,
    /// How many places the bots move on: at seat s sits bot s + R
    #[arg(long, value_name = "R", default_value_t = 0, requires = "deal")]
    rotation: usize,
    /// Whether the run keeps the bots in the order given, or lets circular orders take turns by deal
    #[arg(long, value_name = "fixed|cyclic", default_value = "fixed", value_parser = order, requires = "deal")]
    order: Order,
    /// Take this seat yourself, in the place of its bot: the rules are enforced, `hint` shows what the analysis thinks, and a review follows
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
    /// Move a tower by no rule, as the experiments of `balance` do, all later chance left equal: at the first turn from TURN on of this
    /// round in which a seat has something to decide, to a seat or to the `middle`. May stand there several times
    #[arg(long, value_name = "ROUND:TURN:TOWER:SEAT", value_parser = intervene::parse, conflicts_with = "human")]
    intervene: Vec<intervene::Move>,
    /// Write the trace there instead of telling the games (with --human, as well); - is standard output
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

/// Plays and tells.
pub fn run(args: &Args) -> Result<(), Failure> {
    let bots = resolve::line_up(&args.bots)?;
    if let Some(seat) = args.human {
        let sitting = human::HumanGame {
            seat,
            bots,
            seed: args.seed,
            deal: args.deal.unwrap_or(0),
            unit: args.unit,
            hint: args.hint_playouts,
            review: args.review_playouts,
        };
        let ruleset = resolve::ruleset(&args.ruleset)?;
        let trace = args.trace.as_deref();
        return with_ruleset!(&ruleset, rules => human::play(rules, &sitting, trace));
    }
    match &resolve::ruleset(&args.ruleset)? {
        Ruleset::Shedding(rules) => {
            let game = rules.game(bots.len()).map_err(Failure::Input)?;
            args.intervene.iter().try_for_each(|m| m.check(&game))?;
            play(args, rules, &bots, intervene::move_tower)
        }
        Ruleset::Grid(_) if !args.intervene.is_empty() => Err(Failure::Input(format!(
            "--intervene: {} has no towers",
            args.ruleset
        ))),
        Ruleset::Grid(rules) => play(args, rules, &bots, |_, _, _| None),
    }
}

fn play<R: RuleData<Game: ArenaGame>>(
    args: &Args,
    rules: &R,
    names: &[String],
    hook: intervene::Hook<R::Game>,
) -> Result<(), Failure>
where
    R::Game: Textual + Narrated,
{
    let bots: Vec<Bot<R::Game>> = names
        .iter()
        .map(|name| Ok(resolve::bot(name)?.0))
        .collect::<Result<_, Failure>>()?;
    let game = rules.game(bots.len()).map_err(Failure::Input)?;
    if args.rotation >= bots.len() {
        return Err(Failure::Input(format!(
            "--rotation {}: {} bots have rotations 0 to {}",
            args.rotation,
            bots.len(),
            bots.len() - 1
        )));
    }
    let cancel = on_interrupt()?;
    let play = Play {
        game: &game,
        bots: &bots,
        args,
        cancel,
        hook,
        faults: RefCell::default(),
        never: RefCell::default(),
    };
    play.check()?;
    let played = match args.trace.as_deref() {
        None => told(play.all(&mut Narrator::new(&mut stdout()))),
        Some(path) if path == Path::new("-") => told(play.all(&mut Tracer::new(&mut stdout()))),
        Some(path) => write_file(path, TRACE, |out| play.all(&mut Tracer::new(out))),
    };
    for (name, fault) in play.faults.borrow().iter() {
        say!(
            "powergrab: bot {name} failed and took the first option from there on; first: {fault}"
        );
    }
    for (deal, which) in play.never.borrow().iter() {
        say!(
            "powergrab: --intervene {which}: deal {deal} has no such turn, so nothing was moved there"
        );
    }
    played
}

fn stdout() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// A reader that stops has read enough.
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

/// What tells of whole games.
trait Reporter<G: Game>: Observer<G> {
    fn begin(&mut self, game: &G, header: &Header);
    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()>;
}

impl<G: Textual> Reporter<G> for Tracer<'_, G> {
    fn begin(&mut self, game: &G, header: &Header) {
        Tracer::begin(self, game, header);
    }
    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        Tracer::end(self, game, state)
    }
}

impl<G: Narrated> Reporter<G> for Narrator<'_> {
    fn begin(&mut self, game: &G, header: &Header) {
        Narrator::begin(self, game, header);
    }
    fn end(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        Narrator::end(self, game, state)
    }
}

/// What is to be played.
struct Play<'a, G: ArenaGame> {
    game: &'a G,
    bots: &'a [Bot<G>],
    args: &'a Args,
    cancel: &'a AtomicBool,
    /// Carries out an intervention.
    hook: intervene::Hook<G>,
    /// Interventions that were never due: the deal, and which.
    never: RefCell<Vec<(u64, String)>>,
    /// By bot that failed: how it first did.
    faults: RefCell<BTreeMap<String, Fault>>,
}

impl<G: ArenaGame> Play<'_, G> {
    /// A bot that listens would have to hear what is played here, in steps.
    fn check(&self) -> Result<(), Failure> {
        let listens = |bot: &&Bot<G>| G::player(&bot.policy, 0).listens();
        match self.bots.iter().find(listens) {
            Some(bot) if !self.args.intervene.is_empty() => Err(Failure::Input(format!(
                "--intervene: the bot {} listens to the game (a program or module of its own), which games with interventions do not serve; seat built-in policies",
                bot.name
            ))),
            _ => Ok(()),
        }
    }

    fn all(&self, reporter: &mut dyn Reporter<G>) -> io::Result<()> {
        let mut driver = Driver::new(self.game);
        let deals = match self.args.deal {
            Some(deal) => deal..deal.saturating_add(1),
            None => 0..self.args.games,
        };
        for (game, deal) in deals.enumerate() {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.one(&mut driver, game as u64, deal, reporter)?;
        }
        Ok(())
    }

    fn one(
        &self,
        driver: &mut Driver<'_, G>,
        index: u64,
        deal: u64,
        reporter: &mut dyn Reporter<G>,
    ) -> io::Result<()> {
        let n = self.bots.len();
        let run = Seeds::new(self.args.seed, Purpose::Play);
        let seeds = run.line_up(self.args.line_up).deal(deal);
        let line_up: Vec<usize> = (0..n).collect();
        let ring =
            CircularLineUp::new(&line_up, &Orders::new(run, self.args.order).places(n, deal));
        let seated: Vec<&Bot<G>> = ring
            .rotation(self.args.rotation)
            .iter()
            .map(|&bot| &self.bots[bot])
            .collect();
        let header = Header {
            seed: self.args.seed,
            game: index,
            deal,
            rotation: self.args.rotation as u64,
            seats: seated.iter().map(|bot| bot.name.clone()).collect(),
            unit: self.args.unit,
        };
        reporter.begin(self.game, &header);
        let mut players: Vec<_> = seated
            .iter()
            .enumerate()
            .map(|(seat, bot)| G::boxed_player(&bot.policy, seat as Seat))
            .collect();
        let salts: Vec<u64> = seated.iter().map(|bot| bot.salt).collect();
        let moves = (self.args.intervene.as_slice(), self.hook);
        driver.begin_game(seeds, &salts, self.args.unit);
        let never = intervene::game(driver, &mut seats(&mut players), moves, reporter);
        let never = never.into_iter().map(|which| (deal, which));
        self.never.borrow_mut().extend(never);
        for (player, bot) in players.iter_mut().zip(&seated) {
            if let Some(fault) = player.fault() {
                let mut faults = self.faults.borrow_mut();
                faults.entry(bot.name.clone()).or_insert(fault);
            }
        }
        reporter.end(self.game, driver.state())
    }
}
