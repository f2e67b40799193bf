//! What is told of a game, whoever is told: JSON for a program, objects for a language that plays in this process.

use serde_json::{Map, Value};

/// Takes a description key by key, in order.
pub trait Describe {
    /// A text.
    fn text(&mut self, key: &'static str, value: &str);
    /// A whole number.
    fn number(&mut self, key: &'static str, value: i64);
    /// A truth value.
    fn flag(&mut self, key: &'static str, value: bool);
    /// A value that does not exist.
    fn none(&mut self, key: &'static str);
    /// A list of texts; one that is `None` does not exist.
    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = Option<CardText>>);
    /// So many objects in a list, each of which `fill` describes.
    fn objects(
        &mut self,
        key: &'static str,
        n: usize,
        fill: &mut dyn FnMut(usize, &mut dyn Describe),
    );
    /// Whatever else there is.
    fn value(&mut self, key: &'static str, value: Value);
}

/// The text of a card, on the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardText {
    bytes: [u8; CardText::MAX],
    len: usize,
}

impl CardText {
    /// The longest text of a card, in bytes.
    const MAX: usize = 8;

    /// The text of what is shown, as far as it fits, which cards do.
    pub fn of(shown: impl std::fmt::Display) -> CardText {
        use std::fmt::Write as _;
        let mut text = CardText::default();
        let written = write!(text, "{shown}");
        debug_assert!(written.is_ok(), "{shown}");
        text
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only whole texts are appended.
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl std::fmt::Write for CardText {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        let end = self.len + part.len();
        let free = self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?;
        free.copy_from_slice(part.as_bytes());
        self.len = end;
        Ok(())
    }
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

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = Option<CardText>>) {
        let values: Vec<Value> = values
            .map(|text| text.map_or(Value::Null, |text| text.as_str().into()))
            .collect();
        self.insert(key.to_owned(), values.into());
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
