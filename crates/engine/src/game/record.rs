//! Events as traces and messages tell them: a name, then keys and values in order, as JSON has them.
//!
//! What an event says is declared once, beside the event (see `event`). A [`Record`] is one event told, a [`EventSchema`] what a line of
//! that name has to hold.

use crate::cards::{Card, CardSet, Colour, Deck, Tower};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error, Unexpected, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;

/// Something that is told by a short text, which is what it displays.
pub trait TextValue: Copy + fmt::Display {
    /// What it is called in an error.
    const WHAT: &'static str;
    /// The thing with that text.
    fn read(text: &str) -> Option<Self>;
}

impl TextValue for Card {
    const WHAT: &'static str = "a card like R5, B5O, RD2 or W4";
    fn read(text: &str) -> Option<Card> {
        text.parse().ok()
    }
}

/// The only letter of a text.
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

/// A card, colour, tower or line, read from its text.
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

/// Cards as a record lists them.
pub type CardTexts = Vec<Text<Card>>;

/// A set of cards as a record lists it, in the deck's order.
pub fn listed(deck: &Deck, set: CardSet) -> Value {
    let texts = set.iter().map(|slot| faced(deck, slot));
    texts.collect()
}

/// The text of the card in a slot.
pub fn faced(deck: &Deck, slot: u8) -> Value {
    deck.cards()[usize::from(slot)].to_string().into()
}

/// Checks what stands under a key of a trace. What passes is written as a trace writes it.
pub type Check = fn(&Value) -> Result<(), serde_json::Error>;

/// A key whose value has this type in a trace.
pub const fn traced<T: DeserializeOwned>() -> Option<Check> {
    Some(|value| T::deserialize(value).map(drop))
}

/// A key that stands in the protocol's messages alone.
pub(crate) const MESSAGE_ONLY: Option<Check> = None;

/// A key of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventKey {
    /// What it is called.
    pub name: &'static str,
    /// What it has to be in a trace; `None` if it does not stand in one.
    pub check: Option<Check>,
    /// Whether a line may lack it.
    pub may_lack: bool,
}

impl EventKey {
    /// A key that every line of its event has.
    pub const fn new(name: &'static str, check: Option<Check>) -> EventKey {
        EventKey {
            name,
            check,
            may_lack: false,
        }
    }

    /// A key that a line may lack.
    pub const fn if_any(name: &'static str, check: Option<Check>) -> EventKey {
        EventKey {
            may_lack: true,
            ..EventKey::new(name, check)
        }
    }
}

/// The text of one kind of event.
#[derive(Clone, Copy, Debug)]
pub struct EventSchema {
    /// Its name.
    pub event: &'static str,
    /// The rule that asks for it; empty where it is never told.
    pub rule: &'static str,
    /// Its keys in their order.
    pub keys: &'static [EventKey],
}

/// An event as it is told.
#[derive(Clone, Debug)]
pub struct Record {
    shape: &'static EventSchema,
    fields: Vec<(&'static str, Value)>,
}

impl Record {
    /// An event of this kind that says nothing yet.
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

    /// Says one thing more, where it is told.
    pub fn with(mut self, key: &'static str, value: impl Into<Option<Value>>) -> Record {
        self.fields.extend(value.into().map(|value| (key, value)));
        self
    }

    /// The same with another value under a key.
    pub fn but(mut self, key: &str, other: Value) -> Record {
        let field = self.fields.iter_mut().find(|(known, _)| *known == key);
        if let Some((_, value)) = field {
            *value = other;
        }
        self
    }

    /// The event's name.
    pub fn event(&self) -> &'static str {
        self.shape.event
    }

    /// The rule that asks for the event.
    pub fn rule(&self) -> &'static str {
        self.shape.rule
    }

    /// What is said, in order.
    pub fn fields_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Value)> {
        self.fields.iter_mut().map(|(key, value)| (*key, value))
    }

    fn value(&self, key: &str) -> Option<&Value> {
        let field = self.fields.iter().find(|(known, _)| *known == key);
        field.map(|(_, value)| value)
    }

    /// The value of a key; `None` if it has another type.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        T::deserialize(self.value(key)?).ok()
    }

    /// All that is said, as a type whose fields are keys of the event.
    pub fn all<T: DeserializeOwned>(&self) -> Option<T> {
        let fields = self.fields.iter().map(|(key, value)| (*key, value));
        T::deserialize(MapDeserializer::new(fields)).ok()
    }

    /// The text under a key; empty without one.
    pub fn text(&self, key: &str) -> &str {
        self.value(key).and_then(Value::as_str).unwrap_or("")
    }

    /// The line as it stands in a file, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| unreachable!("texts and numbers only: {e}"))
    }

    /// The same as a JSON object.
    pub fn into_json(self) -> Value {
        let mut object = Map::with_capacity(self.fields.len() + 1);
        object.insert("event".to_owned(), self.event().into());
        let fields = self.fields.into_iter();
        object.extend(fields.map(|(key, value)| (key.to_owned(), value)));
        Value::Object(object)
    }
}

/// Two games may tell of one event.
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
