//! The machine of Grid: from decision to decision. Each rule is implemented in one function, which
//! names it.

use super::board::{Board, Line};
use super::event::{Event, LaidCards, Why};
use super::faces::DeckFaces;
use super::kind::Kind;
use super::rules::{MAX_PLAYERS, Rules};
use super::state::{End, Phase, State};
use super::tables::{self, Counts, DUE, NEEDS, PLACES_IN_LINE, Tables, n_wild};
use crate::cards::{CardSet, MAX_CARDS, Seat};
use crate::game::{Action, Chance, Observer};

/// A game of Grid: its rules, prepared for a number of seats.
#[derive(Clone, Debug)]
pub struct Grid {
    pub(super) rules: Rules,
    pub(super) tables: Tables,
    pub(super) faces: DeckFaces,
}

/// One step of the machine: the game, a state, the source of cards, the observer. Lives for one
/// call.
pub(super) struct Step<'a, C, O> {
    pub game: &'a Grid,
    pub t: &'a Tables,
    pub s: &'a mut State,
    pub chance: &'a mut C,
    pub observer: &'a mut O,
}

/// Returns a seat as an index that the compiler knows to be in range.
#[inline(always)]
pub(super) fn at(seat: Seat) -> usize {
    seat as usize & (MAX_PLAYERS - 1)
}

const _: () = assert!(MAX_PLAYERS.is_power_of_two());

/// Returns a slot as an index that the compiler knows to be in range.
#[inline(always)]
pub(super) fn slot_at(slot: u8) -> usize {
    slot as usize & (MAX_CARDS - 1)
}

