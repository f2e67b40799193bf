//! Layout of a tally's numbers.
//!
//! A tally is a row of *groups*. A group has one weight `n` (the number of games, rounds or seats
//! observed) and some values `x`, whose means per `n` are wanted. Groups are laid out once, for all
//! bots, tables and line-ups.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::Range;

/// Indices of the values in a group about games of a bot.
pub mod result {
    /// Games won, in [`WIN`](super::WIN)s.
    pub const WINS: usize = 0;
    /// Points at the end of the game.
    pub const POINTS: usize = 1;
    /// Rounds won, in [`WIN`](super::WIN)s.
    pub const ROUNDS_WON: usize = 2;
    /// Games that ended without a winner.
    pub const STOPPED: usize = 3;
    /// Number of these values.
    pub const N: usize = 4;
}

/// Indices of the values in a group about two bots.
pub mod pair {
    /// Games won by the first minus games won by the second, in [`WIN`](super::WIN)s.
    pub const DIFFERENCE: usize = 0;
    /// Games won by the first, in [`WIN`](super::WIN)s.
    pub const WINS: usize = 1;
    /// Number of these values.
    pub const N: usize = 2;
}

/// Indices of the values in a group about all games of a table.
pub mod games {
    /// Rounds played.
    pub const ROUNDS: usize = 0;
    /// Games that ended without a winner.
    pub const STOPPED: usize = 1;
    /// Number of these values.
    pub const N: usize = 2;
}

/// A whole win: the least common multiple of 1 to 10, so that a win shared by up to ten seats is a
/// whole number too.
pub const WIN: i64 = 2520;

/// Returns the share of a [`WIN`] of each of these winners, given as bits.
#[inline(always)]
pub fn share(winners: u16) -> i64 {
    /// By number of winners. A table, because a division takes as long as twenty additions.
    const SHARES: [i64; 17] = {
        let mut shares = [0; 17];
        let mut n = 1;
        while n < shares.len() {
            shares[n] = WIN / n as i64;
            n += 1;
        }
        shares
    };
    SHARES[winners.count_ones() as usize]
}

/// Dimensions of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunShape {
    /// Number of bots in the pool.
    pub n_bots: usize,
    /// Number of players at each table.
    pub players: Vec<usize>,
    /// Table and bots of each line-up.
    pub line_ups: Vec<(usize, Vec<usize>)>,
    /// Number of metrics per round.
    pub n_metrics: usize,
    /// Indices of the metrics that are observed only in won rounds.
    pub won: Vec<usize>,
    /// Number of metrics per seat and round.
    pub n_seat_metrics: usize,
}

/// Number of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group(pub usize);

/// A line-up of one bot among copies of another: an entry of the payoff matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayoffCell {
    /// The table.
    pub table: usize,
    /// The single bot.
    pub one: usize,
    /// The bot in all other seats.
    pub others: usize,
    /// Games of the single bot, with [`result`].
    pub group: Group,
    /// The line-up.
    pub line_up: usize,
}

/// Positions of all groups and values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    shape: RunShape,
    /// By group, and one more: start of its values.
    starts: Vec<usize>,
    tables: Vec<TableGroups>,
    /// By line-up: its first group, and its bots without repetition.
    line_ups: Vec<(usize, Vec<usize>)>,
    payoff_cells: Vec<PayoffCell>,
    duels: Vec<PayoffCell>,
}

/// The first group of each kind at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TableGroups {
    games: usize,
    rounds: usize,
    won: usize,
    bots: usize,
    seats: usize,
    pairs: usize,
    habits: usize,
}

impl Layout {
    /// Lays out all groups.
    pub fn new(shape: RunShape) -> Layout {
        let mut starts = vec![0];
        let mut add = |n_groups: usize, n_values: usize| {
            let first = starts.len() - 1;
            let mut end = starts[first];
            for _ in 0..n_groups {
                end += n_values;
                starts.push(end);
            }
            first
        };
        let b = shape.n_bots;
        let tables = shape
            .players
            .iter()
            .map(|&players| TableGroups {
                games: add(1, games::N),
                rounds: add(1, shape.n_metrics),
                won: add(1, shape.won.len()),
                bots: add(b, result::N),
                seats: add(b * players, result::N),
                pairs: add(b * b.saturating_sub(1) / 2, pair::N),
                habits: add(b, shape.n_seat_metrics),
            })
            .collect();
        let line_ups: Vec<(usize, Vec<usize>)> = shape
            .line_ups
            .iter()
            .map(|(_, bots)| {
                let mut distinct: Vec<usize> = Vec::new();
                for &bot in bots {
                    if !distinct.contains(&bot) {
                        distinct.push(bot);
                    }
                }
                (add(distinct.len(), result::N), distinct)
            })
            .collect();
        let mut payoff_cells: Vec<PayoffCell> = Vec::new();
        let mut known = HashSet::new();
        let mut duels = Vec::new();
        let each = shape.line_ups.iter().zip(&line_ups).enumerate();
        for (line_up, ((table, bots), (first, distinct))) in each {
            let &[a, b] = distinct.as_slice() else {
                continue;
            };
            for (k, (one, others)) in [(a, b), (b, a)].into_iter().enumerate() {
                let cell = PayoffCell {
                    table: *table,
                    one,
                    others,
                    group: Group(first + k),
                    line_up,
                };
                if bots.len() == 2 && k == 0 {
                    duels.push(cell);
                }
                // A line-up that occurs in several orders counts once.
                if bots.iter().filter(|bot| **bot == one).count() == 1
                    && known.insert((*table, one, others))
                {
                    payoff_cells.push(cell);
                }
            }
        }
        Layout {
            shape,
            starts,
            tables,
            line_ups,
            payoff_cells,
            duels,
        }
    }

