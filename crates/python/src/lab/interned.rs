//! Descriptions as dictionaries of Python. Keys and the texts of cards are made once, for bots ask for them all the time.

use super::values::to_python;
use powergrab_bots::strategy::process::Describe;
use powergrab_engine::cards::Card;
use powergrab_engine::game::OptionName;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

/// Hashes what few bytes tell apart; nobody chooses them to collide.
#[derive(Default)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
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
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// The texts that were made already. Equal texts are one object.
#[derive(Default)]
pub struct InternedTexts {
    /// Words are constants: one place in memory is one text.
    words: FastMap<(usize, usize), Py<PyString>>,
    /// By face.
    cards: FastMap<usize, Py<PyString>>,
    bluffs: FastMap<usize, Py<PyString>>,
}

impl InternedTexts {
    /// A constant.
    pub fn word<'py>(&mut self, py: Python<'py>, word: &'static str) -> &Bound<'py, PyString> {
        let place = (word.as_ptr().addr(), word.len());
        let made = self.words.entry(place);
        made.or_insert_with(|| PyString::intern(py, word).unbind())
            .bind(py)
    }

    fn card<'py>(&mut self, py: Python<'py>, card: Card) -> &Bound<'py, PyString> {
        let made = self.cards.entry(card.face());
        made.or_insert_with(|| PyString::intern(py, &card.to_string()).unbind())
            .bind(py)
    }

    /// What an option is called.
    pub fn option<'py>(&mut self, py: Python<'py>, name: &OptionName) -> Bound<'py, PyString> {
        match name {
            OptionName::Card(card) => self.card(py, *card).clone(),
            OptionName::Word(word) => self.word(py, word).clone(),
            OptionName::Bluff(card) => {
                let made = self.bluffs.entry(card.face());
                made.or_insert_with(|| PyString::intern(py, &name.to_string()).unbind())
                    .bind(py)
                    .clone()
            }
            OptionName::Text(text) => PyString::intern(py, text),
        }
    }
}

/// Lends the texts. A call while they are lent (an object that Python throws away meanwhile may look at a view) gets fresh
/// ones: to wait could be for ever.
pub fn lend<T>(words: &Mutex<InternedTexts>, work: impl FnOnce(&mut InternedTexts) -> T) -> T {
    match words.try_lock() {
        Ok(mut words) => work(&mut words),
        Err(_) => work(&mut InternedTexts::default()),
    }
}

/// A dictionary that is being filled; the first failure is kept, after which nothing more is filled in.
pub struct Fields<'a, 'py> {
    words: &'a mut InternedTexts,
    /// The one key that is wanted, where not all are.
    only: Option<&'a str>,
    dict: Bound<'py, PyDict>,
    failed: Option<PyErr>,
}

impl<'a, 'py> Fields<'a, 'py> {
    /// Fills a dictionary with all keys or one.
    pub fn new(
        dict: &Bound<'py, PyDict>,
        words: &'a mut InternedTexts,
        only: Option<&'a str>,
    ) -> Fields<'a, 'py> {
        Fields {
            words,
            only,
            dict: dict.clone(),
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

    fn wants(&self, key: &str) -> bool {
        self.only.is_none_or(|only| only == key)
    }

    fn put<T: IntoPyObject<'py>>(&mut self, key: &'static str, value: T) {
        if !self.wants(key) {
            return;
        }
        let py = self.dict.py();
        let set = self.dict.set_item(self.words.word(py, key), value);
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

    fn word(&mut self, key: &'static str, value: &'static str) {
        if self.wants(key) {
            let text = self.words.word(self.dict.py(), value).clone();
            self.put(key, text);
        }
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

    fn card(&mut self, key: &'static str, card: Card) {
        if self.wants(key) {
            let text = self.words.card(self.dict.py(), card).clone();
            self.put(key, text);
        }
    }

    fn cards(&mut self, key: &'static str, cards: &mut dyn Iterator<Item = Card>) {
        if !self.wants(key) {
            return;
        }
        let py = self.dict.py();
        let texts: Vec<_> = cards
            .map(|card| self.words.card(py, card).clone())
            .collect();
        let list = PyList::new(py, texts).map(Bound::into_any);
        self.try_put(key, list);
    }

    fn objects(
        &mut self,
        key: &'static str,
        n: usize,
        fill: &mut dyn FnMut(usize, &mut dyn Describe),
    ) {
        if !self.wants(key) {
            return;
        }
        let list = PyList::empty(self.dict.py());
        let mut filled = Ok(());
        for at in 0..n {
            let mut fields = Fields::new(&PyDict::new(list.py()), self.words, None);
            fill(at, &mut fields);
            let object = fields.finish();
            filled = filled.and_then(|()| list.append(object?));
        }
        self.try_put(key, filled.map(|()| list.into_any()));
    }

    fn value(&mut self, key: &'static str, value: Value) {
        if self.wants(key) {
            let value = to_python(self.dict.py(), &value);
            self.try_put(key, value);
        }
    }
}
