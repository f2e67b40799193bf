//! Questions: from a phase to the legal options, in the fixed order.
//!
//! | phase | options |
//! |---|---|
//! | `Turn` | cards: to place (GR-4), to turn a line with (GR-5), to lay (GR-6, GR-7); choices 0 to 5: the [`Line`]s that can be scored (GR-8) |
//! | `Position` | choices 0 to 15: positions of the window ([`Board`](super::Board)), 0 to 2, 4 to 6, 8 to 10 once the Grid is full |
//! | `Line` | choices 0 to 5: [`Line`]s |
//! | `Pay` | cards: the numbers that fit, then Wilds, then Wild Draw Fours, as long as the remaining cards can pay for the rest |

use super::board::{FULL, Line};
use super::engine::{Grid, Step, at};
use super::kind::Kind;
use super::state::{Phase, State};
use super::tables::{Counts, has_two_to_place, n_wild, scorable, unary, unary_of_line, unit};
use crate::cards::{CardSet, Seat};
use crate::game::{Action, Ask, Chance, Decider, Observer, Options};

/// The choices of all six lines.
pub(super) const LINES: u16 = 0b11_1111;

impl Grid {
    /// Returns the options of the current phase.
    #[inline(always)]
    pub(super) fn options(&self, s: &State) -> Options {
        match s.phase {
            Phase::Turn if s.board.is_full() => self.moves(s, s.hand(s.seat), s.counts[at(s.seat)]),
            Phase::Turn => self.placeable(s.hand(s.seat)),
            Phase::Position => Options::choices(s.board.positions()),
            Phase::Line => Options::choices(LINES),
            Phase::Pay => self.payments(s),
            Phase::Begin | Phase::Over => Options::NONE,
        }
    }

    /// Returns the options while the Grid is being filled: placing is the only move (GR-4).
    #[inline(always)]
    fn placeable(&self, hand: CardSet) -> Options {
        Options {
            cards: hand & self.tables.placeable(),
            ..Options::NONE
        }
    }

    /// Returns the options once the Grid is filled (GR-2, GR-4 to GR-8).
    #[inline(always)]
    fn moves(&self, s: &State, hand: CardSet, counts: Counts) -> Options {
        Options {
            cards: hand & self.tables.moving,
            choices: scorable(&s.needs, counts),
            bluffs: CardSet::EMPTY,
        }
    }

    /// Returns the cards that may be laid for the next number (GR-8). A wild may be used even if
    /// the number is held, as long as the remaining cards pay for the rest.
    #[inline(always)]
    fn payments(&self, s: &State) -> Options {
        let t = &self.tables;
        let hand = s.kept;
        let nth = s.n_paid as usize & 3;
        let fitting = hand & t.numbers[s.due[nth] as usize & 15];
        let wilds = n_wild(s.rest);
        if wilds == 0 {
            return Options {
                cards: fitting,
                ..Options::NONE
            };
        }
        // A wild is spare if one fewer still pays for the numbers after this one.
        let later = unit(s.due[nth + 1]) + unit(s.due[nth + 2]);
        let lacking = unary_of_line(later) & !unary(s.rest);
        let enough = lacking.count_ones() < wilds;
        Options {
            cards: fitting | (hand & t.any_wild).if_true(enough),
            ..Options::NONE
        }
    }
}

