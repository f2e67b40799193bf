//! What happens in a game of Grid, as an observer hears it: the events of TRACE.md, cards as slots.

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

/// Why cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// GR-2: at the beginning of a turn.
    Turn,
    /// GR-6
    DrawTwo,
    /// GR-7
    DrawFour,
}

impl TextValue for Line {
    const WHAT: &'static str = "a line row0, row1, row2, column0, column1 or column2";
    fn read(text: &str) -> Option<Line> {
        Line::from_text(text)
    }
}

/// GR-8: the cards laid for a line, in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaidCards {
    /// Their slots; the first `n` count.
    pub slots: [u8; 3],
    /// How many.
    pub n: u8,
    /// How many of them are Wilds or Wild Draw Fours.
    pub wilds: u8,
}

impl LaidCards {
    /// The slots that count.
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
        // What does not count may be anything that was laid earlier.
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
/// One event, told just after it took effect.
pub enum Event {
    /// GR-1: the hands are dealt.
    "deal" "GR-1" Deal (hands: traced::<Vec<CardTexts>>(), hand: MESSAGE_ONLY, first: traced::<Seat>()),
    /// Cards were drawn, perhaps fewer than due, never none.
    "draw" "GR-2" Draw {
        /// Who drew.
        seat: Seat = SEAT,
        /// What was drawn; nothing where only its drawer hears what.
        cards: CardSet = OWN_CARDS,
        /// How many.
        n: u8 = heard(number::<_, 128>()),
        /// For what reason.
        why: Why = reason(),
    } [cards: MESSAGE_ONLY],
    /// GR-4
    "place" "GR-4" Place {
        /// Who placed.
        seat: Seat = SEAT,
        /// The card's slot.
        card: u8 = CARD,
        /// Column and row, as a trace counts them.
        at: [i8; 2] = SPOT,
    },
    /// GR-5
    "reverse" "GR-5" Reverse {
        /// Who turned.
        seat: Seat = SEAT,
        /// The card's slot.
        card: u8 = CARD,
        /// The line whose ends changed places.
        line: Line = word(),
    },
    /// GR-6, GR-7
    "lay" "GR-6" Lay {
        /// Who laid.
        seat: Seat = SEAT,
        /// The card's slot.
        card: u8 = CARD,
    },
    /// GR-8
    "score" "GR-8" Score {
        /// Who scored.
        seat: Seat = SEAT,
        /// Which line.
        line: Line = word(),
        /// What was laid for it.
        cards: LaidCards = LAID,
    },
    /// GR-2: nothing was possible; while the Grid is being filled the hand was shown.
    "pass" "GR-2" Pass {
        /// Whose turn.
        seat: Seat = SEAT,
    } [hand: MESSAGE_ONLY],
    /// GR-3, GR-9: the state holds reason and scores. A trace ends with a line of its own.
    "game-end" "GR-3" End (winners: MESSAGE_ONLY, why: MESSAGE_ONLY, scores: MESSAGE_ONLY),
}
}
