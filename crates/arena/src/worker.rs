//! One thread's part of a run: chunks of deals, played one after the other.
//!
//! A game and its bots are compiled into this, once for each game
//! ([`ArenaGame::worker`](crate::ArenaGame::worker)), together with the collector of most runs. Any
//! other collector is called dynamically.

use super::collect::{Collect, Control, FirstFaults, Progress, RunError, Seating, note};
use super::experiment::Experiment;
use super::play::{RoundObserver, TablePlay};
use super::remote_games::RemoteGames;
use super::seating::CircularLineUps;
use powergrab_bots::strategy::{BotGame, FallibleSeats, FaultKind, Players, SeatVisitor};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Game, Metrics, Unit};
use powergrab_engine::rng::DealSeeds;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A chunk that takes longer is handed in unfinished, so that games of any length are saved in
/// time.
const MAX_TIME: Duration = Duration::from_secs(1);
/// Progress is reported after about this many games.
const GAMES_PER_STEP: u64 = 256;

/// Returns a worker that inlines the code of `C` and calls any other collector dynamically.
pub fn worker<G: BotGame, C: Collect<G>>(
    experiment: &Experiment<G>,
) -> Box<dyn PlayChunks<G> + '_> {
    Box::new(Worker::<G, C>::new(experiment))
}

/// An experiment that makes the worker of each thread; a wrapper can use its games for more.
pub trait MakeWorker<G: BotGame>: Sync {
    /// Returns the experiment.
    fn experiment(&self) -> &Experiment<G>;
    /// Returns the worker of one thread.
    fn worker(&self) -> Box<dyn PlayChunks<G> + '_>;
}

/// The deals of a chunk, until its time is up or the run is cancelled.
///
/// Not a function that takes a closure, which would be compiled separately, for any processor.
pub struct ChunkDeals<'a> {
    deals: Range<u64>,
    next: u64,
    /// `None` where there is no clock.
    started: Option<Instant>,
    control: Control<'a>,
    played: Progress,
}

impl<'a> ChunkDeals<'a> {
    /// Returns all deals of the range.
    pub fn new(deals: Range<u64>, control: Control<'a>) -> ChunkDeals<'a> {
        ChunkDeals {
            next: deals.start,
            deals,
            started: (!cfg!(target_family = "wasm")).then(Instant::now),
            control,
            played: Progress::default(),
        }
    }

    /// Returns the next deal; `None` at the end of the chunk.
    #[inline(always)]
    pub fn next_deal(&mut self) -> Option<u64> {
        let deal = self.next;
        // The clock is read after 1, 2, 4 deals and so on: rarely if deals are short, soon if they
        // are long.
        let is_time = (deal - self.deals.start).is_power_of_two();
        let is_late = is_time && self.started.is_some_and(|t| t.elapsed() > MAX_TIME);
        let goes_on = deal < self.deals.end && !is_late;
        (goes_on && !self.control.cancel.load(Ordering::Relaxed)).then_some(deal)
    }

    /// Counts the deal and its games.
    #[inline(always)]
    pub fn played(&mut self, games: u64) {
        self.next += 1;
        self.played.deals += 1;
        self.played.games += games;
        if self.played.games >= GAMES_PER_STEP {
            (self.control.progress)(std::mem::take(&mut self.played));
        }
    }

    /// Returns the number of deals played.
    pub fn end(self) -> u64 {
        (self.control.progress)(self.played);
        self.next - self.deals.start
    }
}

/// Plays chunks of an experiment's deals.
pub trait PlayChunks<G: Game> {
    /// Plays these deals until the run is cancelled; returns how many were completed. If 0, discard
    /// `collect`: it holds part of a deal.
    ///
    /// # Errors
    /// Fails with [`RunError::Bot`].
    fn chunk(
        &mut self,
        deals: Range<u64>,
        collect: &mut (dyn Collect<G> + 'static),
        control: Control<'_>,
    ) -> Result<u64, RunError>;

    /// Returns the bots' first failures since the last call.
    fn first_faults(&mut self) -> FirstFaults;
}

/// A chunk of deals, played by one worker.
struct Chunk<'a, 'e, G: BotGame, C> {
    worker: &'a mut Worker<'e, G, C>,
    deals: Range<u64>,
    collector: Collector<'a, G, C>,
    control: Control<'a>,
}

/// The collector of a chunk.
enum Collector<'a, G, C> {
    Usual(&'a mut C),
    Other(&'a mut dyn Collect<G>),
}

impl<G: Game, C: Collect<G>> Collector<'_, G, C> {
    #[inline(always)]
    fn round(
        &mut self,
        seating: &Seating<'_>,
        round: u32,
        game: &G,
        state: &G::State,
        metrics: &Metrics,
        meter: &G::Meter,
    ) {
        match self {
            Collector::Usual(usual) => usual.round(seating, round, game, state, metrics, meter),
            Collector::Other(other) => other.round(seating, round, game, state, metrics, meter),
        }
    }

    #[inline(always)]
    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &G, state: &G::State) {
        match self {
            Collector::Usual(usual) => usual.game(seating, unit, game, state),
            Collector::Other(other) => other.game(seating, unit, game, state),
        }
    }

