//! Positions as one line of text, as one seat sees them: what the notations of all games share.
//!
//! ```text
//! power-grab seat=0 ask=turn hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS
//! grid seat=0 ask=turn hand=R3,B7,YS sizes=3,4 board=R5,Y3/-,B2
//! ```
//!
//! The ruleset (an official name, followed by what differs from it as in `grid{"hand_size":5}`; or a file), then `key=value`
//! in any order. `hand`, the cards of the seat that is asked, and `sizes`, how many cards each seat holds, are keys of every
//! game. Nothing that the seat does not know is in it; what is hidden is dealt anew where such a line is read.
//!
//! | file | holds |
//! |---|---|
//! | `fields` | a text split into its keys, and values that are numbers |
//! | `card_allocation` | cards named by a text, each as often as the deck has it |
//! | `variant` | how a position names its ruleset |
//!
//! Each game has a `notation` of its own, which says what its keys are.

mod card_allocation;
mod fields;
mod variant;

pub(crate) use card_allocation::{CardAllocation, join, list};
pub(crate) use fields::{Fields, leading_number, number, short, wrong};
pub use variant::{split, word};

use super::Textual;
use crate::cards::Seat;

/// What is wrong with a position's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// A position that was read, its hidden cards dealt somehow.
#[derive(Clone, Copy, Debug)]
pub struct Position<S> {
    /// The position.
    pub state: S,
    /// Who is asked, and whose knowledge it is.
    pub seat: Seat,
}

/// What a position's text says of its ruleset: a name, a path, or what [`split`] takes apart.
///
/// # Errors
/// The text begins with no ruleset.
pub fn ruleset_of(text: &str) -> Result<&str, PositionError> {
    let word = text.split_whitespace().next();
    // The word of a variant has no `=` either.
    match word.filter(|word| !word.contains('=')) {
        Some(word) => Ok(word),
        None => wrong(
            "a position begins with its ruleset, as in `power-grab hand=R5,W sizes=2,7 top=B3`",
        ),
    }
}

/// How many seats a position's text of this game has.
///
/// # Errors
/// It is malformed, or has no `sizes`.
pub fn seats_of<G: Textual>(text: &str) -> Result<usize, PositionError> {
    let sizes = Fields::split(text, G::KEYS)?.sizes()?;
    Ok(sizes.len())
}
