//! Many games stepped at once.

use super::episode::Episode;
use super::error::{Illegal, LearnerTableError, MAX_ENVS};
use super::part::{Autoreset, Part, Slot, Task};
use super::pool::Pool;
use super::position::{EnvPosition, Positions, RestoreError};
use super::rows::{StepArrays, Widths};
use super::sequence::{LegalSet, Sequence};
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::Observable;
use std::num::NonZero;

/// Many games stepped at once.
///
/// The episodes of an environment depend only on the seed and its number, not on the number of
/// environments and threads.
pub struct VectorEnv<G: BotGame> {
    table: LearnerTable<G>,
    slots: Vec<Slot<G>>,
    /// By environment: the legal actions of its next step.
    legal: Vec<LegalSet>,
    /// Indices of the step's actions, after the check that they are legal.
    actions: Vec<u8>,
    autoreset: Autoreset,
    /// `None` if this thread does everything.
    pool: Option<Pool>,
}

impl<G: BotGame + Observable> VectorEnv<G> {
    /// Returns this many environments at this table. [`VectorEnv::reset`] begins their first
    /// episodes.
    ///
    /// # Errors
    /// Fails on a number of environments out of range, or if the threads cannot be started.
    pub fn new(
        table: LearnerTable<G>,
        n: usize,
        seed: u64,
        autoreset: Autoreset,
        threads: NonZero<usize>,
    ) -> Result<VectorEnv<G>, LearnerTableError> {
        if !(1..=MAX_ENVS).contains(&n) {
            return Err(LearnerTableError::Envs(n));
        }
        let pool = (threads.get() > 1).then(|| Pool::new(threads.get()));
        Ok(VectorEnv {
            slots: (0..n)
                .map(|env| Slot {
                    episode: Episode::new(&table),
                    sequence: Sequence::new(env, seed),
                })
                .collect(),
            legal: vec![LegalSet::NONE; n],
            actions: vec![0; n],
            table,
            autoreset,
            pool: pool.transpose()?,
        })
    }

    /// Returns the table: rules and bots.
    pub fn table(&self) -> &LearnerTable<G> {
        &self.table
    }

    /// Returns the number of environments.
    pub fn n_envs(&self) -> usize {
        self.slots.len()
    }

    /// Returns the treatment of an episode that a step ends.
    pub fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// Returns the index of an environment's current episode among the deals of its seed; `None`
    /// before its first.
    pub fn deal(&self, env: usize) -> Option<u64> {
        let deal = self.slots.get(env)?.sequence.deal(env);
        deal.map(|(number, _)| number)
    }

    /// Returns the positions of all environments, as a serialisable value. Another vector with the
    /// same table and number of environments restores them by [`VectorEnv::restore`].
    pub fn positions(&self) -> Positions {
        let envs = self.slots.iter().map(|slot| EnvPosition {
            seed: slot.sequence.seed,
            next: slot.sequence.next,
            actions: slot.sequence.actions.all(),
        });
        Positions::new(&self.table, envs.collect())
    }

    /// Restores these positions: replays each episode's deal with its actions. The future is the
    /// same as in the original. The caller must keep the arrays of the last step.
    ///
    /// # Errors
    /// Fails if the positions are of another table or number of environments, or damaged; nothing
    /// was changed.
    pub fn restore(&mut self, positions: &Positions) -> Result<(), RestoreError> {
        let saved = positions.of(&self.table, self.slots.len())?;
        let table = &self.table;
        let slots = saved.iter().enumerate().map(|(env, position)| {
            let mut episode = Episode::new(table);
            let mut sequence = Sequence::new(env, position.seed);
            sequence.next = position.next;
            if let Some((_, seeds)) = sequence.deal(env) {
                episode.begin(table, seeds, &mut [0.0; MAX_SEATS]);
            }
            for (at, &index) in position.actions.iter().enumerate() {
                let option = episode.option(table, usize::from(index));
                let (_, action) = option.ok_or_else(|| RestoreError::Action {
                    at,
                    illegal: episode.illegal(env, i64::from(index)),
                })?;
                episode.answer(table, action, &mut [0.0; MAX_SEATS]);
                sequence.actions.push(index as u8);
            }
            Ok(Slot { episode, sequence })
        });
        self.slots = slots.collect::<Result<_, RestoreError>>()?;
        let episodes = self.slots.iter().map(|slot| &slot.episode);
        self.legal = episodes.map(|it| LegalSet::of(&self.table, it)).collect();
        Ok(())
    }

