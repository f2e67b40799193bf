//! One game that owns its rules.

use super::episode::{Answer, Episode, Rewards};
use super::error::Illegal;
use super::position::{EpisodePosition, RestoreError};
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::{Action, Ask, Observable};
use powergrab_engine::rng::{DealSeeds, Purpose, Seeds};
use std::sync::Arc;

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Rewards of each seat.
    pub rewards: [f32; MAX_SEATS],
    /// `true` if the episode is over.
    pub ended: bool,
}

/// One game that is stepped from outside: learners' seats are asked, bots play the others.
///
/// ```
/// use powergrab_env::{Env, Reward, LearnerTable};
/// use powergrab_engine::game::Unit;
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
/// use powergrab_bots::strategy::resolve;
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
/// let table = LearnerTable::new(game, &[0], vec![resolve("greedy")?], Unit::Round, Reward::Win)?;
/// let mut env = Env::new(table, 7);
/// env.reset(0);
/// while let Some(ask) = env.ask() {
///     let action = ask.options.nth(0);
///     env.step(action)?;
/// }
/// assert!(env.step(powergrab_engine::game::Action::choice(0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Env<G: BotGame> {
    table: Arc<LearnerTable<G>>,
    episode: Episode<G>,
    seeds: Seeds,
    /// Deal of the episode; `None` before the first.
    deal: Option<DealSeeds>,
    /// Indices of the learners' actions since.
    actions: Vec<u16>,
}

/// Number of actions of an episode that fit without allocation.
const ACTIONS: usize = 1 << 10;

impl<G: BotGame + Observable> Env<G> {
    /// Returns an environment whose episodes follow from this seed. [`Env::reset`] begins the
    /// first.
    pub fn new(table: impl Into<Arc<LearnerTable<G>>>, seed: u64) -> Env<G> {
        let table = table.into();
        Env {
            episode: Episode::new(&table),
            seeds: Seeds::new(seed, Purpose::Tune),
            deal: None,
            actions: Vec::with_capacity(ACTIONS),
            table,
        }
    }

    /// Sets another seed for later episodes.
    pub fn reseed(&mut self, seed: u64) {
        self.seeds = Seeds::new(seed, Purpose::Tune);
    }

    /// Begins the episode with this number and plays to the first decision of a learner. If the
    /// episode has no such decision, it is over.
    pub fn reset(&mut self, episode: u64) -> Step {
        self.begin(self.seeds.deal(episode))
    }

    /// As [`Env::reset`], for any deal.
    pub fn begin(&mut self, seeds: DealSeeds) -> Step {
        let mut rewards: Rewards = [0.0; MAX_SEATS];
        self.deal = Some(seeds);
        self.actions.clear();
        self.episode.begin(&self.table, seeds, &mut rewards);
        self.stepped(rewards)
    }

    fn stepped(&self, rewards: Rewards) -> Step {
        Step {
            rewards,
            ended: self.episode.ask().is_none(),
        }
    }

    /// Returns the table: rules and bots.
    pub fn table(&self) -> &LearnerTable<G> {
        &self.table
    }

    /// Returns the learner's decision; `None` before the first reset and once the episode is over.
    #[inline(always)]
    pub fn ask(&self) -> Option<Ask> {
        self.episode.ask().copied()
    }