impl<C: Chance, O: Observer<Grid>> Step<'_, C, O> {
    /// Runs to the next question; carries out single options without asking.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<Ask> {
        loop {
            match self.s.phase {
                Phase::Begin => {
                    self.begin();
                    continue;
                }
                Phase::Over => {
                    self.score();
                    return None;
                }
                _ => {}
            }
            let options = self.game.options(self.s);
            if options.is_choice() {
                return Some(Ask::new(self.s.seat, options));
            }
            // Payments are often forced, everything else hardly ever.
            if self.s.phase == Phase::Pay {
                self.pay(options.cards.first());
            } else {
                self.forced();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn forced(&mut self) {
        let options = self.game.options(self.s);
        if options.is_empty() {
            self.pass();
        } else {
            self.answer(options.nth(0));
        }
    }

    /// Alternates [`Step::advance`] and [`Step::answer`] to the end of the game, with a straight
    /// path for the common turns. The rules are implemented elsewhere; this is only the order of
    /// phases.
    #[inline(always)]
    pub fn run(&mut self, decider: &mut impl Decider<Grid>) {
        loop {
            if self.s.phase != Phase::Begin {
                let Some(ask) = self.advance() else { return };
                let action = decider.decide(self.game, self.s, &ask);
                self.answer(action);
            } else if self.s.board.is_full() {
                self.turn(decider);
            } else {
                self.filling_turn(decider);
            }
            debug_assert_eq!(self.game.check_state(self.s), Ok(()));
        }
    }

    /// Asks the seat on turn.
    #[inline(always)]
    fn ask(&mut self, decider: &mut impl Decider<Grid>, seat: Seat, options: Options) -> Action {
        debug_assert_eq!(self.s.seat, seat);
        // Redundant, but it tells the compiler the value, which removes the code for another seat's
        // move.
        self.s.seat = seat;
        decider.decide(self.game, self.s, &Ask::new(seat, options))
    }

    /// Plays a turn while the Grid is being filled.
    #[inline(always)]
    fn filling_turn(&mut self, decider: &mut impl Decider<Grid>) {
        let seat = self.s.seat;
        let Some((hand, _)) = self.begin() else {
            return;
        };
        let options = self.game.placeable(hand);
        if !options.is_choice() {
            return self.forced();
        }
        self.s.card = self.ask(decider, seat, options).slot_unchecked();
        self.s.phase = Phase::Position;
        let options = Options::choices(self.s.board.positions());
        let action = if options.is_choice() {
            self.ask(decider, seat, options)
        } else {
            options.nth_choice(0)
        };
        self.fill(action.choice_unchecked());
    }

    /// Plays a turn once it is filled.
    #[inline(always)]
    fn turn(&mut self, decider: &mut impl Decider<Grid>) {
        let seat = self.s.seat;
        let Some((hand, counts)) = self.begin() else {
            return;
        };
        let options = self.game.moves(self.s, hand, counts);
        // A quick check: there are nearly always two cards to place.
        if !has_two_to_place(counts) && !options.is_choice() {
            return self.forced();
        }
        let action = self.ask(decider, seat, options);
        let slot = action.at();
        // Placing, the most common kind, last (see `Kind::mark`).
        let kind = self.kind_of(action);
        if kind & Kind::Score.bit() != 0 {
            self.choose_line(Line::from_choice(slot));
            if action.hint() & Kind::PAYS_FIRST != 0 {
                return self.pay_first();
            }
            while self.s.phase == Phase::Pay {
                // See `ask`. It is before the branch, so that a bot which takes the first option
                // has none.
                self.s.seat = seat;
                let options = self.game.payments(self.s);
                let slot = if options.is_choice() {
                    self.ask(decider, seat, options).slot_unchecked()
                } else {
                    options.cards.first() & 127
                };
                self.pay(slot);
            }
        } else if kind & Kind::Lay.bit() != 0 {
            self.s.card = slot;
            self.lay(slot);
        } else if kind & Kind::Reverse.bit() != 0 {
            self.s.card = slot;
            self.s.phase = Phase::Line;
            let line = self.ask(decider, seat, Options::choices(LINES));
            self.reverse(Line::from_choice(line.choice_unchecked()));
        } else {
            self.s.card = slot;
            self.s.phase = Phase::Position;
            let cell = self.ask(decider, seat, Options::choices(FULL));
            self.cover(cell.choice_unchecked());
        }
    }

    /// Returns the mark of the kind of move of a turn's action. A hint, which a bot may have known
    /// long before the card, has an additional bit.
    #[inline(always)]
    fn kind_of(&self, action: Action) -> u8 {
        let looked_up = self.t.marks[action.number() as usize];
        let hint = action.hint();
        debug_assert!(hint == 0 || hint & !Kind::PAYS_FIRST == Kind::hint(looked_up));
        if hint == 0 { looked_up } else { hint }
    }
}
