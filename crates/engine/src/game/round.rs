//! A position at a pause, the unit of play, and the players at a table.

use super::{Action, Ask, Chance, Decider, Game, Observer, Pile};
use crate::cards::Seat;
use crate::rng::Rng;
use crate::texts;
use serde::{Deserialize, Serialize};

texts! {
    /// The unit of play.
    ///
    /// ```
    /// use powergrab_engine::game::Unit;
    ///
    /// assert_eq!(Unit::from_text("round"), Some(Unit::Round));
    /// ```
    #[derive(Serialize, Deserialize)]
    pub enum Unit {
        /// A game to the target.
        Game = "game",
        /// A single round with a uniformly drawn dealer.
        Round = "round",
    }
}

/// The players at a table.
///
/// A trait rather than a slice of players, so that an experiment can answer for some seats itself.
pub trait Seats<G: Game> {
    /// Begins a new game.
    fn new_game(&mut self) {}

    /// Returns whether any player needs [`Seats::begin`] and [`Seats::hear`]. Tables without
    /// listeners spend no time on events.
    #[inline(always)]
    fn listen(&self) -> bool {
        false
    }

    /// Announces the game of [`Seats::new_game`] to one seat, with a number to seed its own random
    /// numbers. Called for each seat, if a player listens.
    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        let _ = (game, seat, seed);
    }

    /// Reports an event. The seat may learn from it what [`Game::heard`] returns.
    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let _ = (game, state, event);
    }

    /// Answers for the seat that is asked; `rng` is its own stream.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action;
}

impl<G: Game, S: Seats<G> + ?Sized> Seats<G> for &mut S {
    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn listen(&self) -> bool {
        (**self).listen()
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        (**self).begin(game, seat, seed);
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        (**self).hear(game, state, event);
    }

    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        (**self).decide(game, state, ask, rng)
    }
}

/// The players at a table as an observer.
pub struct SeatsObserver<'a, S: ?Sized>(pub &'a mut S);

impl<G: Game, S: Seats<G> + ?Sized> Observer<G> for SeatsObserver<'_, S> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.0.hear(game, state, event);
    }
}

/// A position and the source of its cards, between two decisions. The cards come from a [`Pile`],
/// except in the exact solver, which tries all of them.
#[derive(Debug)]
#[repr(C)]
pub struct Round<G: Game, C = Pile> {
    /// The position.
    pub state: G::State,
    /// The draw pile and the table's stream.
    pub chance: C,
}

impl<G: Game, C: Clone> Clone for Round<G, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Round {
            state: self.state.clone(),
            chance: self.chance.clone(),
        }
    }
}

impl<G: Game, C: Chance> Round<G, C> {
    /// Returns a new game without a dealt round.
    #[inline(always)]
    pub fn new(game: &G, chance: C) -> Self {
        Round {
            state: game.new_game(),
            chance,
        }
    }

    /// Deals the next round. `lead` is the dealer, or in Grid the first seat.
    #[inline(always)]
    pub fn deal<O: Observer<G>>(&mut self, game: &G, lead: Seat, observer: &mut O) {
        game.start_round(&mut self.state, lead, &mut self.chance, observer);
    }

    /// Runs to the next decision; `None` if the round is over. Asking twice changes nothing.
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, game: &G, observer: &mut O) -> Option<Ask> {
        game.advance(&mut self.state, &mut self.chance, observer)
    }

    /// Carries out the decision last asked for.
    ///
    /// # Panics
    /// In debug builds, if the action is not one of the options (see [`Game::apply`]).
    #[inline(always)]
    pub fn answer<O: Observer<G>>(&mut self, game: &G, action: Action, observer: &mut O) {
        game.apply(&mut self.state, action, &mut self.chance, observer);
    }

    /// Plays to the end of the round without a pause.
    #[inline(always)]
    pub fn finish<O: Observer<G>>(
        &mut self,
        game: &G,
        decider: &mut impl Decider<G>,
        observer: &mut O,
    ) {
        game.play_round(&mut self.state, &mut self.chance, observer, decider);
    }
}
