//! What is asked: from a phase to the legal options, in the fixed order.
//!
//! | phase | options |
//! |---|---|
//! | `Turn` | cards: to place (GR-4), to turn a line with (GR-5), to lay (GR-6, GR-7); choices 0 to 5: the [`Line`]s that can be scored (GR-8) |
//! | `Position` | choices 0 to 15: positions of the window ([`Board`](super::Board)), 0 to 2, 4 to 6, 8 to 10 once the Grid is full |
//! | `Line` | choices 0 to 5: [`Line`]s |
//! | `Pay` | cards: the numbers that fit, then Wilds, then Wild Draw Fours, as far as what is left still pays for the rest |

use super::board::Line;
use super::engine::{Grid, Step, at, slot_at};
use super::state::{Kind, Phase, State};
use super::tables::{can_pay, n_fours, n_wilds, unary, unary_of_line};
use crate::cards::CardSet;
use crate::game::{Ask, Chance, Decider, Observer, Options};

/// The choices of all six lines.
const LINES: u16 = 0b11_1111;

impl Grid {
    /// The options of the current phase.
    #[inline(always)]
    pub(super) fn options(&self, s: &State) -> Options {
        match s.phase {
            Phase::Turn => self.moves(s),
            Phase::Position => Options::choices(s.board.positions()),
            Phase::Line => Options::choices(LINES),
            Phase::Pay => self.payments(s),
            Phase::Begin | Phase::Over => Options::NONE,
        }
    }

    /// GR-2, GR-4 to GR-8. While the Grid is being filled, placing is the only move there is.
    #[inline(always)]
    fn moves(&self, s: &State) -> Options {
        let t = &self.tables;
        let hand = s.hand(s.seat);
        if !s.board.is_full() {
            return Options {
                cards: hand & t.placeable(),
                ..Options::NONE
            };
        }
        Options {
            cards: hand.without(t.wilds),
            choices: self.scorable(s),
            bluffs: CardSet::EMPTY,
        }
    }

    /// GR-8: the lines that the seat on turn can pay for, bit `i` for line `i`.
    #[inline(always)]
    fn scorable(&self, s: &State) -> u16 {
        let counts = s.counts[at(s.seat)];
        let has = unary(counts);
        let wilds = n_wilds(counts) + n_fours(counts);
        let mut lines = 0;
        for (line, needs) in s.needs[..6].iter().enumerate() {
            lines |= u16::from(can_pay(*needs, has, wilds)) << line;
        }
        lines
    }

    /// GR-8: what may be laid for the next number. A wild may be used although the number is held, as long as what is left
    /// pays for the rest.
    #[inline(always)]
    fn payments(&self, s: &State) -> Options {
        let t = &self.tables;
        let hand = s.hand(s.seat) ^ s.paying;
        let nth = s.n_paid as usize & 3;
        let fitting = hand & t.numbers[s.due[nth] as usize & 15];
        // A wild is spare when one less still pays for the numbers after this one.
        let later = s.later[nth];
        let wilds = n_wilds(s.rest) + n_fours(s.rest);
        let lacking = unary_of_line(later) & !unary(s.rest);
        let enough = lacking.count_ones() < wilds;
        Options {
            cards: fitting | (hand & (t.wilds | t.fours)).if_true(enough),
            ..Options::NONE
        }
    }
}

impl<C: Chance, O: Observer<Grid>> Step<'_, C, O> {
    /// Runs to the next question, doing by itself what leaves no choice.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<Ask> {
        loop {
            match self.s.phase {
                Phase::Begin => {
                    self.begin();
                    continue;
                }
                Phase::Over => return None,
                _ => {}
            }
            let options = self.game.options(self.s);
            if options.is_choice() {
                return Some(Ask {
                    seat: self.s.seat,
                    options,
                });
            }
            // Paying is forced often, everything else hardly ever.
            if self.s.phase == Phase::Pay {
                self.pay(options.cards.first());
            } else {
                self.forced(&options);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn forced(&mut self, options: &Options) {
        if options.is_empty() {
            self.pass();
        } else {
            self.answer(options.nth(0));
        }
    }

    /// [`Step::advance`] and [`Step::answer`] in turn to the end of the game, with the common turn laid out straight. What a rule does is said where it always is; here is only the order in which phases follow each other.
    #[inline(always)]
    pub fn run(&mut self, decider: &mut impl Decider<Grid>) {
        loop {
            if self.s.phase != Phase::Begin {
                let Some(ask) = self.advance() else { return };
                let action = decider.decide(self.game, self.s, &ask);
                self.answer(action);
                continue;
            }
            self.begin();
            if self.s.phase == Phase::Over {
                return;
            }
            let seat = self.s.seat;
            let options = self.game.moves(self.s);
            if !options.is_choice() {
                self.forced(&options);
                continue;
            }
            let action = decider.decide(self.game, self.s, &Ask { seat, options });
            match action.slot() {
                Some(slot) => {
                    self.s.card = slot;
                    match self.t.kind[slot_at(slot)] {
                        Kind::Lay => self.lay(slot),
                        Kind::Reverse => {
                            self.s.phase = Phase::Line;
                            let options = Options::choices(LINES);
                            let action = decider.decide(self.game, self.s, &Ask { seat, options });
                            self.reverse(Line::from_choice(action.choice_unchecked()));
                        }
                        _ => {
                            self.s.phase = Phase::Position;
                            let options = Options::choices(self.s.board.positions());
                            let action = if options.is_choice() {
                                decider.decide(self.game, self.s, &Ask { seat, options })
                            } else {
                                options.nth_choice(0)
                            };
                            self.place(action.choice_unchecked());
                        }
                    }
                }
                None => {
                    self.choose_line(Line::from_choice(action.choice_unchecked()));
                    while self.s.phase == Phase::Pay {
                        let options = self.game.payments(self.s);
                        let slot = if options.is_choice() {
                            let action = decider.decide(self.game, self.s, &Ask { seat, options });
                            action.slot_unchecked()
                        } else {
                            options.cards.first()
                        };
                        self.pay(slot);
                    }
                }
            }
            debug_assert_eq!(self.game.check_state(self.s), Ok(()));
        }
    }
}
