//! Runs of several consecutive stages that survive interruption.
//!
//! A run that examines its results before it continues is played in stages, from look to look. Each
//! stage is kept separately. A resumed run absorbs the stages one after the other and sees at each
//! look exactly the earlier data.

use crate::study::rounds::Sharing;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment};
use powergrab_arena::part::gaps;
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{Control, Done, Piece, RunError, Store, StoreError, Workers};
use powergrab_arena::tally::Tally;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Player of stages, with the store of their results.
pub struct Stages<'a> {
    workers: Workers,
    control: Control<'a>,
    store: Option<&'a dyn Store<Tally>>,
    sharing: Option<&'a Sharing>,
    /// Finished pieces that are not kept yet: most runs are over before a write is due.
    unkept: Mutex<Vec<Piece<Tally>>>,
}

/// One stage's part of the run's store.
struct Stage<'s, 'a> {
    stages: &'s Stages<'a>,
    store: &'a dyn Store<Tally>,
    deals: Range<u64>,
}

impl<'a> Stages<'a> {
    /// Returns the stages of a run. A store, if any, covers all its deals.
    pub fn new(
        workers: Workers,
        control: Control<'a>,
        store: Option<&'a dyn Store<Tally>>,
        sharing: Option<&'a Sharing>,
    ) -> Stages<'a> {
        Stages {
            workers,
            control,
            store,
            sharing,
            unkept: Mutex::default(),
        }
    }

    /// Plays these deals, or takes them from the store. If the run is cancelled, returns fewer, and
    /// keeps everything finished.
    ///
    /// # Errors
    /// Those of the run itself, and of the store.
    pub fn play<G: ArenaGame>(
        &self,
        experiment: &Experiment<G>,
        deals: Range<u64>,
    ) -> Result<Done<Tally>, RunError> {
        let (workers, control) = (self.workers, self.control);
        let blank = Tally::new(experiment);
        let Some(store) = self.store else {
            return G::run(experiment, deals, workers, blank, control, None);
        };
        let stage = Stage {
            stages: self,
            store,
            deals: deals.clone(),
        };
        if let Some(sharing) = self.sharing {
            self.play_share(sharing, experiment, &stage)?;
        }
        let was_there = stage.there().as_slice() == std::slice::from_ref(&deals);
        let mut done = G::run(
            experiment,
            deals.clone(),
            workers,
            blank,
            control,
            Some(&stage),
        )?;
        if !was_there {
            let mut unkept = self.unkept.lock().unwrap_or_else(PoisonError::into_inner);
            if !done.deals.is_empty() {
                unkept.push(Piece {
                    deals: done.deals.clone(),
                    collected: done.collected.clone(),
                    first_faults: done.first_faults.clone(),
                });
            }
            unkept.append(&mut done.later);
        }
        if done.deals != deals {
            self.keep().map_err(RunError::Store)?;
        }
        Ok(done)
    }

    /// Plays this process's part of a stage that several processes share, unless the stage is
    /// complete.
    ///
    /// # Errors
    /// [`PiecesError::Awaited`] until the stage is complete; those of the run.
    fn play_share<G: ArenaGame>(
        &self,
        sharing: &Sharing,
        experiment: &Experiment<G>,
        stage: &Stage<'_, '_>,
    ) -> Result<(), RunError> {
        let deals = &stage.deals;
        let is_complete = gaps(deals, &stage.there()).is_empty();
        let Some(round) = sharing.enter(deals.end - deals.start, is_complete) else {
            return Ok(());
        };
        let parts = sharing.cut(deals).into_iter().enumerate();
        let own = parts.filter(|(at, _)| sharing.takes(*at as u64));
        let own: Vec<Range<u64>> = own.map(|(_, deals)| deals).collect();
        for own in own.iter().cloned() {
            let blank = Tally::new(experiment);
            let (workers, control) = (self.workers, self.control);
            let done = G::run(experiment, own.clone(), workers, blank, control, None)?;
            if done.deals != own {
                return Ok(());
            }
            stage.keep(&done.into_piece()).map_err(RunError::Store)?;
        }
        let own = own.into_iter().map(|deals| Deals(deals).to_string());
        sharing.stop_at(round, own);
        Err(RunError::Store(PiecesError::Awaited(round.number).into()))
    }

    /// Keeps everything that is finished.
    ///
    /// # Errors
    /// Fails if it cannot be kept.
    fn keep(&self) -> Result<(), StoreError> {
        let Some(store) = self.store else {
            return Ok(());
        };
        let mut unkept = self.unkept.lock().unwrap_or_else(PoisonError::into_inner);
        for piece in unkept.iter() {
            store.keep(piece)?;
        }
        unkept.clear();
        Ok(())
    }
}

impl Store<Tally> for Stage<'_, '_> {
    fn there(&self) -> Vec<Range<u64>> {
        let mut there = self.store.there();
        there.retain(|piece| self.deals.start <= piece.start && piece.end <= self.deals.end);
        there
    }

    fn fetch(&self, deals: &Range<u64>, blank: &Tally) -> Result<Piece<Tally>, StoreError> {
        self.store.fetch(deals, blank)
    }

    fn due(&self) -> bool {
        self.store.due()
    }

    fn keep(&self, piece: &Piece<Tally>) -> Result<(), StoreError> {
        // Earlier stages first, so that the deals on disk have no gaps that were played.
        self.stages.keep()?;
        self.store.keep(piece)
    }
}
