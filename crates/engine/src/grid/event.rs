//! Events of a game of Grid, as an observer receives them: those of TRACE.md, cards as slots.

use super::board::Line;
use crate::cards::{CardSet, Deck, Seat};
use crate::game::event::{
    Audience, CARD, EventListener, Kind, Message, OWN_CARDS, SEAT, events, heard, number, reason,
    word,
};
use crate::game::record::{
    CardTexts, EventKey, EventSchema, MESSAGE_ONLY, Record, TextValue, faced, traced,
};
use serde::de::value::SeqDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Reason for drawing cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// At the beginning of a turn (GR-2).
    Turn,
    /// GR-6
    DrawTwo,
    /// GR-7
    DrawFour,
}

impl Why {
    const fn rule_and_words(self) -> (&'static str, &'static str) {
        match self {
            Why::Turn => ("GR-2", ""),
            Why::DrawTwo => ("GR-6", " for the Draw Two"),
            Why::DrawFour => ("GR-7", " for the Wild Draw Four"),
        }
    }

    /// Returns the number of the rule that requires the draw.
    pub const fn rule(self) -> &'static str {
        self.rule_and_words().0
    }

    /// Returns the reason as the end of a sentence about the draw, with the space before it; empty
    /// at the beginning of a turn.
    pub const fn words(self) -> &'static str {
        self.rule_and_words().1
    }
}

impl TextValue for Line {
    const WHAT: &'static str = "a line row0, row1, row2, column0, column1 or column2";
    fn read(text: &str) -> Option<Line> {
        Line::from_text(text)
    }
}

/// Cards laid for a line, in its order (GR-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaidCards {
    /// Their slots; the first `n` count.
    pub slots: [u8; 3],
    /// Number of cards.
    pub n: u8,
    /// Number of Wilds and Wild Draw Fours among them.
    pub wilds: u8,
}

impl LaidCards {
    /// Returns the slots that count.
    pub fn slots(&self) -> &[u8] {
        &self.slots[..usize::from(self.n)]
    }
}

/// A column and a row.
const SPOT: Kind<[i8; 2]> = Kind::new(
    Some(|at| match at {
        Value::Array(at) => <[i8; 2]>::deserialize(SeqDeserializer::new(at.iter())).map(drop),
        other => <[i8; 2]>::deserialize(other).map(drop),
    }),
    |at, _, _| Some(at.as_slice().into()),
    |message, key| {
        let at = |i: usize| {
            let number = message.fields[key][i].as_i64();
            number.and_then(|x| x.try_into().ok())
        };
        match (at(0), at(1)) {
            (Some(column), Some(row)) => Ok([column, row]),
            _ => message.wrong(key, "a list of a column and a row"),
        }
    },
);

/// Cards laid for a line.
const LAID: Kind<LaidCards> = Kind {
    hear: |laid, hearer| {
        // The entries that do not count may be left over from earlier.
        let mut slots = [0; 3];
        for (heard, slot) in slots.iter_mut().zip(laid.slots()) {
            *heard = hearer.face(*slot);
        }
        LaidCards { slots, ..laid }
    },
    ..Kind::new(
        traced::<CardTexts>(),
        |laid, _, deck| Some(laid.slots().iter().map(|slot| faced(deck, *slot)).collect()),
        |message, key| {
            let texts = message.texts(key)?;
            let mut laid = LaidCards {
                n: texts.len() as u8,
                ..LaidCards::default()
            };
            if texts.len() > laid.slots.len() {
                return message.wrong(key, "a list of up to three cards");
            }
            for (slot, text) in laid.slots.iter_mut().zip(texts) {
                *slot = message.card(key, text)?;
                let face = message.deck.cards()[usize::from(*slot)];
                laid.wilds += u8::from(face.colour().is_none());
            }
            Ok(laid)
        },
    )
};

events! {
/// An event, sent just after it took effect.
pub enum Event {
    /// The hands are dealt (GR-1).
    "deal" "GR-1" Deal (hands: traced::<Vec<CardTexts>>(), hand: MESSAGE_ONLY, first: traced::<Seat>()),
    /// Cards were drawn, perhaps fewer than due, never zero.
    "draw" "GR-2" Draw {
        /// Drawing seat.
        seat: Seat = SEAT,
        /// The drawn cards; empty for seats that may not see them.
        cards: CardSet = OWN_CARDS,
        /// Number of cards.
        n: u8 = heard(number::<_, 128>()),
        /// Reason.
        why: Why = reason(),
    } [cards: MESSAGE_ONLY],
    /// GR-4
    "place" "GR-4" Place {
        /// Placing seat.
        seat: Seat = SEAT,
        /// Slot of the card.
        card: u8 = CARD,
        /// Column and row, as counted in a trace.
        at: [i8; 2] = SPOT,
    },
    /// GR-5
    "reverse" "GR-5" Reverse {
        /// Turning seat.
        seat: Seat = SEAT,
        /// Slot of the card.
        card: u8 = CARD,
        /// The line whose ends were exchanged.
        line: Line = word(),
    },
    /// GR-6, GR-7
    "lay" "GR-6" Lay {
        /// Laying seat.
        seat: Seat = SEAT,
        /// Slot of the card.
        card: u8 = CARD,
    },
    /// GR-8
    "score" "GR-8" Score {
        /// Scoring seat.
        seat: Seat = SEAT,
        /// The line.
        line: Line = word(),
        /// Cards laid for it.
        cards: LaidCards = LAID,
    },
    /// Nothing was possible; while the Grid is being filled the hand was shown (GR-2).
    "pass" "GR-2" Pass {
        /// The seat on turn.
        seat: Seat = SEAT,
    } [hand: MESSAGE_ONLY],
    /// The game ended (GR-3, GR-9); the state has reason and scores. A trace ends with a line of
    /// its own.
    "game-end" "GR-3" End (winners: MESSAGE_ONLY, why: MESSAGE_ONLY, scores: MESSAGE_ONLY),
}
}
