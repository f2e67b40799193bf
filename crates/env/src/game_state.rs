//! One game in which every seat is asked, as a value to copy and continue: the basis of searches.

use super::episode::{Answer, Episode, Rewards};
use super::error::{Illegal, LearnerTableError};
use super::position::{EpisodePosition, RestoreError};
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::Textual;
use powergrab_engine::rng::{DealSeeds, Purpose, Seeds};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A game that can be played as a [`GameState`].
pub trait Playable: BotGame + Textual + Searchable {}

impl<G: BotGame + Textual + Searchable> Playable for G {}

/// One game, at a decision or over, with its rules and its chance.
///
/// ```
/// use powergrab_env::{GameState, Reward, LearnerTable};
/// use powergrab_engine::game::Unit;
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// let game = Shedding::new(Rules::official(Family::PowerGrab), 2)?;
/// let table = LearnerTable::new(game, &[0, 1], vec![], Unit::Round, Reward::Win)?;
/// let mut state = GameState::new(table, 7)?;
/// while state.current_player().is_some() {
///     let mut fork = state.fork();
///     let first = state.legal_actions(&mut [0; 256])[0];
///     fork.apply(first.into())?;
///     state.apply(first.into())?;
///     assert_eq!(fork.returns(), state.returns());
/// }
/// assert_eq!(state.returns().iter().sum::<f32>(), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameState<G: BotGame> {
    table: Arc<LearnerTable<G>>,
    episode: Episode<G>,
    deal: DealSeeds,
    /// Indices of the actions so far.
    history: Vec<u16>,
    redeals: Vec<Redeal>,
    /// By seat: rewards of the last action, and the sum so far.
    rewards: Rewards,
    returns: Rewards,
}

/// A redeal of hidden cards: the number of actions before it, the seat whose view it keeps, and its
/// seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Redeal(usize, Seat, u64);

/// Position of a [`GameState`] as a serialisable value: its deal, its actions, and its redeals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatePosition {
    position: EpisodePosition,
    redeals: Vec<Redeal>,
}

impl<G: Playable> GameState<G> {
    /// Returns the first game of a seed, at its first decision: the same as episode 0 of an
    /// [`Env`](super::Env) with that seed, and of environment 0 of a
    /// [`VectorEnv`](super::VectorEnv).
    ///
    /// # Errors
    /// Fails if a bot sits at the table.
    pub fn new(
        table: impl Into<Arc<LearnerTable<G>>>,
        seed: u64,
    ) -> Result<GameState<G>, LearnerTableError> {
        GameState::of_deal(table.into(), Seeds::new(seed, Purpose::Tune).deal(0))
    }

    fn of_deal(
        table: Arc<LearnerTable<G>>,
        deal: DealSeeds,
    ) -> Result<GameState<G>, LearnerTableError> {
        if let Some(seat) = table.bots.iter().position(Option::is_some) {
            return Err(LearnerTableError::Bot { seat });
        }
        let mut rewards: Rewards = [0.0; MAX_SEATS];
        let mut episode = Episode::new(&table);
        episode.begin(&table, deal, &mut rewards);
        Ok(GameState {
            table,
            episode,
            deal,
            history: Vec::new(),
            redeals: Vec::new(),
            rewards,
            returns: rewards,
        })
    }

    /// Returns the rules.
    pub fn table(&self) -> &LearnerTable<G> {
        &self.table
    }

    /// Returns the deciding seat; `None` once the game is over.
    #[inline(always)]
    pub fn current_player(&self) -> Option<Seat> {
        self.episode.ask().map(|ask| ask.seat)
    }

