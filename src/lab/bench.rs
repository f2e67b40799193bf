//! How fast the laboratory is: rounds, turns and decisions per second, beside the floor of its own random numbers.
//!
//! Machines are shared and noisy, so nothing is a single time: each case is measured in many short slices, floor, engine
//! and arena in turn, and what is told is the median of the slices' ratios and times.

use crate::arena::experiment::{Experiment, LineUp};
use crate::arena::floor::{Load, floor};
use crate::arena::play::{Table, Unit};
use crate::arena::run::{Control, Progress, Workers, run};
use crate::arena::seating::Order;
use crate::cards::{MAX_SEATS, Seat};
use crate::config::ConfigError;
use crate::game::{Action, Game as _, Options, Silent};
use crate::rng::{Purpose, Rng, Seeds};
use crate::shedding::{Family, Rules, Shedding, View};
use crate::stats::tally::Tally;
use crate::strategy::{BotGame as _, Player, Random, ShedPlayer, resolve};
use serde::Serialize;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Slices per case, at least 1.
    pub slices: usize,
    /// Games in a slice, at least 1.
    pub games: u64,
    /// Threads for the runs on all threads; none is one for each processor.
    pub threads: Option<NonZero<usize>>,
}

/// What was measured of one table.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The ruleset.
    pub ruleset: String,
    /// The bot in all seats.
    pub bot: String,
    /// How many seats.
    pub players: usize,
    /// A hash of who won, how often and by how much in the first deals: only a change of behaviour moves it.
    pub checksum: String,
    /// Turns per round.
    pub turns: f64,
    /// Cards drawn per round, the deal included.
    pub draws: f64,
    /// Decisions asked per round.
    pub decisions: f64,
    /// Nanoseconds a round for the random numbers alone.
    pub floor_ns: f64,
    /// Nanoseconds a round for the engine and its bots, nothing counted, one thread.
    pub engine_ns: f64,
    /// Nanoseconds a round for the arena with all statistics, one thread.
    pub arena_ns: f64,
    /// Engine against floor, median over slices.
    pub engine_ratio: f64,
    /// Arena against floor, median over slices.
    pub arena_ratio: f64,
    /// Rounds per second in the arena on one thread.
    pub rounds_per_second: f64,
    /// Rounds per second in the arena on all threads.
    pub rounds_per_second_all: f64,
    /// How many threads that was.
    pub threads: usize,
    /// All threads against one, median over slices.
    pub speed_up: f64,
    /// Nanoseconds a turn in the arena on one thread.
    pub turn_ns: f64,
    /// Nanoseconds a decision in the arena on one thread.
    pub decision_ns: f64,
}

/// Counts how often a player is asked.
struct Asked<'a, P> {
    player: P,
    n: &'a std::cell::Cell<u64>,
}

impl<P: Player<Shedding>> Player<Shedding> for Asked<'_, P> {
    fn new_game(&mut self) {
        self.player.new_game();
    }
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        self.n.set(self.n.get() + 1);
        self.player.decide(view, options, rng)
    }
}

/// Deals of the counting pass, which also makes the checksum.
const COUNTED_DEALS: u64 = 2000;

/// Measures one table: `bot` in all of `players` seats.
///
/// # Errors
/// No such bot.
///
/// # Panics
/// Where that many cannot play by the official rules.
pub fn measure(
    family: Family,
    bot: &str,
    players: usize,
    effort: Effort,
) -> Result<Case, ConfigError> {
    let rules = Rules::official(family);
    let game = Shedding::new(rules.clone(), players).expect("the official rules let them play");
    let experiment = Experiment {
        tables: vec![game.clone()],
        bots: vec![resolve(bot)?],
        line_ups: vec![LineUp {
            table: 0,
            bots: vec![0; players],
        }],
        unit: Unit::Game,
        order: Order::Cyclic,
        seeds: Seeds::new(1, Purpose::Play),
    };
    let counted = count(&game, &experiment);
    let load = Load {
        cards: rules.deck.cards().len(),
        draws: counted.draws,
        choices: counted.decisions,
    };
    let mut slices = Slices::default();
    let mut threads = 1;
    for slice in 0..effort.slices.max(1) as u64 {
        let games = effort.games.max(1);
        let deals = slice * games..(slice + 1) * games;
        // The slices of a case overlap in nothing but the clock.
        let started = Instant::now();
        let rounds = engine_alone(&game, &experiment, deals.clone());
        let engine = nanoseconds(started, rounds);
        let started = Instant::now();
        std::hint::black_box(floor(rounds, load));
        let floor = nanoseconds(started, rounds);
        let (arena, _) = arena_run(&experiment, deals.clone(), NonZero::new(1));
        let (all, n) = arena_run(&experiment, deals, effort.threads);
        threads = n;
        slices.floor.push(floor);
        slices.engine.push(engine);
        slices.arena.push(arena);
        slices.all.push(all);
    }
    let arena_ns = median(&slices.arena);
    Ok(Case {
        ruleset: rules.name,
        bot: bot.to_owned(),
        players,
        checksum: format!("{:016x}", counted.checksum),
        turns: counted.turns,
        draws: counted.draws,
        decisions: counted.decisions,
        floor_ns: median(&slices.floor),
        engine_ns: median(&slices.engine),
        arena_ns,
        engine_ratio: slices.ratio(&slices.engine, &slices.floor),
        arena_ratio: slices.ratio(&slices.arena, &slices.floor),
        rounds_per_second: 1e9 / arena_ns,
        rounds_per_second_all: 1e9 / median(&slices.all),
        threads,
        speed_up: slices.ratio(&slices.arena, &slices.all),
        turn_ns: arena_ns / counted.turns,
        decision_ns: arena_ns / counted.decisions,
    })
}

