//! Events as written in traces and messages: a name, then keys and values in order, as in JSON.
//!
//! The contents of an event are declared once, beside the event (see `event`). A [`Record`] is one
//! written event, an [`EventSchema`] the requirements of a line with that name.

use crate::cards::{Card, CardSet, Colour, Deck, Tower};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error, Unexpected, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;

/// A type with a short text, which is also what it displays.
pub trait TextValue: Copy + fmt::Display {
    /// Its name in errors.
    const WHAT: &'static str;
    /// Returns the value with this text.
    fn read(text: &str) -> Option<Self>;
}

impl TextValue for Card {
    const WHAT: &'static str = "a card like R5, B5O, RD2 or W4";
    fn read(text: &str) -> Option<Card> {
        text.parse().ok()
    }
}

/// Returns the only letter of a text.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl TextValue for Colour {
    const WHAT: &'static str = "a colour R, Y, G or B";
    fn read(text: &str) -> Option<Colour> {
        Colour::from_letter(letter(text)?)
    }
}

impl TextValue for Tower {
    const WHAT: &'static str = "a tower U, N, O or !";
    fn read(text: &str) -> Option<Tower> {
        Tower::from_letter(letter(text)?)
    }
}

/// A card, colour, tower or line, parsed from its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<T>(pub T);

impl<'de, T: TextValue> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        struct TextVisitor<T>(PhantomData<T>);
        impl<T: TextValue> Visitor<'_> for TextVisitor<T> {
            type Value = Text<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::WHAT)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<T>, E> {
                T::read(text).map(Text).ok_or_else(|| {
                    let shown: String = text.chars().take(40).collect();
                    E::invalid_value(Unexpected::Str(&shown), &self)
                })
            }
        }
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

/// Cards as listed in a record.
pub type CardTexts = Vec<Text<Card>>;

/// Returns a set of cards as listed in a record, in the deck's order.
pub fn listed(deck: &Deck, set: CardSet) -> Value {
    let texts = set.iter().map(|slot| faced(deck, slot));
    texts.collect()
}

/// Returns the text of the card in a slot.
pub fn faced(deck: &Deck, slot: u8) -> Value {
    deck.cards()[usize::from(slot)].to_string().into()
}

/// Checks the value under a key of a trace. A valid value is written as traces write it.
pub type Check = fn(&Value) -> Result<(), serde_json::Error>;

/// Returns the check of a key whose value has this type in a trace.
pub const fn traced<T: DeserializeOwned>() -> Option<Check> {
    Some(|value| T::deserialize(value).map(drop))
}

/// A key that only the protocol's messages have.
pub(crate) const MESSAGE_ONLY: Option<Check> = None;

/// A key of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventKey {
    /// Name of the key.
    pub name: &'static str,
    /// Check of its value in a trace; `None` if traces do not have it.
    pub check: Option<Check>,
    /// `true` if a line may omit it.
    pub may_lack: bool,
}

impl EventKey {
    /// Returns a key that every line of its event has.
    pub const fn new(name: &'static str, check: Option<Check>) -> EventKey {
        EventKey {
            name,
            check,
            may_lack: false,
        }
    }

    /// Returns a key that a line may omit.
    pub const fn if_any(name: &'static str, check: Option<Check>) -> EventKey {
        EventKey {
            may_lack: true,
            ..EventKey::new(name, check)
        }
    }
}

/// Schema of one kind of event.
#[derive(Clone, Copy, Debug)]
pub struct EventSchema {
    /// Name of the event.
    pub event: &'static str,
    /// The rule that requires it; empty if it is never written.
    pub rule: &'static str,
    /// Keys in their order.
    pub keys: &'static [EventKey],
}

/// A written event.
#[derive(Clone, Debug)]
pub struct Record {
    shape: &'static EventSchema,
    fields: Vec<(&'static str, Value)>,
}

impl Record {
    /// Returns an empty event of this kind.
    ///
    /// ```
    /// use powergrab_engine::game::record::{EventKey, EventSchema, Record, traced};
    ///
    /// const TRICK: EventSchema = EventSchema {
    ///     event: "trick",
    ///     rule: "3",
    ///     keys: &[EventKey::new("seat", traced::<u8>())],
    /// };
    /// let record = Record::new(&TRICK).with("seat", serde_json::json!(2));
    /// assert_eq!(record.line(), r#"{"event":"trick","seat":2}"#);
    /// ```
    pub fn new(shape: &'static EventSchema) -> Record {
        Record {
            shape,
            fields: Vec::with_capacity(shape.keys.len()),
        }
    }

    /// Adds a value, if there is one.
    pub fn with(mut self, key: &'static str, value: impl Into<Option<Value>>) -> Record {
        self.fields.extend(value.into().map(|value| (key, value)));
        self
    }

    /// Returns the same record with another value under a key.
    pub fn but(mut self, key: &str, other: Value) -> Record {
        let field = self.fields.iter_mut().find(|(known, _)| *known == key);
        if let Some((_, value)) = field {
            *value = other;
        }
        self
    }

    /// Returns the event's name.
    pub fn event(&self) -> &'static str {
        self.shape.event
    }

    /// Returns the rule that requires the event.
    pub fn rule(&self) -> &'static str {
        self.shape.rule
    }

    /// Returns the keys and values, in order.
    pub fn fields_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Value)> {
        self.fields.iter_mut().map(|(key, value)| (*key, value))
    }

    fn value(&self, key: &str) -> Option<&Value> {
        let field = self.fields.iter().find(|(known, _)| *known == key);
        field.map(|(_, value)| value)
    }

    /// Returns the value of a key; `None` if it has another type.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        T::deserialize(self.value(key)?).ok()
    }

    /// Returns all values, as a type whose fields are keys of the event.
    pub fn all<T: DeserializeOwned>(&self) -> Option<T> {
        let fields = self.fields.iter().map(|(key, value)| (*key, value));
        T::deserialize(MapDeserializer::new(fields)).ok()
    }

    /// Returns the text under a key; empty without one.
    pub fn text(&self, key: &str) -> &str {
        self.value(key).and_then(Value::as_str).unwrap_or("")
    }

    /// Returns the line as in a file, without its newline.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| unreachable!("texts and numbers only: {e}"))
    }

    /// Returns the same as a JSON object.
    pub fn into_json(self) -> Value {
        let mut object = Map::with_capacity(self.fields.len() + 1);
        object.insert("event".to_owned(), self.event().into());
        let fields = self.fields.into_iter();
        object.extend(fields.map(|(key, value)| (key.to_owned(), value)));
        Value::Object(object)
    }
}

/// Two games may share an event.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.event() == other.event() && self.fields == other.fields
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len() + 1))?;
        map.serialize_entry("event", self.event())?;
        for (key, value) in &self.fields {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
