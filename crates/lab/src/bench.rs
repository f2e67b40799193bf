//! Speed of the laboratory: rounds, turns and decisions per second, compared with the cost of its
//! random numbers alone (the floor).
//!
//! Machines are shared and noisy, so no figure is a single time. Each case is measured in many
//! short slices, alternating floor, engine and arena. Reported are the medians of the slices'
//! ratios and times.

use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::play::TablePlay;
use powergrab_arena::rng_baseline::{RandomLoad, rng_baseline};
use powergrab_arena::run::{Control, Progress, RunError, Workers};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Bot, Player, Players, Strategy};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::config::ConfigError;
use powergrab_engine::game::{Action, Game, NoObserver, Options, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use serde::Serialize;
use std::cell::Cell;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A table that cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The ruleset does not allow this number of players.
    #[error("{0}")]
    Players(String),
    /// The game has no such bot.
    #[error("{0}")]
    Bot(ConfigError),
    /// The arena could not run.
    #[error("{0}")]
    Run(RunError),
}

/// Extent of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Slices per case, at least 1.
    pub slices: usize,
    /// Games per slice, at least 1. `None` for a number of games with about [`SLICE_ROUNDS`]
    /// rounds, or [`SLOW_ROUNDS`] for a program or a search.
    pub games: Option<u64>,
    /// Threads for the runs on all threads; `None` for one per processor.
    pub threads: Option<NonZero<usize>>,
}

/// Default number of rounds per slice: enough that one-time work of a run (threads, tables for
/// statistics) is a small part of it, whether a game has one round or ten.
pub const SLICE_ROUNDS: u64 = 60_000;

/// Default number of rounds per slice for a bot that is a program or a search. A question over a
/// pipe takes a thousand times as long.
pub const SLOW_ROUNDS: u64 = 60;

/// Measurements of one table.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The ruleset.
    pub ruleset: String,
    /// The bot in all seats.
    pub bot: String,
    /// Number of seats.
    pub players: usize,
    /// Hash of the winners, their wins and their points in the first deals. Only a change of
    /// behaviour changes it.
    pub checksum: String,
    /// Turns per round.
    pub turns: f64,
    /// Cards drawn per round, including the deal and the upcard.
    pub draws: f64,
    /// Decisions asked per round.
    pub decisions: f64,
    /// Nanoseconds per round for the random numbers alone.
    pub floor_ns: f64,
    /// Nanoseconds per round for the engine and its bots, without statistics, on one thread.
    pub engine_ns: f64,
    /// Nanoseconds per round for the arena with all statistics, on one thread.
    pub arena_ns: f64,
    /// Engine relative to the floor, median over slices.
    pub engine_ratio: f64,
    /// Arena relative to the floor, median over slices.
    pub arena_ratio: f64,
    /// Rounds per second in the arena on one thread.
    pub rounds_per_second: f64,
    /// Rounds per second in the arena on all threads.
    pub rounds_per_second_all: f64,
    /// Number of threads in those runs.
    pub threads: usize,
    /// All threads relative to one, median over slices.
    pub speed_up: f64,
    /// Nanoseconds per turn in the arena on one thread.
    pub turn_ns: f64,
    /// Nanoseconds per decision in the arena on one thread.
    pub decision_ns: f64,
}

/// A player that counts its decisions, and the random numbers that it draws.
struct CountedPlayer<'a, G: Game> {
    player: Box<dyn Player<G> + Send>,
    n: &'a Cell<u64>,
    numbers: &'a Cell<u64>,
}

impl<G: Game> Player<G> for CountedPlayer<'_, G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        self.n.set(self.n.get() + 1);
        let mut before = rng.clone();
        let action = self.player.decide(view, options, rng);
        while before != *rng {
            before.next_u64();
            self.numbers.set(self.numbers.get() + 1);
        }
        action
    }
}

/// Deals of the counting pass, which also makes the checksum.
const COUNTED_DEALS: u64 = 2000;
/// Deals of the counting pass for a bot that is a program or a search.
const COUNTED_DEALS_IF_SLOW: u64 = 2;

/// A table that can be measured: one bot in all seats.
pub struct Bench<G: ArenaGame> {
    experiment: Experiment<G>,
    cards: usize,
    counted: Counted,
}