    /// Returns the number of games in which external opponents failed, after which they took the
    /// first option.
    pub fn n_faults(&self) -> u64 {
        let episodes = self.slots.iter().map(|slot| &slot.episode);
        episodes.map(Episode::n_faults).sum()
    }

    fn widths(&self) -> Widths {
        Widths {
            features: self.table.game.n_features(),
            actions: self.table.game.n_actions(),
            seats: self.table.game.n_seats(),
        }
    }

    /// Returns whether the arrays have the right lengths.
    pub fn fits(&self, rows: &StepArrays<'_>) -> bool {
        rows.fit(self.slots.len(), self.widths())
    }

    /// Begins an episode in every environment: the next one or, with a seed, the first of that
    /// seed.
    ///
    /// # Panics
    /// Panics unless [`VectorEnv::fits`] accepts the arrays.
    pub fn reset(&mut self, seed: Option<u64>, rows: StepArrays<'_>) {
        self.reset_some(seed, None, rows);
    }

    /// As [`VectorEnv::reset`], for the environments selected by `which`.
    ///
    /// # Panics
    /// Panics unless [`VectorEnv::fits`] accepts the arrays.
    pub fn reset_some(&mut self, seed: Option<u64>, which: Option<&[bool]>, rows: StepArrays<'_>) {
        if let Some(seed) = seed {
            let chosen = |env: usize| which.is_none_or(|which| which.get(env) == Some(&true));
            for (env, slot) in self.slots.iter_mut().enumerate() {
                if chosen(env) {
                    slot.sequence = Sequence::new(env, seed);
                }
            }
        }
        self.work(Task::Reset(which), rows);
    }

    /// Takes an action in every environment and plays each to its next decision. If any action is
    /// illegal, nothing is changed.
    ///
    /// # Errors
    /// Fails on a wrong number of actions, an illegal action, or an episode that is over and not
    /// reset.
    ///
    /// # Panics
    /// Panics unless [`VectorEnv::fits`] accepts the arrays.
    pub fn step(
        &mut self,
        actions: impl ExactSizeIterator<Item = i64>,
        rows: StepArrays<'_>,
    ) -> Result<(), Illegal> {
        let wanted = self.slots.len();
        if actions.len() != wanted {
            return Err(Illegal::Count {
                given: actions.len(),
                wanted,
            });
        }
        for (env, index) in actions.enumerate() {
            if !self.legal[env].has(index) {
                let episode = &self.slots[env].episode;
                if episode.ask().is_some() || self.autoreset != Autoreset::NextStep {
                    return Err(episode.illegal(env, index));
                }
            }
            self.actions[env] = index as u8;
        }
        let indices = std::mem::take(&mut self.actions);
        self.work(Task::Step(&indices), rows);
        self.actions = indices;
        Ok(())
    }

    fn work(&mut self, task: Task<'_>, rows: StepArrays<'_>) {
        assert!(
            self.fits(&rows),
            "the arrays have one row for each environment"
        );
        let widths = self.widths();
        let part = Part {
            table: &self.table,
            slots: &mut self.slots,
            legal: &mut self.legal,
            first: 0,
            task,
            autoreset: self.autoreset,
            rows,
            widths,
        };
        match self.pool.as_mut().and_then(Pool::threads) {
            None => on_this_processor(part),
            Some(threads) => threads.install(|| part.shared()),
        }
    }
}
