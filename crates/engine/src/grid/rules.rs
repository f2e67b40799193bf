//! The rules of Grid as data: its two options and the official values.

use crate::cards::Deck;
use crate::config::hex;
use crate::shedding::{Family, IconLayout};
use sha2::{Digest, Sha256};

/// Maximum number of players (GR-1).
pub const MAX_PLAYERS: usize = 8;

/// Maximum size of a dealt hand.
pub const MAX_HAND: u8 = 54;

/// The rules in force, every option of RULES.md by its name there.
///
/// ```
/// use powergrab_engine::grid::{Grid, Rules};
///
/// assert!(Grid::new(Rules::official(), 4).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Name of the ruleset, for output.
    pub name: String,
    /// Size of a dealt hand, 1 to [`MAX_HAND`] (GR-1).
    pub hand_size: u8,
    /// Seat that begins; `None` for a random seat (GR-1).
    pub first_seat: Option<u8>,
}

impl Rules {
    /// Name of the official ruleset.
    pub const NAME: &'static str = "grid";

    /// Returns the official rules.
    pub fn official() -> Rules {
        Rules {
            name: Rules::NAME.to_owned(),
            hand_size: 7,
            first_seat: None,
        }
    }

    /// Returns the 108 cards of `classic` (GR-1).
    pub fn deck() -> Deck {
        Family::Classic.deck(&IconLayout::default())
    }

    /// Returns whether the rules differ from the official ones in anything but the name.
    pub fn is_variant(&self) -> bool {
        self.fingerprint() != Rules::official().fingerprint()
    }

    /// Returns a fingerprint of all rules in force except the name: the first 16 hexadecimal digits
    /// of SHA-256 over [`Rules::to_json`].
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.to_json().to_string())[..8])
    }

    /// Returns the range of the number of players; `None` if no number is allowed.
    pub fn players(&self) -> Option<std::ops::RangeInclusive<usize>> {
        // A first seat bounds the number from below, the deck from above, so there is no gap.
        let can = |n: &usize| self.check_players(*n).is_ok();
        let fewest = (2..=MAX_PLAYERS).find(can)?;
        let most = (2..=MAX_PLAYERS).rfind(can)?;
        Some(fewest..=most)
    }

    /// Checks that these rules allow this many players.
    ///
    /// # Errors
    /// [`PlayersError`] if they do not.
    pub fn check_players(&self, players: usize) -> Result<(), PlayersError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(PlayersError::Number {
                ruleset: self.name.clone(),
                players,
            });
        }
        if let Some(seat) = self.first_seat.filter(|s| usize::from(*s) >= players) {
            return Err(PlayersError::First { seat, players });
        }
        let cards = Rules::deck().cards().len();
        if self.hand_size == 0 || players * usize::from(self.hand_size) > cards {
            return Err(PlayersError::Deck {
                players,
                hand_size: self.hand_size,
                cards,
            });
        }
        Ok(())
    }
}

/// Error of a number of players that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayersError {
    /// Too few or too many (GR-1).
    #[error("{players} players at {ruleset}: 2 to {MAX_PLAYERS} can play (GR-1)")]
    Number {
        /// Name of the ruleset.
        ruleset: String,
        /// Requested number.
        players: usize,
    },
    /// `first_seat` names a seat that is not at the table (GR-1).
    #[error("first_seat = {seat} with {players} players: seats are numbered 0 to {} (GR-1)", players - 1)]
    First {
        /// The seat.
        seat: u8,
        /// Number of players.
        players: usize,
    },
    /// The deck cannot deal that many hands, or the hands would be empty (GR-1).
    #[error("{players} players with hand_size = {hand_size}: the deck has {cards} cards, so hand_size = 1 to {} is possible (GR-1)", cards / players)]
    Deck {
        /// Number of players.
        players: usize,
        /// Cards per hand.
        hand_size: u8,
        /// Cards in the deck.
        cards: usize,
    },
}
