//! A figure of a kind of decision: a ratio of two sums over deals, with its error.

use powergrab_stats::distributions::student_tails;
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::WIN;
use powergrab_stats::moments::{Estimate, LEAST_DEALS_WITH_EVENTS};
use serde::{Deserialize, Serialize};

/// Ratio of two sums over deals: a share of games, or a count per round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    ratio: Ratio,
    /// Number of deals in which the numerator is not 0.
    events: u64,
}

impl Figure {
    /// Adds a deal.
    pub fn add(&mut self, n: i64, x: i64) {
        self.ratio.add(n, x);
        self.events += u64::from(x != 0);
    }

    /// Adds the sums of other deals.
    pub fn absorb(&mut self, other: &Figure) {
        self.ratio.absorb(&other.ratio);
        self.events += other.events;
    }

    /// Returns Σn.
    pub fn n(&self) -> i64 {
        self.ratio.n
    }

    /// Returns Σx.
    pub fn sum(&self) -> i64 {
        self.ratio.x
    }

    /// Returns Σx / Σn, such as decisions per round; `None` if Σn is 0.
    pub fn rate(&self) -> Option<f64> {
        self.ratio.mean()
    }

    /// Returns the share of games, with its interval; `None` if nothing was played.
    pub fn estimate(&self) -> Option<Estimate> {
        // If a bot wins or loses every game, all deals may be equal.
        let se = self.ratio.share_se(WIN, 1.0);
        let value = self.ratio.mean_of(WIN)?;
        Some(Estimate::of_events(value, se, self.events))
    }

    /// Returns the mean with its interval if the numerator counts in parts, `parts` to a whole;
    /// `None` if nothing was played.
    pub fn mean_of(&self, parts: i64) -> Option<Estimate> {
        let se = self.ratio.se().map(|se| se / parts as f64);
        let value = self.ratio.mean_of(parts)?;
        Some(Estimate::of_events(value, se, self.events))
    }

    /// Returns the two-sided p-value of an estimate of this figure under a true value of 0; `None`
    /// without an interval.
    pub fn p(&self, estimate: Option<Estimate>) -> Option<f64> {
        let estimate = estimate?;
        let se = estimate.interval.and(estimate.se)?;
        let degrees = (self.events - 1) as f64;
        Some(student_tails(estimate.value.abs() / se, degrees))
    }

    /// Returns the reason why an estimate of this figure has no interval, in words; `None` if it has
    /// one. The words are those for no deal, and those before a number of deals: "changed the result
    /// of only".
    pub fn lacks(&self, estimate: Option<Estimate>, [none, some]: [&str; 2]) -> Option<String> {
        let has_interval = estimate.is_some_and(|e| e.interval.is_some());
        (!has_interval).then(|| match self.events {
            0 => none.to_owned(),
            n => format!("{some} {n} deals; an interval needs {LEAST_DEALS_WITH_EVENTS}"),
        })
    }
}
