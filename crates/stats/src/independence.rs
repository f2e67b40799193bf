//! The spread that single games would have if they were independent: the reference for the gain of
//! rotated, shared deals.
//!
//! A game that represents several rotations was played once, so it counts as one game.

use super::interval::Ratio;
use super::layout::Layout;
use serde::{Deserialize, Serialize};

/// Sums over the games of one bot at one table, rotations counted with their weights. `n` is the
/// bot's number of seats in a game, `x` its wins in them. Like a [`Ratio`] over games, but in 64
/// bits, because they are added game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameSums {
    /// Number of games actually played.
    played: u64,
    weight: i64,
    n: i64,
    nn: i64,
    x: i64,
    xn: i64,
    xx: i128,
}

/// Sums over games, by table and bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Independence {
    n_bots: usize,
    games: Vec<GameSums>,
}

impl Independence {
    /// Returns sums of 0.
    pub fn new(layout: &Layout) -> Independence {
        let shape = layout.shape();
        Independence {
            n_bots: shape.n_bots,
            games: vec![GameSums::default(); shape.players.len() * shape.n_bots],
        }
    }

    /// Adds a game in which the bot had `n` seats and won `x`.
    #[inline(always)]
    pub fn game(&mut self, table: usize, bot: usize, n: i64, x: i64, weight: i64) {
        let games = &mut self.games[table * self.n_bots + bot];
        games.played += 1;
        games.weight += weight;
        games.n += weight * n;
        games.nn += weight * n * n;
        games.x += weight * x;
        games.xn += weight * x * n;
        games.xx += i128::from(weight * x * x);
    }

    /// Takes everything from another, which is empty afterwards.
    pub fn absorb(&mut self, other: &mut Independence) {
        for (mine, its) in self.games.iter_mut().zip(&mut other.games) {
            let its = std::mem::take(its);
            mine.played += its.played;
            mine.weight += its.weight;
            mine.n += its.n;
            mine.nn += its.nn;
            mine.x += its.x;
            mine.xn += its.xn;
            mine.xx += its.xx;
        }
    }

    /// Returns the number of the bot's games at the table that were actually played.
    pub fn played(&self, table: usize, bot: usize) -> u64 {
        self.games[table * self.n_bots + bot].played
    }

    /// Returns the variance of the bot's win rate, clustered by deal, divided by the variance of
    /// equally many independent games. Below 1 the design gains, and its inverse is the number of
    /// independent games that each of these games is worth. `None` if the games do not vary, or if
    /// `clustered` has no standard error.
    ///
    /// `clustered` is the bot's ratio of wins at that table. The independent variance is that of a
    /// ratio estimate whose clusters are games: the mean of (x - R n)² over the games, divided by
    /// their number and by the square of the mean n.
    pub fn variance_ratio(&self, table: usize, bot: usize, clustered: &Ratio) -> Option<f64> {
        let games = &self.games[table * self.n_bots + bot];
        let se = clustered.se()?;
        if games.n == 0 {
            return None;
        }
        let clusters = Ratio {
            deals: games.played,
            n: games.n,
            nn: games.nn.into(),
            x: games.x,
            xn: games.xn.into(),
            xx: games.xx,
        };
        let squares = clusters.squares();
        if squares <= 0.0 {
            return None;
        }
        // The sum of squares divided by N², times weight / played: as if each game played had the
        // mean weight.
        let independent = squares * games.weight as f64 / games.played as f64;
        Some(se * se / independent)
    }
}
