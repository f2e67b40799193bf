//! Fields of a view as Python dictionaries. Keys and the texts of cards are created once, because
//! bots read them all the time.

use super::values::to_python;
use powergrab_engine::cards::{Card, Deck, Seat};
use powergrab_engine::game::{FieldValue, Observable, OptionName, ViewField};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

/// A hasher for keys of few bytes without adversarial collisions.
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
        // The multiplier is 2^64 divided by the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// A map whose keys are few and trusted.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Texts created so far. Equal texts are one object.
#[derive(Default)]
pub struct InternedTexts {
    /// Words are constants: one address is one text.
    words: FastMap<(usize, usize), Py<PyString>>,
    /// By face.
    cards: FastMap<usize, Py<PyString>>,
    bluffs: FastMap<usize, Py<PyString>>,
}

impl InternedTexts {
    /// Returns the text of a constant.
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

    /// Returns the name of an option.
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

/// Lends the texts. A nested call (an object that Python destroys in the meantime may read a view)
/// gets new ones, because waiting could deadlock.
pub fn lend<T>(words: &Mutex<InternedTexts>, work: impl FnOnce(&mut InternedTexts) -> T) -> T {
    match words.try_lock() {
        Ok(mut words) => work(&mut words),
        Err(_) => work(&mut InternedTexts::default()),
    }
}

/// Puts fields of a view into a dictionary: all, or the requested one.
pub fn put_fields<G: Observable>(
    dict: &Bound<'_, PyDict>,
    words: &mut InternedTexts,
    fields: &[ViewField<G>],
    (view, seat): (G::View<'_>, Seat),
    full: bool,
    only: Option<&str>,
) -> PyResult<()> {
    let (py, game) = (dict.py(), G::game_of(view));
    let wanted = fields.iter();
    for field in wanted.filter(|field| only.is_none_or(|only| only == field.name)) {
        let value = match field.in_message(view, seat, full) {
            None => continue,
            Some(FieldValue::Seats) => {
                let seats = PyList::empty(py);
                for seat in 0..game.n_seats() as Seat {
                    let one = PyDict::new(py);
                    put_fields(&one, words, G::SEAT_FIELDS, (view, seat), full, None)?;
                    seats.append(one)?;
                }
                seats.into_any()
            }
            Some(value) => to_object(py, words, value, game.deck())?,
        };
        dict.set_item(words.word(py, field.name), value)?;
    }
    Ok(())
}

/// Converts a value of a view to a Python object.
fn to_object<'py>(
    py: Python<'py>,
    words: &mut InternedTexts,
    value: FieldValue,
    deck: &Deck,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        FieldValue::Number(number) => number.into_pyobject(py)?.into_any(),
        FieldValue::Word {
            text: Some(text), ..
        } => words.word(py, text).clone().into_any(),
        FieldValue::Card(Some(card)) => words.card(py, card).clone().into_any(),
        FieldValue::Cards(cards) => {
            let cards = cards.iter().map(|slot| deck.cards()[usize::from(slot)]);
            let texts: Vec<_> = cards.map(|card| words.card(py, card).clone()).collect();
            PyList::new(py, texts)?.into_any()
        }
        other => to_python(py, &other.to_json(deck))?,
    })
}
