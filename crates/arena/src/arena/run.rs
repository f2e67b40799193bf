//! Many deals in parallel, in an order that shows nowhere.
//!
//! Deals are cut into chunks. Workers take the chunks in turn; each chunk is collected by itself, and the chunks are merged
//! as the longest gap-free prefix of the run (see `chunk_queue`), so a run that is interrupted reports just the deals before some
//! index.
//! Within a deal the order of games is fixed: line-ups as listed, rotations from 0. Nothing depends on how many workers
//! there are or how large chunks are.

use super::chunk_queue::{ChunkQueue, CloseOnPanic};
use super::collect::note;
pub use super::collect::{
    Collect, Control, Done, FirstFaults, Piece, Progress, RunError, Seating, Store, StoreError,
    Workers,
};
use super::cpu::{Work, on_this_processor};
use super::experiment::Experiment;
use super::play::{EachRound, Table, Unit};
use super::remote_games::RemoteGames;
use super::seating::Rings;
use super::threads::threads;
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Game, Metrics, Silent};
use crate::rng::DealSeeds;
use crate::strategy::{BotGame, Player, Seated};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// About this many games make a chunk: some milliseconds of work, so that merging does not show and a cancelled run
/// stops at once.
const GAMES_PER_CHUNK: u64 = 2048;
/// The most and the least games of a chunk where bots answer over a line. A game takes long there, so that short runs are cut finer
/// for all threads to have some; but a chunk's end is a time when lines stand idle.
const REMOTE_GAMES_PER_CHUNK: (u64, u64) = (32, 256);
/// A chunk may be so many times as long as games are played side by side, so that few of them wait at its end.
const CHUNKS_OF_BATCHES: u64 = 16;
/// The most deals in a chunk.
const MAX_CHUNK: u64 = 1024;
/// So many chunks there are for each thread at the least, as far as there are deals: at the end of a run threads wait for the last
/// chunk of another, so it has to be short beside a run of a tenth of a second.
const CHUNKS_PER_THREAD: u64 = 16;
/// A chunk that has taken this long is handed in as far as it is, so that games of any length can be kept in time.
const MAX_TIME: Duration = Duration::from_secs(1);
/// Progress is told after about this many games.
const GAMES_PER_STEP: u64 = 256;

/// Plays all line-ups of the experiment in these deals, and adds what it collects to `so_far`: nothing, or what was collected in
/// other deals before.
///
/// # Errors
/// [`RunError`]. A run that is cancelled is no error: see [`Done::deals`], which are those of this call.
pub fn run<G: BotGame, C: Collect<G>>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    workers: Workers,
    mut so_far: C,
    control: Control<'_>,
) -> Result<Done<C>, RunError> {
    let blank = so_far.fresh();
    let mut done = run_kept(experiment, deals, workers, blank, control, None)?;
    so_far.absorb(&mut done.collected);
    done.collected = so_far;
    Ok(done)
}

/// As [`run`], collecting into copies of `blank`, with a store that finished deals are kept in now and then, and had from if they are there already. What
/// was finished when the run is cancelled is for the caller to keep.
///
/// # Errors
/// [`RunError`].
pub fn run_kept<G: BotGame, C: Collect<G>>(
    experiment: &Experiment<G>,
    deals: Range<u64>,
    workers: Workers,
    blank: C,
    control: Control<'_>,
    store: Option<&dyn Store<C>>,
) -> Result<Done<C>, RunError> {
    if !experiment.is_sound() {
        return Err(RunError::Unsound);
    }
    let pool = threads(workers.threads).map_err(RunError::Threads)?;
    let n_threads = pool.current_num_threads();
    let per_deal = experiment.games_per_deal().max(1);
    let at_once = experiment.games_at_once();
    let remote = at_once.is_some();
    let n_games = (deals.end - deals.start).saturating_mul(per_deal);
    let games_per_chunk = if let Some(at_once) = at_once {
        let (least, most) = REMOTE_GAMES_PER_CHUNK;
        let most = most.max(CHUNKS_OF_BATCHES * at_once as u64);
        (n_games / (2 * n_threads as u64)).clamp(least, most)
    } else {
        // A short run is cut finer, for all threads to have some.
        (n_games / (CHUNKS_PER_THREAD * n_threads as u64)).min(GAMES_PER_CHUNK)
    };
    let chunk = workers.chunk.map_or(
        (games_per_chunk / per_deal).clamp(1, MAX_CHUNK),
        NonZero::get,
    );
    let queue = ChunkQueue::new(deals.clone(), chunk, blank, store)?;
    pool.broadcast(|_| {
        let _guard = CloseOnPanic(&queue);
        let mut worker = Worker::new(experiment);
        while let Some((chunk, mut collected)) = queue.take(control.cancel) {
            let played = if remote {
                worker.remote_chunk(chunk.clone(), &mut collected, control)
            } else {
                Ok(worker.chunk(chunk.clone(), &mut collected, control))
            };
            match played {
                Ok(n_deals) => {
                    collected.settle();
                    let piece = Piece {
                        deals: chunk.start..chunk.start + n_deals,
                        collected,
                        first_faults: std::mem::take(&mut worker.first_faults),
                    };
                    queue.give(chunk, piece);
                }
                Err(e) => queue.stop(e),
            }
        }
    });
    let (prefix, later) = queue.end()?;
    Ok(Done {
        first_faults: prefix.first_faults,
        collected: prefix.collected,
        deals: prefix.deals,
        later,
        threads: n_threads,
    })
}