    /// Returns a seat's view.
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        self.table.game.view(self.episode.state(), seat)
    }

    /// Returns the number of rounds dealt in the episode.
    pub fn n_rounds(&self) -> u32 {
        self.episode.n_rounds()
    }

    /// Returns the option with this action index.
    ///
    /// # Errors
    /// Fails if the episode is over, or if no option has the index.
    pub fn action(&self, index: usize) -> Result<Action, Illegal> {
        let option = self.episode.option(&self.table, index);
        let refused = || self.episode.illegal(0, index as i64);
        option.map(|(_, action)| action).ok_or_else(refused)
    }

    /// As [`Env::step`], for the option with this action index.
    ///
    /// # Errors
    /// Fails if the episode is over, or if no option has the index; nothing was changed.
    pub fn step_at(&mut self, index: usize) -> Result<Step, Illegal> {
        let answered = on_this_processor(Answer {
            table: &self.table,
            episode: &mut self.episode,
            index,
        });
        let rewards = answered.ok_or_else(|| self.episode.illegal(0, index as i64))?;
        self.actions.push(index as u16);
        Ok(self.stepped(rewards))
    }

    /// Writes the action indices of the learner's options in ascending order to the beginning of
    /// `places` and returns them; empty once the episode is over.
    pub fn legal_actions<'p>(&self, places: &'p mut [u8; 256]) -> &'p [u8] {
        self.episode.legal(&self.table, places)
    }

    /// Carries out an option and plays to the next decision of a learner.
    ///
    /// # Errors
    /// Fails if the episode is over, or if the action is not one of the options; nothing was
    /// changed.
    pub fn step(&mut self, action: Action) -> Result<Step, Illegal> {
        let ask = self.ask().ok_or(Illegal::Over { env: 0 })?;
        if !ask.options.has(action) {
            return Err(Illegal::Action(action));
        }
        let place = self.table.game.index_of(self.view(ask.seat), action);
        self.actions.push(place as u16);
        let mut rewards: Rewards = [0.0; MAX_SEATS];
        self.episode.answer(&self.table, action, &mut rewards);
        Ok(self.stepped(rewards))
    }

    /// Returns the position of the episode; `None` before the first. It can be saved, restored, and
    /// used to try several actions:
    ///
    /// ```
    /// # use powergrab_env::{Env, EpisodePosition, Reward, LearnerTable};
    /// # use powergrab_engine::game::Unit;
    /// # use powergrab_engine::shedding::{Family, Rules, Shedding};
    /// # use powergrab_bots::strategy::resolve;
    /// # let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
    /// # let table = LearnerTable::new(game, &[0], vec![resolve("greedy")?], Unit::Round, Reward::Win)?;
    /// # let mut env = Env::new(table, 7);
    /// env.reset(0);
    /// let here = serde_json::to_string(&env.position())?;
    /// let ask = env.ask().ok_or("over")?;
    /// for action in ask.options.iter() {
    ///     let position: EpisodePosition = serde_json::from_str(&here)?;
    ///     env.restore(&position)?;
    ///     env.step(action)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self) -> Option<EpisodePosition> {
        let actions = self.actions.clone();
        Some(EpisodePosition::new(&self.table, self.deal?, actions))
    }

    /// Restores a position: replays the episode's deal with its actions. The future is the same as
    /// in the original, including opponents' random numbers.
    ///
    /// # Errors
    /// Fails if the position is of another table, or damaged; nothing was changed.
    pub fn restore(&mut self, position: &EpisodePosition) -> Result<Step, RestoreError> {
        position.is_of(&self.table)?;
        let mut there = Env {
            table: Arc::clone(&self.table),
            episode: Episode::new(&self.table),
            seeds: self.seeds,
            deal: None,
            actions: Vec::with_capacity(ACTIONS),
        };
        let mut step = there.begin(position.deal());
        for (at, &index) in position.actions().iter().enumerate() {
            let taken = there.step_at(usize::from(index));
            step = taken.map_err(|illegal| RestoreError::Action { at, illegal })?;
        }
        *self = there;
        Ok(step)
    }

    /// Writes the observation and the action mask of a seat; the mask is empty unless the seat
    /// decides.
    ///
    /// # Panics
    /// Panics unless the slices have the lengths of [`Observable::n_features`] and
    /// [`Observable::n_actions`].
    pub fn observe(&self, seat: Seat, observation: &mut [u8], mask: &mut [u8]) {
        let game = &self.table.game;
        self.episode.encode(&self.table, seat, observation);
        match self.ask() {
            Some(ask) if ask.seat == seat => game.mask(self.view(seat), &ask.options, mask),
            _ => mask.fill(0),
        }
    }
}
