//! Positions as one line of text, as one seat sees them: common parts of all games' notations.
//!
//! ```text
//! power-grab seat=0 ask=turn hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS
//! grid seat=0 ask=turn hand=R3,B7,YS sizes=3,4 board=R5,Y3/-,B2
//! ```
//!
//! The ruleset (an official name, followed by the differing options as in `grid{"hand_size":5}`; or
//! a file), then `key=value` in any order. Every game has the keys `hand`, the cards of the
//! deciding seat, and `sizes`, each seat's number of cards. The text contains only the seat's
//! knowledge; hidden cards are redealt when it is read.
//!
//! | file | holds |
//! |---|---|
//! | `position_key` | a game's table of keys, and a position written from it |
//! | `fields` | a text split into its keys, and values that are numbers |
//! | `card_allocation` | cards named by a text, each as often as the deck has it |
//! | `variant` | the name of a position's ruleset |
//!
//! The keys of each game are a table in its `fields.rs`, [`Textual::POSITION`].

mod card_allocation;
mod fields;
mod position_key;
mod variant;

pub(crate) use card_allocation::{CardAllocation, join, list};
pub(crate) use fields::{Fields, leading_number, number, short, wrong};
pub use position_key::{PositionKey, When};
pub(crate) use position_key::{text_if, written};
pub use variant::{split, word};

use super::Textual;
use crate::cards::Seat;

/// Error of a position's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// A parsed position, its hidden cards dealt in some way.
#[derive(Clone, Copy, Debug)]
pub struct Position<S> {
    /// The position.
    pub state: S,
    /// The deciding seat, whose knowledge it is.
    pub seat: Seat,
}

/// Returns the ruleset of a position's text: a name, a path, or a word for [`split`].
///
/// # Errors
/// Fails if the text does not begin with a ruleset.
pub fn ruleset_of(text: &str) -> Result<&str, PositionError> {
    let word = text.split_whitespace().next().unwrap_or_default();
    // The word of a variant has no `=` either.
    if !word.is_empty() && !word.contains('=') {
        return Ok(word);
    }
    match word.split_once(':') {
        Some((name, _)) => wrong(format!(
            "`{word}`: in a position, options stand in braces behind the ruleset, as in `{name}{{\"hand_size\":5}}`"
        )),
        None => wrong(
            "a position begins with its ruleset, as in `power-grab hand=R5,W sizes=2,7 top=B3`",
        ),
    }
}

/// Returns the number of seats in a position's text of this game.
///
/// # Errors
/// Fails if it is malformed, or has no `sizes`.
pub fn seats_of<G: Textual>(text: &str) -> Result<usize, PositionError> {
    let sizes = Fields::split::<G>(text, When::Asked)?.sizes()?;
    Ok(sizes.len())
}
