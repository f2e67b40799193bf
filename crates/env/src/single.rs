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

/// What a step brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// By seat: what each was rewarded with.
    pub rewards: [f32; MAX_SEATS],
    /// Whether the episode is over.
    pub ended: bool,
}

/// One game that is stepped through from outside: learners' seats are asked, bots play the others.
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
    /// The deal of the episode; none before the first.
    deal: Option<DealSeeds>,
    /// The learners' actions since, by their index.
    actions: Vec<u16>,
}

/// This many actions of an episode are kept without more memory.
const ACTIONS: usize = 1 << 10;

impl<G: BotGame + Observable> Env<G> {
    /// An environment whose episodes follow from this seed. [`Env::reset`] begins the first.
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

    /// Takes another seed for the episodes to come.
    pub fn reseed(&mut self, seed: u64) {
        self.seeds = Seeds::new(seed, Purpose::Tune);
    }

    /// Begins the episode with this number and plays to the first decision of a learner. There may be none: then the episode is over.
    pub fn reset(&mut self, episode: u64) -> Step {
        self.begin(self.seeds.deal(episode))
    }

    /// As [`Env::reset`] for a deal of one's own.
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

    /// The rules and who sits where.
    pub fn table(&self) -> &LearnerTable<G> {
        &self.table
    }

    /// The learner's decision; none before the first reset and when the episode is over.
    #[inline(always)]
    pub fn ask(&self) -> Option<Ask> {
        self.episode.ask().copied()
    }

    /// What a seat may know now.
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        self.table.game.view(self.episode.state(), seat)
    }

    /// How many rounds of the episode were dealt.
    pub fn n_rounds(&self) -> u32 {
        self.episode.n_rounds()
    }

    /// The option at a place of the index of actions.
    ///
    /// # Errors
    /// The episode is over, or the place belongs to no option.
    pub fn action(&self, index: usize) -> Result<Action, Illegal> {
        let option = self.episode.option(&self.table, index);
        let refused = || self.episode.illegal(0, index as i64);
        option.map(|(_, action)| action).ok_or_else(refused)
    }

    /// As [`Env::step`] for the option at a place of the index of actions.
    ///
    /// # Errors
    /// The episode is over, or no option has the place; nothing was changed.
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

    /// The places of the learner's options in ascending order, at the beginning of `places`; none once the episode is over.
    pub fn legal_actions<'p>(&self, places: &'p mut [u8; 256]) -> &'p [u8] {
        self.episode.legal(&self.table, places)
    }

    /// Carries out an option and plays to the next decision of a learner.
    ///
    /// # Errors
    /// The episode is over, or the action is not one of the options; nothing was changed.
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

    /// Where the episode stands; none before the first. It is a value to write down, to go back to, and to try several actions from:
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

    /// Goes to a position: the episode's deal is played again with the actions that were taken. What comes after is the same as it was
    /// there, opponents' random numbers included.
    ///
    /// # Errors
    /// The position is one of another table, or damaged; nothing was changed.
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

    /// Writes the observation and the action mask of a seat; the mask is empty unless it is the one asked.
    ///
    /// # Panics
    /// Where the slices have other lengths than [`Observable::n_features`] and [`Observable::n_actions`] say.
    pub fn observe(&self, seat: Seat, observation: &mut [u8], mask: &mut [u8]) {
        let game = &self.table.game;
        self.episode.encode(&self.table, seat, observation);
        match self.ask() {
            Some(ask) if ask.seat == seat => game.mask(self.view(seat), &ask.options, mask),
            _ => mask.fill(0),
        }
    }
}
