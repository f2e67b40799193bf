//! Declarations of a game's events: the name of each, the rule behind it, its fields and their
//! audience.
//!
//! A field is `key: type = kind`. The kinds below define how a field is written to a trace and to a
//! seat, what a seat hears of it, and how it is read from a message. Values that are not fields of
//! the event, but come from the state, are listed before the fields in round brackets or after them
//! in square ones: `key: traced::<type>()` for traces, `key: MESSAGE_ONLY` for messages only.

use super::record::{
    CardTexts, Check, EventKey, MESSAGE_ONLY, Text, TextValue, faced, listed, traced,
};
use crate::cards::{Card, CardSet, Deck, Seat, Tower};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A seat or a card that does not exist.
pub(crate) const NONE: u8 = u8::MAX;

/// The audience of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A trace: everything.
    Trace,
    /// A seat that heard it already (see [`Game::heard`](super::Game::heard)).
    Seat(Seat),
}

/// A seat that hears an event.
pub(crate) struct EventListener<'a> {
    pub seat: Seat,
    /// Replaces cards by their first copies.
    pub normalise: &'a dyn Fn(CardSet) -> CardSet,
    /// `true` if the event names the seat, which then sees the cards that are not public.
    pub is_named: bool,
}

impl EventListener<'_> {
    pub fn face(&self, slot: u8) -> u8 {
        (self.normalise)(CardSet::one(slot)).first()
    }
}

/// Error of a text that is not a colour, a reason or the like.
const UNKNOWN_WORD: &str = "one of the words that there are";

/// A message of type `event`, and the requirements of its numbers and cards.
pub(crate) struct Message<'a> {
    pub fields: &'a Value,
    pub deck: &'a Deck,
    pub n_seats: usize,
}

impl<'a> Message<'a> {
    pub fn wrong<T>(&self, key: &str, right: &str) -> Result<T, String> {
        Err(format!("`{key}` of an event is not {right}"))
    }

    fn number(&self, key: &str, most: u64) -> Result<u64, String> {
        match self.fields[key].as_u64().filter(|n| *n <= most) {
            Some(n) => Ok(n),
            None => self.wrong(key, &format!("a whole number from 0 to {most}")),
        }
    }

    fn copies(&self, key: &str, text: &Value) -> Result<CardSet, String> {
        let card = text.as_str().and_then(TextValue::read);
        let copies = card.map(|card| self.deck.slots(|c| c == card));
        match copies.filter(|copies| !copies.is_empty()) {
            Some(copies) => Ok(copies),
            None => self.wrong(key, "a card of the deck"),
        }
    }

    /// Returns the first copy of a card, as seats hear of it.
    pub fn card(&self, key: &str, text: &Value) -> Result<u8, String> {
        Ok(self.copies(key, text)?.first())
    }

    pub fn texts(&self, key: &str) -> Result<&'a [Value], String> {
        match self.fields[key].as_array() {
            Some(texts) => Ok(texts),
            None => self.wrong(key, "a list of cards"),
        }
    }

    /// Returns the value under the key, or the default.
    fn or<T>(
        &self,
        none: T,
        key: &str,
        read: impl Fn(&Self, &str) -> Result<T, String>,
    ) -> Result<T, String> {
        match self.fields[key] {
            Value::Null => Ok(none),
            _ => read(self, key),
        }
    }
}

fn read_seat(message: &Message<'_>, key: &str) -> Result<Seat, String> {
    Ok(message.number(key, message.n_seats as u64 - 1)? as Seat)
}

fn read_word<T: TextValue>(message: &Message<'_>, key: &str) -> Result<T, String> {
    let word = message.fields[key].as_str().and_then(T::read);
    word.map_or_else(|| message.wrong(key, UNKNOWN_WORD), Ok)
}

/// Reads cards, as their first copies.
fn read_cards(message: &Message<'_>, key: &str) -> Result<CardSet, String> {
    let mut cards = CardSet::EMPTY;
    for text in message.texts(key)? {
        let copies = message.copies(key, text)?.without(cards);
        if copies.is_empty() {
            return message.wrong(key, "a list of cards of one deck");
        }
        cards |= copies.lowest();
    }
    Ok(cards)
}

