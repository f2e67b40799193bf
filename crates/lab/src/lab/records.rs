//! Every game of a run as rows, and every decision: what its tallies are sums of.
//!
//! A run is a pure function of its experiment and its deals, so records need not be kept while it is played: they are played again, block by
//! block, as they are read. Memory stays flat, and the rows are the same for any number of threads.

pub use super::record_rows::{
    Block, Decision, Detail, GridScene, Recorded, SeatGame, SheddingScene,
};

use crate::ArenaGame;
use crate::arena::experiment::Experiment;
use crate::arena::parallel_deals::{Merge, parallel_deals};
use crate::arena::run::{Control, RunError, Workers};
use std::ops::Range;
use std::sync::Arc;

/// The records of a run, block by block.
#[derive(Debug)]
pub struct Records<G: ArenaGame> {
    experiment: Arc<Experiment<G>>,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
    /// Deals and rows so far, from which the next block's length follows.
    n_deals: u64,
    n_rows: u64,
}

/// About so many rows make a block.
const ROWS: u64 = 1 << 16;
/// The deals of the first block.
const FIRST: u64 = 16;

impl<G: Recorded> Records<G> {
    /// The records of these deals of an experiment.
    #[must_use]
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
            n_deals: 0,
            n_rows: 0,
        }
    }

    /// What is played.
    #[must_use]
    pub fn experiment(&self) -> &Experiment<G> {
        &self.experiment
    }

    /// The deals that are not recorded yet.
    #[must_use]
    pub fn left(&self) -> Range<u64> {
        self.deals.clone()
    }

    /// The records of the next deals; none after the last, and where it was cancelled.
    ///
    /// # Errors
    /// Line-ups that do not fit their tables, or no threads to be had.
    pub fn next_block(
        &mut self,
        control: Control<'_>,
    ) -> Result<Option<Block<G::Scene>>, RunError> {
        if self.deals.is_empty() {
            return Ok(None);
        }
        if !self.experiment.is_sound() {
            return Err(RunError::Unsound);
        }
        let n = match self.n_rows {
            0 => FIRST,
            rows => (ROWS * self.n_deals / rows).max(1),
        };
        let deals = self.deals.start..self.deals.end.min(self.deals.start.saturating_add(n));
        let (experiment, detail): (&Experiment<G>, Detail) = (&self.experiment, self.detail);
        let blocks = parallel_deals(
            deals.clone(),
            self.workers,
            &Blocks(Vec::new()),
            control,
            || experiment.rings(),
            |rings, deal, blocks| {
                let block = G::record(experiment, rings, deal, detail);
                blocks.0.push((deal, block));
            },
        )?;
        let Some(Blocks(mut blocks)) = blocks else {
            return Ok(None);
        };
        blocks.sort_unstable_by_key(|(deal, _)| *deal);
        let mut all = Block::default();
        for (_, block) in blocks {
            all.append(block);
        }
        self.n_deals += deals.end - deals.start;
        self.n_rows += all.games.len().max(all.decisions.len()) as u64;
        self.deals.start = deals.end;
        Ok(Some(all))
    }
}

/// By deal: its records.
struct Blocks<S>(Vec<(u64, Block<S>)>);

impl<S: Send> Merge for Blocks<S> {
    fn fresh(&self) -> Blocks<S> {
        Blocks(Vec::new())
    }

    fn absorb(&mut self, mut other: Blocks<S>) {
        self.0.append(&mut other.0);
    }
}
