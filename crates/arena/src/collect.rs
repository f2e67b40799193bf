//! Collectors of a run, its control, and its results.

use powergrab_bots::strategy::{Fault, FaultKind};
use powergrab_engine::game::{Game, Metrics, Unit};
use std::any::Any;
use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Seating of one game, and the number of equal games it represents.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// Index of the experiment's table.
    pub table: usize,
    /// Index of its line-up.
    pub line_up: usize,
    /// Rotation of the deal's circular order.
    pub rotation: usize,
    /// By seat: index of the bot in the pool.
    pub bots: &'a [usize],
    /// Number of rotations of the block with the same seating.
    pub weight: u32,
}

/// A collector of results. Implemented by the statistics.
///
/// Merging must be exact and independent of order, so that all results are. The playing code knows
/// one collector type and `dyn Collect`, so that the engine and its bots are compiled once per game
/// and not once per collector.
pub trait Collect<G: Game>: Any + Send {
    /// Returns an empty collection of the same shape.
    fn fresh(&self) -> Self
    where
        Self: Sized;
    /// Called after each round of a game; `round` counts from 0.
    fn round(
        &mut self,
        seating: &Seating<'_>,
        round: u32,
        game: &G,
        state: &G::State,
        metrics: &Metrics,
        meter: &G::Meter,
    );
    /// Called after each game.
    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &G, state: &G::State);
    /// Called before [`Collect::game`] for a bot (by its index in the pool) that failed in the
    /// game.
    fn fault(&mut self, seating: &Seating<'_>, bot: usize, kind: FaultKind) {
        let _ = (seating, bot, kind);
    }
    /// Called when all games of the deal with this index are over.
    fn end_deal(&mut self, deal: u64);
    /// Completes work deferred for speed. Called before the collection is read, merged or kept.
    fn settle(&mut self) {}
    /// Takes everything from another collection, which is empty afterwards.
    fn absorb(&mut self, other: &mut Self)
    where
        Self: Sized;
}

/// Options of carrying out a run. None of them changes its result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Workers {
    /// Number of threads; `None` for one per processor.
    pub threads: Option<NonZero<usize>>,
    /// Number of deals per chunk; `None` for a suitable number.
    pub chunk: Option<NonZero<u64>>,
}

/// Progress of a run since the last report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of deals finished.
    pub deals: u64,
    /// Number of games actually played.
    pub games: u64,
}

/// Cancellation and progress of a run.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set to stop after the deals that are being played.
    pub cancel: &'a AtomicBool,
    /// Called with progress from time to time, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Results of a finished or cancelled run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done<C> {
    /// The collection.
    pub collected: C,
    /// Its deals: all requested ones, or those before the run was cancelled.
    pub deals: Range<u64>,
    /// Finished pieces beyond a gap when the run was cancelled.
    pub later: Vec<Piece<C>>,
    /// Number of threads.
    pub threads: usize,
    /// By bot that failed: the deal of its first failure, and the failure.
    pub first_faults: FirstFaults,
}

impl<C> Done<C> {
    /// Returns the gap-free finished deals as a piece.
    pub fn into_piece(self) -> Piece<C> {
        Piece {
            deals: self.deals,
            collected: self.collected,
            first_faults: self.first_faults,
        }
    }
}

/// By bot (index in the pool): the deal of its first failure, and the failure.
pub type FirstFaults = BTreeMap<usize, (u64, Fault)>;

/// A finished part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<C> {
    /// Its deals, all of them played.
    pub deals: Range<u64>,
    /// The collection.
    pub collected: C,
    /// By bot that failed in them: the deal of its first failure, and the failure.
    pub first_faults: FirstFaults,
}

/// Error of keeping or fetching a piece.
pub type StoreError = Box<dyn Error + Send + Sync>;

/// Store of finished pieces, so that a run survives interruption.
pub trait Store<C>: Sync {
    /// Returns the deals of pieces from earlier runs: in order, without overlap, all within the
    /// run's.
    fn there(&self) -> Vec<Range<u64>>;
    /// Returns the piece with exactly these deals, which must have the shape of `blank`.
    ///
    /// # Errors
    /// Fails if it no longer exists or is damaged.
    fn fetch(&self, deals: &Range<u64>, blank: &C) -> Result<Piece<C>, StoreError>;
    /// Returns whether it is time to keep the prefix again. Called often.
    fn due(&self) -> bool;
    /// Keeps a piece; pieces within it are no longer needed.
    ///
    /// # Errors
    /// Fails if it cannot be kept, which ends the run.
    fn keep(&self, piece: &Piece<C>) -> Result<(), StoreError>;
}

/// Error of a run that could not start or continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Line-ups, tables and bots do not fit together.
    #[error("a line-up does not fit its table or its bots")]
    Unsound,
    /// A bot without which the run cannot go on.
    #[error("bot {name}: {fault}")]
    Bot {
        /// Its name.
        name: String,
        /// The failure.
        fault: Fault,
    },
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    /// Finished pieces cannot be kept or fetched.
    #[error("{0}")]
    Store(StoreError),
}

/// Records a bot's failure if it is its first.
pub fn note(known: &mut FirstFaults, bot: usize, fault: (u64, Fault)) {
    match known.get(&bot) {
        Some((deal, _)) if *deal <= fault.0 => {}
        _ => {
            known.insert(bot, fault);
        }
    }
}
