//! Moves of towers (PG-8), and the use of all four (PG-11).

use super::engine::{Shedding, Step};
use super::event::Event;
use super::state::{Holders, Phase};
use crate::cards::{CardSet, Seat, at};
use crate::game::{Chance, Observer};

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Asks for the next of `grabs` towers still to be chosen, as far as there are any to take
    /// (PG-8).
    #[inline(always)]
    pub fn next_grab(&mut self) {
        let others = self.t.towers & !self.s.towers_of(self.s.seat);
        if self.s.grabs == 0 || others == 0 {
            let seat = self.s.seat;
            self.after_claims(seat, self.s.hand(seat));
        } else {
            self.s.phase = Phase::Tower;
        }
    }

    #[inline(always)]
    pub fn grab(&mut self, tower: u8) {
        self.s.grabs -= 1;
        self.claim(self.s.seat, tower);
        self.next_grab();
    }

    /// Moves the tower from any place to the seat; nothing happens if the seat holds it already
    /// (PG-8).
    ///
    /// A card without an icon claims tower `NO_ICON`, which does not exist.
    #[inline(always)]
    pub fn claim(&mut self, seat: Seat, tower: u8) {
        let from = self.s.holders.owner(tower);
        self.s.holders = self.s.holders.claimed(seat, tower);
        self.emit(Event::Claim { seat, tower, from });
    }

    /// Continues after the claims (PG-7 (3), second half).
    #[inline(always)]
    pub fn after_claims(&mut self, seat: Seat, rest: CardSet) {
        if self.s.holders.all_of(seat) && self.t.instant_uno {
            self.s.phase = Phase::InstantUno;
        } else {
            self.uno(seat, rest);
        }
    }

    /// Moves all cards but one under the top card, and all towers back to the middle (PG-11).
    pub fn instant_uno(&mut self, kept: u8) {
        let seat = self.s.seat;
        let discarded = self.s.hand(seat).without(CardSet::one(kept));
        *self.hand(seat) = CardSet::one(kept);
        self.s.discards |= discarded;
        self.s.gone[at(seat)] |= discarded;
        // A Wild Draw Four is still judged by these cards, which are now open (PG-10).
        self.s.open_bluff = discarded.meets(self.t.colours[self.s.colour_before as usize & 3]);
        self.s.judged = 1;
        self.s.holders = Holders::NONE;
        self.emit(Event::InstantUno {
            seat,
            kept,
            discarded,
        });
        self.uno(seat, CardSet::one(kept));
    }
}
