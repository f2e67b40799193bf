//! From the names that people write to rules and bots.

use super::failure::Failure;
use powergrab_bots::strategy::line_up::expand;
pub use powergrab_lab::study::resolve::{bot, playout, ruleset};

/// The seats of `--bots` and the like: `greedy*3` is three of them.
pub fn line_up(entries: &[String]) -> Result<Vec<String>, Failure> {
    expand(entries).map_err(|e| Failure::Input(e.to_string()))
}

/// A name or path out of a list with commas; blanks around it do not belong to it.
pub fn listed(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name is missing between two commas, or at an end".to_owned()),
        name => Ok(name.to_owned()),
    }
}
