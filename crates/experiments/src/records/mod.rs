//! Every game and every decision of a run as rows: the observations behind its tallies.
//!
//! A run is a pure function of its experiment and its deals, so records need not be kept during the
//! run: [`Records`] plays the games again, block by block, as they are read. [`Recorder`] writes
//! the records during the run. Memory stays constant either way, and the blocks are the same for
//! any number of threads.

pub mod cells;
mod play;
pub mod recorded;
pub mod rows;
pub mod tables;

pub use recorded::{GridTableState, Recorded, SheddingTableState};
pub use rows::{Block, Decision, Detail, SeatGame};

use play::record;
use powergrab_arena::ArenaGame;
use powergrab_arena::collect::{Collect, FirstFaults, StoreError};
use powergrab_arena::experiment::Experiment;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_arena::seating::CircularLineUps;
use powergrab_arena::worker::{ChunkDeals, MakeWorker, PlayChunks};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The records of a run, block by block.
#[derive(Debug)]
pub struct Records<G: ArenaGame> {
    experiment: Arc<Experiment<G>>,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
    so_far: SoFar,
}

/// Deals and rows so far, which determine the next block's length.
#[derive(Clone, Copy, Debug, Default)]
struct SoFar {
    n_deals: u64,
    n_rows: u64,
}

/// Approximate number of rows in a block.
const ROWS: u64 = 1 << 16;
/// Deals of the first block.
const FIRST: u64 = 16;

impl<G: Recorded> Records<G> {
    /// Returns the records of these deals of an experiment.
    pub fn new(
        experiment: impl Into<Arc<Experiment<G>>>,
        deals: Range<u64>,
        detail: Detail,
        workers: Workers,
    ) -> Records<G> {
        Records {
            experiment: experiment.into(),
            deals,
            detail,
            workers,
            so_far: SoFar::default(),
        }
    }

    /// Returns the experiment.
    pub fn experiment(&self) -> &Experiment<G> {
        &self.experiment
    }

    /// Returns the deals that are not recorded yet.
    pub fn left(&self) -> Range<u64> {
        self.deals.clone()
    }

    /// Returns the records of the next deals; `None` after the last, and if cancelled.
    ///
    /// # Errors
    /// Fails if the line-ups do not fit their tables, or if the threads cannot be started.
    pub(crate) fn next_block(
        &mut self,
        control: Control<'_>,
    ) -> Result<Option<Block<G::TableState>>, RunError> {
        if self.deals.is_empty() {
            return Ok(None);
        }
        if !self.experiment.is_sound() {
            return Err(RunError::Unsound);
        }
        let n = self.so_far.deals_of_next_block();
        let deals = self.deals.start..self.deals.end.min(self.deals.start.saturating_add(n));
        let (experiment, detail): (&Experiment<G>, Detail) = (&self.experiment, self.detail);
        let blocks = parallel_deals(
            deals.clone(),
            self.workers,
            &Blocks(Vec::new()),
            control,
            || experiment.circles(),
            |circles, deal, blocks| {
                let block = record(experiment, circles, deal, detail, None);
                blocks.0.push((deal, block));
            },
        )?;
        let Some(Blocks(mut blocks)) = blocks else {
            return Ok(None);
        };
        blocks.sort_by_cached_key(|(deal, _)| *deal);
        let mut all = Block::default();
        for (_, block) in blocks {
            all.append(block);
        }
        self.so_far.add(deals.end - deals.start, &all);
        self.deals.start = deals.end;
        Ok(Some(all))
    }
}

impl SoFar {
    fn deals_of_next_block(self) -> u64 {
        match self.n_rows {
            0 => FIRST,
            rows => (ROWS * self.n_deals / rows).max(1),
        }
    }

    fn add<S>(&mut self, n_deals: u64, block: &Block<S>) {
        self.n_deals += n_deals;
        self.n_rows += block.games.len().max(block.decisions.len()) as u64;
    }
}

/// Workers of a run that record while they play. Each block goes to `write`, in the same order and
/// lengths as those of [`Records`].
pub struct Recorder<'a, G: Recorded> {
    experiment: &'a Experiment<G>,
    detail: Detail,
    waiting: Mutex<Waiting<'a, G::TableState>>,
}

/// Writes a block.
pub type WriteBlock<'a, S> = &'a mut (dyn FnMut(&Block<S>) -> Result<(), StoreError> + Send);