impl<G: ArenaGame> Bench<G> {
    /// Seats `bot` in all of `players` seats, and counts the events of its first games.
    ///
    /// # Errors
    /// [`BenchError`] if the table is not allowed or a bot cannot be started.
    pub fn new<R: RuleData<Game = G>>(
        rules: &R,
        bot: &str,
        players: usize,
        catalog: &Catalog,
    ) -> Result<Bench<G>, BenchError> {
        let game = rules.game(players).map_err(BenchError::Players)?;
        let experiment = Experiment {
            tables: vec![game],
            bots: vec![catalog.bot::<G>(bot).map_err(BenchError::Bot)?],
            line_ups: vec![LineUp {
                table: 0,
                bots: vec![0; players],
            }],
            unit: Unit::Game,
            order: Order::Cyclic,
            line_up_deals: LineUpDeals::Shared,
            seeds: Seeds::new(1, Purpose::Play),
        };
        let counted = count(&experiment, rules.dealt(players) as u64);
        Ok(Bench {
            experiment,
            cards: rules.deck().cards().len(),
            counted,
        })
    }

    /// Returns the random numbers that a round takes.
    pub fn load(&self) -> RandomLoad {
        RandomLoad {
            cards: self.cards,
            draws: self.counted.draws,
            choices: self.counted.choices,
        }
    }

    /// Plays these deals by the engine and its bots alone, without statistics, on this thread.
    /// Returns the number of rounds.
    pub fn engine(&self, deals: Range<u64>) -> u64 {
        G::play_bare(&self.experiment, deals)
    }

    /// Plays these deals as `match` does. Returns the number of rounds.
    ///
    /// # Errors
    /// [`BenchError::Run`] if the arena cannot run.
    pub fn arena(
        &self,
        deals: Range<u64>,
        threads: Option<NonZero<usize>>,
    ) -> Result<u64, BenchError> {
        Ok(arena_run(&self.experiment, deals, threads)?.rounds)
    }
}

/// Measurements of a game.
pub trait BenchGame: Sync {
    /// As [`measure`].
    ///
    /// # Errors
    /// Those of [`measure`].
    fn measure(
        &self,
        ruleset: &Ruleset,
        bot: &str,
        players: usize,
        effort: Effort,
        catalog: &Catalog,
    ) -> Result<Case, BenchError>;
}

impl<R: RuleData<Game: ArenaGame>> BenchGame for GameOf<R> {
    fn measure(
        &self,
        ruleset: &Ruleset,
        bot: &str,
        players: usize,
        effort: Effort,
        catalog: &Catalog,
    ) -> Result<Case, BenchError> {
        let bench = Bench::new(GameOf::<R>::rules(ruleset), bot, players, catalog)?;
        measured(&bench, ruleset.name(), bot, players, effort)
    }
}

/// Measures one table: `bot` in all of `players` seats.
///
/// # Errors
/// [`BenchError`] if the table is not allowed or the arena cannot run.
pub fn measure(
    ruleset: &Ruleset,
    bot: &str,
    players: usize,
    effort: Effort,
    catalog: &Catalog,
) -> Result<Case, BenchError> {
    let game: &dyn BenchGame = catalog.part(ruleset).map_err(BenchError::Bot)?;
    game.measure(ruleset, bot, players, effort, catalog)
}

fn measured<G: ArenaGame>(
    bench: &Bench<G>,
    ruleset: &str,
    bot: &str,
    players: usize,
    effort: Effort,
) -> Result<Case, BenchError> {
    let (load, counted) = (bench.load(), &bench.counted);
    let mut slices = Slices::default();
    let mut threads = 1;
    let slice_rounds = match is_slow(&bench.experiment) {
        true => SLOW_ROUNDS,
        false => SLICE_ROUNDS,
    };
    let games = effort
        .games
        .unwrap_or_else(|| (slice_rounds as f64 / counted.rounds).ceil() as u64)
        .max(1);
    for slice in 0..effort.slices.max(1) as u64 {
        let deals = slice * games..(slice + 1) * games;
        let started = Instant::now();
        let rounds = bench.engine(deals.clone());
        slices.engine.push(nanoseconds(started, rounds));
        let started = Instant::now();
        std::hint::black_box(rng_baseline(rounds, load));
        slices.floor.push(nanoseconds(started, rounds));
        let one = arena_run(&bench.experiment, deals.clone(), NonZero::new(1))?;
        let all = arena_run(&bench.experiment, deals, effort.threads)?;
        slices.arena.push(one.round_ns);
        slices.all.push(all.round_ns);
        threads = all.threads;
    }
    let arena_ns = median(&slices.arena);
    Ok(Case {
        ruleset: ruleset.to_owned(),
        bot: bot.to_owned(),
        players,
        checksum: format!("{:016x}", counted.checksum),
        turns: counted.turns,
        draws: counted.draws,
        decisions: counted.decisions,
        floor_ns: median(&slices.floor),
        engine_ns: median(&slices.engine),
        arena_ns,
        engine_ratio: ratio(&slices.engine, &slices.floor),
        arena_ratio: ratio(&slices.arena, &slices.floor),
        rounds_per_second: 1e9 / arena_ns,
        rounds_per_second_all: 1e9 / median(&slices.all),
        threads,
        speed_up: ratio(&slices.arena, &slices.all),
        turn_ns: arena_ns / counted.turns,
        decision_ns: arena_ns / counted.decisions,
    })
}

