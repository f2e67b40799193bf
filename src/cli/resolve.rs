//! Resolution of names to bots.

use super::failure::Failure;
use powergrab_bots::strategy::line_up::expand;
pub use powergrab_lab::study::resolve::{bot, playout, ruleset};

/// Expands the seats of `--bots` and similar options: `greedy*3` is three of them.
pub fn line_up(entries: &[String]) -> Result<Vec<String>, Failure> {
    expand(entries).map_err(|e| Failure::Input(e.to_string()))
}

/// Parses a name or path in a comma-separated list, without surrounding blanks.
pub fn listed(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name is missing between two commas, or at an end".to_owned()),
        name => Ok(name.to_owned()),
    }
}
