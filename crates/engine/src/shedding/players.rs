//! Why a number of players cannot play by some rules.

use std::fmt;

/// A number of players that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayersError {
    /// Too few or too many (PG-1, GL-1).
    Number {
        /// The ruleset's name.
        ruleset: String,
        /// The rule that says so.
        rule: &'static str,
        /// How many were asked for.
        players: usize,
        /// The most that may play.
        max: usize,
    },
    /// `first_dealer` names a seat that is not at the table (PG-3).
    Dealer {
        /// The seat.
        seat: u8,
        /// How many play.
        players: usize,
    },
    /// The deck cannot deal that many hands and still turn up a card that starts the game (PG-4, PG-5).
    Deck {
        /// How many play.
        players: usize,
        /// Cards each.
        hand_size: u8,
        /// Cards to deal.
        dealt: usize,
        /// Cards that are not Wild Draw Fours.
        others: usize,
    },
}

impl fmt::Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayersError::Number {
                ruleset,
                rule,
                players,
                max,
            } => write!(
                f,
                "{players} players at {ruleset}: 2 to {max} can play ({rule})"
            ),
            PlayersError::Dealer { seat, players } => write!(
                f,
                "first_dealer = {seat} with {players} players: seats are numbered 0 to {} (PG-3)",
                players - 1
            ),
            PlayersError::Deck {
                players,
                hand_size,
                dealt,
                others,
            } => {
                write!(
                    f,
                    "{players} players with hand_size = {hand_size} need {dealt} cards and one to turn up, but the deck has only {others} cards that are not Wild Draw Fours: "
                )?;
                match others.saturating_sub(1) / players {
                    0 => write!(
                        f,
                        "{} are needed for one card each (PG-4, PG-5)",
                        players + 1
                    ),
                    most => write!(f, "at most hand_size = {most} is possible (PG-4, PG-5)"),
                }
            }
        }
    }
}

impl std::error::Error for PlayersError {}
