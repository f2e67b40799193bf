//! The information of one seat (RULES.md, "Who sees what"), and nothing else.

use super::ask::LINES;
use super::board::{FULL, Line};
use super::engine::{Grid, at, slot_at};
use super::kind::Kind;
use super::state::{End, Phase, SeatRecord, State};
use super::tables::{self, Counts, Tables, unary, without_kinds};
use crate::cards::{Card, CardSet, Seat};
use crate::game::{Action, Options};
use crate::rng::Rng;

/// One seat's view of a position.
///
/// | known | hidden |
/// |---|---|
/// | the seat's own hand; the Grid, including the cards under its top cards; all score piles | the others' hands, except cards that they had to show (GR-2) |
/// | the sizes of the hands and of the draw pile, the seat on turn, the public record of each seat | the order and the cards of the draw pile |
/// | its own choices so far in its move | another's choices in an incomplete move; the copies of cards |
///
/// Sets of cards are *normalised*: the copies of a card fill its first slots, so a view never
/// distinguishes copies.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Grid,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn t(&self) -> &'a Tables {
        &self.game.tables
    }

    /// Returns the game and its rules.
    pub fn game(&self) -> &'a Grid {
        self.game
    }

    /// Returns the seat of the view.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the number of seats.
    #[inline(always)]
    pub fn n_seats(&self) -> usize {
        self.t().n as usize
    }

    /// Returns the phase. Another seat's move is only visible as being on turn.
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        let phase = self.state.phase;
        if self.state.seat == self.seat {
            return phase;
        }
        match phase {
            Phase::Position | Phase::Line | Phase::Pay => Phase::Turn,
            _ => phase,
        }
    }

    /// Returns the seat on turn.
    #[inline(always)]
    pub fn on_turn(&self) -> Seat {
        self.state.seat
    }

    /// Returns the seat to the left of `seat`.
    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        self.t().next(seat)
    }

    /// Returns the seat that began.
    pub fn first(&self) -> Seat {
        self.state.first
    }

    /// Returns the number of turns so far, including this one.
    pub fn turn(&self) -> u32 {
        u32::from(self.state.turn)
    }

    /// Returns the seat's own hand, normalised, including its choices in the current move.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.t().copies.normalise(self.state.hand(self.seat))
    }

    /// Returns the seat's own hand without the cards chosen to pay with in its move, normalised.
    pub fn hand_left(&self) -> CardSet {
        self.t().copies.normalise(if self.phase() == Phase::Pay {
            self.state.kept
        } else {
            self.state.hand(self.seat)
        })
    }

    /// Returns the cards that it has chosen to pay with in its move so far, normalised.
    pub fn paid(&self) -> CardSet {
        let hand = self.state.hand(self.seat);
        let paid = hand.without(self.state.kept);
        self.t()
            .copies
            .normalise(paid.if_true(self.phase() == Phase::Pay))
    }

    /// Returns the seat's own hand as counts of numbers and wilds, without the cards chosen to pay
    /// with in its move.
    #[inline(always)]
    pub fn counts(&self) -> Counts {
        without_kinds(if self.phase() == Phase::Pay {
            self.state.rest
        } else {
            self.state.counts[at(self.seat)]
        })
    }

    /// Returns the card that the seat is placing or turning a line with, while it is asked for the
    /// place.
    pub fn chosen(&self) -> Option<Card> {
        matches!(self.phase(), Phase::Position | Phase::Line).then(|| self.card_at(self.state.card))
    }

    /// Returns the line that the seat is paying for.
    pub fn line(&self) -> Option<Line> {
        (self.phase() == Phase::Pay).then_some(self.state.line)
    }

    /// Returns the numbers of that line that are still to be paid, in its order, the next one
    /// first.
    pub fn due(&self) -> &'a [u8] {
        let s = self.state;
        let (from, to) = (s.n_paid.min(3), s.due[7].min(3));
        if self.phase() == Phase::Pay && from < to {
            &s.due[usize::from(from)..usize::from(to)]
        } else {
            &[]
        }
    }

    /// Returns the end of the game, once it is over.
    pub fn ended(&self) -> Option<End> {
        self.state.done.then_some(self.state.end)
    }

    /// Returns the score of a seat, once the game is over (GR-9).
    pub fn score(&self, seat: Seat) -> Option<i32> {
        self.state.done.then_some(self.state.scores[at(seat)])
    }

    /// Returns the card of an option, if it is one.
    #[inline(always)]
    pub fn card(&self, action: Action) -> Option<Card> {
        action.slot().map(|slot| self.card_at(slot))
    }

    /// Returns the card in a slot of a set from this view.
    #[inline(always)]
    pub fn card_at(&self, slot: u8) -> Card {
        self.t().deck.cards()[slot as usize]
    }

    /// Returns the options that are cards, normalised.
    #[inline(always)]
    pub fn cards(&self, options: &Options) -> CardSet {
        self.t().copies.normalise(options.cards)
    }

    /// Returns the option that is the card in this slot of a set from this view.
    #[inline(always)]
    pub fn action(&self, options: &Options, slot: u8) -> Option<Action> {
        let copies = options.cards & self.t().copies.of(slot);
        (!copies.is_empty()).then(|| Action::card(copies.first()))
    }

    /// Returns the first of the options that are cards, of which there must be one.
    #[inline(always)]
    pub fn first_card(&self, options: &Options) -> Action {
        Action::card(options.cards.first() & 127)
    }

    /// Returns the kinds of move among the options of a turn, bit `i` for kind `i`.
    #[inline(always)]
    pub fn kinds(&self, options: &Options) -> u8 {
        let score = u8::from(options.choices != 0) << Kind::Score as u8;
        if self.is_full() {
            score | tables::kinds(self.state.counts[at(self.seat)])
        } else {
            1 << Kind::Place as u8
        }
    }

    /// Returns the number of options of a turn that are moves of this kind.
    #[inline(always)]
    pub fn n_moves(&self, options: &Options, kind: Kind) -> u32 {
        self.moves(options, kind as u8).len()
    }

    /// Returns the `n`-th move of this kind, from 0, in the order of the options.
    #[inline(always)]
    pub fn nth_move(&self, options: &Options, kind: Kind, n: u32) -> Action {
        self.action_of(self.moves(options, kind as u8), Kind::hint(kind.mark()), n)
    }

    /// Returns a uniform one of the moves of the kind with this mark (see [`Kind::mark`]), for a
    /// bot that pays for a line with the first of the options each time.
    #[inline(always)]
    pub fn any_move(&self, options: &Options, mark: u8, rng: &mut Rng) -> Action {
        let moves = self.moves(options, mark & 3);
        let hint = Kind::hint(mark) | Kind::PAYS_FIRST;
        self.action_of(moves, hint, rng.below(moves.len()))
    }

    /// Returns the `n`-th of these moves of a kind, with this hint, which contains the kind.
    #[inline(always)]
    fn action_of(&self, moves: CardSet, hint: u8, n: u32) -> Action {
        let is_line = hint & 3 == Kind::Score as u8;
        Action::hinted(moves.nth(n), is_line, hint)
    }

    /// Returns the `n`-th of the options that are choices, from 0, in their order. The same as
    /// [`Options::nth_choice`], which does not use the known sets of choices.
    #[inline(always)]
    pub fn nth_choice(&self, options: &Options, n: u32) -> Action {
        match options.choices {
            // Three cells, then one that does not exist.
            FULL => Action::choice((n + ((n * 11) >> 5)) as u8 & 15),
            LINES => Action::choice(n as u8 & 7),
            _ => options.nth_choice(n),
        }
    }

    /// Returns the cards of a kind, or the bits of the lines to score: one path for all kinds, for
    /// speed.
    #[inline(always)]
    fn moves(&self, options: &Options, kind: u8) -> CardSet {
        let lines = CardSet::from_bits(u128::from(options.choices));
        let cards = options.cards & self.t().movers[kind as usize & 3];
        cards | lines.if_true(kind == Kind::Score as u8)
    }

    /// Returns the line of a choice, in a turn or for a Reverse.
    #[inline(always)]
    pub fn line_of(&self, action: Action) -> Option<Line> {
        let lines = matches!(self.phase(), Phase::Turn | Phase::Line);
        action
            .choice_number()
            .filter(|_| lines)
            .map(Line::from_choice)
    }

    /// Returns the number of cards of a seat.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hands[at(seat)].len()
    }

    /// Returns the number of cards in the draw pile.
    #[inline(always)]
    pub fn pile(&self) -> u32 {
        u32::from(self.state.left)
    }

    /// Returns the positions where cards may be placed; [`View::top`] returns the cards that lie
    /// there.
    #[inline(always)]
    pub fn positions(&self) -> u16 {
        self.state.board.positions()
    }

    /// Returns column and row of a position, counted from the top left of the cards in the Grid; -1
    /// and 3 are outside.
    pub fn in_box(&self, position: u8) -> [i8; 2] {
        self.state.board.in_box(position)
    }

    /// Returns column and row of a position as in a trace: counted from the first card until the
    /// Grid is full, then from its top left.
    pub fn at(&self, position: u8) -> [i8; 2] {
        self.state.board.at(position)
    }

    /// Returns the location of the top left of the cards in the Grid, as counted by [`View::at`].
    pub fn corner(&self) -> [i8; 2] {
        self.state.board.corner()
    }

    /// Returns whether all nine positions are filled.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.state.board.is_full()
    }

    /// Returns the top card of a cell (`4 * row + column` from the top left of the cards in the
    /// Grid), if there is one.
    #[inline(always)]
    pub fn top(&self, cell: u8) -> Option<Card> {
        let board = &self.state.board;
        (board.occupied() >> (cell & 15) & 1 == 1).then(|| self.card_at(board.top(cell)))
    }

    /// Returns the number on top of a filled cell, 10 for a Skip.
    #[inline(always)]
    pub fn number(&self, cell: u8) -> u8 {
        self.t().number[slot_at(self.state.board.top(cell))]
    }

    /// Returns the needs of a line of a full Grid, as [`unary`](super::tables::unary) encodes them.
    #[inline(always)]
    pub fn needs(&self, line: Line) -> u64 {
        self.state.needs[line.index()] & tables::NUMBERS
    }

    /// Returns the numbers in the seat's own hand, as [`unary`](super::tables::unary) encodes them.
    #[inline(always)]
    pub fn has(&self) -> u64 {
        unary(self.counts())
    }

    /// Returns the cards of the Grid that are not on top, normalised.
    pub fn buried(&self) -> CardSet {
        self.t().copies.normalise(self.state.buried)
    }

    /// Returns a seat's score pile, normalised.
    pub fn score_pile(&self, seat: Seat) -> CardSet {
        self.t().copies.normalise(self.state.pile(seat))
    }

    /// Returns the face value of the numbers in a seat's score pile.
    #[inline(always)]
    pub fn points_won(&self, seat: Seat) -> i32 {
        self.t().points(self.state.pile(seat))
    }

    /// Returns the face value of the numbers among some cards (GR-9).
    #[inline(always)]
    pub fn points(&self, cards: CardSet) -> i32 {
        self.t().points(cards)
    }

    /// Returns the cards publicly known to be in a seat's hand, normalised (GR-2).
    #[inline(always)]
    pub fn shown(&self, seat: Seat) -> CardSet {
        self.state.shown[at(seat)].if_true(self.state.any_shown)
    }

    /// Returns the cards that are in the draw pile or, without having been shown, in another hand,
    /// normalised.
    pub fn unseen(&self) -> CardSet {
        let t = self.t();
        // The hidden cards are known as a set; normalisation removes which copies they are.
        let mut hidden = t
            .all
            .without(self.state.buried | self.state.hands[at(self.seat)]);
        for cell in 0..16u8 {
            if self.state.board.occupied() >> cell & 1 == 1 {
                hidden = hidden.without(CardSet::one(self.state.board.top(cell)));
            }
        }
        for seat in 0..self.n_seats() {
            hidden = hidden.without(self.state.piles[seat]);
        }
        hidden = t.copies.normalise(hidden);
        for seat in 0..self.n_seats() as Seat {
            if seat != self.seat {
                hidden = t.copies.take(hidden, self.shown(seat));
            }
        }
        hidden
    }

    /// Returns the public record of a seat.
    #[inline(always)]
    pub fn record(&self, seat: Seat) -> &'a SeatRecord {
        &self.state.records[at(seat)]
    }

    /// Returns a position that this seat cannot distinguish from the real one, drawn uniformly from
    /// all that are consistent with the shown cards: the others' hidden cards and the draw pile are
    /// redealt, and the copies of each card permuted. Another seat in the middle of its move begins
    /// it again.
    pub fn redeal(&self, rng: &mut Rng) -> State {
        let t = self.t();
        let copies = &t.copies;
        let mut s = *self.state;
        let mut unseen = t.all;
        let mut anew: [u8; 128] = [0; 128];
        // Open cards, card by card, so that the same card stays in the same place.
        let mut open = |cards: CardSet, unseen: &mut CardSet, rng: &mut Rng| {
            let mut placed = CardSet::EMPTY;
            for slot in cards.iter() {
                let pick = copies.redeal(CardSet::one(slot), unseen, rng);
                anew[slot_at(slot)] = pick.first();
                placed |= pick;
            }
            placed
        };
        s.buried = open(s.buried, &mut unseen, rng);
        s.board = s
            .board
            .map(|slot| open(CardSet::one(slot), &mut unseen, rng).first());
        for pile in &mut s.piles[..t.n as usize] {
            *pile = open(*pile, &mut unseen, rng);
        }
        let me = at(self.seat);
        s.hands[me] = open(s.hands[me], &mut unseen, rng);
        if s.seat == self.seat {
            s.card = anew[slot_at(s.card)];
            let n_paid = s.n_paid as usize & 3;
            s.paid = s.paid.map(|slot| anew[slot_at(slot)]);
            s.kept = s.hands[me].without(s.paid[..n_paid].iter().copied().collect());
        } else {
            s.phase = self.phase();
            s.n_paid = 0;
            s.kept = CardSet::EMPTY;
        }
        let others = (0..t.n as usize).filter(|seat| *seat != me);
        for seat in others.clone() {
            s.hands[seat] = copies.redeal(self.shown(seat as Seat), &mut unseen, rng);
        }
        for seat in others {
            let size = self.state.hands[seat].len();
            while s.hands[seat].len() < size {
                let pick = CardSet::one(unseen.nth(rng.below(unseen.len())));
                unseen ^= pick;
                s.hands[seat] |= pick;
            }
            s.counts[seat] = t.counts(s.hands[seat]);
        }
        s
    }
}