/// Kind of an event's field.
#[derive(Clone, Copy)]
pub(crate) struct Kind<T> {
    /// Check of its value in a trace; `None` if traces do not have it.
    pub check: Option<Check>,
    /// `true` if a line may omit it.
    pub may_lack: bool,
    /// Returns the field's value for an audience, if any.
    pub tell: fn(T, Audience, &Deck) -> Option<Value>,
    /// Returns the field's value as heard by a seat.
    pub hear: fn(T, &mut EventListener<'_>) -> T,
    /// Reads it from a message.
    pub read: fn(&Message<'_>, &str) -> Result<T, String>,
}

impl<T> Kind<T> {
    /// Returns a kind that is completely public.
    pub const fn new(
        check: Option<Check>,
        tell: fn(T, Audience, &Deck) -> Option<Value>,
        read: fn(&Message<'_>, &str) -> Result<T, String>,
    ) -> Kind<T> {
        Kind {
            check,
            may_lack: false,
            tell,
            hear: |value, _| value,
            read,
        }
    }

    /// Returns the key of a field of this kind.
    pub const fn key(&self, name: &'static str) -> EventKey {
        EventKey {
            name,
            check: self.check,
            may_lack: self.may_lack,
        }
    }

    /// Returns the value of a field for an audience, if any.
    pub fn told(&self, value: T, to: Audience, deck: &Deck) -> Option<Value> {
        let is_told = to != Audience::Trace || self.check.is_some();
        is_told.then(|| (self.tell)(value, to, deck))?
    }
}

/// A seat, which sees the cards that the event names after it.
pub(crate) const SEAT: Kind<Seat> = Kind {
    hear: |seat, hearer| {
        hearer.is_named |= seat == hearer.seat;
        seat
    },
    ..Kind::new(traced::<Seat>(), |seat, _, _| Some(seat.into()), read_seat)
};

/// A seat or [`NONE`].
pub(crate) const ANYBODY: Kind<u8> = Kind::new(
    traced::<Option<Seat>>(),
    |seat, _, _| Some((seat != NONE).then_some(seat).into()),
    |message, key| message.or(NONE, key, read_seat),
);

/// The slot of a public card. Its copy is hidden from all.
pub(crate) const CARD: Kind<u8> = Kind {
    hear: |slot, hearer| hearer.face(slot),
    ..Kind::new(
        traced::<Text<Card>>(),
        |slot, _, deck| Some(faced(deck, slot)),
        |message, key| message.card(key, &message.fields[key]),
    )
};

/// The slot of a card that only seats named by the event see; [`NONE`] for the others.
pub(crate) const OWN_CARD: Kind<u8> = Kind {
    hear: |slot, hearer| match hearer.is_named {
        true => hearer.face(slot),
        false => NONE,
    },
    ..Kind::new(
        CARD.check,
        |slot, _, deck| Some((slot != NONE).then(|| faced(deck, slot)).into()),
        |message, key| message.or(NONE, key, CARD.read),
    )
};

/// Public cards.
pub(crate) const CARDS: Kind<CardSet> = Kind {
    hear: |cards, hearer| (hearer.normalise)(cards),
    ..Kind::new(
        traced::<CardTexts>(),
        |cards, _, deck| Some(listed(deck, cards)),
        read_cards,
    )
};

/// Cards that only seats named by the event see. A seat receives its own at the end of the message,
/// from the state.
pub(crate) const OWN_CARDS: Kind<CardSet> = Kind {
    hear: |cards, hearer| (hearer.normalise)(cards).if_true(hearer.is_named),
    ..Kind::new(
        CARDS.check,
        |cards, to, deck| (to == Audience::Trace).then(|| listed(deck, cards)),
        |message, key| message.or(CardSet::EMPTY, key, read_cards),
    )
};

/// Returns the kind of a colour, tower or line.
pub(crate) const fn word<T: TextValue>() -> Kind<T> {
    Kind::new(
        traced::<Text<T>>(),
        |word, _, _| Some(word.to_string().into()),
        read_word,
    )
}

/// Returns the same kind for an optional value, which traces omit.
pub(crate) const fn word_if_any<T: TextValue>() -> Kind<Option<T>> {
    Kind {
        may_lack: true,
        ..Kind::new(
            word::<T>().check,
            |word, to, _| {
                let told = word.is_some() || to != Audience::Trace;
                told.then(|| word.map(|word| word.to_string()).into())
            },
            |message, key| message.or(None, key, |message, key| read_word(message, key).map(Some)),
        )
    }
}

/// Returns the kind of a reason. A replay accepts any text, and reports it if it is wrong.
pub(crate) const fn reason<T: Serialize + DeserializeOwned>() -> Kind<T> {
    Kind::new(
        traced::<String>(),
        |why, _, _| serde_json::to_value(why).ok(),
        |message, key| match T::deserialize(&message.fields[key]) {
            Ok(why) => Ok(why),
            Err(_) => message.wrong(key, UNKNOWN_WORD),
        },
    )
}

/// Number of a tower.
pub(crate) const TOWER: Kind<u8> = Kind::new(
    word::<Tower>().check,
    |tower, _, _| Some(Tower::ALL.get(usize::from(tower))?.to_string().into()),
    |message, key| Ok(read_word::<Tower>(message, key)?.index() as u8),
);

/// Returns the kind of a number of at most this size.
pub(crate) const fn number<T: TryFrom<u64> + Into<u32> + Default, const MOST: u32>() -> Kind<T> {
    Kind::new(
        traced::<u32>(),
        |number, _, _| Some(number.into().into()),
        |message, key| Ok(T::try_from(message.number(key, MOST.into())?).unwrap_or_default()),
    )
}

/// True or false.
pub(crate) const FLAG: Kind<bool> = Kind::new(
    traced::<bool>(),
    |flag, _, _| Some(flag.into()),
    |message, key| match message.fields[key].as_bool() {
        Some(flag) => Ok(flag),
        None => message.wrong(key, "true or false"),
    },
);

/// A value hidden from all.
pub(crate) const SECRET: Kind<bool> = Kind {
    hear: |_, _| false,
    ..Kind::new(MESSAGE_ONLY, |_, _, _| None, |_, _| Ok(false))
};

/// Returns a kind for messages only; a trace has the information in another form.
pub(crate) const fn heard<T: Copy>(kind: Kind<T>) -> Kind<T> {
    Kind {
        check: MESSAGE_ONLY,
        ..kind
    }
}

/// Declares the events of a game, with everything that follows from their fields.
macro_rules! events {
    ($(#[$doc:meta])* pub enum $event:ident { $(
        $(#[$variant_doc:meta])*
        $name:literal $rule:literal $variant:ident
        $(($($before:ident: $before_check:expr),+))?
        $({ $($(#[$field_doc:meta])* $field:ident: $type:ty = $kind:expr,)+ })?
        $([$($after:ident: $after_check:expr),+])?
    ,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $event {
            $($(#[$variant_doc])* $variant $({ $($(#[$field_doc])* $field: $type,)+ })?,)+
        }

        impl $event {
            /// Schemas of the events, in the order of declaration.
            pub const SCHEMAS: &[EventSchema] = &[$(EventSchema {
                event: $name,
                rule: $rule,
                keys: &[
                    $($(EventKey::new(stringify!($before), $before_check),)+)?
                    $($(Kind::<$type>::key(&$kind, stringify!($field)),)+)?
                    $($(EventKey::new(stringify!($after), $after_check),)+)?
                ],
            },)+];

            /// Returns the schema of events with that name.
            pub(super) fn shape(name: &str) -> Option<&'static EventSchema> {
                $event::SCHEMAS.iter().find(|shape| shape.event == name)
            }

            /// Returns the event as written; `state` returns the values that are not its fields.
            pub(super) fn record(
                &self,
                to: Audience,
                deck: &Deck,
                state: &dyn Fn(&str) -> Option<Value>,
            ) -> Option<Record> {
                match *self {
                    $($event::$variant $({ $($field,)+ })? => {
                        Some(Record::new($event::shape($name)?)
                            $($(.with(stringify!($before), state(stringify!($before))))+)?
                            $($(.with(stringify!($field), $kind.told($field, to, deck)))+)?
                            $($(.with(stringify!($after), state(stringify!($after))))+)?)
                    })+
                }
            }

            /// Returns the event as a seat hears it; `normalise` replaces cards by first copies.
            pub(super) fn hear(&self, seat: Seat, normalise: &dyn Fn(CardSet) -> CardSet) -> $event {
                let hearer = &mut EventListener { seat, normalise, is_named: false };
                match *self {
                    $($event::$variant $({ $($field,)+ })? => $event::$variant $({
                        $($field: ($kind.hear)($field, hearer),)+
                    })?,)+
                }
            }

            /// Reads the event of a message, as a seat heard it.
            pub(super) fn read(fields: &Value, deck: &Deck, n_seats: usize) -> Result<$event, String> {
                let message = &Message { fields, deck, n_seats };
                let name = &fields["event"];
                let told = name.as_str().and_then($event::shape);
                Ok(match told.map_or("", |shape| shape.event) {
                    $($name if !$rule.is_empty() => $event::$variant $({
                        $($field: ($kind.read)(message, stringify!($field))?,)+
                    })?,)+
                    _ => return Err(format!("there is no event {name}")),
                })
            }
        }
    };
}

pub(crate) use events;
