//! How long a search may think about a decision: so many playouts, or so much time.

use crate::config::{ConfigError, Reader};
use serde_json::Value;
use std::time::{Duration, Instant};

/// What may be spent on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// About so many playouts: the same decisions on every machine.
    Playouts(u32),
    /// So much time, overrun by a few playouts at the most. What is decided depends on the machine and on what else it does.
    Time(Duration),
}

/// The key of strategy files for budgets in time.
const KEY: &str = "milliseconds";
/// The longest that may be asked for, in milliseconds: an hour.
const LONGEST: i64 = 3_600_000;
/// Playouts in a millisecond for which a tree has room.
const PER_MILLISECOND: usize = 500;

impl Budget {
    /// Reads `milliseconds` of a strategy file's `[params]`; `playouts`, which was read already, where it is not there.
    ///
    /// # Errors
    /// No whole number in its range, or both keys.
    pub fn read(params: &Reader<'_>, playouts: f64) -> Result<Budget, ConfigError> {
        let Some(milliseconds) = params.integer(KEY, 1..=LONGEST)? else {
            return Ok(Budget::Playouts(playouts as u32));
        };
        if params.number("playouts", 0.0..=f64::MAX)?.is_some() {
            let both = "there is a budget in `playouts` too: keep one of the two";
            return Err(params.error(KEY, both));
        }
        Ok(Budget::Time(Duration::from_millis(
            milliseconds.unsigned_abs(),
        )))
    }

    /// Whether equal views, options and random numbers bring equal decisions.
    #[must_use]
    pub fn is_reproducible(self) -> bool {
        matches!(self, Budget::Playouts(_))
    }

    /// Adds to what manifests say of a strategy that it thinks for so long, and is not reproducible; a budget in playouts is a
    /// parameter and needs no word more.
    pub fn describe(self, description: &mut Value) {
        if let Budget::Time(time) = self {
            description[KEY] = Value::from(time.as_millis() as u64);
            description["reproducible"] = Value::from(false);
        }
    }

    /// About the most playouts that it can pay for.
    #[must_use]
    pub fn most_playouts(self) -> usize {
        match self {
            Budget::Playouts(n) => n as usize,
            Budget::Time(time) => time.as_millis() as usize * PER_MILLISECOND,
        }
    }

    /// Begins to spend it on so many equal parts.
    #[must_use]
    pub fn begin(self, parts: u32) -> Spender {
        Spender {
            budget: self,
            parts: parts.max(1),
            part: 0,
            extra: 0,
            began: match self {
                Budget::Playouts(_) => None,
                Budget::Time(_) => Some(Instant::now()),
            },
        }
    }
}

/// A budget that is being spent part by part.
#[derive(Debug)]
pub struct Spender {
    budget: Budget,
    parts: u32,
    /// Parts that were begun.
    part: u32,
    /// Playouts that were made beyond those asked for before this part.
    extra: u32,
    began: Option<Instant>,
}

/// Playouts between two looks at the clock, or at what was spent.
const STRIDE: u32 = 32;

impl Spender {
    /// Begins the next part. `extra` is how many playouts were made so far beyond those asked for.
    pub fn next_part(&mut self, extra: u32) {
        self.part += 1;
        self.extra = extra;
    }

    /// How many worlds are to be played next in this part, with so many playouts in each; 0 when the part is spent.
    /// `played` is how many it had already, `extra` what it is for [`Spender::next_part`].
    pub fn worlds(&self, played: u32, playouts_each: u32, extra: u32) -> u32 {
        let each = playouts_each.max(1);
        match self.budget {
            Budget::Playouts(n) => {
                let spent = played * each + (extra - self.extra);
                let left = (n / self.parts).saturating_sub(spent) / each;
                // What a world costs beyond its playouts is known afterwards, so half of what is left is played at a time.
                let next = if left * each > STRIDE {
                    left.div_ceil(2)
                } else {
                    left
                };
                next.max(u32::from(played == 0))
            }
            Budget::Time(time) => {
                let spent = self.began.map_or(Duration::ZERO, |began| began.elapsed());
                if played > 0 && spent >= time * self.part / self.parts {
                    0
                } else {
                    (STRIDE / each).max(1)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_spent_in_equal_parts() {
        let mut spender = Budget::Playouts(100).begin(3);
        spender.next_part(0);
        assert_eq!((spender.worlds(0, 8, 0), spender.worlds(4, 8, 0)), (4, 0));
        assert_eq!(spender.worlds(2, 8, 9), 1, "8 of 33 are left");
        spender.next_part(9);
        assert_eq!(spender.worlds(0, 8, 9), 4, "what was spent before is over");
        let poor = Budget::Playouts(2).begin(3);
        assert_eq!(poor.worlds(0, 8, 0), 1, "at the least one world");
        let mut rich = Budget::Playouts(1000).begin(1);
        rich.next_part(0);
        let (mut played, mut steps) = (0, 0);
        while let more @ 1.. = rich.worlds(played, 8, 0) {
            played += more;
            steps += 1;
        }
        assert_eq!(played, 125, "all of it");
        assert!((2..10).contains(&steps), "{steps}");
    }

    #[test]
    fn time_is_spent_in_small_steps_and_ends() {
        // Before the spender's own clock begins, or an idle machine is quick enough to see a part end too early.
        let began = Instant::now();
        let mut spender = Budget::Time(Duration::from_millis(30)).begin(2);
        for part in 1..=2u64 {
            spender.next_part(0);
            let mut played = 0;
            loop {
                let more = spender.worlds(played, 8, 0);
                if more == 0 {
                    break;
                }
                assert_eq!(more, 4);
                played += more;
            }
            assert!(began.elapsed() >= Duration::from_millis(15 * part));
            assert!(played >= 4);
        }
        // However late it is, every part has a world.
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!((spender.worlds(0, 64, 0), spender.worlds(1, 64, 0)), (1, 0));
    }
}
