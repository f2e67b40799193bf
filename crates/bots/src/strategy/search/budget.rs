//! The budget of a search for a decision: a number of playouts, or a time.

#![allow(clippy::disallowed_methods, reason = "a budget may be a time")]

use powergrab_engine::config::{ConfigError, Reader};
use serde_json::Value;
use std::time::{Duration, Instant};

/// What may be spent on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// About this many playouts: the same decisions on every machine.
    Playouts(u32),
    /// So much time, overrun by a few playouts at the most. What is decided depends on the machine and on what else it does.
    Time(Duration),
}

/// The key of strategy files for budgets in time.
const KEY: &str = "milliseconds";
/// The longest that may be asked for, in milliseconds: an hour.
const LONGEST: i64 = 3_600_000;

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

    /// Begins to spend it on this many equal parts.
    pub fn begin(self, parts: u32) -> Spender {
        Spender {
            budget: self,
            parts: parts.max(1),
            part: 0,
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
    began: Option<Instant>,
}

/// Playouts between two looks at the clock.
const STRIDE: u32 = 32;

impl Spender {
    /// Begins the next part.
    pub fn next_part(&mut self) {
        self.part += 1;
    }

    /// The number of worlds to play next in this part, with this many playouts in each; 0 when the part is spent.
    /// `played` is how many it had already.
    pub fn worlds(&self, played: u32, playouts_each: u32) -> u32 {
        let each = playouts_each.max(1);
        match self.budget {
            Budget::Playouts(n) => {
                let left = (n / self.parts / each).saturating_sub(played);
                left.max(u32::from(played == 0))
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
