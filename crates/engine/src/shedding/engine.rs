//! The machine of the shedding games: from decision to decision, in the order of PG-7.
//!
//! The phases of a turn. A name in capitals is a [`Phase`], and asks a seat; steps without a choice
//! are taken without asking.
//!
//! ```text
//!   deal (PG-3, PG-4)
//!     |
//!     |-- wild upcard (PG-5, GL-3) --> UPCARD --.
//!     |                                         |
//!     '-- any other upcard (PG-5) ------------. |
//!                                             v v
//!   .--------------------------------------> TURN
//!   |                                         |  |
//!   |                     plays a card (PG-6) |  | draws (PG-6, PG-14)
//!   |                                         |  v
//!   |                                         | DRAWN -- keeps the card: passes (PG-6), the turn ends --.
//!   |                                         |  |                                                      |
//!   |                                         |  | plays the drawn card (PG-6)                          |
//!   |                                         v  v                                                      |
//!   |   PG-7 (1)  the card is wild:           COLOUR           after GIFT, GIFT, ... of a Power Ring    |
//!   |                                                          (GL-4)                                   |
//!   |   PG-7 (2)  the hand is empty (PG-13):  REACT            if a tower stops the last card (PG-9),   |
//!   |                                                          then OVER                                |
//!   |   PG-7 (3)  towers are claimed (PG-8):  TOWER            once for each grab; icons do not ask     |
//!   |             all four are held (PG-11):  INSTANT UNO      if it is taken, KEEP                     |
//!   |   PG-7 (4)  one card is left (PG-12):   CALL             if forgotten, CATCH, seat by seat        |
//!   |   PG-7 (5)  the card acts (PG-17):      REACT            if the next seat can block (PG-9) or     |
//!   |                                         |                challenge (PG-10)                        |
//!   '--- the next seat's turn ----------------+---------------------------------------------------------'
//!                                             |
//!                                             '-- max_turns reached, or all passed without drawing (PG-15) --> OVER
//! ```
//!
//! | in the diagram | function |
//! |---|---|
//! | deal, UPCARD, OVER | [`Step::deal`], [`Step::name_upcard`], [`Step::finish`] |
//! | TURN, DRAWN | [`Step::lay_down`], [`Step::draw_on_turn`], [`Step::pass`], [`Step::end_turn`] |
//! | GIFT, COLOUR | [`Step::give`], [`Step::name_colour`] |
//! | TOWER, INSTANT UNO, KEEP | [`Step::next_grab`], [`Step::after_claims`], [`Step::instant_uno`] |
//! | CALL, CATCH | [`Step::uno`], [`Step::answer_call`], [`Step::catch`] |
//! | REACT | [`Step::effect`], [`Step::react`], [`Step::hit`] |
//!
//! Each rule is implemented in one function, which names it. Questions are in `ask.rs`, drawing in
//! `draw.rs`, towers in `towers.rs`, effects of cards on others in `effect.rs`, the deal and the
//! score in `round.rs`.

use super::choices::CHOICE_YES;
use super::event::{Event, Why};
use super::learn::features::Features;
use super::rules::Rules;
use super::state::{End, Phase, State};
use super::tables::{Kind, NO_COLOUR, Slot, Tables};
use crate::cards::{CardSet, Colour, Seat, Symbol, at};
use crate::game::{Action, Chance, Observer};
use std::sync::{Arc, OnceLock};

/// A shedding game: its rules, prepared for a number of seats.
///
/// ```
/// use powergrab_engine::shedding::{Family, Rules, Shedding};
///
/// assert!(Shedding::new(Rules::official(Family::PowerGrab), 6).is_ok());
/// let refused = Shedding::new(Rules::official(Family::PowerGrab), 11).unwrap_err();
/// assert!(refused.to_string().contains("11"), "{refused}");
/// ```
#[derive(Clone, Debug)]
pub struct Shedding {
    pub(super) rules: Rules,
    pub(super) tables: Tables,
    /// Input features of networks, computed on first use.
    pub(super) features: OnceLock<Option<Arc<Features>>>,
}

