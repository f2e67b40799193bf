//! Results of a bot in some games.

use super::interval::{Interval, LEAST_DEALS};
use serde::{Deserialize, Serialize};

/// Results in some games. "Games" are counted per seat: a bot that sits twice in a game counts it
/// twice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// Games counted per seat, rotations counted with their weights.
    pub games: i64,
    /// Games won; a win shared by k is 1/k.
    pub wins: f64,
    /// `wins / games`
    pub win_rate: f64,
    /// Standard error of the win rate; `None` with fewer than [`LEAST_DEALS`].
    pub se: Option<f64>,
    /// Interval of the win rate; `None` with fewer than [`LEAST_DEALS`].
    pub interval: Option<Interval>,
    /// Win rate of each seat if all were equal: 1 / players, over the games with a winner.
    pub fair_share: f64,
    /// Mean score at the end.
    pub points_per_game: f64,
    /// Standard error of the mean score; `None` if the deals do not show it.
    pub points_se: Option<f64>,
    /// Rounds won; shared ones in parts.
    pub rounds_won: f64,
    /// Games that ended without a winner.
    pub stopped: i64,
}

impl Performance {
    /// Removes the error, for a bot in every seat: its win rate is fixed, not an estimate.
    pub fn is_by_definition(&mut self) {
        self.se = None;
        self.interval = None;
    }

    /// Formats the interval of the win rate in per cent, with this many digits.
    pub fn range(&self, digits: usize) -> String {
        match self.interval {
            Some(Interval { low, high }) => {
                format!("{:.digits$} to {:.digits$}", 100.0 * low, 100.0 * high)
            }
            None => format!("fewer than {LEAST_DEALS} deals"),
        }
    }
}
