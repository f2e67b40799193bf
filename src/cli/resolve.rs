//! From the names that people write to rules and bots.

pub use crate::studies::resolve::{bot, playout, ruleset};

/// A name or path out of a list with commas; blanks around it are none of it.
pub fn listed(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name is missing between two commas, or at an end".to_owned()),
        name => Ok(name.to_owned()),
    }
}