/// One step of the machine: the game, a state, the source of cards, the observer. Lives for one
/// call.
///
/// `HOUSE` says whether a house rule is on ([`Tables::house`]): the machine is compiled once
/// without and once with house rules.
pub(super) struct Step<'a, C: ?Sized, O: ?Sized, const HOUSE: bool> {
    pub game: &'a Shedding,
    pub t: &'a Tables,
    pub s: &'a mut State,
    pub chance: &'a mut C,
    pub observer: &'a mut O,
}

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    #[inline(always)]
    pub fn emit(&mut self, event: Event) {
        self.observer.event(self.game, self.s, &event);
    }

    #[inline(always)]
    pub fn hand(&mut self, seat: Seat) -> &mut CardSet {
        &mut self.s.hands[at(seat)]
    }

    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        self.t.after(self.s.direction, seat)
    }

    /// Carries out an answer to the question of the current phase.
    #[inline(always)]
    pub fn answer(&mut self, action: Action) {
        match self.s.phase {
            Phase::Turn | Phase::Drawn => match action.slot() {
                Some(slot) => self.answer_card(slot),
                None => self.play_nothing(),
            },
            _ => self.answer_other(action),
        }
    }

    /// Plays a card (PG-6).
    #[inline(never)]
    fn answer_card(&mut self, slot: u8) {
        let drawn = self.s.phase == Phase::Drawn && slot == self.s.drawn;
        let seat = self.s.seat;
        self.lay_down(seat, self.s.hand(seat), slot, drawn);
    }

    /// Draws although the seat could play, or keeps the drawn card (PG-6).
    #[inline(never)]
    pub fn play_nothing(&mut self) {
        if self.s.phase == Phase::Turn {
            self.draw_on_turn();
        } else {
            self.pass();
        }
    }

    /// Carries out an answer to any question but the choice of playing or drawing.
    #[inline(never)]
    pub fn answer_other(&mut self, action: Action) {
        match self.s.phase {
            Phase::Colour => self.name_colour(action.choice_unchecked()),
            Phase::React => match action.slot() {
                Some(slot) if HOUSE => self.stack(slot),
                _ => self.react(action.choice_unchecked()),
            },
            Phase::Exchange if HOUSE => self.exchange(action.choice_unchecked()),
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
            Phase::Turn | Phase::Drawn | Phase::Exchange | Phase::Over => {
                debug_assert!(false, "nothing of this kind was asked");
            }
        }
    }

    /// Moves the card from the seat's hand to the discard pile (PG-7 (1)). `drawn` says whether it
    /// was drawn in this turn. Returns `true` if the next turn has certainly begun.
    ///
    /// From here to [`Step::effect`], seat, hand and card are passed as arguments, so that the
    /// common turn stays in registers.
    #[inline(always)]
    pub fn lay_down(&mut self, seat: Seat, hand: CardSet, slot: u8, drawn: bool) -> bool {
        let one = CardSet::one(slot);
        let rest = hand ^ one;
        let card = self.t.card(slot);
        self.s.hands[at(seat)] = rest;
        self.s.discards |= one;
        self.s.gone[at(seat)] |= one;
        self.s.top = slot;
        self.s.idle = 0;
        self.s.colour_only = false;
        if card.kind == Kind::Special || rest.len() <= 1 {
            self.lay_down_special(seat, rest, slot, drawn);
            return false;
        }
        // Most cards have a colour and leave no choice, so PG-7 is short for them.
        self.show(seat, slot, card, drawn);
        if card.only_claims() {
            self.claim(seat, card.icon);
        }
        if self.s.holders.all_of(seat) && self.t.instant_uno {
            self.s.phase = Phase::InstantUno;
        } else if card.only_claims() {
            return self.end_turn(self.after(seat));
        } else {
            self.effect(seat, card);
        }
        false
    }

    /// Shows a card with a colour on top (PG-7 (1)).
    #[inline(always)]
    fn show(&mut self, seat: Seat, slot: u8, card: Slot, drawn: bool) {
        self.s.colour = card.colour;
        self.s.matches = self.t.matches[slot as usize & 127];
        self.emit(Event::Play {
            seat,
            card: slot,
            drawn,
            colour: None,
            bluff: false,
        });
    }

    /// Carries out the rest of [`Step::lay_down`] for cards with a choice, and for the last two
    /// cards of a hand.
    #[inline(always)]
    fn lay_down_special(&mut self, seat: Seat, rest: CardSet, slot: u8, drawn: bool) {
        let card = self.t.card(slot);
        if card.colour != NO_COLOUR {
            self.show(seat, slot, card, drawn);
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

    /// Gives the lowest of the remaining yellow cards to `to` (GL-4).
    pub fn give(&mut self, to: Seat) {
        let seat = self.s.seat;
        let slot = self.yellow(seat).first();
        let card = CardSet::one(slot);
        *self.hand(seat) ^= card;
        *self.hand(to) |= card;
        self.s.gone[at(seat)] |= card;
        // The giver knows where the card is.
        self.s.settle(self.t, to);
        let known = self.s.shown.of_mut(self.t.n, seat, to);
        let copies = self.t.copies.of(slot);
        let more = (*known & copies).len() as usize + 1;
        *known |= copies.iter().take(more).collect();
        *self.s.told.of_mut(self.t.n, seat, to) += 1;
        self.s.facts[at(to)].received(Colour::Yellow.index());
        self.s.exposed |= 1 << to;
        self.emit(Event::Give {
            seat,
            to,
            card: slot,
        });
        if self.yellow(seat).is_empty() {
            self.gave_all(seat);
            self.s.phase = Phase::Colour;
        }
    }

    /// Records that the player of a Power Ring publicly holds no yellow card afterwards (GL-4).
    fn gave_all(&mut self, seat: Seat) {
        self.s.settle(self.t, seat);
        let drawn = self.s.records[at(seat)].drawn;
        self.s.facts[at(seat)].set_void(Colour::Yellow.index(), drawn);
        self.s.exposed |= 1 << seat;
    }

    /// Names the colour for a wild (PG-7 (1)).
    #[inline(always)]
    pub fn name_colour(&mut self, colour: u8) {
        let (seat, slot) = (self.s.seat, self.s.top);
        let (rest, card) = (self.s.hand(seat), self.t.card(slot));
        self.s.colour = colour;
        self.s.matches = self.t.named(colour);
        self.s.records[at(seat)].named = colour;
        let mut bluff = false;
        if card.symbol == Symbol::WildDrawFour {
            // Judged on the hand after the card was laid down, by the colour in force before it
            // (PG-10).
            bluff = rest.meets(self.t.colours[self.s.colour_before as usize & 3]);
            self.s.bluff = bluff;
            self.s.judged = rest.len() as u8;
            self.s.open_bluff = false;
            let record = &mut self.s.records[at(seat)];
            record.draw_fours = record.draw_fours.saturating_add(1);
            if HOUSE {
                self.all_know_it_is_honest(seat);
            }
        }
        self.emit(Event::Play {
            seat,
            card: slot,
            drawn: self.s.plays_drawn,
            colour: Some(Colour::ALL[colour as usize & 3]),
            bluff,
        });
        self.after_play(seat, rest, card);
    }

    /// Continues after a play (PG-7 (2) and (3)).
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

    /// Checks for UNO (PG-7 (4), PG-12).
    #[inline(always)]
    pub fn uno(&mut self, seat: Seat, rest: CardSet) {
        if rest.is_single() {
            self.s.phase = Phase::Call;
        } else {
            self.act(seat);
        }
    }

    /// Carries out the effect of the top card (PG-7 (5)).
    #[inline(always)]
    fn act(&mut self, seat: Seat) {
        let card = self.t.card(self.s.top);
        if HOUSE {
            self.act_by_house_rules(seat, card);
        } else {
            self.effect(seat, card);
        }
    }

    /// Calls UNO, or lets the others catch (PG-12).
    #[inline(always)]
    pub fn answer_call(&mut self, choice: u8) {
        let seat = self.s.seat;
        if choice == CHOICE_YES {
            self.emit(Event::Uno { seat });
            self.act(seat);
        } else {
            self.s.asked = self.after(seat);
            self.s.phase = Phase::Catch;
        }
    }

    /// Asks the other seats in turn order to catch; the first that does makes the seat draw 2
    /// (PG-12).
    pub fn catch(&mut self, caught: bool) {
        let (seat, by) = (self.s.seat, self.s.asked);
        if caught {
            self.emit(Event::Caught { seat, by });
            self.draw(seat, 2, Why::Uno);
            return self.act(seat);
        }
        self.s.asked = self.after(by);
        if self.s.asked == seat {
            self.act(seat);
        }
    }

    /// Handles an empty hand; a last draw card still acts on the next seat (PG-7 (2), PG-13).
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
        let stops = card.stops & self.s.holders.of(next);
        if stops != 0 && self.game.rules.block_last {
            self.s.phase = Phase::React;
        } else {
            self.hit();
        }
    }

    /// Ends the turn without a card laid down (PG-6, PG-15). Returns `true` if the next turn has
    /// begun.
    #[inline(always)]
    pub fn pass(&mut self) -> bool {
        let seat = self.s.seat;
        let record = &mut self.s.records[at(seat)];
        record.passed[self.s.colour as usize & 3] = record.drawn + 1;
        if self.s.colour_only {
            // The restriction ends with this turn (PG-5).
            self.s.colour_only = false;
            self.s.matches = self.t.matches[self.s.top as usize];
        }
        self.emit(Event::Pass { seat });
        if self.s.has_drawn {
            self.s.idle = 0;
        } else {
            self.s.idle += 1;
            if self.s.idle == self.t.n {
                self.s.turn += 1;
                self.finish(End::Deadlock);
                return false;
            }
        }
        self.end_turn(self.after(seat))
    }

    /// Ends the turn; the next one is that of `next`. Returns `false` if that was the last turn
    /// allowed (PG-15).
    #[inline(always)]
    pub fn end_turn(&mut self, next: Seat) -> bool {
        self.s.turn += 1;
        self.s.seat = next;
        self.s.phase = Phase::Turn;
        let more = self.s.turn < self.game.rules.max_turns;
        if !more {
            self.finish(End::MaxTurns);
        }
        more
    }
}
