//! What an experiment may change in a position between two turns: who holds a tower, one card of a dealt hand. All else stays as it
//! is, so that two games that differ in nothing but this can be played on.
//!
//! No rule allows this; only experiments do it (`lab/balance`). It is public: observers and bots hear of it.

use super::engine::Shedding;
use super::event::Event;
use super::state::{NOBODY, Phase, State};
use crate::cards::{CardSet, Seat, Tower, at};
use crate::game::{Observer, Pile};

/// An intervention that would leave a state that is no position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InterventionError {
    /// It is not the beginning of a turn.
    #[error("an intervention has to wait for the beginning of a turn")]
    NotBetweenTurns,
    /// The tower is not in the game, or there is no such seat.
    #[error("the tower or the seat is not in the game")]
    NoSuchTower,
    /// The seat does not hold the one card, or the draw pile does not hold the other.
    #[error("the cards to be exchanged do not lie in the hand and the draw pile")]
    NoSuchCard,
    /// Somebody already knows cards of that hand.
    #[error("somebody knows cards of that hand already")]
    Known,
}

impl Shedding {
    /// Who holds a tower (PG-8).
    pub fn holder(&self, state: &State, tower: Tower) -> Option<Seat> {
        let owner = state.holders.owner(tower.index() as u8);
        (owner != NOBODY).then_some(owner)
    }

    /// Gives a tower to a seat, or puts it in the middle, from wherever it was. Everybody hears of it.
    ///
    /// # Errors
    /// It is not the beginning of a turn (PG-6), or there is no such tower or seat; then nothing has changed.
    pub fn set_holder<O: Observer<Shedding>>(
        &self,
        state: &mut State,
        tower: Tower,
        to: Option<Seat>,
        observer: &mut O,
    ) -> Result<(), InterventionError> {
        if state.phase != Phase::Turn {
            return Err(InterventionError::NotBetweenTurns);
        }
        let bit = 1u8 << tower.index();
        if self.tables.towers & bit == 0 || to.is_some_and(|seat| seat >= self.tables.n) {
            return Err(InterventionError::NoSuchTower);
        }
        let to = to.unwrap_or(NOBODY);
        let from = state.holders.owner(tower.index() as u8);
        // Nobody is a holder like another: all bits of the byte are set.
        state.holders = state.holders.claimed(to, tower.index() as u8);
        observer.event(self, state, &Event::Intervention { tower, to, from });
        Ok(())
    }

    /// Exchanges a card of a hand (PG-4) with one of the draw pile, which lies in `pile` where the other lay.
    ///
    /// # Errors
    /// The cards lie elsewhere, somebody knows cards of that hand, or it is not the beginning of a turn; then nothing has
    /// changed.
    pub fn exchange_card(
        &self,
        state: &mut State,
        pile: &mut Pile,
        seat: Seat,
        out: u8,
        into: u8,
    ) -> Result<(), InterventionError> {
        // Also while the first seat is asked for a wild upcard's colour: that is before the first turn.
        if !matches!(state.phase, Phase::Turn | Phase::Upcard) {
            return Err(InterventionError::NotBetweenTurns);
        }
        if state.exposed >> seat & 1 == 1 {
            return Err(InterventionError::Known);
        }
        let hand = state.hand(seat);
        if seat >= self.tables.n || !hand.has(out) || !pile.exchange(into, out) {
            return Err(InterventionError::NoSuchCard);
        }
        state.hands[at(seat)] = hand.without(CardSet::one(out)) | CardSet::one(into);
        Ok(())
    }
}
