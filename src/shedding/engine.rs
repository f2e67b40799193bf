//! The machine of the shedding games: from decision to decision, in the order of PG-7.
//!
//! Each rule stands in one function, which names it. What is asked is in `ask.rs`, the deal and the score in `round.rs`.

use super::event::{Event, Why};
use super::rules::Rules;
use super::state::{End, NOBODY, Phase, State};
use super::tables::{NO_COLOUR, NO_ICON, Tables};
use super::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES};
use crate::cards::{CardSet, Colour, MAX_SEATS, Seat, Symbol, Tower};
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

/// A seat as an index that the compiler knows to be in range.
#[inline(always)]
pub(super) fn at(seat: Seat) -> usize {
    seat as usize & 15
}

const _: () = assert!(MAX_SEATS <= 16);

impl<C: Chance, O: Observer<Shedding>> Step<'_, C, O> {
    #[inline(always)]
    pub fn tell(&mut self, event: Event) {
        self.observer.event(self.game, self.s, &event);
    }

    #[inline(always)]
    pub fn hand(&mut self, seat: Seat) -> &mut CardSet {
        &mut self.s.hands[seat as usize]
    }

    #[inline(always)]
    fn after(&self, seat: Seat) -> Seat {
        self.t.next[self.s.direction as usize & 1][at(seat)]
    }

    /// Carries out an answer to the question of the current phase.
    #[inline(always)]
    pub fn answer(&mut self, action: Action) {
        match self.s.phase {
            Phase::Turn | Phase::Drawn => match action.slot() {
                Some(slot) => self.lay_down(slot),
                None if self.s.phase == Phase::Turn => self.draw_on_turn(),
                None => self.pass(),
            },
            Phase::Colour => self.name_colour(action.choice_unchecked()),
            Phase::React => self.react(action.choice_unchecked()),
            Phase::Tower => self.grab(action.choice_unchecked()),
            Phase::Gift => self.give(action.choice_unchecked()),
            Phase::Upcard => self.name_upcard(action.choice_unchecked()),
            Phase::InstantUno if action.choice_unchecked() == CHOICE_YES => {
                self.s.phase = Phase::Keep;
            }
            Phase::InstantUno => self.uno(),
            Phase::Keep => self.instant_uno(action.slot_unchecked()),
            Phase::Call if action.choice_unchecked() == CHOICE_YES => {
                let seat = self.s.seat;
                self.tell(Event::Uno { seat });
                self.effect();
            }
            Phase::Call => {
                self.s.asked = self.after(self.s.seat);
                self.s.phase = Phase::Catch;
            }
            Phase::Catch => self.catch(action.choice_unchecked() == CHOICE_YES),
            Phase::Over => debug_assert!(false, "the round is over"),
        }
    }

    /// PG-7 (1): the card goes on the discard pile.
    #[inline(always)]
    fn lay_down(&mut self, slot: u8) {
        let seat = self.s.seat;
        let card = CardSet::one(slot);
        *self.hand(seat) ^= card;
        if self.s.any_shown {
            self.forget(seat, card);
        }
        self.s.plays_drawn = self.s.phase == Phase::Drawn && slot == self.s.drawn;
        self.s.discards |= CardSet::one(self.s.top);
        self.s.top = slot;
        self.s.idle = 0;
        self.s.colour_only = false;
        let colour = self.t.slots[slot as usize].colour;
        if colour != NO_COLOUR {
            self.s.colour = colour;
            self.s.matches = self.t.matches[slot as usize];
            self.tell(Event::Play {
                seat,
                card: slot,
                drawn: self.s.plays_drawn,
                colour: None,
                bluff: false,
            });
            self.after_play();
        } else {
            self.s.colour_before = self.s.colour;
            self.s.phase = Phase::Colour;
            if self.t.slots[slot as usize].symbol == Symbol::PowerRing {
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
    fn give(&mut self, to: Seat) {
        let seat = self.s.seat;
        let slot = self.yellow(seat).first();
        let card = CardSet::one(slot);
        *self.hand(seat) ^= card;
        *self.hand(to) |= card;
        self.forget(seat, card);
        // The giver knows where the card is.
        let known = self.t.normalise(self.s.shown[at(seat)][at(to)]);
        let copies = self.t.copies[slot as usize];
        let more = (known & copies).len() + 1;
        let first: CardSet = copies.iter().take(more as usize).collect();
        self.s.shown[at(seat)][at(to)] = known | first;
        self.s.told[at(seat)][at(to)] += 1;
        self.s.facts[at(to)].received(Colour::Yellow.index());
        self.s.any_shown = true;
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
        let drawn = self.s.records[at(seat)].drawn;
        self.s.facts[at(seat)].set_void(Colour::Yellow.index(), drawn);
        self.s.any_shown = true;
    }

    /// PG-7 (1): the colour for a wild.
    #[inline(always)]
    fn name_colour(&mut self, colour: u8) {
        let (seat, slot) = (self.s.seat, self.s.top);
        self.s.colour = colour;
        self.s.matches = self.t.named(colour);
        self.s.records[at(seat)].named = colour;
        let mut bluff = false;
        if self.t.slots[slot as usize].symbol == Symbol::WildDrawFour {
            // PG-10: judged on the hand after the card was laid down, by the colour in force before it.
            bluff = self
                .s
                .hand(seat)
                .meets(self.t.colours[self.s.colour_before as usize & 3]);
            self.s.bluff = bluff;
            self.s.judged = self.s.hand(seat).len() as u8;
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
        self.after_play();
    }

    /// PG-7 (2) and (3).
    #[inline(always)]
    fn after_play(&mut self) {
        let seat = self.s.seat;
        if self.s.hand(seat).is_empty() {
            return self.go_out();
        }
        let card = self.t.slots[self.s.top as usize];
        if card.icon != NO_ICON {
            self.claim(card.icon);
        } else if matches!(card.symbol, Symbol::WildGrab | Symbol::GrabTwo) {
            self.s.grabs = 1 + u8::from(card.symbol == Symbol::GrabTwo);
            return self.next_grab();
        }
        self.after_claims();
    }

    /// PG-8: `grabs` towers are still to be chosen, as far as there are any to take.
    fn next_grab(&mut self) {
        let others = self.t.towers & !self.s.towers_of(self.s.seat);
        if self.s.grabs == 0 || others == 0 {
            self.after_claims();
        } else {
            self.s.phase = Phase::Tower;
        }
    }

    fn grab(&mut self, tower: u8) {
        self.s.grabs -= 1;
        self.claim(tower);
        self.next_grab();
    }

    /// PG-8: the tower moves from wherever it is; nothing happens if the seat holds it already.
    #[inline(always)]
    fn claim(&mut self, tower: u8) {
        let seat = self.s.seat;
        let from = self.s.owner[tower as usize & 3];
        if from == seat {
            return;
        }
        let bit = 1 << tower;
        if from != NOBODY {
            self.s.held[at(from)] &= !bit;
        }
        self.s.held[seat as usize] |= bit;
        self.s.owner[tower as usize & 3] = seat;
        self.tell(Event::Claim {
            seat,
            tower: Tower::ALL[tower as usize & 3],
            from: (from != NOBODY).then_some(from),
        });
    }

    /// PG-7 (3), second half.
    #[inline(always)]
    fn after_claims(&mut self) {
        if self.t.instant_uno && self.s.towers_of(self.s.seat) == 0b1111 {
            self.s.phase = Phase::InstantUno;
        } else {
            self.uno();
        }
    }

    /// PG-11: all cards but one go under the top card, all towers back to the middle.
    fn instant_uno(&mut self, kept: u8) {
        let seat = self.s.seat;
        let discarded = self.s.hand(seat).without(CardSet::one(kept));
        *self.hand(seat) = CardSet::one(kept);
        self.s.discards |= discarded;
        self.forget(seat, discarded);
        // PG-10: a Wild Draw Four is still judged by these cards, which now lie open.
        self.s.open_bluff = discarded.meets(self.t.colours[self.s.colour_before as usize & 3]);
        self.s.judged = 1;
        self.s.held[at(seat)] = 0;
        self.s.owner = [NOBODY; 4];
        self.tell(Event::InstantUno {
            seat,
            kept,
            discarded,
        });
        self.uno();
    }

    /// PG-7 (4), PG-12.
    #[inline(always)]
    fn uno(&mut self) {
        if self.s.hand(self.s.seat).is_single() {
            self.s.phase = Phase::Call;
        } else {
            self.effect();
        }
    }

    /// PG-12: the other seats may catch in turn order; the first that does makes the seat draw 2.
    fn catch(&mut self, caught: bool) {
        let (seat, by) = (self.s.seat, self.s.asked);
        if caught {
            self.tell(Event::Caught { seat, by });
            self.draw(seat, 2, Why::Uno);
            return self.effect();
        }
        self.s.asked = self.after(by);
        if self.s.asked == seat {
            self.effect();
        }
    }

    /// PG-7 (5).
    #[inline(always)]
    fn effect(&mut self) {
        let symbol = self.t.slots[self.s.top as usize].symbol;
        match symbol {
            Symbol::Reverse => self.reverse(),
            Symbol::DrawOne | Symbol::DrawTwo | Symbol::Skip | Symbol::WildDrawFour => {
                let next = self.after(self.s.seat);
                self.s.asked = next;
                let stops = self.t.stops[symbol.index()] & self.s.held[at(next)];
                if stops != 0 || symbol == Symbol::WildDrawFour {
                    self.s.phase = Phase::React;
                } else {
                    self.hit();
                }
            }
            _ => self.end_turn(self.after(self.s.seat)),
        }
    }

    /// PG-7 (5), PG-17.
    #[inline(always)]
    fn reverse(&mut self) {
        self.s.direction ^= 1;
        let mut next = self.after(self.s.seat);
        if self.t.reverse_skips {
            self.tell(Event::Miss { seat: next });
            next = self.s.seat;
        }
        self.end_turn(next);
    }

    /// PG-9, PG-10: the next seat blocks, challenges or accepts.
    fn react(&mut self, choice: u8) {
        let (seat, next) = (self.s.seat, self.s.asked);
        match choice {
            CHOICE_BLOCK => {
                let symbol = self.t.slots[self.s.top as usize].symbol;
                let stops = self.t.stops[symbol.index()] & self.s.held[at(next)];
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
        self.s.shown[at(to)][at(seat)] = self.t.normalise(hand);
        self.s.told[at(to)][at(seat)] = hand.len() as u8;
        self.s.any_shown = true;
        let colour = self.s.colour_before as usize & 3;
        let facts = &mut self.s.facts[at(seat)];
        if !self.s.bluff {
            let newer = hand.len() as u16 - u16::from(self.s.judged);
            facts.set_void(colour, self.s.records[at(seat)].drawn - newer);
        } else if !self.s.open_bluff {
            facts.least[colour] = facts.least[colour].max(1);
        }
    }

    /// PG-7 (5): the card on top acts on the seat asked, which did not stop it.
    #[inline(always)]
    fn hit(&mut self) {
        let next = self.s.asked;
        match self.t.slots[self.s.top as usize].symbol {
            Symbol::DrawOne => self.draw(next, 1, Why::DrawOne),
            Symbol::DrawTwo => self.draw(next, 2, Why::DrawTwo),
            Symbol::WildDrawFour => self.draw(next, 4, Why::DrawFour),
            _ => {}
        }
        if self.s.last {
            return self.finish(End::Out);
        }
        self.tell(Event::Miss { seat: next });
        self.end_turn(self.after(next));
    }

    /// PG-7 (2), PG-13: the hand is empty; a last draw card still acts on the next seat.
    fn go_out(&mut self) {
        self.s.winner = self.s.seat;
        self.s.last = true;
        self.s.turn += 1;
        let symbol = self.t.slots[self.s.top as usize].symbol;
        if !matches!(
            symbol,
            Symbol::DrawOne | Symbol::DrawTwo | Symbol::WildDrawFour
        ) {
            return self.finish(End::Out);
        }
        let next = self.after(self.s.seat);
        self.s.asked = next;
        let stops = self.t.stops[symbol.index()] & self.s.held[at(next)];
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
        let before = self.s.hand(seat);
        self.draw(seat, 1, Why::Turn);
        let new = self.s.hand(seat).without(before);
        self.s.has_drawn = !new.is_empty();
        self.s.drawn = new.first();
        self.s.phase = Phase::Drawn;
    }

    /// PG-6, PG-15: the turn ends without a card laid down.
    #[inline(always)]
    pub fn pass(&mut self) {
        let seat = self.s.seat;
        let record = &mut self.s.records[at(seat)];
        record.passed[self.s.colour as usize & 3] = record.drawn.saturating_add(1);
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
            self.take(seat, cards, why);
        } else {
            self.draw_last(seat, n, why);
        }
    }

    /// Cards drawn reach the hand.
    #[inline(always)]
    fn take(&mut self, seat: Seat, cards: CardSet, why: Why) {
        *self.hand(seat) |= cards;
        let record = &mut self.s.records[at(seat)];
        record.drawn = record.drawn.saturating_add(cards.len() as u16);
        self.tell(Event::Draw { seat, cards, why });
    }

    /// PG-14: a draw that comes to the end of the draw pile.
    #[cold]
    #[inline(never)]
    fn draw_last(&mut self, seat: Seat, n: u32, why: Why) {
        let mut cards = CardSet::EMPTY;
        let mut told = false;
        for left in (1..=n).rev() {
            if self.s.pile == 0 {
                if self.s.discards.is_empty() {
                    break;
                }
                // In the middle of a draw, what was drawn so far is told first.
                if !cards.is_empty() {
                    self.take(seat, std::mem::take(&mut cards), why);
                }
                self.reshuffle();
            }
            cards |= CardSet::one(self.chance.draw());
            self.s.pile -= 1;
            if self.s.pile == 0 && self.t.reshuffle_on_empty && !self.s.discards.is_empty() {
                self.take(seat, std::mem::take(&mut cards), why);
                told = left == 1;
                self.reshuffle();
            }
        }
        // A draw that is due is told even when it gives nothing.
        if !told {
            self.take(seat, cards, why);
        }
    }

    /// PG-14: all discards but the top card become the draw pile.
    fn reshuffle(&mut self) {
        let cards = std::mem::take(&mut self.s.discards);
        self.chance.refill(cards);
        self.s.pile = cards.len() as u8;
        self.tell(Event::Reshuffle { cards: self.s.pile });
    }

    /// Others knew cards of this hand; these left it, for all to see or as gifts whose colour is known.
    #[cold]
    fn forget(&mut self, seat: Seat, cards: CardSet) {
        let n = self.t.n as usize;
        for row in &mut self.s.shown[..n] {
            let known = &mut row[at(seat)];
            if known.is_empty() {
                continue;
            }
            for slot in cards.iter() {
                // One copy less: normalised, that is the highest.
                let copies = *known & self.t.copies[slot as usize];
                let highest = CardSet::from_bits(copies.bits() & !(copies.bits() >> 1));
                *known ^= highest;
            }
        }
        for row in &mut self.s.told[..n] {
            row[at(seat)] = row[at(seat)].saturating_sub(cards.len() as u8);
        }
        for slot in cards.iter() {
            let colour = self.t.slots[slot as usize].colour;
            if colour != NO_COLOUR {
                self.s.facts[at(seat)].lost(colour as usize);
            }
        }
    }
}
