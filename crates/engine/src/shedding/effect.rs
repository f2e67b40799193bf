//! Effects of the top card on others, and their reactions (PG-7 (5), PG-9, PG-10, PG-17).

use super::choices::{CHOICE_BLOCK, CHOICE_CHALLENGE};
use super::engine::{Shedding, Step};
use super::event::{Event, Why};
use super::state::{End, Phase};
use super::tables::{Slot, TURN_ROUND};
use crate::cards::{Seat, Symbol, Tower, at};
use crate::game::{Chance, Observer};

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Carries out the effect of a card: Reverse turns the direction; a card acts on the next seat
    /// unless that can react (PG-7 (5), PG-17). Written with tables, so that all cards without
    /// draws take one path.
    #[inline(always)]
    pub fn effect(&mut self, seat: Seat, card: Slot) {
        let direction = (self.s.direction ^ card.moves) & TURN_ROUND;
        let next = self.t.after(direction, seat);
        let stops = card.stops & self.s.holders.of(next);
        if (stops | card.draws) != 0 {
            self.s.direction = direction;
            self.s.asked = next;
            if stops != 0 || card.symbol == Symbol::WildDrawFour {
                self.s.phase = Phase::React;
            } else {
                self.hit();
            }
            return;
        }
        self.move_on(seat, card);
    }

    /// Carries out a card that acts on nobody or cannot be stopped, and makes nobody draw (PG-7
    /// (5), PG-17).
    #[inline(always)]
    pub fn move_on(&mut self, seat: Seat, card: Slot) {
        let moved = self.s.direction ^ card.moves;
        self.s.direction = moved & TURN_ROUND;
        if card.misses() {
            self.emit(Event::Miss {
                seat: self.after(seat),
            });
        }
        self.end_turn(self.t.after(moved, seat));
    }

    /// The next seat blocks, challenges or accepts (PG-9, PG-10).
    #[inline(always)]
    pub fn react(&mut self, choice: u8) {
        let (seat, next) = (self.s.seat, self.s.asked);
        match choice {
            CHOICE_BLOCK => {
                self.unstack();
                let stops = self.t.card(self.s.top).stops & self.s.holders.of(next);
                let tower = Tower::ALL[stops.trailing_zeros() as usize & 3];
                self.emit(Event::Block { seat: next, tower });
                if self.s.last {
                    self.finish(End::Out);
                } else {
                    self.end_turn(next);
                }
            }
            CHOICE_CHALLENGE => {
                let guilty = self.s.bluff;
                let suspect = &mut self.s.records[at(seat)];
                suspect.challenged = suspect.challenged.saturating_add(1);
                suspect.guilty = suspect.guilty.saturating_add(u8::from(guilty));
                let challenger = &mut self.s.records[at(next)];
                challenger.challenges = challenger.challenges.saturating_add(1);
                challenger.found = challenger.found.saturating_add(u8::from(guilty));
                self.show_hand(seat, next);
                self.emit(Event::Challenge {
                    seat: next,
                    against: seat,
                    guilty,
                });
                // The whole stack (HR-1).
                let due = self.unstack() + 4;
                if guilty {
                    self.draw(seat, due, Why::ChallengeGuilty);
                    self.end_turn(next);
                } else {
                    self.draw(next, due + 2, Why::ChallengeLost);
                    self.emit(Event::Miss { seat: next });
                    self.end_turn(self.after(next));
                }
            }
            _ => self.hit(),
        }
    }

    /// Shows the hand to the challenger; it becomes public whether it held the colour when the card
    /// was played (PG-10).
    pub fn show_hand(&mut self, seat: Seat, to: Seat) {
        let hand = self.s.hand(seat);
        self.s.settle(self.t, seat);
        *self.s.shown.of_mut(self.t.n, to, seat) = self.t.copies.normalise(hand);
        *self.s.told.of_mut(self.t.n, to, seat) = hand.len() as u8;
        self.s.exposed |= 1 << seat;
        let colour = self.s.colour_before as usize & 3;
        let facts = &mut self.s.facts[at(seat)];
        if !self.s.bluff {
            let newer = hand.len() - u32::from(self.s.judged);
            facts.set_void(colour, self.s.records[at(seat)].drawn - newer);
        } else if !self.s.open_bluff {
            facts.least[colour] = facts.least[colour].max(1);
        }
    }

    /// Applies the top card to the asked seat, which did not stop it (PG-7 (5)).
    #[inline(never)]
    pub fn hit(&mut self) {
        let next = self.s.asked;
        let draws = self.t.card(self.s.top).draws;
        if draws > 0 {
            let why = match draws {
                1 => Why::DrawOne,
                2 => Why::DrawTwo,
                _ => Why::DrawFour,
            };
            let under = self.unstack();
            self.draw(next, under + u32::from(draws), why);
        }
        if self.s.last {
            return self.finish(End::Out);
        }
        self.emit(Event::Miss { seat: next });
        self.end_turn(self.after(next));
    }
}
