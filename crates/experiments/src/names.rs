//! Names that go with the numbers of a run.

use powergrab_engine::game::Metric;

/// Names that go with a tally's numbers.
#[derive(Clone, Debug)]
pub struct Names {
    /// By table: its ruleset.
    pub rulesets: Vec<String>,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// Metrics per round.
    pub metrics: &'static [Metric],
    /// Metrics per seat and round.
    pub seat_metrics: &'static [Metric],
}