    /// Writes the indices of the legal actions in ascending order to the beginning of `places` and
    /// returns them; empty once the game is over.
    pub fn legal_actions<'a>(&self, places: &'a mut [u8; 256]) -> &'a [u8] {
        self.episode.legal(&self.table, places)
    }

    /// Takes the action with this index and plays to the next decision.
    ///
    /// # Errors
    /// Fails if the game is over, or if the action is not legal; nothing was changed.
    pub fn apply(&mut self, index: usize) -> Result<(), Illegal> {
        let answered = on_this_processor(Answer {
            table: &self.table,
            episode: &mut self.episode,
            index,
        });
        self.rewards = answered.ok_or_else(|| self.episode.illegal(0, index as i64))?;
        self.history.push(index as u16);
        if self.rewards != [0.0; MAX_SEATS] {
            self.add_rewards();
        }
        Ok(())
    }

    fn add_rewards(&mut self) {
        for (sum, reward) in self.returns.iter_mut().zip(self.rewards) {
            *sum += reward;
        }
    }

    /// Returns a copy with the same future: hidden cards and later chance are equal.
    pub fn fork(&self) -> GameState<G> {
        GameState {
            table: Arc::clone(&self.table),
            episode: self.episode.fork(),
            deal: self.deal,
            history: self.history.clone(),
            redeals: self.redeals.clone(),
            rewards: self.rewards,
            returns: self.returns,
        }
    }

    /// Redeals the cards that a seat cannot see, uniformly among all deals consistent with its
    /// knowledge; all later chance follows from this seed. The seat's view and question stay the
    /// same. A finished game stays as it is.
    ///
    /// # Panics
    /// Panics if there is no such seat.
    pub fn redeal(&mut self, seat: Seat, seed: u64) {
        assert!(usize::from(seat) < self.table.game.n_seats(), "a seat");
        let seeds = Seeds::new(seed, Purpose::Plan).deal(self.history.len() as u64);
        self.redeals.push(Redeal(self.history.len(), seat, seed));
        self.rewards = [0.0; MAX_SEATS];
        self.episode
            .redeal(&self.table, seat, seeds, &mut self.rewards);
        self.add_rewards();
    }

    /// Returns the indices of the actions so far.
    pub fn history(&self) -> &[u16] {
        &self.history
    }

    /// Returns the rewards of the last action, by seat.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards[..self.table.game.n_seats()]
    }

    /// Returns the sum of all rewards so far, by seat.
    pub fn returns(&self) -> &[f32] {
        &self.returns[..self.table.game.n_seats()]
    }

    /// Writes the observation of a seat.
    ///
    /// # Panics
    /// Panics unless the page has
    /// [`Observable::n_features`](powergrab_engine::game::Observable::n_features) bytes.
    pub fn observe(&self, seat: Seat, page: &mut [u8]) {
        self.episode.encode(&self.table, seat, page);
    }

    /// Returns a seat's view.
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        self.table.game.view(self.episode.state(), seat)
    }

    /// Returns the position of the game.
    pub fn position(&self) -> StatePosition {
        StatePosition {
            position: EpisodePosition::new(&self.table, self.deal, self.history.clone()),
            redeals: self.redeals.clone(),
        }
    }

    /// Returns the game at this position, by replaying its deal with its actions.
    ///
    /// # Errors
    /// Fails if the position is of another table, or damaged.
    pub fn restore(
        table: impl Into<Arc<LearnerTable<G>>>,
        there: &StatePosition,
    ) -> Result<GameState<G>, RestoreError> {
        let table = table.into();
        there.position.is_of(&table)?;
        let mut state = GameState::of_deal(table, there.position.deal())
            .map_err(|e| RestoreError::Bots(e.to_string()))?;
        let mut redeals = there.redeals.iter().peekable();
        let n_seats = state.table.game.n_seats();
        for (at, &index) in there.position.actions().iter().enumerate() {
            while let Some(Redeal(_, seat, seed)) = redeals.next_if(|redeal| redeal.0 == at) {
                state.redeal(seat % n_seats as Seat, *seed);
            }
            let taken = state.apply(usize::from(index));
            taken.map_err(|illegal| RestoreError::Action { at, illegal })?;
        }
        for Redeal(_, seat, seed) in redeals {
            state.redeal(seat % n_seats as Seat, *seed);
        }
        match state.redeals == there.redeals {
            true => Ok(state),
            false => Err(RestoreError::Redeals),
        }
    }
}

/// Shows the view of each seat, one line each: together the full information about the position.
impl<G: Playable> fmt::Display for GameState<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.table.game.n_seats();
        match self.current_player() {
            Some(seat) => write!(f, "seat {seat} of {n} decides")?,
            None => write!(f, "over, with returns {:?}", self.returns())?,
        }
        for seat in 0..n as Seat {
            write!(f, "\n{}", G::snapshot(self.view(seat)))?;
        }
        Ok(())
    }
}
