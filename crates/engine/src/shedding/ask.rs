//! Questions: from a phase to the legal options (PG-6, PG-8 to PG-12, GL-4), in the fixed order.

use super::choices::{
    CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES,
};
use super::engine::{Shedding, Step};
use super::state::{Phase, State};
use crate::cards::{CardSet, Seat, Symbol, at};
use crate::game::{Ask, Chance, Decider, Observer, Options};

const YES_OR_NO: u16 = 1 << CHOICE_YES | 1 << CHOICE_NO;

impl Shedding {
    /// Returns the options of the current phase; fewer than two if there is nothing to ask.
    #[inline(always)]
    pub(super) fn options<const HOUSE: bool>(&self, s: &State) -> Options {
        let options = self.sheet_options(s);
        if HOUSE {
            self.house_options(s, options)
        } else {
            options
        }
    }

    /// Returns the options by the rule sheet.
    #[inline(always)]
    fn sheet_options(&self, s: &State) -> Options {
        let t = &self.tables;
        match s.phase {
            Phase::Turn => self.plays(s, s.hand(s.seat), s.hand(s.seat)),
            Phase::Drawn => {
                let mut cards = CardSet::EMPTY;
                if s.has_drawn {
                    cards = CardSet::one(s.drawn);
                    if self.rules.wild_after_draw {
                        cards |= s.hand(s.seat) & t.wilds;
                    }
                }
                self.plays(s, s.hand(s.seat), cards)
            }
            Phase::Colour | Phase::Upcard => Options::choices(0b1111),
            Phase::Tower => self.tower_options(s),
            Phase::InstantUno | Phase::Call | Phase::Catch => Options::choices(YES_OR_NO),
            Phase::Keep => Options {
                cards: s.hand(s.seat),
                ..Options::NONE
            },
            Phase::Gift | Phase::Exchange => {
                let all = (1u16 << t.n) - 1;
                Options::choices(all & !(1 << s.seat))
            }
            Phase::React => self.react_options(s),
            Phase::Over => Options::NONE,
        }
    }

    /// Returns the towers that the seat does not hold (PG-8).
    #[inline(always)]
    fn tower_options(&self, s: &State) -> Options {
        Options::choices(u16::from(self.tables.towers & !s.towers_of(s.seat)))
    }

    /// Returns the reactions: accept, block with a tower against the card, challenge a Wild Draw
    /// Four unless it was the last card (PG-9, PG-10, PG-13).
    #[inline(always)]
    fn react_options(&self, s: &State) -> Options {
        let card = self.tables.card(s.top);
        let stops = card.stops & s.holders.of(s.asked);
        let challenge = card.symbol == Symbol::WildDrawFour && !s.last;
        Options::choices(
            1 << CHOICE_ACCEPT
                | u16::from(stops != 0) << CHOICE_BLOCK
                | u16::from(challenge) << CHOICE_CHALLENGE,
        )
    }

    /// Returns the playable cards among these cards of a hand; a dishonest Wild Draw Four is a
    /// bluff (PG-6, PG-10). The other choice is to draw, or to keep the drawn card.
    #[inline(always)]
    fn plays(&self, s: &State, hand: CardSet, cards: CardSet) -> Options {
        self.playable(s, hand, cards & s.matches)
    }

    /// Returns the options of a turn in which these cards of a hand match.
    #[inline(always)]
    fn playable(&self, s: &State, hand: CardSet, fitting: CardSet) -> Options {
        let t = &self.tables;
        let mut bluffs = fitting & t.draw_fours;
        if !bluffs.is_empty() {
            bluffs = bluffs.if_true(hand.meets(t.colours[s.colour as usize & 3]));
        }
        Options {
            cards: fitting ^ bluffs,
            choices: 1 << CHOICE_DRAW,
            bluffs,
        }
    }

