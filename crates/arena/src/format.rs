//! Line-ups of a tournament: pure generators over the indices of a pool of bots.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Maximum total number of seats of a run's line-ups. The sums of each seat are kept with their
/// products: up to 1,000 bytes, and 250 more for each further thread. So the maximum takes up to 2
/// GB, and half a gigabyte for each further thread.
pub const MAX_LINE_UP_SEATS: usize = 2_000_000;

/// A tournament's format over a pool; all numbers are indices into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Every combination of the pool at each number of players.
    RoundRobin {
        /// The numbers of players.
        players: Vec<usize>,
        /// `true` if a bot may take several seats.
        repeat: bool,
    },
    /// Every hero against every combination of the field.
    Gauntlet {
        /// The heroes.
        heroes: Vec<usize>,
        /// The opponents. A hero among them does not meet itself unless `repeat` is set.
        field: Vec<usize>,
        /// The numbers of players.
        players: Vec<usize>,
        /// `true` if a bot may take several seats.
        repeat: bool,
    },
    /// Every bot alone among copies of each other, for the payoff matrix.
    Payoff {
        /// The numbers of players.
        players: Vec<usize>,
    },
    /// Explicit line-ups.
    LineUps(Vec<Vec<usize>>),
}

/// Error of a format that has no line-ups, or too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// More seats than bots to fill them.
    #[error(
        "{players} players, but these bots fill at most {most} seats: add bots, or set `repeat = true`"
    )]
    TooFewBots {
        /// Requested number of players.
        players: usize,
        /// Maximum that these bots can fill.
        most: usize,
    },
    /// An explicit line-up that occurs twice.
    #[error("line-up number {number} is the same as an earlier one")]
    Twice {
        /// Its number, from 1.
        number: usize,
    },
    /// More seats than [`MAX_LINE_UP_SEATS`].
    #[error(
        "line-ups of more than {MAX_LINE_UP_SEATS} seats together, whose results would take up to 2 GB, and 0.5 GB more for each further thread: take fewer bots or fewer numbers of players"
    )]
    TooMany,
}

impl Format {
    /// Returns the line-ups in a fixed order: by number of players as given, then lexicographic,
    /// each multiset once. Explicit line-ups keep their order.
    ///
    /// # Errors
    /// [`FormatError`] for no line-ups, too many, or duplicates.
    pub fn line_ups(&self, n_pool: usize) -> Result<Vec<Vec<usize>>, FormatError> {
        let mut found = DistinctLineUps::default();
        match self {
            Format::RoundRobin { players, repeat } => {
                let pool: Vec<usize> = (0..n_pool).collect();
                for &n in players {
                    found.combinations(&[], &pool, n, *repeat)?;
                }
            }
            Format::Gauntlet {
                heroes,
                field,
                players,
                repeat,
            } => {
                for &n in players {
                    for &hero in heroes {
                        let others: Vec<usize> = field
                            .iter()
                            .copied()
                            .filter(|&bot| *repeat || bot != hero)
                            .collect();
                        found.combinations(&[hero], &others, n, *repeat)?;
                    }
                }
            }
            Format::Payoff { players } => {
                if n_pool < 2 {
                    return Err(FormatError::TooFewBots {
                        players: 2,
                        most: n_pool,
                    });
                }
                for &n in players {
                    for one in 0..n_pool {
                        for others in (0..n_pool).filter(|&others| others != one) {
                            let mut line_up = vec![others; n];
                            line_up[0] = one;
                            found.add(line_up)?;
                        }
                    }
                }
            }
            Format::LineUps(line_ups) => {
                for (i, line_up) in line_ups.iter().enumerate() {
                    if line_ups[..i].contains(line_up) {
                        return Err(FormatError::Twice { number: i + 1 });
                    }
                }
                return Ok(line_ups.clone());
            }
        }
        Ok(found.line_ups)
    }
}

#[derive(Default)]
struct DistinctLineUps {
    line_ups: Vec<Vec<usize>>,
    n_seats: usize,
    seen: HashSet<Vec<usize>>,
}

impl DistinctLineUps {
    fn add(&mut self, line_up: Vec<usize>) -> Result<(), FormatError> {
        let mut sorted = line_up.clone();
        sorted.sort_unstable();
        if self.seen.insert(sorted) {
            self.n_seats += line_up.len();
            self.line_ups.push(line_up);
        }
        if self.n_seats > MAX_LINE_UP_SEATS {
            return Err(FormatError::TooMany);
        }
        Ok(())
    }

