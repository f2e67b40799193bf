//! The rules in force as names and values, what they differ in from the official ones, and their fingerprint.

use super::options::OPTIONS;
use super::rules::Rules;
use crate::config::hex;
use sha2::{Digest, Sha256};

impl Rules {
    /// Whether the rules differ from the official ones in anything but the name.
    pub fn is_variant(&self) -> bool {
        let official = Rules::official(self.family);
        self.fingerprint() != official.fingerprint()
    }

    /// The options whose values are not the official ones, in the order of RULES.md.
    pub fn differences(&self) -> Vec<&'static str> {
        let official = Rules::official(self.family);
        OPTIONS
            .iter()
            .filter(|option| option.value(self) != option.value(&official))
            .map(|option| option.key)
            .collect()
    }

    /// All rules in force as JSON, in a fixed order, by the names of RULES.md, and `base`.
    pub fn to_json(&self) -> serde_json::Value {
        let base = ("base".to_owned(), self.family.name().into());
        std::iter::once(base).chain(self.options_json()).collect()
    }

    /// The options in force as a trace's `rules` holds them: [`Rules::to_json`] without `base`, which is the trace's
    /// `ruleset`.
    pub fn options_json(&self) -> impl Iterator<Item = (String, serde_json::Value)> {
        OPTIONS
            .iter()
            .filter_map(|option| Some((option.key.to_owned(), option.value(self)?)))
    }

    /// A fingerprint of all rules in force, the name aside: the first 16 hexadecimal digits of SHA-256 over
    /// [`Rules::to_json`]. Two rulesets have the same fingerprint if and only if all their options and decks agree.
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.to_json().to_string())[..8])
    }
}
