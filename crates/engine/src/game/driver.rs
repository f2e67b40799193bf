//! The one driver: it seeds, deals, asks and answers. Nothing else plays a game, but `replay`, which has somebody else's cards.
//!
//! | type | holds |
//! |---|---|
//! | [`Round`] | a position and where its cards come from, at a pause between two decisions |
//! | [`Driver`] | a round of a seeded game, with the streams of the seats; it goes on to the next round by itself |
//! | [`DriverState`] | the same without the rules, for owners of many |
//! | [`Seats`] | those who answer at a table, and hear what their seats may know |
//!
//! A driver can be stopped at any decision: [`Driver::ask`] gives it, [`Driver::answer`] or [`Driver::decide`] goes on, and
//! [`Driver::finish`] plays the rest of the round without a pause. A clone is a fork. It takes along the position, the draw pile and every
//! stream of random numbers, so two forks that are treated alike end alike, and two that differ in one thing have all later
//! chance in common. Those in the seats are not cloned: an answer follows from a view, its options and the seat's stream alone,
//! unless somebody listens. A game in which somebody listens cannot be played on twice. What takes [`Seats`] tells those who listen; where
//! only an observer is taken ([`Driver::begin_round`], [`Driver::ask`], [`Driver::answer`]), give [`SeatsObserver`].

use super::driver_state::{DriverState, RoundStreams};
use super::round::{Round, Seats, SeatsObserver, Unit};
use super::{Action, Ask, Game, Observer, Pile, Seeded};
use crate::rng::DealSeeds;
use std::ops::{Deref, DerefMut};

/// One game of a run, at a pause: a [`DriverState`] and the game whose rules it follows.
pub struct Driver<'g, G: Game, C = Pile> {
    game: &'g G,
    driver_state: DriverState<G, C>,
}

impl<G: Game, C> Deref for Driver<'_, G, C> {
    type Target = DriverState<G, C>;

    #[inline(always)]
    fn deref(&self) -> &DriverState<G, C> {
        &self.driver_state
    }
}

impl<G: Game, C> DerefMut for Driver<'_, G, C> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut DriverState<G, C> {
        &mut self.driver_state
    }
}

impl<G: Game, C: Clone> Clone for Driver<'_, G, C> {
    fn clone(&self) -> Self {
        Driver {
            game: self.game,
            driver_state: self.driver_state.clone(),
        }
    }
}

impl<'g, G: Game> Driver<'g, G> {
    /// An empty table with a draw pile of the usual kind.
    pub fn new(game: &'g G) -> Self {
        let driver_state = DriverState::new(game);
        Driver { game, driver_state }
    }
}

impl<'g, G: Game, C: Seeded> Driver<'g, G, C> {
    /// An empty table whose cards come from `chance`. Each round gives it a new stream.
    pub fn with_chance(game: &'g G, chance: C) -> Self {
        let driver_state = DriverState::with_chance(game, chance);
        Driver { game, driver_state }
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// [`DriverState::begin_game`].
    #[inline(always)]
    pub fn begin_game(&mut self, seeds: DealSeeds, salts: &[u64], unit: Unit) {
        self.driver_state.begin_game(self.game, seeds, salts, unit);
    }

    /// [`DriverState::announce`].
    #[inline(always)]
    pub fn announce<S: Seats<G>>(&self, seats: &mut S) -> bool {
        self.driver_state.announce(self.game, seats)
    }

    /// [`DriverState::begin_round`].
    #[inline(always)]
    pub fn begin_round<O: Observer<G>>(&mut self, observer: &mut O) {
        self.driver_state.begin_round(self.game, observer);
    }

    /// [`DriverState::begin_round_from`].
    #[inline(always)]
    pub fn begin_round_from<O: Observer<G>>(&mut self, streams: &RoundStreams, observer: &mut O) {
        self.driver_state
            .begin_round_from(self.game, streams, observer);
    }

    /// [`DriverState::ask`].
    #[inline(always)]
    pub fn ask<O: Observer<G>>(&mut self, observer: &mut O) -> Option<Ask> {
        self.driver_state.ask(self.game, observer)
    }

    /// [`DriverState::choose`].
    #[inline(always)]
    pub fn choose<S: Seats<G>>(&mut self, ask: &Ask, seats: &mut S) -> Action {
        self.driver_state.choose(self.game, ask, seats)
    }

    /// [`DriverState::answer`].
    ///
    /// # Panics
    /// In debug builds, if the action is not one of the options (see [`Game::apply`]).
    #[inline(always)]
    pub fn answer<O: Observer<G>>(&mut self, action: Action, observer: &mut O) {
        self.driver_state.answer(self.game, action, observer);
    }

    /// Lets the seat that is asked answer. Those who listen hear the consequences.
    pub fn decide<S: Seats<G>, O: Observer<G>>(
        &mut self,
        ask: &Ask,
        seats: &mut S,
        observer: &mut O,
    ) {
        let action = self.choose(ask, seats);
        if seats.listen() {
            self.answer(action, &mut (&mut *observer, SeatsObserver(seats)));
        } else {
            self.answer(action, observer);
        }
    }

    /// [`DriverState::finish`].
    #[inline(always)]
    pub fn finish<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        self.driver_state.finish(self.game, seats, observer);
    }

    /// [`DriverState::heard_round`].
    #[inline(always)]
    pub fn heard_round<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        self.driver_state.heard_round(self.game, seats, observer);
    }

    /// [`DriverState::is_over`].
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.driver_state.is_over(self.game)
    }

    /// Plays on to the end of the game, from a round that is over.
    pub fn finish_game<S: Seats<G>, O: Observer<G>>(&mut self, seats: &mut S, observer: &mut O) {
        while !self.is_over() {
            if seats.listen() {
                self.heard_round(seats, observer);
            } else {
                self.begin_round(observer);
                self.finish(seats, observer);
            }
        }
    }

    /// A fork in which something was changed; the rest, all later chance included, is the same.
    ///
    /// # Errors
    /// What `change` gives.
    pub fn fork_with<E>(
        &self,
        change: impl FnOnce(&G, &mut Round<G, C>) -> Result<(), E>,
    ) -> Result<Self, E>
    where
        C: Clone,
    {
        let mut fork = self.clone();
        change(fork.game, &mut fork.driver_state.round)?;
        Ok(fork)
    }
}
