//! Drawing cards, and the end of the draw pile (PG-6, PG-14).

use super::engine::{Shedding, Step};
use super::event::{Event, Why};
use super::state::Phase;
use crate::cards::{CardSet, Seat, at};
use crate::game::{Chance, Observer};

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Draws one card instead of playing (PG-6).
    #[inline(always)]
    pub fn draw_on_turn(&mut self) {
        let seat = self.s.seat;
        if HOUSE {
            self.draw_by_house_rules(seat);
        } else {
            self.draw_a_card(seat);
        }
    }

    /// [`Step::draw_on_turn`] without house rules.
    #[inline(always)]
    pub fn draw_a_card(&mut self, seat: Seat) {
        if self.s.pile > 1 {
            self.draw_one(seat);
        } else {
            self.s.phase = Phase::Drawn;
            let before = self.s.hand(seat);
            self.draw_last(seat, 1, Why::Turn);
            let new = self.s.hand(seat).without(before);
            self.s.has_drawn = !new.is_empty();
            self.s.drawn = new.first();
        }
    }

    /// As [`Step::draw_on_turn`], from a draw pile that stays non-empty; returns the card.
    #[inline(always)]
    pub fn draw_one(&mut self, seat: Seat) -> CardSet {
        self.s.phase = Phase::Drawn;
        self.s.pile -= 1;
        self.chance.serve(seat);
        self.s.drawn = self.chance.draw();
        self.s.has_drawn = true;
        let card = CardSet::one(self.s.drawn & 127);
        self.take(seat, card, 1, Why::Turn);
        card
    }

    /// Draws up to `n` cards, as many as there are (PG-14).
    #[inline(always)]
    pub fn draw(&mut self, seat: Seat, n: u32, why: Why) {
        if u32::from(self.s.pile) > n {
            self.chance.serve(seat);
            let cards = self.chance.draw_many(n as u8);
            self.s.pile -= n as u8;
            self.take(seat, cards, n, why);
        } else {
            self.draw_last(seat, n, why);
        }
    }

    /// Adds `n` drawn cards to the hand.
    #[inline(always)]
    fn take(&mut self, seat: Seat, cards: CardSet, n: u32, why: Why) {
        *self.hand(seat) |= cards;
        self.s.records[at(seat)].drawn += n;
        self.emit(Event::Draw {
            seat,
            cards,
            n,
            why,
        });
    }

    /// Draws from a draw pile that becomes empty (PG-14).
    #[cold]
    #[inline(never)]
    fn draw_last(&mut self, seat: Seat, n: u32, why: Why) {
        let mut cards = CardSet::EMPTY;
        let mut told = false;
        self.chance.serve(seat);
        let take = |step: &mut Self, cards: &mut CardSet| {
            let cards = std::mem::take(cards);
            step.take(seat, cards, cards.len(), why);
        };
        for left in (1..=n).rev() {
            if self.s.pile == 0 {
                if self.s.discards.is_single() {
                    break;
                }
                // In the middle of a draw, an event for the cards so far comes first.
                if !cards.is_empty() {
                    take(self, &mut cards);
                }
                self.reshuffle();
            }
            cards |= CardSet::one(self.chance.draw());
            self.s.pile -= 1;
            if self.s.pile == 0 && self.t.reshuffle_on_empty && !self.s.discards.is_single() {
                take(self, &mut cards);
                told = left == 1;
                self.reshuffle();
            }
        }
        // A due draw has an event even if it draws nothing.
        if !told {
            take(self, &mut cards);
        }
    }

    /// Turns all discards but the top card into the draw pile (PG-14).
    pub fn reshuffle(&mut self) {
        for seat in 0..self.t.n {
            self.s.settle(self.t, seat);
        }
        let top = CardSet::one(self.s.top);
        let cards = self.s.discards.without(top);
        self.s.discards = top;
        self.chance.refill(cards);
        self.s.pile = cards.len() as u8;
        self.emit(Event::Reshuffle { cards: self.s.pile });
    }
}
