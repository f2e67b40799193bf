//! Many games stepped at once.

use super::episode::{Episode, Rewards};
use super::error::{Illegal, MAX_ENVS, TableError};
use super::pool::Pool;
use super::position::{EnvPosition, PositionError, Positions};
use super::rows::{Row, Rows, Widths};
use super::table::Table;
use crate::cards::{MAX_SEATS, Seat};
use crate::cpu::{Work, on_this_processor};
use crate::game::{Action, Learnable};
use crate::rng::{Purpose, Seeds};
use crate::strategy::BotGame;
use std::hint::black_box;
use std::num::NonZero;

/// What a step does with an episode that it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The next episode begins in the same step; its first observation is written.
    #[default]
    SameStep,
    /// The next step of that environment begins the next episode; its action is ignored.
    NextStep,
    /// Only [`VectorEnv::reset_some`] begins another.
    Disabled,
}

/// An environment's episodes, by number.
#[derive(Clone, Debug)]
struct Sequence {
    seed: u64,
    seeds: Seeds,
    /// The place of the next episode among the deals.
    next: u64,
    /// The learners' actions in the present episode, by their index.
    actions: Vec<u16>,
}

/// The first deals of two environments lie so far apart.
const EPISODES: u32 = 32;

impl Sequence {
    fn new(env: usize, seed: u64) -> Sequence {
        Sequence {
            seed,
            seeds: Seeds::new(seed, Purpose::Tune),
            next: (env as u64) << EPISODES,
            actions: Vec::new(),
        }
    }

    /// The place of the present episode among the deals; `None` before the first.
    fn deal(&self, env: usize) -> Option<u64> {
        (self.next > (env as u64) << EPISODES).then(|| self.next - 1)
    }

    /// Begins the next episode in which a learner is asked anything.
    #[inline(always)]
    fn begin<G: BotGame + Learnable>(&mut self, table: &Table<G>, episode: &mut Episode<G>) {
        self.actions.clear();
        loop {
            let seeds = self.seeds.deal(self.next);
            self.next += 1;
            episode.begin(table, seeds, &mut [0.0; MAX_SEATS]);
            if episode.ask().is_some() {
                return;
            }
        }
    }
}

/// Many games that are stepped at once.
///
/// The episodes of an environment follow from the seed and its number alone, whatever the number of environments and threads.
pub struct VectorEnv<G: BotGame> {
    table: Table<G>,
    envs: Vec<(Episode<G>, Sequence)>,
    /// The step's actions, once they are known to be legal.
    actions: Vec<Action>,
    autoreset: Autoreset,
    /// `None` where this thread does all.
    pool: Option<Pool>,
}

/// Environments that a thread takes at once.
const PER_THREAD: usize = 64;

impl<G: BotGame + Learnable> VectorEnv<G> {
    /// So many environments at this table. [`VectorEnv::reset`] begins their first episodes.
    ///
    /// # Errors
    /// A number of environments that cannot be, or no threads to be had.
    pub fn new(
        table: Table<G>,
        n: usize,
        seed: u64,
        autoreset: Autoreset,
        threads: NonZero<usize>,
    ) -> Result<VectorEnv<G>, TableError> {
        if !(1..=MAX_ENVS).contains(&n) {
            return Err(TableError::Envs(n));
        }
        let pool = (threads.get() > 1).then(|| Pool::new(threads.get()));
        Ok(VectorEnv {
            envs: (0..n)
                .map(|env| (Episode::new(&table), Sequence::new(env, seed)))
                .collect(),
            actions: vec![Action::choice(0); n],
            table,
            autoreset,
            pool: pool.transpose()?,
        })
    }

    /// The rules and who sits where.
    #[must_use]
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// How many environments.
    #[must_use]
    pub fn n_envs(&self) -> usize {
        self.envs.len()
    }

    /// What a step does with an episode that it ends.
    #[must_use]
    pub fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// Where an environment's present episode stands among the deals of its seed; none before its first.
    #[must_use]
    pub fn deal(&self, env: usize) -> Option<u64> {
        self.envs.get(env)?.1.deal(env)
    }

    /// Where all environments stand: a value to write down. Another with the same table and as many environments goes there by
    /// [`VectorEnv::restore`].
    #[must_use]
    pub fn positions(&self) -> Positions {
        let envs = self.envs.iter().map(|(_, sequence)| EnvPosition {
            seed: sequence.seed,
            next: sequence.next,
            actions: sequence.actions.clone(),
        });
        Positions::new(&self.table, envs.collect())
    }

