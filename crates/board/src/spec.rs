//! The description of a game: the table, the seed, and every decision that no bot made.

use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::{Catalog, Ruleset};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// Name of a person among the seats.
pub const PERSON: &str = "you";
/// Maximum number of moves of a description.
const MAX_MOVES: usize = 100_000;

/// A 64-bit number, written as a decimal string because JavaScript's numbers have 53 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub u64);

impl Default for Number {
    fn default() -> Number {
        Number(1)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Number, D::Error> {
        let text = String::deserialize(from)?;
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.map(Number).ok_or_else(|| {
            D::Error::custom(format!(
                "{text:?} is not a whole number from 0 to {}, as a string",
                u64::MAX
            ))
        })
    }
}

/// A game.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// The ruleset, with options after colons; `None` for that of the position.
    pub ruleset: Option<String>,
    /// Text of the position with which the game begins; `None` for a deal.
    pub position: Option<String>,
    /// The bots by seat; `you` is a person.
    pub seats: Vec<String>,
    /// The seed.
    #[serde(default)]
    pub seed: Number,
    /// The deal within the seed.
    #[serde(default)]
    pub deal: u32,
    /// Unit of play, `game` or `round`.
    #[serde(default = "whole_game")]
    pub unit: String,
    /// The moves, in the order of their decisions.
    #[serde(default)]
    pub moves: Vec<Move>,
}

/// Returns the usual unit of play.
pub fn whole_game() -> String {
    Unit::Game.text().to_owned()
}

/// A decision that no bot made, or a change of the game.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Move {
    /// Number of the decision, from 0, that is answered, or before which the change is made.
    pub at: usize,
    /// The answer or the change.
    #[serde(flatten)]
    pub change: Change,
}

/// An answer to a decision, or a change before it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a move has `play`; or `tower` and `to`; or `card`, `of` and `for`; or `top`; or `seat` and `bot`"
)]
pub enum Change {
    /// The option with this text is taken.
    Play {
        /// The text.
        play: String,
    },
    /// A tower goes to a seat.
    Tower {
        /// The tower's letter.
        tower: String,
        /// The seat; `None` for the middle.
        to: Option<Seat>,
    },
    /// A card of a hand is exchanged with one of the draw pile.
    Card {
        /// The card in the hand.
        card: String,
        /// The seat that holds it.
        of: Seat,
        /// The card in the draw pile.
        #[serde(rename = "for")]
        into: String,
    },
    /// The card on top of the discard pile is exchanged with one of the draw pile.
    Top {
        /// The card in the draw pile.
        top: String,
    },
    /// Another bot takes a seat.
    Bot {
        /// The seat.
        seat: Seat,
        /// The bot, or `you`.
        bot: String,
    },
}

/// Maximum value of the rules' limits on turns and rounds: that of the official rules.
const MAX_LIMIT: u64 = 10_000;

/// Returns the ruleset with this name.
///
/// # Errors
/// Fails if there is no such ruleset, or if its games may be too long.
pub fn ruleset(catalog: &Catalog, name: &str) -> Result<Ruleset, String> {
    of_limited_length(catalog.ruleset(name).map_err(|e| e.to_string())?)
}

/// Returns the ruleset of a position's text.
///
/// # Errors
/// Those of [`ruleset`].
pub fn of_position(catalog: &Catalog, text: &str) -> Result<Ruleset, String> {
    of_limited_length(catalog.of_position(text).map_err(|e| e.to_string())?)
}

/// Refuses rules whose games may be longer than official ones.
fn of_limited_length(ruleset: Ruleset) -> Result<Ruleset, String> {
    let rules = ruleset.to_json();
    for key in ["max_turns", "max_rounds"] {
        if let Some(limit) = rules[key].as_u64().filter(|limit| *limit > MAX_LIMIT) {
            return Err(format!(
                "{}: key `{key}`: is {limit}; the board plays rules with at most {MAX_LIMIT}",
                ruleset.name()
            ));
        }
    }
    Ok(ruleset)
}

/// Returns the unit of play with this name.
///
/// # Errors
/// Fails if it is neither a game nor a round.
pub fn unit(text: &str) -> Result<Unit, String> {
    Unit::from_text(text).ok_or_else(|| format!("unit {text:?}: `game` or `round`"))
}

impl GameSpec {
    /// Returns the ruleset, and checks the sizes of lists.
    ///
    /// # Errors
    /// States what is wrong.
    pub fn rules(&self, catalog: &Catalog) -> Result<Ruleset, String> {
        if self.moves.len() > MAX_MOVES {
            return Err(format!("a game has at most {MAX_MOVES} moves"));
        }
        if self.seats.is_empty() || self.seats.len() > MAX_SEATS {
            return Err(format!(
                "{} seats: a game has at most {MAX_SEATS}",
                self.seats.len()
            ));
        }
        match (&self.ruleset, &self.position) {
            (Some(name), None) => ruleset(catalog, name),
            (None, Some(text)) => of_position(catalog, text),
            _ => Err("a game has either a ruleset or a position".to_owned()),
        }
    }

    /// Returns whether the other game is the same up to the moves.
    pub fn is_same_deal(&self, other: &GameSpec) -> bool {
        let setup = |spec: &GameSpec| GameSpec {
            moves: Vec::new(),
            ..spec.clone()
        };
        setup(self) == setup(other)
    }
}
