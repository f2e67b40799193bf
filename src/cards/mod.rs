//! Cards, sets of cards and decks. No rules and no randomness here.

mod card;
mod copies;
mod deck;
mod set;

pub use card::{Card, CardTextError, Colour, Symbol, Tower};
pub use copies::Copies;
pub use deck::{Deck, DeckError, MAX_CARDS};
pub use set::CardSet;

/// A place at the table, from 0, clockwise.
pub type Seat = u8;

/// The most seats that any game of the family has.
pub const MAX_SEATS: usize = 10;
