//! Beginning and end of a round: the deal (PG-3 to PG-5, GL-3) and the score (PG-13, PG-15, PG-16).

use super::engine::{Shedding, Step};
use super::event::{Event, Why};
use super::rules::{NextDealer, Scoring};
use super::state::{End, NOBODY, Phase, State};
use super::tables::{NO_COLOUR, TURN_ROUND};
use crate::cards::{CardSet, Colour, SEAT_SLOTS, Seat, Symbol, at};
use crate::game::{Chance, Observer, Outcome};
use crate::rng::RoundSeeds;

impl Shedding {
    /// Returns the dealer of the next round (PG-3).
    #[inline(always)]
    pub(super) fn next_dealer(&self, s: &State, seeds: &RoundSeeds) -> Seat {
        let random = || seeds.dealer().below(u32::from(self.tables.n)) as Seat;
        if s.rounds_done == 0 {
            return self.rules.first_dealer.unwrap_or_else(random);
        }
        match self.rules.next_dealer {
            NextDealer::Winner if s.winner != NOBODY => s.winner,
            NextDealer::Random if s.winner != NOBODY => random(),
            _ => self.tables.after(0, s.dealer),
        }
    }

    /// Returns whether the game is over, after a round (PG-16).
    #[inline(always)]
    pub(super) fn game_over(&self, s: &State) -> bool {
        self.target_reached(s) || s.rounds_done >= self.rules.max_rounds
    }

    #[inline(always)]
    fn target_reached(&self, s: &State) -> bool {
        let n = self.tables.n as usize;
        s.scores[..n].iter().any(|&x| x >= self.rules.target_score)
    }

    /// Returns the winners of a finished game (PG-16).
    pub(super) fn game_outcome(&self, s: &State) -> Outcome {
        let scores = &s.scores[..self.tables.n as usize];
        let best = self.rules.scoring.best(scores);
        let winners = if self.target_reached(s) {
            scores
                .iter()
                .enumerate()
                .filter(|(_, score)| Some(**score) == best)
                .fold(0, |bits, (seat, _)| bits | 1 << seat)
        } else {
            0
        };
        Outcome { winners }
    }
}

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Deals the round (PG-4, PG-5, GL-3, HR-6).
    #[inline(always)]
    pub fn deal(&mut self, dealer: Seat) {
        let n = self.t.n;
        self.clear();
        self.s.dealer = dealer;
        self.chance.fill(self.t.n_cards);
        let rules = &self.game.rules;
        for (seat, size) in (0..n).zip(rules.hands(usize::from(n))) {
            *self.hand(seat) = self.chance.draw_many(size);
        }
        self.s.pile = self.t.n_cards - rules.dealt(usize::from(n)) as u8;
        let mut returned = 0;
        loop {
            self.s.top = self.chance.draw();
            let symbol = self.t.card(self.s.top).symbol;
            let back = match HOUSE {
                true => self.game.rules.goes_back(symbol),
                false => symbol == Symbol::WildDrawFour,
            };
            if !back {
                break;
            }
            self.chance.put_back(self.s.top);
            returned += 1;
        }
        self.s.discards = CardSet::one(self.s.top);
        self.emit(Event::Round { returned });
        self.upcard();
    }

    /// Clears the state field by field, because the table of shown cards is large and almost always
    /// clean.
    #[inline(always)]
    fn clear(&mut self) {
        let s = &mut *self.s;
        if s.exposed != 0 {
            s.shown = State::BLANK.shown;
            s.told = State::BLANK.told;
            s.facts = State::BLANK.facts;
            s.exposed = 0;
        }
        s.gone = State::BLANK.gone;
        s.direction = 0;
        s.idle = 0;
        s.has_drawn = false;
        s.plays_drawn = false;
        s.grabs = 0;
        s.bluff = false;
        s.under = 0;
        s.last = false;
        s.colour_only = false;
        s.winner = NOBODY;
        s.turn = 0;
        s.round = s.rounds_done;
        s.holders = State::BLANK.holders;
        for record in &mut s.records[..self.t.n as usize] {
            record.drawn = 0;
            record.passed = [0; 4];
            record.named = NO_COLOUR;
        }
    }

    /// Carries out the effect of the upcard (PG-5, HR-6).
    #[inline(always)]
    fn upcard(&mut self) {
        let dealer = self.s.dealer;
        let first = self.t.after(0, dealer);
        let second = self.t.after(0, first);
        let card = self.t.card(self.s.top);
        self.s.phase = Phase::Turn;
        self.s.seat = first;
        if card.colour == NO_COLOUR {
            // The colour is still to be named, and nothing matches before.
            self.s.phase = Phase::Upcard;
            return;
        }
        self.s.colour = card.colour;
        self.s.matches = self.t.matches[self.s.top as usize];
        if HOUSE && !self.game.rules.upcard_acts() {
            return;
        }
        match card.symbol {
            Symbol::DrawOne | Symbol::DrawTwo => {
                let n = 1 + u32::from(card.symbol == Symbol::DrawTwo);
                self.draw(first, n, Why::Upcard);
                if self.game.rules.opening_draw_skips {
                    self.emit(Event::Miss { seat: first });
                    self.s.seat = second;
                }
            }
            Symbol::Skip => {
                self.emit(Event::Miss { seat: first });
                self.s.seat = second;
            }
            Symbol::Reverse => {
                self.s.direction = TURN_ROUND;
                self.s.seat = dealer;
            }
            Symbol::GrabTwo => {
                self.s.colour_only = true;
                self.s.matches = self.t.named(card.colour);
            }
            _ => {}
        }
    }

    /// Names the colour for a wild upcard, by the first seat (PG-5, GL-3).
    pub fn name_upcard(&mut self, colour: u8) {
        let seat = self.s.seat;
        self.s.colour = colour;
        self.s.matches = self.t.named(colour);
        self.s.records[at(seat)].named = colour;
        self.s.phase = Phase::Turn;
        self.emit(Event::Colour {
            seat,
            colour: Colour::ALL[colour as usize & 3],
        });
    }

    /// Ends the round, which is still to be scored (PG-13, PG-15).
    #[inline(always)]
    pub fn finish(&mut self, end: End) {
        self.s.end = end;
        self.s.phase = Phase::Over;
        self.s.unscored = true;
    }

    /// Computes the score of a finished round, once (PG-16).
    #[inline(always)]
    pub fn score(&mut self) {
        if !std::mem::take(&mut self.s.unscored) {
            return;
        }
        let n = self.t.n as usize;
        let end = self.s.end;
        self.s.rounds_done += 1;
        let mut total = 0;
        for seat in 0..n {
            let hand = self.s.hands[seat];
            self.s.left[seat] = if hand.is_empty() {
                0
            } else {
                self.t.points_of(hand)
            };
            total += self.s.left[seat];
        }
        self.s.round_points = [0; SEAT_SLOTS];
        if end != End::Out {
            self.s.winner = NOBODY;
        } else if self.game.rules.scoring == Scoring::Opponents {
            let winner = at(self.s.winner);
            self.s.round_points[winner] = total;
            self.s.scores[winner] += total;
        } else {
            for seat in 0..n {
                self.s.round_points[seat] = self.s.left[seat];
                self.s.scores[seat] += self.s.left[seat];
            }
        }
        self.emit(Event::RoundEnd);
    }
}
