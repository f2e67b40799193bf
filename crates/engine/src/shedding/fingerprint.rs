//! The rules in force as names and values, their differences from the official ones, and their
//! fingerprint.

use super::options::OPTIONS;
use super::rules::Rules;
use crate::config::hex;
use sha2::{Digest, Sha256};

impl Rules {
    /// Returns whether the rules differ from the official ones in anything but the name.
    pub fn is_variant(&self) -> bool {
        let official = Rules::official(self.family);
        self.fingerprint() != official.fingerprint()
    }

    /// Returns the options whose values are not the official ones, in the order of RULES.md.
    pub fn differences(&self) -> Vec<&'static str> {
        let official = Rules::official(self.family);
        OPTIONS
            .iter()
            .filter(|option| option.value(self) != option.value(&official))
            .map(|option| option.key)
            .collect()
    }

    /// Returns all rules in force as JSON, in a fixed order, by the names of RULES.md, and `base`.
    pub fn to_json(&self) -> serde_json::Value {
        let base = ("base".to_owned(), self.family.name().into());
        std::iter::once(base).chain(self.options_json()).collect()
    }

    /// Returns the options in force as in a trace's `rules`: [`Rules::to_json`] without `base`,
    /// which is the trace's `ruleset`.
    pub fn options_json(&self) -> impl Iterator<Item = (String, serde_json::Value)> {
        OPTIONS
            .iter()
            .filter_map(|option| Some((option.key.to_owned(), option.value(self)?)))
    }

    /// Returns a fingerprint of all rules in force except the name: the first 16 hexadecimal digits
    /// of SHA-256 over [`Rules::to_json`]. Two rulesets have the same fingerprint if and only if
    /// all their options and decks agree.
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.to_json().to_string())[..8])
    }
}
