//! The machine of the shedding games: from decision to decision, in the order of PG-7.
//!
//! Each rule stands in one function, which names it. What is asked is in `ask.rs`, the deal and the score in `round.rs`.

use super::event::{Event, Why};
use super::rules::Rules;
use super::state::{End, NOBODY, Phase, State};
use super::tables::{NO_COLOUR, Slot, Tables};
use super::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES};
use crate::cards::{CardSet, Colour, Seat, Symbol, Tower, at};
use crate::game::{Action, Chance, Observer};

/// A shedding game: its rules, laid out for a number of seats.
#[derive(Clone, Debug)]
pub struct Shedding {
    pub(super) rules: Rules,
    pub(super) tables: Tables,
}

/// One step of the machine: the game, a state, where cards come from, who listens. Lives for one call.
pub(super) struct Step<'a, C, O> {
    pub game: &'a Shedding,
    pub t: &'a Tables,
    pub s: &'a mut State,
    pub chance: &'a mut C,
    pub observer: &'a mut O,
}

impl<C: Chance, O: Observer<Shedding>> Step<'_, C, O> {
    #[inline(always)]
    pub fn tell(&mut self, event: Event) {
        self.observer.event(self.game, self.s, &event);
    }

    #[inline(always)]
    pub fn hand(&mut self, seat: Seat) -> &mut CardSet {
        &mut self.s.hands[at(seat)]
    }

    #[inline(always)]
    fn after(&self, seat: Seat) -> Seat {
        self.t.after(self.s.direction, seat)
    }

    /// Carries out an answer to the question of the current phase.
    #[inline(always)]
    pub fn answer(&mut self, action: Action) {
        match self.s.phase {
            Phase::Turn | Phase::Drawn => match action.slot() {
                Some(slot) => {
                    let drawn = self.s.phase == Phase::Drawn && slot == self.s.drawn;
                    let seat = self.s.seat;
                    self.lay_down(seat, self.s.hand(seat), slot, drawn);
                }
                None => self.play_nothing(),
            },
            _ => self.answer_other(action),
        }
    }

    /// PG-6: the seat draws though it could play, or keeps what it drew.
    #[inline(never)]
    pub fn play_nothing(&mut self) {
        if self.s.phase == Phase::Turn {
            self.draw_on_turn();
        } else {
            self.pass();
        }
    }

    /// An answer to any question but whether to play or draw.
    #[inline(never)]
    pub fn answer_other(&mut self, action: Action) {
        match self.s.phase {
            Phase::Colour => self.name_colour(action.choice_unchecked()),
            Phase::React => self.react(action.choice_unchecked()),
            Phase::Tower => self.grab(action.choice_unchecked()),
            Phase::Gift => self.give(action.choice_unchecked()),
            Phase::Upcard => self.name_upcard(action.choice_unchecked()),
            Phase::InstantUno if action.choice_unchecked() == CHOICE_YES => {
                self.s.phase = Phase::Keep;
            }
            Phase::InstantUno => self.uno(self.s.seat, self.s.hand(self.s.seat)),
            Phase::Keep => self.instant_uno(action.slot_unchecked()),
            Phase::Call => self.answer_call(action.choice_unchecked()),
            Phase::Catch => self.catch(action.choice_unchecked() == CHOICE_YES),
            Phase::Turn | Phase::Drawn | Phase::Over => {
                debug_assert!(false, "nothing of this kind was asked");
            }
        }
    }

    /// PG-7 (1): the card goes from the seat's hand on the discard pile. `drawn` says whether it was drawn in this turn.
    ///
    /// From here to [`Step::effect`] seat, hand and card go along as arguments: the common turn then stays in registers.
    #[inline(always)]
    pub fn lay_down(&mut self, seat: Seat, hand: CardSet, slot: u8, drawn: bool) {
        let one = CardSet::one(slot);
        let rest = hand ^ one;
        let card = self.t.card(slot);
        self.s.hands[at(seat)] = rest;
        self.s.discards |= one;
        self.s.gone[at(seat)] |= one;
        self.s.top = slot;
        self.s.idle = 0;
        self.s.colour_only = false;
        if card.colour != NO_COLOUR {
            self.s.colour = card.colour;
            self.s.matches = self.t.matches[slot as usize & 127];
            self.tell(Event::Play {
                seat,
                card: slot,
                drawn,
                colour: None,
                bluff: false,
            });
            self.after_play(seat, rest, card);
        } else {
            self.s.plays_drawn = drawn;
            self.s.colour_before = self.s.colour;
            self.s.phase = Phase::Colour;
            if card.symbol == Symbol::PowerRing {
                if self.yellow(seat).is_empty() {
                    self.gave_all(seat);
                } else {
                    self.s.phase = Phase::Gift;
                }
            }
        }
    }

    #[inline(always)]
    pub fn yellow(&self, seat: Seat) -> CardSet {
        self.s.hand(seat) & self.t.colours[Colour::Yellow.index()]
    }

    /// GL-4: the lowest of the yellow cards left goes to `to`.
    pub fn give(&mut self, to: Seat) {
        let seat = self.s.seat;
        let slot = self.yellow(seat).first();
        let card = CardSet::one(slot);
        *self.hand(seat) ^= card;
        *self.hand(to) |= card;
        self.s.gone[at(seat)] |= card;
        // The giver knows where the card is.
        self.s.settle(self.t, to);
        let known = &mut self.s.shown[seat as usize][to as usize];
        let copies = self.t.copies[slot as usize & 127];
        let more = (*known & copies).len() as usize + 1;
        *known |= copies.iter().take(more).collect();
        self.s.told[seat as usize][to as usize] += 1;
        self.s.facts[at(to)].received(Colour::Yellow.index());
        self.s.exposed |= 1 << to;
        self.tell(Event::Give {
            seat,
            to,
            card: slot,
        });
        if self.yellow(seat).is_empty() {
            self.gave_all(seat);
            self.s.phase = Phase::Colour;
        }
    }

    /// GL-4: after a Power Ring everybody knows that its player holds no yellow card.
    fn gave_all(&mut self, seat: Seat) {
        self.s.settle(self.t, seat);
        let drawn = self.s.records[at(seat)].drawn;
        self.s.facts[at(seat)].set_void(Colour::Yellow.index(), drawn);
        self.s.exposed |= 1 << seat;
    }

    /// PG-7 (1): the colour for a wild.
    #[inline(always)]
    pub fn name_colour(&mut self, colour: u8) {
        let (seat, slot) = (self.s.seat, self.s.top);
        let (rest, card) = (self.s.hand(seat), self.t.card(slot));
        self.s.colour = colour;
        self.s.matches = self.t.named(colour);
        self.s.records[at(seat)].named = colour;
        let mut bluff = false;
        if card.symbol == Symbol::WildDrawFour {
            // PG-10: judged on the hand after the card was laid down, by the colour in force before it.
            bluff = rest.meets(self.t.colours[self.s.colour_before as usize & 3]);
            self.s.bluff = bluff;
            self.s.judged = rest.len() as u8;
            self.s.open_bluff = false;
            let record = &mut self.s.records[at(seat)];
            record.draw_fours = record.draw_fours.saturating_add(1);
        }
        self.tell(Event::Play {
            seat,
            card: slot,
            drawn: self.s.plays_drawn,
            colour: Some(Colour::ALL[colour as usize & 3]),
            bluff,
        });
        self.after_play(seat, rest, card);
    }

    /// PG-7 (2) and (3).
    #[inline(always)]
    fn after_play(&mut self, seat: Seat, rest: CardSet, card: Slot) {
        if rest.is_empty() {
            return self.go_out();
        }
        if card.grabs != 0 {
            self.s.grabs = card.grabs;
            return self.next_grab();
        }
        self.claim(seat, card.icon);
        self.after_claims(seat, rest);
    }

    /// PG-8: `grabs` towers are still to be chosen, as far as there are any to take.
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

    /// PG-8: the tower moves from wherever it is; nothing happens if the seat holds it already.
    ///
    /// Whether a number card has an icon, and who holds the tower, is hard to foresee, so this takes no branch: a card
    /// without an icon claims tower `NO_ICON`, which is none, and `NOBODY`'s place is that of a seat at no table.
    #[inline(always)]
    fn claim(&mut self, seat: Seat, tower: u8) {
        let bit = (1u8 << (tower & 7)) & 0b1111;
        let from = std::mem::replace(&mut self.s.owner[tower as usize & 7], seat);
        self.s.held[at(from)] &= !bit;
        self.s.held[at(seat)] |= bit;
        self.tell(Event::Claim { seat, tower, from });
    }

    /// PG-7 (3), second half.
    #[inline(always)]
    fn after_claims(&mut self, seat: Seat, rest: CardSet) {
        if self.s.towers_of(seat) == 0b1111 && self.t.instant_uno {
            self.s.phase = Phase::InstantUno;
        } else {
            self.uno(seat, rest);
        }
    }

    /// PG-11: all cards but one go under the top card, all towers back to the middle.
    pub fn instant_uno(&mut self, kept: u8) {
        let seat = self.s.seat;
        let discarded = self.s.hand(seat).without(CardSet::one(kept));
        *self.hand(seat) = CardSet::one(kept);
        self.s.discards |= discarded;
        self.s.gone[at(seat)] |= discarded;
        // PG-10: a Wild Draw Four is still judged by these cards, which now lie open.
        self.s.open_bluff = discarded.meets(self.t.colours[self.s.colour_before as usize & 3]);
        self.s.judged = 1;
        self.s.held[at(seat)] = 0;
        self.s.owner = [NOBODY; 8];
        self.tell(Event::InstantUno {
            seat,
            kept,
            discarded,
        });
        self.uno(seat, CardSet::one(kept));
    }

    /// PG-7 (4), PG-12.
    #[inline(always)]
    pub fn uno(&mut self, seat: Seat, rest: CardSet) {
        if rest.len() == 1 {
            self.s.phase = Phase::Call;
        } else {
            self.effect(seat, self.t.card(self.s.top));
        }
    }

    /// PG-12: UNO is called, or the others may catch.
    #[inline(always)]
    pub fn answer_call(&mut self, choice: u8) {
        let seat = self.s.seat;
        if choice == CHOICE_YES {
            self.tell(Event::Uno { seat });
            self.effect(seat, self.t.card(self.s.top));
        } else {
            self.s.asked = self.after(seat);
            self.s.phase = Phase::Catch;
        }
    }

    /// PG-12: the other seats may catch in turn order; the first that does makes the seat draw 2.
    pub fn catch(&mut self, caught: bool) {
        let (seat, by) = (self.s.seat, self.s.asked);
        if caught {
            self.tell(Event::Caught { seat, by });
            self.draw(seat, 2, Why::Uno);
            return self.effect(seat, self.t.card(self.s.top));
        }
        self.s.asked = self.after(by);
        if self.s.asked == seat {
            self.effect(seat, self.t.card(self.s.top));
        }
    }

    /// PG-7 (5), PG-17: Reverse turns the direction; a card that acts on the next seat does so unless that has something
    /// to say about it. Written with tables, so that all cards but those that make somebody draw take one path.
    #[inline(always)]
    fn effect(&mut self, seat: Seat, card: Slot) {
        self.s.direction ^= card.turns;
        let next = self.after(seat);
        let stops = card.stops & self.s.held[at(next)];
        if (stops | card.draws) != 0 {
            self.s.asked = next;
            if stops != 0 || card.symbol == Symbol::WildDrawFour {
                self.s.phase = Phase::React;
            } else {
                self.hit();
            }
            return;
        }
        if card.misses {
            self.tell(Event::Miss { seat: next });
        }
        let after_next = self.after(next);
        self.end_turn(if card.misses { after_next } else { next });
    }

    /// PG-9, PG-10: the next seat blocks, challenges or accepts.
    #[inline(always)]
    pub fn react(&mut self, choice: u8) {
        let (seat, next) = (self.s.seat, self.s.asked);
        match choice {
            CHOICE_BLOCK => {
                let stops = self.t.card(self.s.top).stops & self.s.held[at(next)];
                let tower = Tower::ALL[stops.trailing_zeros() as usize & 3];
                self.tell(Event::Block { seat: next, tower });
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
                self.tell(Event::Challenge {
                    seat: next,
                    against: seat,
                    guilty,
                });
                if guilty {
                    self.draw(seat, 4, Why::ChallengeGuilty);
                    self.end_turn(next);
                } else {
                    self.draw(next, 6, Why::ChallengeLost);
                    self.tell(Event::Miss { seat: next });
                    self.end_turn(self.after(next));
                }
            }
            _ => self.hit(),
        }
    }

    /// PG-10: the challenger sees the hand; all hear whether it held the colour when the card was played.
    fn show_hand(&mut self, seat: Seat, to: Seat) {
        let hand = self.s.hand(seat);
        self.s.settle(self.t, seat);
        self.s.shown[to as usize][seat as usize] = self.t.normalise(hand);
        self.s.told[to as usize][seat as usize] = hand.len() as u8;
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

    /// PG-7 (5): the card on top acts on the seat asked, which did not stop it.
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
            self.draw(next, u32::from(draws), why);
        }
        if self.s.last {
            return self.finish(End::Out);
        }
        self.tell(Event::Miss { seat: next });
        self.end_turn(self.after(next));
    }

    /// PG-7 (2), PG-13: the hand is empty; a last draw card still acts on the next seat.
    #[inline(never)]
    fn go_out(&mut self) {
        self.s.winner = self.s.seat;
        self.s.last = true;
        self.s.turn += 1;
        let card = self.t.card(self.s.top);
        if card.draws == 0 {
            return self.finish(End::Out);
        }
        let next = self.after(self.s.seat);
        self.s.asked = next;
        let stops = card.stops & self.s.held[at(next)];
        if stops != 0 && self.game.rules.block_last {
            self.s.phase = Phase::React;
        } else {
            self.hit();
        }
    }

    /// PG-6: the seat draws one card instead of playing.
    #[inline(always)]
    pub fn draw_on_turn(&mut self) {
        let seat = self.s.seat;
        self.s.phase = Phase::Drawn;
        if self.s.pile > 1 {
            self.s.pile -= 1;
            self.s.drawn = self.chance.draw();
            self.s.has_drawn = true;
            self.take(seat, CardSet::one(self.s.drawn), 1, Why::Turn);
        } else {
            let before = self.s.hand(seat);
            self.draw_last(seat, 1, Why::Turn);
            let new = self.s.hand(seat).without(before);
            self.s.has_drawn = !new.is_empty();
            self.s.drawn = new.first();
        }
    }

    /// PG-6, PG-15: the turn ends without a card laid down.
    #[inline(always)]
    pub fn pass(&mut self) {
        let seat = self.s.seat;
        let record = &mut self.s.records[at(seat)];
        record.passed[self.s.colour as usize & 3] = record.drawn + 1;
        if self.s.colour_only {
            // PG-5: the restriction ends with this turn.
            self.s.colour_only = false;
            self.s.matches = self.t.matches[self.s.top as usize];
        }
        self.tell(Event::Pass { seat });
        if self.s.has_drawn {
            self.s.idle = 0;
        } else {
            self.s.idle += 1;
            if self.s.idle == self.t.n {
                self.s.turn += 1;
                return self.finish(End::Deadlock);
            }
        }
        self.end_turn(self.after(seat));
    }

    /// The turn is over, `next` is the seat to take one; PG-15 if that was the last turn allowed.
    #[inline(always)]
    fn end_turn(&mut self, next: Seat) {
        self.s.turn += 1;
        self.s.seat = next;
        self.s.phase = Phase::Turn;
        if self.s.turn >= self.game.rules.max_turns {
            self.finish(End::MaxTurns);
        }
    }

    /// Draws up to `n` cards (PG-14: as many as there are).
    #[inline(always)]
    pub fn draw(&mut self, seat: Seat, n: u32, why: Why) {
        let mut cards = CardSet::EMPTY;
        if u32::from(self.s.pile) > n {
            for _ in 0..n {
                cards |= CardSet::one(self.chance.draw());
            }
            self.s.pile -= n as u8;
            self.take(seat, cards, n, why);
        } else {
            self.draw_last(seat, n, why);
        }
    }

    /// `n` cards drawn reach the hand.
    #[inline(always)]
    fn take(&mut self, seat: Seat, cards: CardSet, n: u32, why: Why) {
        *self.hand(seat) |= cards;
        self.s.records[at(seat)].drawn += n;
        self.tell(Event::Draw {
            seat,
            cards,
            n,
            why,
        });
    }

    /// PG-14: a draw that comes to the end of the draw pile.
    #[cold]
    #[inline(never)]
    fn draw_last(&mut self, seat: Seat, n: u32, why: Why) {
        let mut cards = CardSet::EMPTY;
        let mut told = false;
        let take = |step: &mut Self, cards: &mut CardSet| {
            let cards = std::mem::take(cards);
            step.take(seat, cards, cards.len(), why);
        };
        for left in (1..=n).rev() {
            if self.s.pile == 0 {
                if self.s.discards.is_single() {
                    break;
                }
                // In the middle of a draw, what was drawn so far is told first.
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
        // A draw that is due is told even when it gives nothing.
        if !told {
            take(self, &mut cards);
        }
    }

    /// PG-14: all discards but the top card become the draw pile.
    fn reshuffle(&mut self) {
        for seat in 0..self.t.n {
            self.s.settle(self.t, seat);
        }
        let top = CardSet::one(self.s.top);
        let cards = self.s.discards.without(top);
        self.s.discards = top;
        self.chance.refill(cards);
        self.s.pile = cards.len() as u8;
        self.tell(Event::Reshuffle { cards: self.s.pile });
    }
}
