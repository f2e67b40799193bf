//! Keys of a position's text, and values that are numbers.

use super::{PositionError, When, ruleset_of};
use crate::cards::Seat;
use crate::config::one_of;
use crate::game::Textual;
use std::collections::BTreeMap;

/// Maximum length of a text, in bytes.
const LONGEST: usize = 8192;

pub(crate) fn wrong<T>(message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError(message.into()))
}

/// Keys of a text.
pub(crate) struct Fields<'t> {
    values: BTreeMap<&'t str, &'t str>,
}

impl<'t> Fields<'t> {
    /// Splits a text of a moment into its keys, all of which must be known.
    pub fn split<G: Textual>(text: &'t str, when: When) -> Result<Fields<'t>, PositionError> {
        let known = || G::POSITION.iter().filter(|key| key.is_in(when));
        if text.len() > LONGEST {
            return wrong(format!("a position has at most {LONGEST} bytes"));
        }
        ruleset_of(text)?;
        let mut values = BTreeMap::new();
        for word in text.split_whitespace().skip(1) {
            let Some((key, value)) = word.split_once('=') else {
                return wrong(format!(
                    "`{}` is no key with a value: keys are written hand=R5,W",
                    short(word)
                ));
            };
            if !known().any(|known| known.key == key) {
                return wrong(format!(
                    "key `{}`: unknown; {}",
                    short(key),
                    one_of(key, known().map(|known| known.key))
                ));
            }
            if values.insert(key, value).is_some() {
                return wrong(format!("key `{key}` stands twice"));
            }
        }
        Ok(Fields { values })
    }

    pub fn get(&self, key: &str) -> Option<&'t str> {
        self.values.get(key).copied()
    }

    /// Returns the value of a required key; `what` describes it.
    pub fn required(&self, key: &str, what: &str) -> Result<&'t str, PositionError> {
        match self.get(key) {
            Some(text) => Ok(text),
            None => wrong(format!("`{key}` is missing: {what}")),
        }
    }

    /// Returns the parts of a list; empty if the key is missing.
    pub fn parts(&self, key: &str, between: char) -> impl Iterator<Item = &'t str> {
        self.get(key)
            .into_iter()
            .flat_map(move |text| text.split(between))
    }

    /// Returns the parts of a list with one for each seat, if the key is present.
    pub fn by_seat(&self, key: &str, n: usize) -> Result<Option<Vec<&'t str>>, PositionError> {
        let parts: Vec<&str> = self.parts(key, '/').collect();
        match parts.len() {
            0 => Ok(None),
            seats if seats == n => Ok(Some(parts)),
            seats => wrong(format!("`{key}` has {seats} seats, the table {n}")),
        }
    }

    pub fn number(&self, key: &str, most: u32) -> Result<Option<u32>, PositionError> {
        match self.get(key) {
            None => Ok(None),
            Some(text) => number(key, text, most).map(Some),
        }
    }

    pub fn numbers(&self, key: &str, most: u32) -> Result<Option<Vec<u32>>, PositionError> {
        let Some(list) = self.get(key) else {
            return Ok(None);
        };
        let numbers = list.split(',').map(|text| number(key, text, most));
        numbers.collect::<Result<_, _>>().map(Some)
    }

    /// Returns each seat's number of cards.
    pub fn sizes(&self) -> Result<Vec<u32>, PositionError> {
        match self.numbers("sizes", 128)? {
            Some(sizes) => Ok(sizes),
            None => wrong("`sizes` is missing: how many cards each seat holds, as sizes=7,7,7"),
        }
    }

    /// Returns the number of cards of each of the `n` seats, `own` of the deciding seat.
    pub fn sizes_at(&self, n: usize, seat: Seat, own: u32) -> Result<Vec<u32>, PositionError> {
        let sizes = self.sizes()?;
        if sizes.len() != n {
            return wrong(format!("`sizes` has {} seats, the table {n}", sizes.len()));
        }
        if sizes[usize::from(seat)] != own {
            return wrong(format!(
                "`sizes` says that seat {seat} holds {} cards, `hand` has {own}",
                sizes[usize::from(seat)]
            ));
        }
        Ok(sizes)
    }

    /// Parses a seat of a table of `n`.
    pub fn seat(&self, key: &str, default: Seat, n: usize) -> Result<Seat, PositionError> {
        self.get(key)
            .map_or(Ok(default), |text| seat_number(key, text, n))
    }

    /// Returns the question named by `ask`, of the questions of a game, each with its word; the
    /// first if it is missing.
    pub fn ask<Q: Copy>(&self, questions: &[(&'static str, Q)]) -> Result<Q, PositionError> {
        let word = self.get("ask").unwrap_or(questions[0].0);
        match questions.iter().find(|(text, _)| *text == word) {
            Some((_, question)) => Ok(*question),
            None => wrong(format!(
                "`ask`: {:?} is no question; {}",
                short(word),
                one_of(word, questions.iter().map(|(text, _)| *text))
            )),
        }
    }
}

pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

pub(crate) fn number(key: &str, text: &str, most: u32) -> Result<u32, PositionError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u32>().ok().filter(|n| digits && *n <= most) {
        Some(n) => Ok(n),
        None if most < u32::MAX => wrong(format!(
            "`{key}`: {:?} is not a whole number from 0 to {most}",
            short(text)
        )),
        None => wrong(format!("`{key}`: {:?} is not a whole number", short(text))),
    }
}

/// Splits off the number at the start of the text.
pub(crate) fn leading_number(key: &str, text: &mut &str, most: u32) -> Result<u32, PositionError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(digits);
    *text = rest;
    number(key, digits, most)
}

/// Parses a seat of a table of `n`.
pub(super) fn seat_number(key: &str, text: &str, n: usize) -> Result<Seat, PositionError> {
    match number(key, text, u32::MAX)? {
        seat if (seat as usize) < n => Ok(seat as Seat),
        seat => wrong(format!(
            "`{key}`: seat {seat} is not at the table: seats are 0 to {}",
            n - 1
        )),
    }
}