/// A chunk of deals, played by one worker.
struct Chunk<'a, 'e, G: BotGame, C> {
    worker: &'a mut Worker<'e, G>,
    deals: Range<u64>,
    collect: &'a mut C,
    control: Control<'a>,
}

impl<G: BotGame, C: Collect<G>> Work for Chunk<'_, '_, G, C> {
    type Output = u64;

    #[inline(always)]
    fn work(self) -> u64 {
        self.worker.deals(self.deals, self.collect, self.control)
    }
}

/// One thread's tables and players, made once.
struct Worker<'e, G: BotGame> {
    experiment: &'e Experiment<G>,
    remote_games: Option<RemoteGames<'e, G>>,
    first_faults: FirstFaults,
    tables: Vec<Table<'e, G>>,
    /// By seat, then by bot.
    players: [Vec<G::Player>; MAX_SEATS],
    /// By line-up.
    policies: Vec<Vec<&'e G::Policy>>,
    salts: Vec<u64>,
    rings: Rings,
    played: Progress,
}

impl<'e, G: BotGame> Worker<'e, G> {
    fn new(experiment: &'e Experiment<G>) -> Worker<'e, G> {
        let bots = &experiment.bots;
        Worker {
            experiment,
            remote_games: None,
            first_faults: FirstFaults::new(),
            tables: experiment.tables.iter().map(Table::new).collect(),
            players: std::array::from_fn(|seat| {
                let player = |bot: &crate::strategy::Bot<G>| G::player(&bot.policy, seat as Seat);
                bots.iter().map(player).collect()
            }),
            policies: experiment
                .line_ups
                .iter()
                .map(|l| l.bots.iter().map(|&bot| &bots[bot].policy).collect())
                .collect(),
            salts: bots.iter().map(|bot| bot.salt).collect(),
            rings: Rings::new(&experiment.line_ups),
            played: Progress::default(),
        }
    }

    /// Plays these deals, or as many as come before the run is cancelled; gives how many.
    fn chunk<C: Collect<G>>(
        &mut self,
        deals: Range<u64>,
        collect: &mut C,
        control: Control<'_>,
    ) -> u64 {
        on_this_processor(Chunk {
            worker: self,
            deals,
            collect,
            control,
        })
    }

    #[inline(always)]
    fn deals<C: Collect<G>>(
        &mut self,
        deals: Range<u64>,
        collect: &mut C,
        control: Control<'_>,
    ) -> u64 {
        let start = deals.start;
        let mut n_deals = deals.end - start;
        let started = Instant::now();
        for deal in deals {
            // The clock is looked at after 1, 2, 4 deals and so on: seldom where deals are short, soon where they are long.
            let is_late = (deal - start).is_power_of_two() && started.elapsed() > MAX_TIME;
            if is_late || control.cancel.load(Ordering::Relaxed) {
                n_deals = deal - start;
                break;
            }
            self.deal(deal, collect);
            if self.played.games >= GAMES_PER_STEP {
                (control.progress)(std::mem::take(&mut self.played));
            }
        }
        (control.progress)(std::mem::take(&mut self.played));
        n_deals
    }

    /// As [`Worker::deals`] where bots answer over a line: many games at once, collected in their order.
    fn remote_chunk<C: Collect<G>>(
        &mut self,
        deals: Range<u64>,
        collect: &mut C,
        control: Control<'_>,
    ) -> Result<u64, RunError> {
        let experiment = self.experiment;
        let games = self
            .remote_games
            .get_or_insert_with(|| RemoteGames::new(experiment));
        games.chunk(deals, collect, control, &mut self.first_faults)
    }

    /// Plays one deal: all line-ups, each under all its distinct rotations.
    #[inline(always)]
    fn deal<C: Collect<G>>(&mut self, deal: u64, collect: &mut C) {
        let experiment = self.experiment;
        let seeds = experiment.seeds.deal(deal);
        self.rings.begin(deal, seeds, experiment.order);
        for (i, line_up) in experiment.line_ups.iter().enumerate() {
            let ring = self.rings.ring(i);
            for rotation in 0..ring.n_distinct() {
                let seating = Seating {
                    table: line_up.table,
                    line_up: i,
                    rotation,
                    bots: ring.rotation(rotation),
                    weight: ring.weight(),
                };
                self.game(&seating, deal, seeds, collect);
                self.played.games += 1;
            }
        }
        collect.end_deal(deal);
        self.played.deals += 1;
    }

    #[inline(always)]
    fn game<C: Collect<G>>(
        &mut self,
        seating: &Seating<'_>,
        deal: u64,
        seeds: DealSeeds,
        collect: &mut C,
    ) {
        let mut salts = [0; MAX_SEATS];
        for (salt, &bot) in salts.iter_mut().zip(seating.bots) {
            *salt = self.salts[bot];
        }
        let one = OneGame {
            game: &self.experiment.tables[seating.table],
            table: &mut self.tables[seating.table],
            salts: &salts[..seating.bots.len()],
            seeds,
            unit: self.experiment.unit,
            seating,
            collect,
            deal,
            first_faults: &mut self.first_faults,
        };
        if let Err(one) = G::plain(&self.policies[seating.line_up], one) {
            let mut rows = self.players.iter_mut().enumerate();
            let mut players: [&mut G::Player; MAX_SEATS] = std::array::from_fn(|_| {
                // Seats that are not at this table hold anybody; nobody asks them.
                let Some((seat, row)) = rows.next() else {
                    unreachable!("there is a row of players for each seat")
                };
                &mut row[seating.bots.get(seat).copied().unwrap_or(0)]
            });
            one.with(&mut players[..seating.bots.len()]);
        }
    }
}

/// A game that waits for its players.
struct OneGame<'a, 'g, G: Game, C> {
    game: &'g G,
    table: &'a mut Table<'g, G>,
    salts: &'a [u64],
    seeds: DealSeeds,
    unit: Unit,
    seating: &'a Seating<'a>,
    collect: &'a mut C,
    deal: u64,
    first_faults: &'a mut FirstFaults,
}

/// Collects the rounds of a game.
struct Rounds<'a, C> {
    seating: &'a Seating<'a>,
    collect: &'a mut C,
    round: u32,
}

impl<G: Game, C: Collect<G>> EachRound<G> for Rounds<'_, C> {
    #[inline(always)]
    fn round(&mut self, game: &G, state: &G::State, metrics: &Metrics, meter: &G::Meter) {
        self.collect
            .round(self.seating, self.round, game, state, metrics, meter);
        self.round += 1;
    }
}

impl<G: Game, C: Collect<G>> Seated<G> for OneGame<'_, '_, G, C> {
    #[inline(always)]
    fn with<P: Player<G>>(self, players: &mut [P]) {
        let OneGame {
            game,
            table,
            salts,
            seeds,
            unit,
            seating,
            collect,
            deal,
            first_faults,
        } = self;
        let rounds = Rounds {
            seating,
            collect: &mut *collect,
            round: 0,
        };
        table.play_for(players, salts, seeds, unit, &mut Silent, rounds);
        for (player, &bot) in players.iter_mut().zip(seating.bots) {
            if let Some(fault) = player.fault() {
                collect.fault(seating, bot, fault.kind);
                note(first_faults, bot, (deal, fault));
            }
        }
        collect.game(seating, unit, game, table.state());
    }
}