    fn fault(&mut self, seating: &Seating<'_>, bot: usize, kind: FaultKind) {
        match self {
            Collector::Usual(usual) => usual.fault(seating, bot, kind),
            Collector::Other(other) => other.fault(seating, bot, kind),
        }
    }

    #[inline(always)]
    fn end_deal(&mut self, deal: u64) {
        match self {
            Collector::Usual(usual) => usual.end_deal(deal),
            Collector::Other(other) => other.end_deal(deal),
        }
    }
}

impl<G: BotGame, C: Collect<G>> Work for Chunk<'_, '_, G, C> {
    type Output = u64;

    #[inline(always)]
    fn work(self) -> u64 {
        self.worker.deals(self.deals, self.collector, self.control)
    }
}

/// One thread's tables and players, made once.
struct Worker<'e, G: BotGame, C> {
    experiment: &'e Experiment<G>,
    remote_games: Option<RemoteGames<'e, G>>,
    first_faults: FirstFaults,
    tables: Vec<TablePlay<'e, G>>,
    /// Players by seat, then by bot.
    players: [Vec<G::Player>; MAX_SEATS],
    /// Policies by line-up.
    policies: Vec<Vec<&'e G::Policy>>,
    salts: Vec<u64>,
    circles: CircularLineUps,
    usual: PhantomData<fn(C)>,
}

