//! Budget of a search per decision: a number of playouts, or a time.

#![allow(clippy::disallowed_methods, reason = "a budget may be a time")]

use powergrab_engine::config::{ConfigError, Reader};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Budget of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// About this many playouts: the same decisions on every machine.
    Playouts(u32),
    /// This much time, exceeded by a few playouts at most. Decisions depend on the machine and its
    /// load.
    Time(Duration),
}

/// Key of strategy files for budgets in time.
const KEY: &str = "milliseconds";
/// Maximum time in milliseconds: an hour.
const LONGEST: i64 = 3_600_000;

impl Budget {
    /// Reads `milliseconds` of a strategy file's `[params]`; without it, the budget is `playouts`,
    /// which was read already.
    ///
    /// # Errors
    /// Fails if it is not a whole number in its range, or if the file has both keys.
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

    /// Returns whether equal views, options and random numbers lead to equal decisions.
    pub fn is_reproducible(self) -> bool {
        matches!(self, Budget::Playouts(_))
    }

    /// Adds a time budget to the description for manifests, with the note that it is not
    /// reproducible. A budget in playouts is a parameter and needs no note.
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
    /// Number of parts begun.
    part: u32,
    began: Option<Instant>,
}

/// Number of playouts between two checks of the clock.
const STRIDE: u32 = 32;

impl Spender {
    /// Begins the next part.
    pub fn next_part(&mut self) {
        self.part += 1;
    }

    /// Returns the number of worlds to play next in this part, with this many playouts each; 0 when
    /// the part is spent. `played` is the number of those it had already.
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
