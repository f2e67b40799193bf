//! Errors of a number of players.

/// Error of a number of players that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayersError {
    /// Too few or too many (PG-1, GL-1).
    #[error("{players} players at {ruleset}: 2 to {max} can play ({rule})")]
    Number {
        /// Name of the ruleset.
        ruleset: String,
        /// The rule concerned.
        rule: &'static str,
        /// Requested number.
        players: usize,
        /// Maximum number.
        max: usize,
    },
    /// `first_dealer` names a seat that is not at the table (PG-3).
    #[error("first_dealer = {seat} with {players} players: seats are numbered 0 to {} (PG-3)", players - 1)]
    Dealer {
        /// The seat.
        seat: u8,
        /// Number of players.
        players: usize,
    },
    /// The deck cannot deal that many hands and still turn up a card that starts the game (PG-4,
    /// PG-5).
    #[error("{players} players with hand_size = {hand_size} need {dealt} cards and one to turn up, but the deck has only {others} cards that do not go back (PG-5, HR-6): {}", enough(*players, *most))]
    Deck {
        /// Number of players.
        players: usize,
        /// Cards per hand.
        hand_size: u8,
        /// Number of cards to deal.
        dealt: usize,
        /// Number of cards that may start the game.
        others: usize,
        /// The largest size of a hand that could be dealt; 0 if none could.
        most: u8,
    },
}

/// Returns the size of a hand that would be possible in words.
fn enough(players: usize, most: u8) -> String {
    match most {
        0 => format!("{} are needed for one card each (PG-4)", players + 1),
        most => format!("at most hand_size = {most} is possible (PG-4)"),
    }
}