/// Returns whether a bot is a program or a search, which would take minutes for a usual slice.
fn is_slow<G: ArenaGame>(experiment: &Experiment<G>) -> bool {
    let searches = |bot: &Bot<G>| G::external(&bot.policy).is_some_and(Strategy::searches);
    experiment.games_at_once().is_some() || experiment.bots.iter().any(searches)
}

/// Nanoseconds per round, by slice.
#[derive(Default)]
struct Slices {
    floor: Vec<f64>,
    engine: Vec<f64>,
    arena: Vec<f64>,
    all: Vec<f64>,
}

/// Returns the relative duration of two things measured in the same slices: the median of the
/// slices' ratios.
///
/// # Panics
/// Panics if there are no slices.
pub fn ratio(a: &[f64], b: &[f64]) -> f64 {
    let ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
    median(&ratios)
}

fn nanoseconds(started: Instant, rounds: u64) -> f64 {
    started.elapsed().as_nanos() as f64 / rounds.max(1) as f64
}

/// Returns the median of some values.
///
/// # Panics
/// Panics if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    }
}

/// Rounds per game, means per round, and the checksum.
struct Counted {
    rounds: f64,
    turns: f64,
    draws: f64,
    decisions: f64,
    /// Number of choices that the floor draws: one random number each or, if more, as many as the
    /// bots really drew (by RULES.md, Grid's `random` chooses the kind of move and then the move).
    choices: f64,
    checksum: u64,
}

fn count<G: ArenaGame>(experiment: &Experiment<G>, dealt: u64) -> Counted {
    let game = &experiment.tables[0];
    let sum = |metrics: &[i32], name: &str| -> u64 {
        let named = G::METRICS.iter().zip(metrics).find(|(m, _)| m.name == name);
        named.map_or(0, |(_, value)| value.unsigned_abs().into())
    };
    let (asked, numbers) = (Cell::new(0), Cell::new(0));
    let mut players: Vec<_> = (0..game.n_seats())
        .map(|seat| CountedPlayer {
            player: G::boxed_player(&experiment.bots[0].policy, seat as Seat),
            n: &asked,
            numbers: &numbers,
        })
        .collect();
    let mut table = TablePlay::new(game);
    let (mut rounds, mut turns, mut draws) = (0u64, 0u64, 0u64);
    // FNV-1a over 64-bit words.
    let mut checksum = 0xcbf2_9ce4_8422_2325u64;
    let mut absorb = |word: i64| {
        checksum = (checksum ^ word as u64).wrapping_mul(0x0100_0000_01b3);
    };
    let n_deals = match is_slow(experiment) {
        true => COUNTED_DEALS_IF_SLOW,
        false => COUNTED_DEALS,
    };
    for deal in 0..n_deals {
        G::play(
            &mut table,
            &mut Players(&mut players),
            &[0; MAX_SEATS],
            experiment.seeds.deal(deal),
            Unit::Game,
            &mut NoObserver,
            &mut |_, _, metrics, _| {
                rounds += 1;
                turns += sum(metrics, "turns");
                draws += sum(metrics, "draws") + dealt;
                for &metric in metrics {
                    absorb(metric.into());
                }
            },
        );
        absorb(game.outcome(table.state()).winners.into());
        for seat in 0..game.n_seats() {
            absorb(game.score(table.state(), seat as Seat).into());
        }
    }
    let per_round = |n: u64| n as f64 / rounds as f64;
    Counted {
        rounds: rounds as f64 / n_deals as f64,
        turns: per_round(turns),
        draws: per_round(draws),
        decisions: per_round(asked.get()),
        choices: per_round(asked.get().max(numbers.get())),
        checksum,
    }
}

/// Duration and size of a run.
struct Ran {
    /// Rounds really played.
    rounds: u64,
    /// Nanoseconds per round.
    round_ns: f64,
    threads: usize,
}

/// Plays a run as `match` does.
fn arena_run<G: ArenaGame>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    threads: Option<NonZero<usize>>,
) -> Result<Ran, BenchError> {
    let cancel = AtomicBool::new(false);
    let workers = Workers {
        threads,
        chunk: None,
    };
    let control = Control {
        cancel: &cancel,
        progress: &|_: Progress| {},
    };
    let blank = Tally::new(experiment);
    let started = Instant::now();
    let done = G::run(experiment, deals, workers, blank, control, None).map_err(BenchError::Run)?;
    let rounds = done.collected.n_rounds();
    Ok(Ran {
        rounds,
        round_ns: nanoseconds(started, rounds),
        threads: done.threads,
    })
}
