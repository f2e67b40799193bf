//! What is asked: from a phase to the legal options (PG-6, PG-8 to PG-12, GL-4), in the fixed order.

use super::engine::{Shedding, Step, at};
use super::state::{Phase, State};
use super::{CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_DRAW, CHOICE_NO, CHOICE_YES};
use crate::cards::{CardSet, Seat, Symbol};
use crate::game::{Ask, Chance, Observer, Options};

const YES_OR_NO: u16 = 1 << CHOICE_YES | 1 << CHOICE_NO;

impl Shedding {
    /// The options of the current phase; fewer than two where there is nothing to ask.
    #[inline(always)]
    pub(super) fn options(&self, s: &State) -> Options {
        let t = &self.tables;
        match s.phase {
            Phase::Turn => self.plays(s, s.hand(s.seat)),
            Phase::Drawn => {
                let mut cards = CardSet::EMPTY;
                if s.has_drawn {
                    cards = CardSet::one(s.drawn);
                    if self.rules.wild_after_draw {
                        cards |= s.hand(s.seat) & t.wilds;
                    }
                }
                self.plays(s, cards)
            }
            Phase::Colour | Phase::Upcard => Options::choices(0b1111),
            Phase::Tower => Options::choices(u16::from(t.towers & !s.towers_of(s.seat))),
            Phase::InstantUno | Phase::Call | Phase::Catch => Options::choices(YES_OR_NO),
            Phase::Keep => Options {
                cards: s.hand(s.seat),
                ..Options::NONE
            },
            Phase::Gift => {
                let all = (1u16 << t.n) - 1;
                Options::choices(all & !(1 << s.seat))
            }
            Phase::React => {
                let symbol = t.slots[s.top as usize].symbol;
                let stops = t.stops[symbol.index()] & s.held[at(s.asked)];
                let mut choices = 1 << CHOICE_ACCEPT;
                choices |= u16::from(stops != 0) << CHOICE_BLOCK;
                // PG-13: there is nothing to challenge in a last Wild Draw Four.
                let challenge = symbol == Symbol::WildDrawFour && !s.last;
                choices |= u16::from(challenge) << CHOICE_CHALLENGE;
                Options::choices(choices)
            }
            Phase::Over => Options::NONE,
        }
    }

    /// PG-6, PG-10: of these cards of the seat's hand, those that may be played; a Wild Draw Four that is not honest is a
    /// bluff. The other choice is to draw, or to keep what was drawn.
    #[inline(always)]
    fn plays(&self, s: &State, cards: CardSet) -> Options {
        let t = &self.tables;
        let legal = cards & s.matches;
        let dishonest = s.hand(s.seat).meets(t.colours[s.colour as usize & 3]);
        let bluffs = (legal & t.draw_fours).if_true(dishonest);
        Options {
            cards: legal ^ bluffs,
            choices: 1 << CHOICE_DRAW,
            bluffs,
        }
    }

    /// The seat that answers in the current phase.
    #[inline(always)]
    pub(super) fn asked(&self, s: &State) -> Seat {
        match s.phase {
            Phase::Catch | Phase::React => s.asked,
            _ => s.seat,
        }
    }
}

impl<C: Chance, O: Observer<Shedding>> Step<'_, C, O> {
    /// Runs to the next question, doing by itself what leaves no choice.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<Ask> {
        loop {
            let options = self.game.options(self.s);
            match self.s.phase {
                Phase::Turn if (options.cards | options.bluffs).is_empty() => {
                    self.draw_on_turn();
                    continue;
                }
                Phase::Drawn if (options.cards | options.bluffs).is_empty() => {
                    self.pass();
                    continue;
                }
                Phase::Tower | Phase::Keep | Phase::Gift | Phase::React if options.len() == 1 => {
                    self.answer(options.nth(0));
                    continue;
                }
                Phase::Over => return None,
                _ => {}
            }
            return Some(Ask {
                seat: self.game.asked(self.s),
                options,
            });
        }
    }
}