impl<C: Chance, O: Observer<Grid>> Step<'_, C, O> {
    #[inline(always)]
    fn emit(&mut self, event: Event) {
        self.observer.event(self.game, self.s, &event);
    }

    /// Deals the hands (GR-1).
    #[inline(always)]
    pub fn deal(&mut self, first: Seat) {
        let hand_size = self.game.rules.hand_size;
        let n = self.t.n as usize;
        let s = &mut *self.s;
        s.board = Board::EMPTY;
        s.buried = CardSet::EMPTY;
        s.first = first;
        s.seat = first;
        s.turn = 0;
        s.unscored = false;
        s.done = false;
        s.phase = Phase::Begin;
        if s.any_shown {
            s.any_shown = false;
            s.shown = State::BLANK.shown;
        }
        // All of them, so that it is a few stores and no call for a length known only at run time.
        s.records = State::BLANK.records;
        s.piles = State::BLANK.piles;
        self.chance.fill(self.t.n_cards);
        for seat in 0..n {
            let mut hand = CardSet::EMPTY;
            let mut counts = 0;
            for _ in 0..hand_size {
                let slot = self.chance.draw();
                hand |= CardSet::one(slot);
                counts += self.t.unit[slot_at(slot)];
            }
            self.s.hands[seat] = hand;
            self.s.counts[seat] = counts;
        }
        self.s.left = self.t.n_cards - n as u8 * hand_size;
        self.emit(Event::Deal);
    }

    /// Begins a turn with a drawn card; returns the hand then, as cards and as counts (GR-2). If
    /// there is no card, the game is over (GR-3).
    #[inline(always)]
    pub fn begin(&mut self) -> Option<(CardSet, Counts)> {
        if self.s.left == 0 {
            self.finish(End::Deck);
            return None;
        }
        let seat = self.s.seat;
        let slot = self.chance.draw();
        let card = CardSet::one(slot);
        let s = &mut *self.s;
        let hand = s.hands[at(seat)] | card;
        let counts = s.counts[at(seat)] + self.t.unit[slot_at(slot)];
        s.hands[at(seat)] = hand;
        s.counts[at(seat)] = counts;
        s.left -= 1;
        s.turn += 1;
        s.phase = Phase::Turn;
        self.emit(Event::Draw {
            seat,
            cards: card,
            n: 1,
            why: Why::Turn,
        });
        Some((hand, counts))
    }

    /// Carries out an answer to the question of the current phase.
    #[inline(always)]
    pub fn answer(&mut self, action: Action) {
        match self.s.phase {
            Phase::Turn => match action.slot() {
                Some(slot) => self.choose(slot),
                None => self.choose_line(Line::from_choice(action.choice_unchecked())),
            },
            Phase::Position => self.place(action.choice_unchecked()),
            Phase::Line => self.reverse(Line::from_choice(action.choice_unchecked())),
            Phase::Pay => self.pay(action.slot_unchecked()),
            Phase::Begin | Phase::Over => debug_assert!(false, "nobody was asked"),
        }
    }

    #[inline(always)]
    fn choose(&mut self, slot: u8) {
        self.s.card = slot;
        let mark = self.t.marks[slot_at(slot)];
        if mark & Kind::Lay.bit() != 0 {
            self.lay(slot);
        } else if mark & Kind::Reverse.bit() != 0 {
            self.s.phase = Phase::Line;
        } else {
            self.s.phase = Phase::Position;
        }
    }

    /// Chooses a line. The numbers on top of it are due; Skips need no card (GR-8).
    #[inline(always)]
    pub fn choose_line(&mut self, line: Line) {
        let s = &mut *self.s;
        let seat = at(s.seat);
        s.line = line;
        s.due = DUE[s.lines[line.index() & 7] as usize & (DUE.len() - 1)];
        s.n_paid = 0;
        s.kept = s.hands[seat];
        s.rest = s.counts[seat];
        s.phase = Phase::Pay;
    }

    /// Removes a public card from the hand.
    #[inline(always)]
    fn lose(&mut self, slot: u8) {
        let seat = self.s.seat;
        let card = CardSet::one(slot);
        self.s.hands[at(seat)] ^= card;
        self.s.counts[at(seat)] -= self.t.unit[slot_at(slot)];
        if self.s.any_shown {
            self.forget(card);
        }
    }

    #[cold]
    fn forget(&mut self, cards: CardSet) {
        let known = &mut self.s.shown[at(self.s.seat)];
        *known = self.t.copies.take(*known, cards);
    }

    /// Places the card in the Grid (GR-4).
    #[inline(always)]
    fn place(&mut self, position: u8) {
        if self.s.board.is_full() {
            self.cover(position);
        } else {
            self.fill(position);
        }
    }

    /// Places the card while the Grid is being filled (GR-4).
    #[inline(always)]
    pub fn fill(&mut self, position: u8) {
        let slot = self.s.card;
        self.lose(slot);
        let place = self.s.board.at(position);
        self.s.board.fill(position, slot);
        if self.s.board.is_full() {
            self.read_lines();
        }
        self.placed(slot, place);
    }

    /// Places the card on top of a stack of a full Grid (GR-4).
    #[inline(always)]
    pub fn cover(&mut self, cell: u8) {
        let slot = self.s.card;
        self.lose(slot);
        let old = self.s.board.cover(cell, slot);
        self.s.buried |= CardSet::one(old);
        let [new, old] = [slot, old].map(|slot| u16::from(self.t.number[slot_at(slot)]));
        self.change(cell >> 2, cell & 3, new.wrapping_sub(old));
        self.placed(slot, [(cell & 3) as i8, (cell >> 2) as i8]);
    }

    #[inline(always)]
    fn placed(&mut self, card: u8, at: [i8; 2]) {
        let seat = self.s.seat;
        self.emit(Event::Place { seat, card, at });
        self.end_turn();
    }

    /// Records the needs of all lines, once the Grid is full (GR-8).
    #[cold]
    #[inline(never)]
    pub fn read_lines(&mut self) {
        self.s.lines = [0; 8];
        for row in 0..3 {
            for column in 0..3 {
                let number = self.number_on(4 * row + column);
                self.change(row, column, number);
            }
        }
    }

    /// Returns the number on top of a cell.
    #[inline(always)]
    fn number_on(&self, cell: u8) -> u16 {
        u16::from(self.t.number[slot_at(self.s.board.top(cell))])
    }

    /// Updates the needs of the lines through a cell (GR-8), after the number there has increased
    /// by `by`, which may wrap to a decrease.
    #[inline(always)]
    fn change(&mut self, row: u8, column: u8, by: u16) {
        let place = |at: u8| PLACES_IN_LINE[at as usize & 3];
        self.renumber(row, by.wrapping_mul(place(column)));
        self.renumber(3 + column, by.wrapping_mul(place(row)));
    }

    #[inline(always)]
    fn renumber(&mut self, line: u8, by: u16) {
        let line = line as usize & 7;
        let index = self.s.lines[line].wrapping_add(by);
        self.s.lines[line] = index;
        self.s.needs[line] = NEEDS[index as usize & (NEEDS.len() - 1)];
    }

    /// Puts the Reverse into the score pile, and exchanges the ends of the line (GR-5).
    #[inline(always)]
    pub fn reverse(&mut self, line: Line) {
        let (seat, slot) = (self.s.seat, self.s.card);
        self.lose(slot);
        self.s.piles[at(seat)] |= CardSet::one(slot);
        let [one, _, other] = line.cells();
        let by = self.number_on(other).wrapping_sub(self.number_on(one));
        self.s.board.reverse(line);
        self.change(one >> 2, one & 3, by);
        self.change(other >> 2, other & 3, by.wrapping_neg());
        self.emit(Event::Reverse {
            seat,
            card: slot,
            line,
        });
        self.end_turn();
    }

    /// Lays the card into the score pile, for two or four cards (GR-6, GR-7). If the draw pile ends
    /// in the middle of the draw, so does the game (GR-3).
    #[inline(always)]
    pub fn lay(&mut self, slot: u8) {
        let seat = self.s.seat;
        self.lose(slot);
        self.s.piles[at(seat)] |= CardSet::one(slot);
        self.emit(Event::Lay { seat, card: slot });
        let (due, why) = if self.t.fours.has(slot) {
            (4, Why::DrawFour)
        } else {
            (2, Why::DrawTwo)
        };
        let n = due.min(self.s.left);
        let mut cards = CardSet::EMPTY;
        if n == due {
            // Unrolled, so that there is one prediction instead of one per card.
            cards |= self.take(seat) | self.take(seat);
            if due == 4 {
                cards |= self.take(seat) | self.take(seat);
            }
        } else {
            for _ in 0..n {
                cards |= self.take(seat);
            }
        }
        self.s.left -= n;
        self.s.hands[at(seat)] |= cards;
        if n > 0 {
            self.emit(Event::Draw {
                seat,
                cards,
                n,
                why,
            });
        }
        if n < due {
            return self.finish(End::Deck);
        }
        self.end_turn();
    }

    /// Takes a card off the draw pile, and counts it in the seat's hand; the caller stores it.
    #[inline(always)]
    fn take(&mut self, seat: Seat) -> CardSet {
        let slot = self.chance.draw();
        self.s.counts[at(seat)] += self.t.unit[slot_at(slot)];
        CardSet::one(slot)
    }

    /// Lays a card for the next number of the line (GR-8).
    #[inline(always)]
    pub fn pay(&mut self, slot: u8) {
        let s = &mut *self.s;
        s.paid[s.n_paid as usize & 3] = slot;
        s.n_paid += 1;
        s.kept ^= CardSet::one(slot);
        s.rest -= self.t.unit[slot_at(slot)];
        if s.n_paid == s.due[7] {
            let [a, b, c, _] = s.paid;
            let wilds = n_wild(s.counts[at(s.seat)]) - n_wild(s.rest);
            let (kept, rest) = (s.kept, s.rest);
            self.paid(kept, rest, [a, b, c], wilds);
        }
    }

    /// Lays all cards for the line, each the first of the legal ones: one of the number if there is
    /// one, otherwise a Wild or, without one, a Wild Draw Four; slots are in that order (GR-8).
    ///
    /// The number of a line's numbers, and of those held, is hardly predictable, so everything is
    /// branchless, whether there is anything to do or not.
    #[inline(always)]
    pub fn pay_first(&mut self) {
        let s = &mut *self.s;
        let counts = s.counts[at(s.seat)];
        let (rest, wilds) = tables::paid_for(s.needs[s.line.index() & 7], counts);
        let mut kept = s.hands[at(s.seat)];
        let mut cards = [CardSet::EMPTY; 3];
        for (card, number) in cards.iter_mut().zip(s.due) {
            *card = (kept & self.t.numbers[number as usize & 15]).lowest();
            kept ^= *card;
        }
        let mut wild_cards = [CardSet::EMPTY; 4];
        for (nth, wild) in wild_cards[..3].iter_mut().enumerate() {
            *wild = (kept & self.t.any_wild)
                .lowest()
                .if_true(wilds > nth as u32);
            kept ^= *wild;
        }
        // A wild where no number was laid: only needed for traces.
        let mut nth = 0;
        let cards = cards.map(|card| {
            let is_wild = card.is_empty();
            let card = if is_wild { wild_cards[nth & 3] } else { card };
            nth += usize::from(is_wild);
            card.first()
        });
        s.n_paid = s.due[7];
        self.paid(kept, rest, cards, wilds);
    }

    /// Pays for the line with these cards, in the order of its numbers; they go into the score pile
    /// (GR-8).
    #[inline(always)]
    fn paid(&mut self, kept: CardSet, rest: Counts, cards: [u8; 3], wilds: u32) {
        let s = &mut *self.s;
        let seat = s.seat;
        let (paid, n) = (s.hands[at(seat)] ^ kept, s.n_paid);
        s.n_paid = 0;
        s.hands[at(seat)] = kept;
        s.counts[at(seat)] = rest;
        s.piles[at(seat)] |= paid;
        s.records[at(seat)].lines += 1;
        if s.any_shown {
            self.forget(paid);
        }
        self.emit(Event::Score {
            seat,
            line: self.s.line,
            cards: LaidCards {
                slots: cards,
                n,
                wilds: wilds as u8,
            },
        });
        // Only here a hand can become empty (GR-3). Every other move lays one card after one was
        // drawn to a hand that was not empty, or else the game would have been over.
        if self.s.hand(seat).is_empty() {
            return self.finish(End::Out);
        }
        self.end_turn();
    }

    /// Passes, because nothing is possible (GR-2).
    ///
    /// While the Grid is being filled the hand is shown. Once it is filled the pass itself reveals
    /// it: a seat that cannot move holds no number, Skip, Reverse, Draw Two or Wild Draw Four, so
    /// only plain Wilds.
    #[cold]
    pub fn pass(&mut self) {
        let seat = self.s.seat;
        let record = &mut self.s.records[at(seat)];
        record.passes += 1;
        self.s.shown[at(seat)] = self.t.copies.normalise(self.s.hand(seat));
        self.s.any_shown = true;
        self.emit(Event::Pass { seat });
        self.end_turn();
    }

    /// Ends the turn; the seat to the left is next.
    #[inline(always)]
    fn end_turn(&mut self) {
        let seat = self.s.seat;
        debug_assert!(!self.s.hand(seat).is_empty());
        self.s.seat = self.t.next(seat);
        self.s.phase = Phase::Begin;
    }

    /// Ends the game, which is still to be scored (GR-3).
    #[inline(always)]
    fn finish(&mut self, end: End) {
        self.s.end = end;
        self.s.phase = Phase::Over;
        self.s.unscored = true;
    }

    /// Computes the scores of a finished game, once (GR-9).
    #[inline(always)]
    pub fn score(&mut self) {
        if !std::mem::take(&mut self.s.unscored) {
            return;
        }
        self.s.done = true;
        let (mut best, mut winners) = (i32::MIN, 0);
        for seat in 0..self.t.n as usize {
            let score = self.t.points(self.s.piles[seat]) - self.t.points(self.s.hands[seat]);
            self.s.scores[seat] = score;
            // Equal highest scores share the win.
            let others = std::hint::select_unpredictable(score > best, 0, winners);
            winners = others | u16::from(score >= best) << seat;
            best = best.max(score);
        }
        self.s.winners = winners;
        self.emit(Event::End);
    }
}
