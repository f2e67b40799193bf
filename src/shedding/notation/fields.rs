//! The keys of a position's text, and the values that are numbers and colours.

use super::PositionError;
use crate::cards::Colour;
use crate::config::one_of;
use std::collections::BTreeMap;

const KEYS: [&str; 22] = [
    "seat", "ask", "turn-of", "hand", "sizes", "top", "under", "colour", "before", "drawn", "dir",
    "dealer", "towers", "scores", "round", "turns", "grabs", "idle", "judged", "marks", "past",
    "knows",
];
const MORE_KEYS: [&str; 3] = ["shows", "told", "bounds"];

/// The longest text that is read, in bytes.
const LONGEST: usize = 8192;

pub fn wrong<T>(message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError(message.into()))
}

/// The keys of a text.
pub struct Fields<'t> {
    pub ruleset: &'t str,
    values: BTreeMap<&'t str, &'t str>,
}

impl<'t> Fields<'t> {
    pub fn split(text: &'t str) -> Result<Fields<'t>, PositionError> {
        if text.len() > LONGEST {
            return wrong(format!("a position has at most {LONGEST} bytes"));
        }
        let mut words = text.split_whitespace();
        let Some(ruleset) = words.next().filter(|word| !word.contains('=')) else {
            return wrong(
                "a position begins with its ruleset, as in `power-grab hand=R5,W sizes=2,7 top=B3`",
            );
        };
        let mut values = BTreeMap::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return wrong(format!(
                    "`{}` is no key with a value: keys are written hand=R5,W",
                    short(word)
                ));
            };
            let known = || KEYS.iter().chain(&MORE_KEYS).copied();
            if !known().any(|k| k == key) {
                return wrong(format!(
                    "key `{}`: unknown; {}",
                    short(key),
                    one_of(key, known())
                ));
            }
            if values.insert(key, value).is_some() {
                return wrong(format!("key `{key}` stands twice"));
            }
        }
        Ok(Fields { ruleset, values })
    }

    pub fn get(&self, key: &str) -> Option<&'t str> {
        self.values.get(key).copied()
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
}

pub fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

pub fn number(key: &str, text: &str, most: u32) -> Result<u32, PositionError> {
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

pub fn colour(key: &str, text: &str) -> Result<u8, PositionError> {
    let found = Colour::ALL.iter().position(|c| c.to_string() == text);
    match found {
        Some(at) => Ok(at as u8),
        None => wrong(format!(
            "`{key}`: {:?} is not a colour: R, Y, G or B",
            short(text)
        )),
    }
}
