//! The description of a game for bots from outside: JSON for a program, objects for a language that plays in this process.

use powergrab_engine::cards::Card;
use serde_json::{Map, Value};

/// Takes a description key by key, in order.
pub trait Describe {
    /// A text.
    fn text(&mut self, key: &'static str, value: &str);
    /// A text that is a constant.
    fn word(&mut self, key: &'static str, value: &'static str) {
        self.text(key, value);
    }
    /// A whole number.
    fn number(&mut self, key: &'static str, value: i64);
    /// A truth value.
    fn flag(&mut self, key: &'static str, value: bool);
    /// A value that does not exist.
    fn none(&mut self, key: &'static str);
    /// A card.
    fn card(&mut self, key: &'static str, card: Card);
    /// A list of cards.
    fn cards(&mut self, key: &'static str, cards: &mut dyn Iterator<Item = Card>);
    /// A list of this many objects, each described by `fill`.
    fn objects(
        &mut self,
        key: &'static str,
        n: usize,
        fill: &mut dyn FnMut(usize, &mut dyn Describe),
    );
    /// Whatever else there is.
    fn value(&mut self, key: &'static str, value: Value);
}

impl Describe for Map<String, Value> {
    fn text(&mut self, key: &'static str, value: &str) {
        self.insert(key.to_owned(), value.into());
    }

    fn number(&mut self, key: &'static str, value: i64) {
        self.insert(key.to_owned(), value.into());
    }

    fn flag(&mut self, key: &'static str, value: bool) {
        self.insert(key.to_owned(), value.into());
    }

    fn none(&mut self, key: &'static str) {
        self.insert(key.to_owned(), Value::Null);
    }

    fn card(&mut self, key: &'static str, card: Card) {
        self.insert(key.to_owned(), card.to_string().into());
    }

    fn cards(&mut self, key: &'static str, cards: &mut dyn Iterator<Item = Card>) {
        let texts: Vec<Value> = cards.map(|card| card.to_string().into()).collect();
        self.insert(key.to_owned(), texts.into());
    }

    fn objects(
        &mut self,
        key: &'static str,
        n: usize,
        fill: &mut dyn FnMut(usize, &mut dyn Describe),
    ) {
        let one = |at| {
            let mut object = Map::new();
            fill(at, &mut object);
            Value::Object(object)
        };
        let objects: Vec<Value> = (0..n).map(one).collect();
        self.insert(key.to_owned(), objects.into());
    }

    fn value(&mut self, key: &'static str, value: Value) {
        self.insert(key.to_owned(), value);
    }
}

/// A description as JSON.
pub(super) fn json(describe: impl FnOnce(&mut dyn Describe)) -> Value {
    let mut object = Map::new();
    describe(&mut object);
    Value::Object(object)
}
