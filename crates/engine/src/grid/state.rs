//! A position of Grid, hidden cards included: a `Copy` struct of a few words per seat.

use super::board::{Board, Line};
use super::rules::MAX_PLAYERS;
use super::tables::{Counts, NO_NUMBER, NOTHING};
use crate::cards::{CardSet, Seat};

/// Phase of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The seat is to draw its card (GR-2).
    Begin,
    /// The seat has drawn and moves (GR-2): a card to place, turn a line with or lay, or a line to
    /// score.
    Turn,
    /// The position of the card (GR-4).
    Position,
    /// The line that the Reverse turns (GR-5).
    Line,
    /// The card laid for the next number of the line (GR-8).
    Pay,
    /// The game is over, or has not begun.
    Over,
}

/// End of a game (GR-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A hand was empty.
    Out,
    /// A card had to be drawn from an empty pile.
    Deck,
}

impl End {
    /// Returns the text in a trace.
    pub fn text(self) -> &'static str {
        match self {
            End::Out => "out",
            End::Deck => "deck",
        }
    }
}

/// Public memory of one seat besides the open cards: its score pile shows the cards it laid for
/// lines, and its used Reverses and draw cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatRecord {
    /// Lines scored.
    pub lines: u8,
    /// Turns that ended without a move.
    pub passes: u8,
}

/// A position. Fields are private to the engine; bots see a [`View`](super::View).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) hands: [CardSet; MAX_PLAYERS],
    /// By seat: its hand as counts.
    pub(super) counts: [Counts; MAX_PLAYERS],
    /// By seat: its score pile.
    pub(super) piles: [CardSet; MAX_PLAYERS],
    pub(super) board: Board,
    /// By line of a full Grid (the last two do not exist): its top cards as an index into
    /// `tables::NEEDS`.
    pub(super) lines: [u16; 8],
    /// The entries at these indices: for each number as many bits as there are of it (see
    /// `tables::unary`). For the last two, unpayable needs.
    pub(super) needs: [u64; 8],
    /// The cards of the Grid that are not on top.
    pub(super) buried: CardSet,
    /// Cards in the draw pile.
    pub(super) left: u8,
    /// The seat on turn.
    pub(super) seat: Seat,
    pub(super) first: Seat,
    pub(super) phase: Phase,
    pub(super) end: End,
    /// The card chosen to be placed or to turn a line with; until then it stays in the hand.
    pub(super) card: u8,
    /// The line being paid for.
    pub(super) line: Line,
    /// Numbers on top of it, in order (see `tables::DUE`).
    pub(super) due: [u8; 8],
    /// Cards chosen to pay with, in the order of the line; they stay in the hand until the payment
    /// is complete. At most three; four entries allow an index of two bits.
    pub(super) paid: [u8; 4],
    pub(super) n_paid: u8,
    /// The hand without them.
    pub(super) kept: CardSet,
    /// `kept` as counts.
    pub(super) rest: Counts,
    /// `true` if `shown` is not empty.
    pub(super) any_shown: bool,
    /// `true` if the game is over and not scored yet (GR-9).
    pub(super) unscored: bool,
    /// `true` after the game.
    pub(super) done: bool,
    /// Number of turns taken.
    pub(super) turn: u16,
    pub(super) scores: [i32; MAX_PLAYERS],
    /// The seats that share the win, as bits, once the game is over (GR-9).
    pub(super) winners: u16,
    pub(super) records: [SeatRecord; MAX_PLAYERS],
    /// By seat: cards publicly known to be in its hand, normalised (see
    /// [`Copies`](crate::cards::Copies)).
    pub(super) shown: [CardSet; MAX_PLAYERS],
}

const RECORD: SeatRecord = SeatRecord {
    lines: 0,
    passes: 0,
};

impl State {
    /// The state before a game.
    pub(super) const BLANK: State = State {
        hands: [CardSet::EMPTY; MAX_PLAYERS],
        counts: [0; MAX_PLAYERS],
        piles: [CardSet::EMPTY; MAX_PLAYERS],
        board: Board::EMPTY,
        lines: [0; 8],
        needs: [NOTHING; 8],
        buried: CardSet::EMPTY,
        left: 0,
        seat: 0,
        first: 0,
        phase: Phase::Over,
        end: End::Deck,
        card: 0,
        line: Line::ALL[0],
        due: [NO_NUMBER; 8],
        paid: [0; 4],
        n_paid: 0,
        kept: CardSet::EMPTY,
        rest: 0,
        any_shown: false,
        unscored: false,
        done: false,
        turn: 0,
        scores: [0; MAX_PLAYERS],
        winners: 0,
        records: [RECORD; MAX_PLAYERS],
        shown: [CardSet::EMPTY; MAX_PLAYERS],
    };

    /// Returns the cards in a seat's hand, hidden ones included.
    #[inline(always)]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat as usize % MAX_PLAYERS]
    }

    /// Returns the cards in a seat's score pile.
    #[inline(always)]
    pub fn pile(&self, seat: Seat) -> CardSet {
        self.piles[seat as usize % MAX_PLAYERS]
    }

    /// Returns the cards of the Grid that are not on top.
    pub fn buried(&self) -> CardSet {
        self.buried
    }

    /// Returns the top cards of the Grid, as slots.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of cards in the draw pile.
    pub fn left(&self) -> u32 {
        u32::from(self.left)
    }

    /// Returns the number of turns taken so far.
    pub fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    /// Returns the seat on turn.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seat that began.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Returns the phase of the machine.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the end of the game, once it is over.
    pub fn end(&self) -> End {
        self.end
    }

    /// Returns the number of cards chosen so far to pay for a line.
    pub fn n_paid(&self) -> usize {
        usize::from(self.n_paid)
    }

    /// Returns the scores by seat, once the game is over (GR-9).
    pub fn scores(&self) -> &[i32; MAX_PLAYERS] {
        &self.scores
    }
}
