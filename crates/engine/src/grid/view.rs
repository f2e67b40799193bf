//! What one seat may know (RULES.md, "Who sees what"), and nothing else.

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
/// | the seat's own hand; the Grid, also what lies under its top cards; all score piles | the others' hands, but for cards that they had to show (GR-2) |
/// | how many cards each holds and the draw pile has, whose turn it is, the public record of each seat | the order and the cards of the draw pile |
/// | what it has chosen so far in its own move | what another has chosen in a move that is not made yet; which copy of a card it is |
///
/// Sets of cards are *normalised*: the copies of a card fill its first slots, so a view never tells copies apart.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) game: &'a Grid,
    pub(super) state: &'a State,
    seat: Seat,
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new(game: &'a Grid, state: &'a State, seat: Seat) -> View<'a> {
        View { game, state, seat }
    }

    #[inline(always)]
    fn t(&self) -> &'a Tables {
        &self.game.tables
    }

    /// The game and its rules.
    pub fn game(&self) -> &'a Grid {
        self.game
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many seats there are.
    #[inline(always)]
    pub fn n_seats(&self) -> usize {
        self.t().n as usize
    }

    /// What is being asked. Of another seat's move only that it is on turn can be seen.
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

    /// Whose turn it is.
    #[inline(always)]
    pub fn on_turn(&self) -> Seat {
        self.state.seat
    }

    /// The seat to the left of `seat`.
    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        self.t().next(seat)
    }

    /// Who began.
    pub fn first(&self) -> Seat {
        self.state.first
    }

    /// Turns taken so far, this one included.
    pub fn turn(&self) -> u32 {
        u32::from(self.state.turn)
    }

    /// The seat's own hand, normalised. What it has chosen in the move that it is making is still there.
    #[inline(always)]
    pub fn hand(&self) -> CardSet {
        self.t().copies.normalise(self.state.hand(self.seat))
    }

    /// The seat's own hand without what it has chosen to pay with in its move, normalised.
    pub fn hand_left(&self) -> CardSet {
        self.t().copies.normalise(if self.phase() == Phase::Pay {
            self.state.kept
        } else {
            self.state.hand(self.seat)
        })
    }

    /// The cards that it has chosen to pay with in its move so far, normalised.
    pub fn paid(&self) -> CardSet {
        let hand = self.state.hand(self.seat);
        let paid = hand.without(self.state.kept);
        self.t()
            .copies
            .normalise(paid.if_true(self.phase() == Phase::Pay))
    }

    /// The seat's own hand as counts of numbers and wilds, what it has chosen to pay with in its move left out.
    #[inline(always)]
    pub fn counts(&self) -> Counts {
        without_kinds(if self.phase() == Phase::Pay {
            self.state.rest
        } else {
            self.state.counts[at(self.seat)]
        })
    }

    /// The card that the seat is placing or turning a line with, while it is asked where.
    pub fn chosen(&self) -> Option<Card> {
        matches!(self.phase(), Phase::Position | Phase::Line).then(|| self.card_at(self.state.card))
    }

    /// The line that the seat is paying for.
    pub fn line(&self) -> Option<Line> {
        (self.phase() == Phase::Pay).then_some(self.state.line)
    }

    /// The numbers of that line that are still to be paid, in its order, the next one first.
    pub fn due(&self) -> &'a [u8] {
        let s = self.state;
        let (from, to) = (s.n_paid.min(3), s.due[7].min(3));
        if self.phase() == Phase::Pay && from < to {
            &s.due[usize::from(from)..usize::from(to)]
        } else {
            &[]
        }
    }

    /// How the game ended, once it is over.
    pub fn ended(&self) -> Option<End> {
        self.state.done.then_some(self.state.end)
    }

    /// The score of a seat, once the game is over (GR-9).
    pub fn score(&self, seat: Seat) -> Option<i32> {
        self.state.done.then_some(self.state.scores[at(seat)])
    }

    /// The card of an option, where it is one.
    #[inline(always)]
    pub fn card(&self, action: Action) -> Option<Card> {
        action.slot().map(|slot| self.card_at(slot))
    }

    /// The card in a slot of a set that this view gave.
    #[inline(always)]
    pub fn card_at(&self, slot: u8) -> Card {
        self.t().deck.cards()[slot as usize]
    }

    /// The options that are cards, normalised.
    #[inline(always)]
    pub fn cards(&self, options: &Options) -> CardSet {
        self.t().copies.normalise(options.cards)
    }

    /// The option that is the card in this slot of a set that this view gave.
    #[inline(always)]
    pub fn action(&self, options: &Options, slot: u8) -> Option<Action> {
        let copies = options.cards & self.t().copies.of(slot);
        (!copies.is_empty()).then(|| Action::card(copies.first()))
    }

    /// The first of the options that are cards, of which there is one.
    #[inline(always)]
    pub fn first_card(&self, options: &Options) -> Action {
        Action::card(options.cards.first() & 127)
    }

    /// The kinds of move among the options of a turn, bit `i` for kind `i`.
    #[inline(always)]
    pub fn kinds(&self, options: &Options) -> u8 {
        let score = u8::from(options.choices != 0) << Kind::Score as u8;
        if self.is_full() {
            score | tables::kinds(self.state.counts[at(self.seat)])
        } else {
            1 << Kind::Place as u8
        }
    }

    /// How many of the options of a turn are moves of this kind.
    #[inline(always)]
    pub fn n_moves(&self, options: &Options, kind: Kind) -> u32 {
        self.moves(options, kind as u8).len()
    }

    /// The `n`-th move of this kind, from 0, in the order of the options.
    #[inline(always)]
    pub fn nth_move(&self, options: &Options, kind: Kind, n: u32) -> Action {
        self.action_of(self.moves(options, kind as u8), Kind::hint(kind.mark()), n)
    }

    /// A uniform one of the moves of the kind with this mark (see [`Kind::mark`]), for a bot that pays for a line with the first of the
    /// options each time.
    #[inline(always)]
    pub fn any_move(&self, options: &Options, mark: u8, rng: &mut Rng) -> Action {
        let moves = self.moves(options, mark & 3);
        let hint = Kind::hint(mark) | Kind::PAYS_FIRST;
        self.action_of(moves, hint, rng.below(moves.len()))
    }

    /// The `n`-th of these moves of a kind, with this hint, which tells the kind.
    #[inline(always)]
    fn action_of(&self, moves: CardSet, hint: u8, n: u32) -> Action {
        let is_line = hint & 3 == Kind::Score as u8;
        Action::hinted(moves.nth(n), is_line, hint)
    }

    /// The `n`-th of the options that are choices, from 0, in their order. The same as [`Options::nth_choice`], which does not know
    /// what sets of choices there are.
    #[inline(always)]
    pub fn nth_choice(&self, options: &Options, n: u32) -> Action {
        match options.choices {
            // Three cells, then one that does not exist.
            FULL => Action::choice((n + ((n * 11) >> 5)) as u8 & 15),
            LINES => Action::choice(n as u8 & 7),
            _ => options.nth_choice(n),
        }
    }

    /// The cards of a kind, or the bits of the lines to score: one way for all kinds, for speed.
    #[inline(always)]
    fn moves(&self, options: &Options, kind: u8) -> CardSet {
        let lines = CardSet::from_bits(u128::from(options.choices));
        let cards = options.cards & self.t().movers[kind as usize & 3];
        cards | lines.if_true(kind == Kind::Score as u8)
    }

    /// The line of a choice, in a turn or for a Reverse.
    #[inline(always)]
    pub fn line_of(&self, action: Action) -> Option<Line> {
        let lines = matches!(self.phase(), Phase::Turn | Phase::Line);
        action
            .choice_number()
            .filter(|_| lines)
            .map(Line::from_choice)
    }

    /// How many cards a seat holds.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hands[at(seat)].len()
    }

    /// How many cards the draw pile has.
    #[inline(always)]
    pub fn pile(&self) -> u32 {
        u32::from(self.state.left)
    }

    /// Where the Grid lies and where cards may be placed; which cards lie there, [`View::top`] tells.
    #[inline(always)]
    pub fn positions(&self) -> u16 {
        self.state.board.positions()
    }

    /// Column and row of a position, counted from the top left of the cards that lie there; -1 and 3 are outside.
    pub fn in_box(&self, position: u8) -> [i8; 2] {
        self.state.board.in_box(position)
    }

    /// Column and row of a position as a trace has them: counted from the first card until the Grid is full, then from its top
    /// left.
    pub fn at(&self, position: u8) -> [i8; 2] {
        self.state.board.at(position)
    }

    /// Where the top left of the cards that lie there is, as [`View::at`] counts.
    pub fn corner(&self) -> [i8; 2] {
        self.state.board.corner()
    }

    /// Whether all nine positions are filled.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.state.board.is_full()
    }

    /// The top card of a cell (`4 * row + column` from the top left of the cards that lie there), if one lies there.
    #[inline(always)]
    pub fn top(&self, cell: u8) -> Option<Card> {
        let board = &self.state.board;
        (board.occupied() >> (cell & 15) & 1 == 1).then(|| self.card_at(board.top(cell)))
    }

    /// The number on top of a filled cell, 10 for a Skip.
    #[inline(always)]
    pub fn number(&self, cell: u8) -> u8 {
        self.t().number[slot_at(self.state.board.top(cell))]
    }

    /// What a line of a full Grid needs, as [`unary`](super::tables::unary) has it.
    #[inline(always)]
    pub fn needs(&self, line: Line) -> u64 {
        self.state.needs[line.index()] & tables::NUMBERS
    }

    /// What the seat's own hand has for lines, as [`unary`](super::tables::unary) has it.
    #[inline(always)]
    pub fn has(&self) -> u64 {
        unary(self.counts())
    }

    /// The cards of the Grid that are not on top, normalised.
    pub fn buried(&self) -> CardSet {
        self.t().copies.normalise(self.state.buried)
    }

    /// A seat's score pile, normalised.
    pub fn score_pile(&self, seat: Seat) -> CardSet {
        self.t().copies.normalise(self.state.pile(seat))
    }

    /// The face value of the numbers in a seat's score pile.
    #[inline(always)]
    pub fn points_won(&self, seat: Seat) -> i32 {
        self.t().points(self.state.pile(seat))
    }

    /// The face value of the numbers among some cards (GR-9).
    #[inline(always)]
    pub fn points(&self, cards: CardSet) -> i32 {
        self.t().points(cards)
    }

    /// Cards that everybody knows to be in a seat's hand, normalised (GR-2).
    #[inline(always)]
    pub fn shown(&self, seat: Seat) -> CardSet {
        self.state.shown[at(seat)].if_true(self.state.any_shown)
    }

    /// The cards that are in the draw pile or, without having been shown, in another hand, normalised.
    pub fn unseen(&self) -> CardSet {
        let t = self.t();
        // The hidden cards are a fact; which copies they are is normalised away.
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

    /// What everybody may remember of a seat.
    #[inline(always)]
    pub fn record(&self, seat: Seat) -> &'a SeatRecord {
        &self.state.records[at(seat)]
    }

    /// A position that this seat cannot tell from the real one, drawn uniformly from all of them that agree with what
    /// was shown: the others' hidden cards and the draw pile are dealt anew, and the copies of each card permuted. Another
    /// seat that is making its move begins it again.
    pub fn redeal(&self, rng: &mut Rng) -> State {
        let t = self.t();
        let copies = &t.copies;
        let mut s = *self.state;
        let mut unseen = t.all;
        let mut anew: [u8; 128] = [0; 128];
        // What lies open, card by card, so that the same card stays in the same place.
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