    /// Adds `head` completed to `n` entries by every combination of `pool`.
    fn combinations(
        &mut self,
        head: &[usize],
        pool: &[usize],
        n: usize,
        repeat: bool,
    ) -> Result<(), FormatError> {
        let free = n.saturating_sub(head.len());
        if pool.is_empty() && free > 0 || !repeat && pool.len() < free {
            return Err(FormatError::TooFewBots {
                players: n,
                most: head.len() + pool.len(),
            });
        }
        // Increasing sequences of indices into the pool, strictly increasing without repetition.
        let step = usize::from(!repeat);
        let mut at: Vec<usize> = (0..free).map(|i| i * step).collect();
        loop {
            let tail = at.iter().map(|&i| pool[i]);
            self.add(head.iter().copied().chain(tail).collect())?;
            let last = |i: usize| pool.len() - 1 - (free - 1 - i) * step;
            let Some(i) = (0..free).rev().find(|&i| at[i] < last(i)) else {
                return Ok(());
            };
            at[i] += 1;
            for j in i + 1..free {
                at[j] = at[j - 1] + step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robin(players: &[usize], repeat: bool, n_pool: usize) -> Vec<Vec<usize>> {
        let players = players.to_vec();
        let format = Format::RoundRobin { players, repeat };
        format.line_ups(n_pool).unwrap()
    }

    #[test]
    fn round_robin_is_all_combinations_in_order() {
        assert_eq!(
            robin(&[2, 3], false, 3),
            [vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]
        );
        assert_eq!(robin(&[2], true, 2), [[0, 0], [0, 1], [1, 1]]);
        // Binomial coefficients, and multiset coefficients with repetition.
        assert_eq!(
            robin(&[2, 3, 4, 5, 6], false, 6).len(),
            15 + 20 + 15 + 6 + 1
        );
        assert_eq!(robin(&[4], true, 6).len(), 126);
        assert_eq!(robin(&[5], true, 1), [[0; 5]]);
    }

    #[test]
    fn a_gauntlet_is_each_hero_against_the_field() {
        let format = Format::Gauntlet {
            heroes: vec![0, 1],
            field: vec![1, 2, 3],
            players: vec![2, 3],
            repeat: false,
        };
        assert_eq!(
            format.line_ups(4).unwrap(),
            [
                vec![0, 1],
                vec![0, 2],
                vec![0, 3],
                vec![1, 2],
                vec![1, 3],
                vec![0, 1, 2],
                vec![0, 1, 3],
                vec![0, 2, 3],
                vec![1, 2, 3],
            ]
        );
    }

    #[test]
    fn a_payoff_matrix_seats_one_among_others() {
        let format = Format::Payoff {
            players: vec![2, 4],
        };
        assert_eq!(
            format.line_ups(3).unwrap(),
            [
                vec![0, 1],
                vec![0, 2],
                vec![1, 2],
                vec![0, 1, 1, 1],
                vec![0, 2, 2, 2],
                vec![1, 0, 0, 0],
                vec![1, 2, 2, 2],
                vec![2, 0, 0, 0],
                vec![2, 1, 1, 1],
            ]
        );
        assert!(format.line_ups(1).is_err());
    }

    #[test]
    fn line_ups_by_hand_are_kept_as_written() {
        let line_ups = vec![vec![1, 0], vec![0, 0, 1], vec![0, 1]];
        let format = Format::LineUps(line_ups.clone());
        assert_eq!(format.line_ups(2).unwrap(), line_ups);
        let format = Format::LineUps(vec![vec![1, 0], vec![0, 1], vec![1, 0]]);
        assert_eq!(format.line_ups(2), Err(FormatError::Twice { number: 3 }));
    }

    #[test]
    fn what_cannot_be_filled_is_an_error() {
        let format = Format::RoundRobin {
            players: vec![5],
            repeat: false,
        };
        assert_eq!(
            format.line_ups(3),
            Err(FormatError::TooFewBots {
                players: 5,
                most: 3
            })
        );
        let format = Format::RoundRobin {
            players: vec![10],
            repeat: false,
        };
        assert_eq!(format.line_ups(60), Err(FormatError::TooMany));
        // 184,756 line-ups of ten take 1.1 GB with one thread and 1.6 GB with two; 352,716 would
        // take twice as much.
        assert_eq!(format.line_ups(20).unwrap().len(), 184_756);
        assert_eq!(format.line_ups(21), Err(FormatError::TooMany));
    }
}