/// Records that are not written yet.
struct Waiting<'a, S> {
    /// Contiguous deals of the next block.
    ready: Vec<Block<S>>,
    /// The deal after those.
    next: u64,
    /// Chunks beyond a gap, with their first deal.
    later: Vec<(u64, Vec<Block<S>>)>,
    so_far: SoFar,
    write: WriteBlock<'a, S>,
}

impl<'a, G: Recorded> Recorder<'a, G> {
    /// Returns the workers of a run that begins with this deal.
    pub fn new(
        experiment: &'a Experiment<G>,
        detail: Detail,
        first: u64,
        write: WriteBlock<'a, G::TableState>,
    ) -> Recorder<'a, G> {
        Recorder {
            experiment,
            detail,
            waiting: Mutex::new(Waiting {
                ready: Vec::new(),
                next: first,
                later: Vec::new(),
                so_far: SoFar::default(),
                write,
            }),
        }
    }

    /// Writes the last block, after the run.
    ///
    /// # Errors
    /// The first error of `write`.
    pub fn end(self) -> Result<(), StoreError> {
        let waiting = self.waiting.into_inner();
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        match waiting.ready.len() {
            0 => Ok(()),
            all => waiting.write_block(all),
        }
    }
}

impl<S> Waiting<'_, S> {
    /// Adds the deals of a chunk, and writes the blocks that are complete.
    fn add(&mut self, first: u64, chunk: Vec<Block<S>>) -> Result<(), StoreError> {
        self.later.push((first, chunk));
        while let Some(at) = self.later.iter().position(|(first, _)| *first == self.next) {
            let (_, mut chunk) = self.later.swap_remove(at);
            self.next += chunk.len() as u64;
            self.ready.append(&mut chunk);
        }
        loop {
            let n = self.so_far.deals_of_next_block() as usize;
            if self.ready.len() < n {
                return Ok(());
            }
            self.write_block(n)?;
        }
    }

    fn write_block(&mut self, n_deals: usize) -> Result<(), StoreError> {
        let mut all = Block::default();
        for block in self.ready.drain(..n_deals) {
            all.append(block);
        }
        self.so_far.add(n_deals as u64, &all);
        (self.write)(&all)
    }
}

impl<G: Recorded> MakeWorker<G> for Recorder<'_, G> {
    fn experiment(&self) -> &Experiment<G> {
        self.experiment
    }

    fn worker(&self) -> Box<dyn PlayChunks<G> + '_> {
        Box::new(RecordingWorker {
            recorder: self,
            circles: self.experiment.circles(),
            first_faults: FirstFaults::new(),
        })
    }
}

struct RecordingWorker<'a, 'r, G: Recorded> {
    recorder: &'a Recorder<'r, G>,
    circles: CircularLineUps,
    first_faults: FirstFaults,
}

impl<G: Recorded> PlayChunks<G> for RecordingWorker<'_, '_, G> {
    fn chunk(
        &mut self,
        deals: Range<u64>,
        collect: &mut (dyn Collect<G> + 'static),
        control: Control<'_>,
    ) -> Result<u64, RunError> {
        let (first, mut chunk) = (deals.start, Vec::new());
        let Recorder {
            experiment, detail, ..
        } = *self.recorder;
        let (circles, faults) = (&mut self.circles, &mut self.first_faults);
        let mut deals = ChunkDeals::new(deals, control);
        while let Some(deal) = deals.next_deal() {
            let block = record(experiment, circles, deal, detail, Some((collect, faults)));
            deals.played(block.games.iter().filter(|row| row.seat == 0).count() as u64);
            chunk.push(block);
        }
        let n_deals = deals.end();
        let waiting = self.recorder.waiting.lock();
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.add(first, chunk).map_err(RunError::Store)?;
        Ok(n_deals)
    }

    fn first_faults(&mut self) -> FirstFaults {
        std::mem::take(&mut self.first_faults)
    }
}

/// Records by deal.
struct Blocks<S>(Vec<(u64, Block<S>)>);

impl<S: Send> Merge for Blocks<S> {
    fn fresh(&self) -> Blocks<S> {
        Blocks(Vec::new())
    }

    fn absorb(&mut self, mut other: Blocks<S>) {
        self.0.append(&mut other.0);
    }
}