impl<'e, G: BotGame, C: Collect<G>> Worker<'e, G, C> {
    fn new(experiment: &'e Experiment<G>) -> Worker<'e, G, C> {
        let bots = &experiment.bots;
        Worker {
            experiment,
            remote_games: experiment
                .games_at_once()
                .map(|_| RemoteGames::new(experiment)),
            first_faults: FirstFaults::new(),
            tables: experiment.tables.iter().map(TablePlay::new).collect(),
            players: std::array::from_fn(|seat| {
                let player =
                    |bot: &powergrab_bots::strategy::Bot<G>| G::player(&bot.policy, seat as Seat);
                bots.iter().map(player).collect()
            }),
            policies: experiment
                .line_ups
                .iter()
                .map(|l| l.bots.iter().map(|&bot| &bots[bot].policy).collect())
                .collect(),
            salts: bots.iter().map(|bot| bot.salt).collect(),
            circles: experiment.circles(),
            usual: PhantomData,
        }
    }

    #[inline(always)]
    fn deals(
        &mut self,
        deals: Range<u64>,
        mut collector: Collector<'_, G, C>,
        control: Control<'_>,
    ) -> u64 {
        let mut deals = ChunkDeals::new(deals, control);
        while let Some(deal) = deals.next_deal() {
            let games = self.deal(deal, &mut collector);
            deals.played(games);
        }
        deals.end()
    }

    /// Plays one deal: all line-ups, each under all its distinct rotations. Returns the number of
    /// games.
    #[inline(always)]
    fn deal(&mut self, deal: u64, collector: &mut Collector<'_, G, C>) -> u64 {
        let mut games = 0;
        let experiment = self.experiment;
        self.circles.begin(deal);
        for (i, line_up) in experiment.line_ups.iter().enumerate() {
            let seeds = self.circles.seeds(i);
            let circle = self.circles.circle(i);
            for rotation in 0..circle.n_distinct() {
                let seating = Seating {
                    table: line_up.table,
                    line_up: i,
                    rotation,
                    bots: circle.rotation(rotation),
                    weight: circle.weight(),
                };
                self.game(&seating, deal, seeds, collector);
                games += 1;
            }
        }
        collector.end_deal(deal);
        games
    }

    #[inline(always)]
    fn game(
        &mut self,
        seating: &Seating<'_>,
        deal: u64,
        seeds: DealSeeds,
        collector: &mut Collector<'_, G, C>,
    ) {
        let mut salts = [0; MAX_SEATS];
        for (salt, &bot) in salts.iter_mut().zip(seating.bots) {
            *salt = self.salts[bot];
        }
        let one = CollectedGame {
            game: &self.experiment.tables[seating.table],
            table: &mut self.tables[seating.table],
            salts: &salts[..seating.bots.len()],
            seeds,
            unit: self.experiment.unit,
            seating,
            collector,
            deal,
            first_faults: &mut self.first_faults,
        };
        if let Err(one) = G::uniform_table(&self.policies[seating.line_up], one) {
            let mut rows = self.players.iter_mut().enumerate();
            let mut next = || {
                // Seats beyond this table hold any player, because none of them is asked.
                let Some((seat, row)) = rows.next() else {
                    unreachable!("there is a row of players for each seat")
                };
                &mut row[seating.bots.get(seat).copied().unwrap_or(0)]
            };
            // Written out: the release build would call `array::from_fn`, for each game.
            let mut players: [&mut G::Player; MAX_SEATS] = [
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
            ];
            one.with(&mut Players(&mut players[..seating.bots.len()]));
        }
    }
}

impl<G: BotGame, C: Collect<G>> PlayChunks<G> for Worker<'_, G, C> {
    fn chunk(
        &mut self,
        deals: Range<u64>,
        collect: &mut (dyn Collect<G> + 'static),
        control: Control<'_>,
    ) -> Result<u64, RunError> {
        // If bots answer over a connection, many games run at once and are collected in order.
        if let Some(games) = &mut self.remote_games {
            return games.chunk(deals, collect, control, &mut self.first_faults);
        }
        let collector = match (collect as &mut dyn Any).downcast_mut() {
            Some(usual) => Collector::Usual(usual),
            None => Collector::Other(collect),
        };
        Ok(on_this_processor(Chunk {
            worker: self,
            deals,
            collector,
            control,
        }))
    }

    fn first_faults(&mut self) -> FirstFaults {
        std::mem::take(&mut self.first_faults)
    }
}

/// A game that waits for its players, with everything that collects it.
struct CollectedGame<'a, 'g, 'c, G: Game, C> {
    game: &'g G,
    table: &'a mut TablePlay<'g, G>,
    salts: &'a [u64],
    seeds: DealSeeds,
    unit: Unit,
    seating: &'a Seating<'a>,
    collector: &'a mut Collector<'c, G, C>,
    deal: u64,
    first_faults: &'a mut FirstFaults,
}

/// Collector of the rounds of a game.
struct Rounds<'a, 'c, G, C> {
    seating: &'a Seating<'a>,
    collector: &'a mut Collector<'c, G, C>,
    round: u32,
}

impl<G: Game, C: Collect<G>> RoundObserver<G> for Rounds<'_, '_, G, C> {
    #[inline(always)]
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter) {
        self.collector
            .round(self.seating, self.round, game, state, metrics, meter);
        self.round += 1;
    }
}

impl<G: Game, C: Collect<G>> SeatVisitor<G> for CollectedGame<'_, '_, '_, G, C> {
    #[inline(always)]
    fn with<S: FallibleSeats<G>>(self, seats: &mut S) {
        let CollectedGame {
            game,
            table,
            salts,
            seeds,
            unit,
            seating,
            collector,
            deal,
            first_faults,
        } = self;
        let rounds = Rounds {
            seating,
            collector: &mut *collector,
            round: 0,
        };
        table.play_for(seats, salts, seeds, unit, rounds);
        for (seat, &bot) in (0..).zip(seating.bots) {
            if let Some(fault) = seats.fault(seat) {
                collector.fault(seating, bot, fault.kind);
                note(first_faults, bot, (deal, fault));
            }
        }
        collector.game(seating, unit, game, table.state());
    }
}
