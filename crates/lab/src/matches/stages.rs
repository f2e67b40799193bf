//! Runs of several stages, one after the other, that survive being interrupted.
//!
//! A run that looks at what it found before it goes on is played stage by stage, from look to look. What each stage collected
//! is kept by itself: a run that goes on later absorbs the stages one after the other and sees at each look what it saw
//! before.

use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Control, Done, Piece, RunError, Store, StoreError, Workers};
use powergrab_arena::tally::Tally;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// How stages are played, and where what they collect is kept.
pub struct Stages<'a> {
    workers: Workers,
    control: Control<'a>,
    store: Option<&'a dyn Store<Tally>>,
    /// Finished and not kept yet: most runs are over before anything is due.
    unkept: Mutex<Vec<Piece<Tally>>>,
}

/// The part of the run's store that is a stage's.
struct Stage<'s, 'a> {
    stages: &'s Stages<'a>,
    store: &'a dyn Store<Tally>,
    deals: Range<u64>,
}

impl<'a> Stages<'a> {
    /// Stages of a run whose store, where it has one, is that of all its deals.
    pub fn new(
        workers: Workers,
        control: Control<'a>,
        store: Option<&'a dyn Store<Tally>>,
    ) -> Stages<'a> {
        Stages {
            workers,
            control,
            store,
            unkept: Mutex::default(),
        }
    }

    /// Plays these deals, or takes them from the store. If the run is cancelled, fewer come back, and everything finished is
    /// kept.
    ///
    /// # Errors
    /// [`RunError`].
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

    /// Keeps everything that is finished.
    ///
    /// # Errors
    /// It cannot be kept.
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
        // Earlier stages first: what is on the disk has no gaps that were played.
        self.stages.keep()?;
        self.store.keep(piece)
    }
}