    /// Goes to these positions: each episode's deal is played again with the actions that were taken. What comes after is the same as it
    /// was there. The arrays of the last step are the caller's to keep.
    ///
    /// # Errors
    /// The positions are of another table or number of environments, or damaged; nothing was changed.
    pub fn restore(&mut self, positions: &Positions) -> Result<(), PositionError> {
        let saved = positions.of(&self.table, self.envs.len())?;
        let table = &self.table;
        let envs = saved.iter().enumerate().map(|(env, position)| {
            let mut episode = Episode::new(table);
            let sequence = Sequence {
                next: position.next,
                actions: position.actions.clone(),
                ..Sequence::new(env, position.seed)
            };
            if let Some(deal) = sequence.deal(env) {
                episode.begin(table, sequence.seeds.deal(deal), &mut [0.0; MAX_SEATS]);
            }
            for (at, &place) in sequence.actions.iter().enumerate() {
                let action = action_at(table, &episode, env, i64::from(place));
                let action = action.map_err(|illegal| PositionError::Action { at, illegal })?;
                episode.answer(table, action, &mut [0.0; MAX_SEATS]);
            }
            Ok((episode, sequence))
        });
        self.envs = envs.collect::<Result<_, PositionError>>()?;
        Ok(())
    }

    /// How many games opponents from outside failed in; they took the first option from there on.
    #[must_use]
    pub fn n_faults(&self) -> u64 {
        self.envs
            .iter()
            .map(|(episode, _)| episode.n_faults())
            .sum()
    }

    fn widths(&self) -> Widths {
        Widths {
            features: self.table.game.n_features(),
            actions: self.table.game.n_actions(),
            seats: self.table.game.n_seats(),
        }
    }

    /// Whether the arrays have the right lengths.
    #[must_use]
    pub fn fits(&self, rows: &Rows<'_>) -> bool {
        rows.fit(self.envs.len(), self.widths())
    }

    /// Begins an episode in every environment: the next, or with a seed the first of that seed.
    ///
    /// # Panics
    /// Where the arrays have other lengths than [`VectorEnv::fits`] wants.
    pub fn reset(&mut self, seed: Option<u64>, rows: Rows<'_>) {
        self.reset_some(seed, None, rows);
    }

    /// As [`VectorEnv::reset`] where `which` is true.
    ///
    /// # Panics
    /// Where the arrays have other lengths than [`VectorEnv::fits`] wants.
    pub fn reset_some(&mut self, seed: Option<u64>, which: Option<&[bool]>, rows: Rows<'_>) {
        if let Some(seed) = seed {
            let chosen = |env: usize| which.is_none_or(|which| which.get(env) == Some(&true));
            for (env, (_, sequence)) in self.envs.iter_mut().enumerate() {
                if chosen(env) {
                    *sequence = Sequence::new(env, seed);
                }
            }
        }
        self.work(Task::Reset(which), rows);
    }

    /// Takes an action in every environment and plays each to its next decision. Where an action is not legal nothing is changed.
    ///
    /// # Errors
    /// Not one action for each environment, an illegal one, or an episode that is over and not reset.
    ///
    /// # Panics
    /// Where the arrays have other lengths than [`VectorEnv::fits`] wants.
    pub fn step(
        &mut self,
        actions: impl ExactSizeIterator<Item = i64> + Clone,
        rows: Rows<'_>,
    ) -> Result<(), Illegal> {
        let wanted = self.envs.len();
        if actions.len() != wanted {
            return Err(Illegal::Count {
                given: actions.len(),
                wanted,
            });
        }
        for (env, index) in actions.clone().enumerate() {
            let episode = &self.envs[env].0;
            if episode.ask().is_none() && self.autoreset == Autoreset::NextStep {
                continue;
            }
            self.actions[env] = action_at(&self.table, episode, env, index)?;
        }
        for ((_, sequence), index) in self.envs.iter_mut().zip(actions) {
            sequence.actions.push(index as u16);
        }
        self.work(Task::Step, rows);
        Ok(())
    }

    fn work(&mut self, task: Task<'_>, rows: Rows<'_>) {
        assert!(
            self.fits(&rows),
            "the arrays have one row for each environment"
        );
        let widths = self.widths();
        let part = Part {
            table: &self.table,
            envs: &mut self.envs,
            actions: &self.actions,
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

/// The option of an environment's decision at a place of the index of actions.
#[inline(always)]
fn action_at<G: BotGame + Learnable>(
    table: &Table<G>,
    episode: &Episode<G>,
    env: usize,
    index: i64,
) -> Result<Action, Illegal> {
    let ask = episode.ask().ok_or(Illegal::Over { env })?;
    let view = table.game.view(episode.state(), ask.seat);
    let place = usize::try_from(index).unwrap_or(usize::MAX);
    let action = table.game.action_at(view, &ask.options, place);
    action.ok_or(Illegal::NotAnOption { env, action: index })
}

/// What is done to environments.
#[derive(Clone, Copy)]
enum Task<'a> {
    Step,
    Reset(Option<&'a [bool]>),
}

/// So many positions are touched before they are stepped: they wait for memory together, not one after the other.
const AHEAD: usize = 8;

/// Some environments and their rows.
struct Part<'a, G: BotGame> {
    table: &'a Table<G>,
    envs: &'a mut [(Episode<G>, Sequence)],
    actions: &'a [Action],
    /// The number of the first.
    first: usize,
    task: Task<'a>,
    autoreset: Autoreset,
    rows: Rows<'a>,
    widths: Widths,
}

impl<G: BotGame + Learnable> Part<'_, G> {
    /// Does the work by halves, so that threads can take some.
    fn shared(self) {
        let n = self.envs.len();
        if n <= PER_THREAD {
            return on_this_processor(self);
        }
        let half = n / 2;
        let (envs, more_envs) = self.envs.split_at_mut(half);
        let (actions, more_actions) = self.actions.split_at(half);
        let (rows, more_rows) = self.rows.split(half, self.widths);
        let one = Part {
            envs,
            actions,
            rows,
            ..self
        };
        let other = Part {
            table: one.table,
            envs: more_envs,
            actions: more_actions,
            first: one.first + half,
            task: one.task,
            autoreset: one.autoreset,
            rows: more_rows,
            widths: one.widths,
        };
        rayon::join(|| one.shared(), || other.shared());
    }
}

impl<G: BotGame + Learnable> Work for Part<'_, G> {
    type Output = ();

