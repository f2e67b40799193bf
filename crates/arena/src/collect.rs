//! What a run collects, how it is controlled, and how it ends.

use powergrab_bots::strategy::{Fault, FaultKind};
use powergrab_engine::game::{Game, Metrics, Unit};
use std::any::Any;
use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Who sits where in one game, and how many equal games it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// Which of the experiment's tables.
    pub table: usize,
    /// Which of its line-ups.
    pub line_up: usize,
    /// Which rotation of the deal's order.
    pub rotation: usize,
    /// The bot in each seat, as an index into the pool.
    pub bots: &'a [usize],
    /// How many rotations of the block seat the same bots alike.
    pub weight: u32,
}

/// What a run collects. Statistics implement it.
///
/// Merging must be exact and free of order: then so are all results. The code that plays knows one of them and `dyn Collect`, so that the engine and
/// its bots are compiled once for a game and not once for each thing collected.
pub trait Collect<G: Game>: Any + Send {
    /// An empty collection of the same shape.
    fn fresh(&self) -> Self
    where
        Self: Sized;
    /// Hears of each round of a game when it is over; `round` counts from 0.
    fn round(
        &mut self,
        seating: &Seating<'_>,
        round: u32,
        game: &G,
        state: &G::State,
        metrics: &Metrics,
        meter: &G::Meter,
    );
    /// Hears of each game when it is over.
    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &G, state: &G::State);
    /// Hears of a bot (by its place in the pool) that failed in a game, before [`Collect::game`].
    fn fault(&mut self, seating: &Seating<'_>, bot: usize, kind: FaultKind) {
        let _ = (seating, bot, kind);
    }
    /// All games of the deal with this index were played.
    fn end_deal(&mut self, deal: u64);
    /// No deal follows before the collection is looked at, merged or kept: time to do what was put off for speed.
    fn settle(&mut self) {}
    /// Takes everything from another collection, which is empty afterwards.
    fn absorb(&mut self, other: &mut Self)
    where
        Self: Sized;
}

/// How a run is carried out. Nothing here changes its result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Workers {
    /// Threads; none is one for each processor.
    pub threads: Option<NonZero<usize>>,
    /// Deals in a chunk; none is a sensible number.
    pub chunk: Option<NonZero<u64>>,
}

/// How far a run is, as a step since the last time it was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Deals finished.
    pub deals: u64,
    /// Games really played.
    pub games: u64,
}

/// The strings that a run hangs on.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set to stop after the deals that are being played.
    pub cancel: &'a AtomicBool,
    /// Told of progress now and then, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// A run that was worked with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done<C> {
    /// What was collected.
    pub collected: C,
    /// The deals that it covers: all that were asked for, or those before the run was cancelled.
    pub deals: Range<u64>,
    /// What was finished beyond a gap when the run was cancelled.
    pub later: Vec<Piece<C>>,
    /// How many threads there were.
    pub threads: usize,
    /// By bot that failed: the deal where it first did, and how.
    pub first_faults: FirstFaults,
}

impl<C> Done<C> {
    /// The deals that were finished without a gap, as a piece.
    pub fn into_piece(self) -> Piece<C> {
        Piece {
            deals: self.deals,
            collected: self.collected,
            first_faults: self.first_faults,
        }
    }
}

/// By bot (its place in the pool): the deal where it first failed, and how.
pub type FirstFaults = BTreeMap<usize, (u64, Fault)>;

/// A finished part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<C> {
    /// Its deals, all of them played.
    pub deals: Range<u64>,
    /// What was collected.
    pub collected: C,
    /// By bot that failed in them: where it first did, and how.
    pub first_faults: FirstFaults,
}

/// Why a piece cannot be kept or had again.
pub type StoreError = Box<dyn Error + Send + Sync>;

/// Keeps finished pieces, so that a run survives being interrupted.
pub trait Store<C>: Sync {
    /// The deals of the pieces that are there from before: in order, without overlap, all within the run's.
    fn there(&self) -> Vec<Range<u64>>;
    /// The piece with just these deals; it must be like `blank`.
    ///
    /// # Errors
    /// It is not there any more, or damaged.
    fn fetch(&self, deals: &Range<u64>, blank: &C) -> Result<Piece<C>, StoreError>;
    /// Whether it is time to keep the prefix again. Asked often.
    fn due(&self) -> bool;
    /// Keeps a piece; pieces within it are not needed any more.
    ///
    /// # Errors
    /// It cannot be kept. The run ends.
    fn keep(&self, piece: &Piece<C>) -> Result<(), StoreError>;
}

/// A run that could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Line-ups, tables and bots do not fit together.
    #[error("a line-up does not fit its table or its bots")]
    Unsound,
    /// A bot that the run cannot go on without.
    #[error("bot {name}: {fault}")]
    Bot {
        /// Its name.
        name: String,
        /// What happened.
        fault: Fault,
    },
    /// The system gives no threads.
    #[error("the threads cannot be started: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    /// What was finished cannot be kept, or not be had again.
    #[error("{0}")]
    Store(StoreError),
}

/// Keeps a bot's failure if it is its first.
pub fn note(known: &mut FirstFaults, bot: usize, fault: (u64, Fault)) {
    match known.get(&bot) {
        Some((deal, _)) if *deal <= fault.0 => {}
        _ => {
            known.insert(bot, fault);
        }
    }
}
