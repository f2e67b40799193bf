//! Changes that an experiment may make to a position between two turns: the holder of a tower, one
//! card of a dealt hand, the card on top of the discard pile. Everything else stays, so that two games that differ only in this can be
//! continued.
//!
//! No rule allows this; only experiments (`lab/balance`) and the board's *what if* use it. A tower's
//! new holder is public: observers and bots hear of it. Of cards they do not hear.

use super::engine::Shedding;
use super::event::Event;
use super::state::{NOBODY, Phase, State};
use crate::cards::{CardSet, Seat, Tower, at};
use crate::game::{Observer, Pile};

/// Error of an intervention that would leave a state that is not a position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InterventionError {
    /// The position is not the beginning of a turn.
    #[error("an intervention has to wait for the beginning of a turn")]
    NotBetweenTurns,
    /// The tower is not in the game, or the seat does not exist.
    #[error("the tower or the seat is not in the game")]
    NoSuchTower,
    /// The first card does not lie where it is to be taken from, or the other is not in the draw
    /// pile.
    #[error("the cards to be exchanged do not lie there")]
    NoSuchCard,
    /// Another seat already knows cards of that hand.
    #[error("somebody knows cards of that hand already")]
    Known,
}

impl Shedding {
    /// Returns the holder of a tower (PG-8).
    pub fn holder(&self, state: &State, tower: Tower) -> Option<Seat> {
        let owner = state.holders.owner(tower.index() as u8);
        (owner != NOBODY).then_some(owner)
    }

    /// Gives a tower to a seat, or puts it in the middle, from any place. This is public.
    ///
    /// # Errors
    /// Fails if it is not the beginning of a turn (PG-6), or if the tower or seat does not exist;
    /// then nothing has changed.
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
        // Nobody is treated like a holder: all bits of the byte are set.
        state.holders = state.holders.claimed(to, tower.index() as u8);
        observer.event(self, state, &Event::Intervention { tower, to, from });
        Ok(())
    }

    /// Exchanges a card of a hand (PG-4) with one of the draw pile; it takes the other's place in
    /// `pile`.
    ///
    /// # Errors
    /// Fails if the cards are elsewhere, if another seat knows cards of that hand, or if it is not
    /// the beginning of a turn; then nothing has changed.
    pub fn exchange_card(
        &self,
        state: &mut State,
        pile: &mut Pile,
        seat: Seat,
        out: u8,
        into: u8,
    ) -> Result<(), InterventionError> {
        // Also while the first seat is asked for a wild upcard's colour, which is before the first
        // turn.
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

    /// Exchanges the card on top of the discard pile with one of the draw pile; it takes the other's
    /// place in `pile`. The new card acts on nobody and claims nothing. Its colour is in force
    /// (PG-6); a wild card keeps the colour that is.
    ///
    /// # Errors
    /// Fails if the card is not in the draw pile, or if it is not the beginning of a turn; then
    /// nothing has changed.
    pub fn exchange_top_card(
        &self,
        state: &mut State,
        pile: &mut Pile,
        into: u8,
    ) -> Result<(), InterventionError> {
        if state.phase != Phase::Turn {
            return Err(InterventionError::NotBetweenTurns);
        }
        if !pile.exchange(into, state.top) {
            return Err(InterventionError::NoSuchCard);
        }
        let t = &self.tables;
        // A card that left a hand could now come back to it.
        state.settle_all(t);
        state.discards = state.discards.without(CardSet::one(state.top)) | CardSet::one(into);
        state.top = into;
        state.colour_only = false;
        if t.wilds.has(into) {
            state.matches = t.named(state.colour);
        } else {
            state.colour = t.card(into).colour;
            state.matches = t.matches[usize::from(into) & 127];
        }
        Ok(())
    }
}