    #[inline(always)]
    fn work(mut self) {
        for i in 0..self.envs.len() {
            if i % AHEAD == 0 {
                let next = self.envs[i..].iter().take(AHEAD);
                let words = next.map(|(episode, _)| self.table.game.touch(episode.state()));
                black_box(words.fold(0, |all, word| all ^ word));
            }
            let Some((episode, sequence)) = self.envs.get_mut(i) else {
                break;
            };
            let mut row = self.rows.row(i, self.widths);
            match self.task {
                Task::Step => step(
                    self.table,
                    self.autoreset,
                    episode,
                    sequence,
                    self.actions[i],
                    &mut row,
                ),
                Task::Reset(Some(which)) if which.get(self.first + i) != Some(&true) => {}
                Task::Reset(_) => {
                    sequence.begin(self.table, episode);
                    blank(&mut row);
                    write(self.table, self.autoreset, episode, &mut row);
                }
            }
        }
    }
}

/// Nothing was rewarded, nothing ended.
#[inline(always)]
fn blank(row: &mut Row<'_>) {
    row.rewards.fill(0.0);
    *row.reward = 0.0;
    *row.ended = 0;
}

/// One step of one environment, into its row.
#[inline(always)]
fn step<G: BotGame + Learnable>(
    table: &Table<G>,
    autoreset: Autoreset,
    episode: &mut Episode<G>,
    sequence: &mut Sequence,
    action: Action,
    row: &mut Row<'_>,
) {
    blank(row);
    let Some(ask) = episode.ask() else {
        // The action of a step that begins an episode is ignored.
        sequence.begin(table, episode);
        return write(table, autoreset, episode, row);
    };
    let seat = ask.seat;
    let mut rewards: Rewards = [0.0; MAX_SEATS];
    episode.answer(table, action, &mut rewards);
    if episode.ask().is_none() || rewards != [0.0; MAX_SEATS] {
        let n = row.rewards.len();
        row.rewards.copy_from_slice(&rewards[..n]);
        *row.reward = rewards[usize::from(seat)];
    }
    if episode.ask().is_none() {
        *row.ended = 1;
        end(table, autoreset, episode, sequence, seat, row);
    }
    write(table, autoreset, episode, row);
}

/// The episode is over: its last observation, and perhaps the next episode.
#[inline(never)]
fn end<G: BotGame + Learnable>(
    table: &Table<G>,
    autoreset: Autoreset,
    episode: &mut Episode<G>,
    sequence: &mut Sequence,
    seat: Seat,
    row: &mut Row<'_>,
) {
    let view = table.game.view(episode.state(), seat);
    table.game.encode(view, row.final_observation);
    if autoreset == Autoreset::SameStep {
        sequence.begin(table, episode);
    } else {
        *row.seat = seat;
        row.observation.copy_from_slice(row.final_observation);
    }
}

/// The decision, as the learner gets it. After an episode no action is legal, unless the next step takes any to begin another.
#[inline(always)]
fn write<G: BotGame + Learnable>(
    table: &Table<G>,
    autoreset: Autoreset,
    episode: &Episode<G>,
    row: &mut Row<'_>,
) {
    let game = &table.game;
    let mut n = 0;
    if let Some(ask) = episode.ask() {
        let view = game.view(episode.state(), ask.seat);
        game.encode(view, row.observation);
        row.mask.fill(0);
        game.each_legal(view, &ask.options, |place| {
            row.mask[place] = 1;
            row.legal[n] = place as u8;
            n += 1;
        });
        *row.seat = ask.seat;
    } else {
        let any = autoreset == Autoreset::NextStep;
        row.mask.fill(u8::from(any));
        row.legal[0] = 0;
        if any {
            n = row.legal.len();
            let places = row.legal.iter_mut().enumerate();
            places.for_each(|(place, legal)| *legal = place as u8);
        }
    }
    *row.n_legal = n as u8;
}
