//! How a bot did in some games.

use super::interval::{Interval, LEAST_DEALS};
use serde::{Deserialize, Serialize};

/// How somebody did in some games. "Games" are seats taken: a bot that sits twice in a game counts it twice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// Seats taken, rotations with their weights.
    pub games: i64,
    /// Games won; a win shared by k is 1/k.
    pub wins: f64,
    /// `wins / games`
    pub win_rate: f64,
    /// The standard error of the win rate; `None` with fewer than [`LEAST_DEALS`].
    pub se: Option<f64>,
    /// The interval of the win rate; `None` with fewer than [`LEAST_DEALS`].
    pub interval: Option<Interval>,
    /// What every seat would win if all were equal: 1 / players of the games that somebody won.
    pub fair_share: f64,
    /// The mean score at the end.
    pub points_per_game: f64,
    /// The standard error of it; `None` where the deals do not show it.
    pub points_se: Option<f64>,
    /// Rounds won; shared ones in parts.
    pub rounds_won: f64,
    /// Games that ended without a winner.
    pub stopped: i64,
}

impl Performance {
    /// The bot sits in every seat: its win rate is no estimate, so it has no error.
    pub fn is_by_definition(&mut self) {
        self.se = None;
        self.interval = None;
    }

    /// The interval of the win rate in words, in percent with this many digits.
    pub fn range(&self, digits: usize) -> String {
        match self.interval {
            Some(Interval { low, high }) => {
                format!("{:.digits$} to {:.digits$}", 100.0 * low, 100.0 * high)
            }
            None => format!("fewer than {LEAST_DEALS} deals"),
        }
    }
}