    /// Returns the seat that answers in the current phase.
    #[inline(always)]
    pub(super) fn asked(&self, s: &State) -> Seat {
        match s.phase {
            Phase::Catch | Phase::React => s.asked,
            _ => s.seat,
        }
    }
}

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Runs to the next question; carries out single options without asking.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<Ask> {
        loop {
            let options = self.game.options::<HOUSE>(self.s);
            match self.s.phase {
                Phase::Turn if (options.cards | options.bluffs).is_empty() => {
                    self.draw_on_turn();
                    continue;
                }
                Phase::Drawn if (options.cards | options.bluffs).is_empty() => {
                    self.pass();
                    continue;
                }
                Phase::Tower | Phase::Keep | Phase::Gift | Phase::React | Phase::Exchange
                    if options.len() == 1 =>
                {
                    self.answer(options.nth(0));
                    continue;
                }
                // HR-3
                Phase::Turn | Phase::Drawn if HOUSE && options.len() == 1 => {
                    self.answer(options.nth(0));
                    continue;
                }
                Phase::Over => {
                    self.score();
                    return None;
                }
                _ => {}
            }
            return Some(Ask::new(self.game.asked(self.s), options));
        }
    }
}

impl<C: Chance + ?Sized, O: Observer<Shedding> + ?Sized, const HOUSE: bool> Step<'_, C, O, HOUSE> {
    /// Alternates [`Step::advance`] and [`Step::answer`] to the end of the round, with straight
    /// paths for the common turns. The rules are implemented elsewhere; this is only the order of
    /// phases.
    ///
    /// Each of the larger steps is called from one place, because the loop must stay in the
    /// instruction cache.
    #[inline(always)]
    pub fn run(&mut self, decider: &mut impl Decider<Shedding>) {
        loop {
            if self.s.phase == Phase::Turn {
                while self.turn(decider) {}
            }
            // Possible steps between a card laid down and the next turn, in the order of PG-7.
            let seat = self.s.seat;
            if self.s.phase == Phase::Colour {
                let options = Options::choices(0b1111);
                let action = decider.decide(self.game, self.s, &Ask::new(seat, options));
                self.name_colour(action.choice_unchecked());
            }
            while self.s.phase == Phase::Tower {
                let options = self.game.tower_options(self.s);
                let action = if options.is_choice() {
                    decider.decide(self.game, self.s, &Ask::new(seat, options))
                } else {
                    options.nth_choice(0)
                };
                self.grab(action.choice_unchecked());
            }
            if self.s.phase == Phase::Call {
                let options = Options::choices(YES_OR_NO);
                let action = decider.decide(self.game, self.s, &Ask::new(seat, options));
                self.answer_call(action.choice_unchecked());
            }
            if self.s.phase == Phase::React {
                let (seat, options) = (self.s.asked, self.game.react_options(self.s));
                if options.is_choice() {
                    let action = decider.decide(self.game, self.s, &Ask::new(seat, options));
                    self.react(action.choice_unchecked());
                } else {
                    self.hit();
                }
            }
            match self.s.phase {
                Phase::Turn => {}
                Phase::Over => return self.score(),
                _ => self.rare(decider),
            }
        }
    }

    /// Plays a card from the hand or one just drawn, or passes (PG-6). Returns `true` if the next
    /// turn has certainly begun.
    #[inline(always)]
    fn turn(&mut self, decider: &mut impl Decider<Shedding>) -> bool {
        // Shown to be in range once, and so in one register for all look-ups of the turn.
        let seat = at(self.s.seat) as Seat;
        let mut hand = self.s.hand(seat);
        let mut fitting = hand & self.s.matches;
        let draws = fitting.is_empty();
        if draws {
            if self.s.pile <= 1 {
                self.rare(decider);
                return false;
            }
            let card = self.draw_one(seat);
            // A seat that has to draw had no wild, so of its cards only this one may match.
            fitting = card & self.s.matches;
            if fitting.is_empty() {
                return self.pass();
            }
            hand |= card;
        }
        let options = self.game.playable(self.s, hand, fitting);
        // Redundant, but it tells an inlined decider the value.
        self.s.phase = if draws { Phase::Drawn } else { Phase::Turn };
        let action = decider.decide(self.game, self.s, &Ask::new(seat, options));
        match action.slot() {
            Some(slot) => self.lay_down(seat, hand, slot, draws),
            None => {
                self.play_nothing();
                false
            }
        }
    }

    /// Asks one of the questions that occur in few rounds.
    #[inline(never)]
    fn rare(&mut self, decider: &mut impl Decider<Shedding>) {
        if let Some(ask) = self.advance() {
            let action = decider.decide(self.game, self.s, &ask);
            self.answer(action);
        }
    }
}
