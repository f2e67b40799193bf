//! Views as dictionaries of Python. Keys and the texts of cards are made once, for bots ask for them all the time.

use super::values::to_python;
use powergrab_studies::strategy::process::{CardText, Describe};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Hashes what few bytes tell apart; nobody chooses them to collide.
#[derive(Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // The multiplier is 2^64 over the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// A map whose keys are few and harmless.
type Quick<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// The texts that were made already.
#[derive(Default)]
pub struct Words {
    /// Keys are constants: one place in memory is one text.
    keys: Quick<(usize, usize), Py<PyString>>,
    cards: Quick<CardText, Py<PyString>>,
}

impl Words {
    fn key<'py>(&mut self, py: Python<'py>, key: &'static str) -> &Bound<'py, PyString> {
        let place = (key.as_ptr().addr(), key.len());
        let made = self.keys.entry(place);
        made.or_insert_with(|| PyString::intern(py, key).unbind())
            .bind(py)
    }

    fn card<'py>(&mut self, py: Python<'py>, text: CardText) -> &Bound<'py, PyString> {
        let made = self.cards.entry(text);
        made.or_insert_with(|| PyString::new(py, text.as_str()).unbind())
            .bind(py)
    }
}

/// A dictionary that is being filled; the first failure is kept, after which nothing more is filled in.
pub struct Fields<'a, 'py> {
    words: &'a mut Words,
    dict: Bound<'py, PyDict>,
    failed: Option<PyErr>,
}

impl<'a, 'py> Fields<'a, 'py> {
    /// An empty dictionary.
    pub fn new(py: Python<'py>, words: &'a mut Words) -> Fields<'a, 'py> {
        Fields {
            words,
            dict: PyDict::new(py),
            failed: None,
        }
    }

    /// The dictionary.
    ///
    /// # Errors
    /// The first failure.
    pub fn finish(self) -> PyResult<Bound<'py, PyDict>> {
        self.failed.map_or(Ok(self.dict), Err)
    }

    fn put<T: IntoPyObject<'py>>(&mut self, key: &'static str, value: T) {
        let py = self.dict.py();
        let set = self.dict.set_item(self.words.key(py, key), value);
        if let (Err(e), None) = (set, &self.failed) {
            self.failed = Some(e);
        }
    }

    fn try_put(&mut self, key: &'static str, value: PyResult<Bound<'py, PyAny>>) {
        match value {
            Ok(value) => self.put(key, value),
            Err(e) => self.failed = self.failed.take().or(Some(e)),
        }
    }
}

impl Describe for Fields<'_, '_> {
    fn text(&mut self, key: &'static str, value: &str) {
        self.put(key, value);
    }

    fn number(&mut self, key: &'static str, value: i64) {
        self.put(key, value);
    }

    fn flag(&mut self, key: &'static str, value: bool) {
        self.put(key, value);
    }

    fn none(&mut self, key: &'static str) {
        let none = self.dict.py().None();
        self.put(key, none);
    }

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = Option<CardText>>) {
        let py = self.dict.py();
        let list = PyList::empty(py);
        let mut filled = Ok(());
        for text in values {
            filled = filled.and_then(|()| match text {
                Some(text) => list.append(self.words.card(py, text)),
                None => list.append(py.None()),
            });
        }
        self.try_put(key, filled.map(|()| list.into_any()));
    }

    fn objects(
        &mut self,
        key: &'static str,
        n: usize,
        fill: &mut dyn FnMut(usize, &mut dyn Describe),
    ) {
        let list = PyList::empty(self.dict.py());
        let mut filled = Ok(());
        for at in 0..n {
            let mut fields = Fields::new(list.py(), self.words);
            fill(at, &mut fields);
            let object = fields.finish();
            filled = filled.and_then(|()| list.append(object?));
        }
        self.try_put(key, filled.map(|()| list.into_any()));
    }

    fn value(&mut self, key: &'static str, value: Value) {
        let value = to_python(self.dict.py(), &value);
        self.try_put(key, value);
    }
}
