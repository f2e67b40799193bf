//! The keys of a position's text: each is described once, and from that it is written, recognised
//! and documented.

use super::ruleset_of;
use crate::game::Textual;
use std::fmt::Write as _;

/// Moment of a position that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The view's seat is asked, so its question implies much of the position.
    Asked,
    /// Any moment: a snapshot.
    Any,
}

/// A key of a position's text: a row of a game's table.
pub struct PositionKey<G: Textual> {
    /// The key.
    pub key: &'static str,
    /// Meaning, as in docs/analysis.md.
    pub meaning: &'static str,
    /// Value if the key is missing, as in docs/analysis.md.
    pub default: &'static str,
    /// Returns the value; empty if the key is not written.
    text: fn(G::View<'_>, When) -> String,
    /// Moment from which it is known.
    since: When,
}

impl<G: Textual> PositionKey<G> {
    /// Returns a key of all positions.
    pub const fn new(
        key: &'static str,
        meaning: &'static str,
        default: &'static str,
        text: fn(G::View<'_>, When) -> String,
    ) -> PositionKey<G> {
        PositionKey {
            key,
            meaning,
            default,
            text,
            since: When::Asked,
        }
    }

    /// Returns the same key, for snapshots only.
    pub const fn of_snapshots(self) -> PositionKey<G> {
        PositionKey {
            since: When::Any,
            ..self
        }
    }

    /// Returns whether texts of this moment have the key.
    pub fn is_in(&self, when: When) -> bool {
        self.since == When::Asked || when == When::Any
    }
}

/// Returns a position as text; `ruleset` is its first word.
pub(crate) fn written<G: Textual>(ruleset: &str, view: G::View<'_>, when: When) -> String {
    debug_assert_eq!(ruleset_of(ruleset), Ok(ruleset));
    let mut out = ruleset.to_owned();
    for key in G::POSITION.iter().filter(|key| key.is_in(when)) {
        let text = (key.text)(view, when);
        if !text.is_empty() {
            let _ = write!(out, " {}={text}", key.key);
        }
    }
    out
}

/// Returns the text if it is to be written.
pub(crate) fn text_if(is: bool, text: impl ToString) -> String {
    if is { text.to_string() } else { String::new() }
}