/// Nanoseconds a round, by slice.
#[derive(Default)]
struct Slices {
    floor: Vec<f64>,
    engine: Vec<f64>,
    arena: Vec<f64>,
    all: Vec<f64>,
}

impl Slices {
    fn ratio(&self, a: &[f64], b: &[f64]) -> f64 {
        let ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
        median(&ratios)
    }
}

fn nanoseconds(started: Instant, rounds: u64) -> f64 {
    started.elapsed().as_nanos() as f64 / rounds.max(1) as f64
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    }
}

/// Means per round, and the checksum.
struct Counted {
    turns: f64,
    draws: f64,
    decisions: f64,
    checksum: u64,
}

fn count(game: &Shedding, experiment: &Experiment<Shedding>) -> Counted {
    let place = |name: &str| {
        let found = Shedding::METRICS.iter().position(|m| m.name == name);
        found.expect("a metric of the shedding games")
    };
    let (turns_at, draws_at) = (place("turns"), place("draws"));
    let asked = std::cell::Cell::new(0);
    let mut players: Vec<_> = (0..game.n_seats())
        .map(|seat| Asked {
            player: Shedding::player(&experiment.bots[0].policy, seat as Seat),
            n: &asked,
        })
        .collect();
    let mut table = Table::new(game);
    let (mut rounds, mut turns, mut draws) = (0u64, 0u64, 0u64);
    // FNV-1a over 64-bit words.
    let mut checksum = 0xcbf2_9ce4_8422_2325u64;
    let mut absorb = |word: u64| {
        checksum = (checksum ^ word).wrapping_mul(0x0100_0000_01b3);
    };
    for deal in 0..COUNTED_DEALS {
        let seeds = experiment.seeds.deal(deal);
        let salts = [0; MAX_SEATS];
        table.play(
            &mut players,
            &salts,
            seeds,
            Unit::Game,
            &mut Silent,
            |_, _, metrics, _| {
                rounds += 1;
                turns += metrics[turns_at] as u64;
                draws += metrics[draws_at] as u64;
                for &metric in metrics {
                    absorb(metric as u64);
                }
            },
        );
        absorb(u64::from(game.outcome(&table.state).winners));
        for seat in 0..game.n_seats() {
            absorb(game.score(&table.state, seat as Seat) as u64);
        }
    }
    let per_round = |n: u64| n as f64 / rounds as f64;
    let dealt = game.n_seats() * usize::from(game.rules().hand_size) + 1;
    Counted {
        turns: per_round(turns),
        draws: per_round(draws) + dealt as f64,
        decisions: per_round(asked.get()),
        checksum,
    }
}

/// The engine and its bots, nothing counted; gives the number of rounds.
fn engine_alone(
    game: &Shedding,
    experiment: &Experiment<Shedding>,
    deals: std::ops::Range<u64>,
) -> u64 {
    let mut table = Table::new(game);
    let n = game.n_seats();
    let policy = &experiment.bots[0].policy;
    let seeds = experiment.seeds;
    if Shedding::policy_name(policy) == "random" {
        return crate::arena::run::on_this_processor(Bare {
            table: &mut table,
            players: &mut [Random; MAX_SEATS][..n],
            seeds,
            deals,
        });
    }
    let mut players: Vec<ShedPlayer> = (0..n)
        .map(|seat| Shedding::player(policy, seat as Seat))
        .collect();
    crate::arena::run::on_this_processor(Bare {
        table: &mut table,
        players: &mut players,
        seeds,
        deals,
    })
}

/// Work for [`on_this_processor`](crate::arena::run::on_this_processor).
struct Bare<'a, 'g, P> {
    table: &'a mut Table<'g, Shedding>,
    players: &'a mut [P],
    seeds: Seeds,
    deals: std::ops::Range<u64>,
}

impl<P: Player<Shedding>> crate::arena::run::Work for Bare<'_, '_, P> {
    type Output = u64;

    #[inline(always)]
    fn work(self) -> u64 {
        let mut rounds = 0;
        for deal in self.deals {
            let seeds = self.seeds.deal(deal);
            rounds += self.table.play_bare(self.players, &[0; MAX_SEATS], seeds);
        }
        rounds
    }
}

/// A run as `match` makes it: nanoseconds a round really played, and threads.
fn arena_run(
    experiment: &Experiment<Shedding>,
    deals: std::ops::Range<u64>,
    threads: Option<NonZero<usize>>,
) -> (f64, usize) {
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
    let done = run(experiment, deals, workers, blank, control).expect("a sound experiment");
    let rounds = done.collected.n_rounds();
    (nanoseconds(started, rounds), done.threads)
}
