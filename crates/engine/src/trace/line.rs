//! Parsing the lines of a trace (TRACE.md).

use crate::cards::{Card, Seat};
use crate::game::record::{CardTexts, EventKey, EventSchema, Record, TextValue as _, traced};
use crate::{grid, shedding};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};
use std::fmt;

/// Schema of the line that begins a game.
pub(super) const GAME: &EventSchema = &EventSchema {
    event: "game",
    rule: "TRACE",
    keys: &[
        EventKey::new("format", traced::<u32>()),
        EventKey::new("ruleset", traced::<String>()),
        EventKey::new("variant", traced::<bool>()),
        EventKey::new("rules", traced::<Value>()),
        EventKey::new("seed", traced::<String>()),
        EventKey::new("game", traced::<u64>()),
        EventKey::new("deal", traced::<u64>()),
        EventKey::new("rotation", traced::<u64>()),
        EventKey::new("seats", traced::<Vec<String>>()),
        EventKey::if_any("unit", traced::<String>()),
    ],
};

/// Schema of the line that ends a game (PG-16, GR-3, GR-9); `hands` and `piles` in Grid only.
pub(super) const GAME_END: &EventSchema = &EventSchema {
    event: "game-end",
    rule: "PG-16",
    keys: &[
        EventKey::new("winners", traced::<Vec<Seat>>()),
        EventKey::new("why", traced::<String>()),
        EventKey::if_any("hands", traced::<Vec<CardTexts>>()),
        EventKey::if_any("piles", traced::<Vec<CardTexts>>()),
        EventKey::new("scores", traced::<Vec<i64>>()),
    ],
};

/// Returns the schemas of all lines. Events shared by the games have the same schema.
fn shapes() -> impl Iterator<Item = &'static EventSchema> {
    let shedding = shedding::Event::SCHEMAS.iter();
    let all = [GAME].into_iter().chain(shedding).chain([GAME_END]);
    let all = all.chain(grid::Event::SCHEMAS);
    all.filter(|shape| !shape.rule.is_empty())
}

/// Parses a line, with its lists of cards sorted if their order has no meaning.
///
/// # Errors
/// States the problem, in the words of a JSON parser.
pub fn read_line(text: &str) -> Result<Record, Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let (shape, fields) = json.deserialize_map(LineVisitor)?;
    json.end()?;
    let keys = shape.keys.iter().filter(|key| key.check.is_some());
    let keys: Vec<&EventKey> = keys.collect();
    let mut values = vec![None; keys.len()];
    for (name, Unique { value, twice }) in fields {
        let Some(at) = keys.iter().position(|key| key.name == name) else {
            return Err(unknown("field", &name, keys.iter().map(|key| key.name)));
        };
        if values[at].is_some() {
            return Err(Error::duplicate_field(keys[at].name));
        }
        if let (Some(twice), "rules") = (twice, keys[at].name) {
            return Err(Error::custom(format!("the key `{twice}` stands twice")));
        }
        if let Some(check) = keys[at].check {
            check(&value)?;
        }
        values[at] = Some(value);
    }
    let mut record = Record::new(shape);
    for (key, value) in keys.into_iter().zip(values) {
        if value.is_none() && !key.may_lack {
            return Err(Error::missing_field(key.name));
        }
        record = record.with(key.name, value);
    }
    sort(&mut record);
    Ok(record)
}

/// Sorts every list of cards or winners whose order has no meaning. The order has one in a scored
/// line, and in cards drawn until one can be played (HR-2).
fn sort(record: &mut Record) {
    fn sort_cards(cards: &mut Value) {
        if let Value::Array(cards) = cards {
            let card = |text: &Value| text.as_str().and_then(Card::read);
            cards.sort_by_cached_key(|text| card(text).map_or(0, |card| 1 + card.face()));
        }
    }
    let in_order = match record.event() {
        "draw" => record.text("why") == "turn",
        event => event == "score",
    };
    for (key, value) in record.fields_mut() {
        match (key, value) {
            ("hands" | "piles", Value::Array(lists)) => lists.iter_mut().for_each(sort_cards),
            ("winners", Value::Array(seats)) => seats.sort_by_key(Value::as_u64),
            ("discarded", cards) => sort_cards(cards),
            ("cards", cards) if !in_order => sort_cards(cards),
            _ => {}
        }
    }
}

/// Returns the error that names the known texts, as `serde` words it.
fn unknown<E: serde::de::Error>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> E {
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let expected = match &known[..] {
        [] => format!("there are no {what}s"),
        [one] => format!("expected {one}"),
        [one, other] => format!("expected {one} or {other}"),
        many => format!("expected one of {}", many.join(", ")),
    };
    E::custom(format!("unknown {what} `{name}`, {expected}"))
}

/// A line as JSON: its schema, and the rest as written.
type Line = (&'static EventSchema, Vec<(String, Unique)>);

struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line of a trace")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Line, A::Error> {
        let (mut shape, mut fields) = (None, Vec::new());
        while let Some(key) = access.next_key::<String>()? {
            if key != "event" {
                fields.push((key, access.next_value()?));
            } else if shape.is_some() {
                return Err(A::Error::duplicate_field("event"));
            } else {
                let Name(named) = access.next_value()?;
                shape = Some(named);
            }
        }
        let shape = shape.ok_or_else(|| A::Error::missing_field("event"))?;
        Ok((shape, fields))
    }
}

/// Name of an event.
struct Name(&'static EventSchema);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Name;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("variant identifier")
            }
            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Name, E> {
                let shape = shapes().find(|shape| shape.event == name);
                let names = shapes().map(|shape| shape.event);
                shape
                    .map(Name)
                    .ok_or_else(|| unknown("variant", name, names))
            }
        }
        deserializer.deserialize_identifier(NameVisitor)
    }
}

/// A JSON value, and a key that an object in it has twice, if any: the second would silently hide
/// the first.
struct Unique {
    value: Value,
    twice: Option<String>,
}

impl From<Value> for Unique {
    fn from(value: Value) -> Unique {
        Unique { value, twice: None }
    }
}

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Unique, E> {
        Ok(Value::from(value).into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Unique, E> {
        Ok(Value::from(value).into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Unique, E> {
        Ok(Value::from(value).into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Unique, E> {
        Ok(Value::from(value).into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Unique, E> {
        Ok(Value::from(value).into())
    }
    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Value::Null.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Unique, A::Error> {
        let (mut list, mut twice) = (Vec::new(), None);
        while let Some(item) = access.next_element::<Unique>()? {
            twice = twice.or(item.twice);
            list.push(item.value);
        }
        let value = Value::Array(list);
        Ok(Unique { value, twice })
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Unique, A::Error> {
        let (mut map, mut twice) = (Map::new(), None);
        while let Some((key, item)) = access.next_entry::<String, Unique>()? {
            let again = map.contains_key(&key).then(|| key.clone());
            twice = twice.or(item.twice).or(again);
            map.insert(key, item.value);
        }
        let value = Value::Object(map);
        Ok(Unique { value, twice })
    }
}