    /// Returns the line-ups of two different bots at tables of two, from the side of the first.
    #[inline(always)]
    pub fn duels(&self) -> &[PayoffCell] {
        &self.duels
    }

    /// Returns the line-ups of one bot among copies of another, each once, in the order of the
    /// line-ups. With two seats, every line-up of two bots is one from both sides.
    pub fn payoff_cells(&self) -> &[PayoffCell] {
        &self.payoff_cells
    }

    /// Returns the dimensions that it was made for.
    pub fn shape(&self) -> &RunShape {
        &self.shape
    }

    /// Returns the number of groups.
    pub fn n_groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of values in all groups.
    pub fn n_values(&self) -> usize {
        self.starts[self.n_groups()]
    }

    /// Returns the range of a group's values.
    #[inline(always)]
    pub fn values(&self, group: Group) -> Range<usize> {
        self.starts[group.0]..self.starts[group.0 + 1]
    }

    /// Returns the start of a group's values.
    #[inline(always)]
    pub fn start(&self, group: Group) -> usize {
        self.starts[group.0]
    }

    /// Returns the group of a table's games, with [`games`].
    #[inline(always)]
    pub fn games(&self, table: usize) -> Group {
        Group(self.tables[table].games)
    }

    /// Returns the group of a table's rounds, with every metric; metrics of won rounds are 0 in
    /// other rounds.
    #[inline(always)]
    pub fn rounds(&self, table: usize) -> Group {
        Group(self.tables[table].rounds)
    }

    /// Returns the group of a table's won rounds, with the metrics of [`RunShape::won`].
    #[inline(always)]
    pub fn won(&self, table: usize) -> Group {
        Group(self.tables[table].won)
    }

    /// Returns the group of a bot's games (counted per seat) at a table, with [`result`].
    #[inline(always)]
    pub fn bot(&self, table: usize, bot: usize) -> Group {
        Group(self.tables[table].bots + bot)
    }

    /// Returns the group of a bot's games in a position (from 0) at a table, with [`result`].
    #[inline(always)]
    pub fn seat(&self, table: usize, bot: usize, position: usize) -> Group {
        Group(self.seats(table, bot).0 + position)
    }

    /// Returns the group of a bot's first position at a table. Those of [`Layout::seat`] are
    /// adjacent.
    #[inline(always)]
    pub fn seats(&self, table: usize, bot: usize) -> Group {
        let players = self.shape.players[table];
        Group(self.tables[table].seats + bot * players)
    }

    /// Returns the group of the meetings of two bots at a table, with [`pair`].
    ///
    /// # Panics
    /// In debug builds, panics unless the first is below the second.
    #[inline(always)]
    pub fn pair(&self, table: usize, first: usize, second: usize) -> Group {
        debug_assert!(first < second && second < self.shape.n_bots);
        Group(self.tables[table].pairs + second * (second - 1) / 2 + first)
    }

    /// Returns the group of a bot's rounds at a table (counted per seat), with the game's metrics
    /// per seat.
    #[inline(always)]
    pub fn habits(&self, table: usize, bot: usize) -> Group {
        Group(self.tables[table].habits + bot)
    }

    /// Returns the bots of a line-up, without repetition.
    #[inline(always)]
    pub fn line_up_bots(&self, line_up: usize) -> &[usize] {
        &self.line_ups[line_up].1
    }

    /// Returns the group of the games (counted per seat) of the `k`-th of [`Layout::line_up_bots`]
    /// in a line-up, with [`result`].
    #[inline(always)]
    pub fn line_up(&self, line_up: usize, k: usize) -> Group {
        Group(self.line_ups[line_up].0 + k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_groups_share_a_place() {
        let layout = Layout::new(RunShape {
            n_bots: 3,
            players: vec![2, 4],
            line_ups: vec![(0, vec![0, 1]), (1, vec![2, 1, 2, 0])],
            n_metrics: 5,
            won: vec![3],
            n_seat_metrics: 7,
        });
        let mut seen = Vec::new();
        for table in 0..2 {
            seen.extend([layout.games(table), layout.rounds(table), layout.won(table)]);
            for bot in 0..3 {
                seen.extend([layout.bot(table, bot), layout.habits(table, bot)]);
                for position in 0..[2, 4][table] {
                    seen.push(layout.seat(table, bot, position));
                }
                for first in 0..bot {
                    seen.push(layout.pair(table, first, bot));
                }
            }
        }
        seen.extend((0..2).map(|k| layout.line_up(0, k)));
        seen.extend((0..3).map(|k| layout.line_up(1, k)));
        assert_eq!(layout.line_up_bots(1), [2, 1, 0]);
        let mut numbers: Vec<usize> = seen.iter().map(|g| g.0).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..layout.n_groups()).collect::<Vec<_>>());
        let all: usize = seen.iter().map(|g| layout.values(*g).len()).sum();
        assert_eq!(all, layout.n_values());
        assert_eq!(layout.values(layout.habits(1, 2)).len(), 7);
    }
}
