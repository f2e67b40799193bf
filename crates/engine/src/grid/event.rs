//! What happens in a game of Grid, as an observer hears it: the events of TRACE.md, cards as slots.

use super::board::Line;
use crate::cards::{CardSet, Seat};

/// Why cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// GR-2: at the beginning of a turn.
    Turn,
    /// GR-6
    DrawTwo,
    /// GR-7
    DrawFour,
}

impl Why {
    /// The text in a trace.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Why::Turn => "turn",
            Why::DrawTwo => "draw-two",
            Why::DrawFour => "draw-four",
        }
    }
}

/// One event, told just after it took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// GR-1: the hands are dealt.
    Deal,
    /// Cards were drawn, perhaps fewer than due, never none.
    Draw {
        /// Who drew.
        seat: Seat,
        /// What was drawn; nothing where only its drawer hears what.
        cards: CardSet,
        /// How many.
        n: u8,
        /// For what reason.
        why: Why,
    },
    /// GR-4
    Place {
        /// Who placed.
        seat: Seat,
        /// The card's slot.
        card: u8,
        /// Column and row, as a trace counts them.
        at: [i8; 2],
    },
    /// GR-5
    Reverse {
        /// Who turned.
        seat: Seat,
        /// The card's slot.
        card: u8,
        /// The line whose ends changed places.
        line: Line,
    },
    /// GR-6, GR-7
    Lay {
        /// Who laid.
        seat: Seat,
        /// The card's slot.
        card: u8,
    },
    /// GR-8
    Score {
        /// Who scored.
        seat: Seat,
        /// Which line.
        line: Line,
        /// The slots laid, in the order of the line; the first `n` count.
        cards: [u8; 3],
        /// How many.
        n: u8,
        /// How many of them are Wilds or Wild Draw Fours.
        wilds: u8,
    },
    /// GR-2: nothing was possible; while the Grid is being filled the hand was shown.
    Pass {
        /// Whose turn.
        seat: Seat,
    },
    /// GR-3, GR-9: the state holds reason and scores.
    End,
}
