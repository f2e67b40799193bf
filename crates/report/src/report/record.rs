//! The lines of a trace (TRACE.md) as data, with the keys in their order there.

use crate::cards::{Card, Colour, Seat, Tower};
use crate::grid::Line;
use serde::de::{Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;

/// Something that a trace spells with a short text.
pub trait Spelled: Copy {
    /// What it is called in an error.
    const WHAT: &'static str;
    /// The text.
    fn spell(self) -> String;
    /// The thing with that text.
    fn read(text: &str) -> Option<Self>;
}

impl Spelled for Card {
    const WHAT: &'static str = "a card like R5, B5O, RD2 or W4";
    fn spell(self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Card> {
        text.parse().ok()
    }
}

/// The only letter of a text.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl Spelled for Colour {
    const WHAT: &'static str = "a colour R, Y, G or B";
    fn spell(self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Colour> {
        Colour::from_letter(letter(text)?)
    }
}

impl Spelled for Tower {
    const WHAT: &'static str = "a tower U, N, O or !";
    fn spell(self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Tower> {
        Tower::from_letter(letter(text)?)
    }
}

impl Spelled for Line {
    const WHAT: &'static str = "a line row0, row1, row2, column0, column1 or column2";
    fn spell(self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Line> {
        Line::from_text(text)
    }
}

/// A card, colour, tower or line, written as its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<T>(pub T);

impl<T: Spelled> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.spell())
    }
}

impl<'de, T: Spelled> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        struct Spelling<T>(std::marker::PhantomData<T>);
        impl<T: Spelled> Visitor<'_> for Spelling<T> {
            type Value = Text<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::WHAT)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<T>, E> {
                let shown: String = text.chars().take(40).collect();
                T::read(text)
                    .map(Text)
                    .ok_or_else(|| E::invalid_value(Unexpected::Str(&shown), &self))
            }
        }
        deserializer.deserialize_str(Spelling(std::marker::PhantomData))
    }
}

/// Cards of a trace.
pub type Cards = Vec<Text<Card>>;

/// A key that may be null but not be missing.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// One line of a trace; TRACE.md says when each stands and what its keys are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the keys are those of TRACE.md")]
pub enum Record {
    /// A game begins.
    Game {
        format: u32,
        ruleset: String,
        variant: bool,
        #[serde(deserialize_with = "unique")]
        rules: Value,
        seed: String,
        game: u64,
        deal: u64,
        rotation: u64,
        seats: Vec<String>,
    },
    /// PG-3, PG-4: a round begins.
    Round {
        round: u32,
        dealer: Seat,
        hands: Vec<Cards>,
        returned: u32,
        upcard: Text<Card>,
    },
    /// PG-5, GL-3
    Colour { seat: Seat, colour: Text<Colour> },
    /// PG-6, PG-7
    Play {
        seat: Seat,
        card: Text<Card>,
        drawn: bool,
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "present"
        )]
        colour: Option<Text<Colour>>,
    },
    /// GL-4
    Give { seat: Seat, to: Seat, cards: Cards },
    /// PG-8
    Claim {
        seat: Seat,
        tower: Text<Tower>,
        #[serde(deserialize_with = "nullable")]
        from: Option<Seat>,
    },
    /// No rule's doing: an experiment moved a tower.
    Intervention {
        tower: Text<Tower>,
        #[serde(deserialize_with = "nullable")]
        to: Option<Seat>,
        #[serde(deserialize_with = "nullable")]
        from: Option<Seat>,
    },
    /// PG-11
    InstantUno {
        seat: Seat,
        kept: Text<Card>,
        discarded: Cards,
    },
    /// PG-12
    Uno { seat: Seat },
    /// PG-12
    Caught { seat: Seat, by: Seat },
    /// PG-9
    Block { seat: Seat, tower: Text<Tower> },
    /// PG-10
    Challenge {
        seat: Seat,
        against: Seat,
        guilty: bool,
    },
    /// Cards are drawn.
    Draw {
        seat: Seat,
        cards: Cards,
        why: String,
    },
    /// HR-5
    Swap { seat: Seat, to: Seat },
    /// HR-5
    Rotate {},
    /// PG-14
    Reshuffle { cards: u32 },
    /// The seat loses its turn.
    Miss { seat: Seat },
    /// PG-6: a turn ends without a card laid down.
    Pass { seat: Seat },
    /// PG-13, PG-15, PG-16
    RoundEnd {
        #[serde(deserialize_with = "nullable")]
        winner: Option<Seat>,
        why: String,
        hands: Vec<Cards>,
        points: Vec<u32>,
        scores: Vec<u32>,
    },
    /// PG-16, GR-3, GR-9; `hands` and `piles` in Grid only.
    GameEnd {
        winners: Vec<Seat>,
        why: String,
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "present"
        )]
        hands: Option<Vec<Cards>>,
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "present"
        )]
        piles: Option<Vec<Cards>>,
        scores: Vec<i64>,
    },
    /// GR-1
    Deal { hands: Vec<Cards>, first: Seat },
    /// GR-4
    Place {
        seat: Seat,
        card: Text<Card>,
        at: [i8; 2],
    },
    /// GR-5
    Reverse {
        seat: Seat,
        card: Text<Card>,
        line: Text<Line>,
    },
    /// GR-6, GR-7
    Lay { seat: Seat, card: Text<Card> },
    /// GR-8
    Score {
        seat: Seat,
        line: Text<Line>,
        cards: Cards,
    },
}

/// A key that may be missing but not be null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Record {
    /// Sorts every list of cards whose order says nothing. That of a scored line does, and that of cards drawn until one can be
    /// played (HR-2).
    pub fn sort(&mut self) {
        match self {
            Record::Draw { why, .. } if why == "turn" => {}
            Record::Round { hands, .. }
            | Record::RoundEnd { hands, .. }
            | Record::Deal { hands, .. } => {
                hands.iter_mut().for_each(|hand| hand.sort());
            }
            Record::GameEnd { hands, piles, .. } => {
                let lists = hands.iter_mut().chain(piles).flatten();
                lists.for_each(|cards| cards.sort());
            }
            Record::Give { cards, .. }
            | Record::Draw { cards, .. }
            | Record::InstantUno {
                discarded: cards, ..
            } => cards.sort(),
            _ => {}
        }
    }

    /// The line as it stands in a file, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| unreachable!("texts and numbers only: {e}"))
    }
}

/// A JSON value in which no object has a key twice: the second would silently hide the first.
struct Unique(Value);

fn unique<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Unique::deserialize(deserializer).map(|Unique(value)| value)
}

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Unique)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(value)) = access.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Unique(value))) = access.next_entry::<String, Unique>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{key}` stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
