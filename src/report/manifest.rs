//! `manifest.json`, what was run, and `timing.json`, what changes from run to run.

use crate::arena::experiment::Deals;
use crate::arena::play::Unit;
use crate::arena::seating::Order;
use crate::stats::summary::Summary;
use crate::stats::tally::Tally;
use crate::strategy::FaultKind;
use serde_json::{Value, json};
use std::ops::Range;
use std::time::Duration;

/// The manifest's name in the run's directory.
pub const FILE: &str = "manifest.json";
/// The timing's name in the run's directory.
pub const TIMING_FILE: &str = "timing.json";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit that the program was built from, or `unknown`.
pub const COMMIT: &str = env!("POWERGRAB_COMMIT");

/// A ruleset as the manifest tells it.
#[derive(Clone, Debug)]
pub struct RulesetInfo {
    /// Its name.
    pub name: String,
    /// The fingerprint of all rules in force.
    pub fingerprint: String,
    /// Whether it differs from the official one.
    pub variant: bool,
    /// All rules in force.
    pub rules: Value,
}

/// A bot as the manifest tells it.
#[derive(Clone, Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: String,
    /// Its policy and all parameters in force.
    pub strategy: Value,
}

/// Everything that decides a run's results.
#[derive(Clone, Debug)]
pub struct RunInfo {
    /// The run's name.
    pub name: String,
    /// The command line, without what changes no result.
    pub command: String,
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// The bots.
    pub bots: Vec<BotInfo>,
    /// The format as resolved: which line-ups.
    pub format: Value,
    /// The deals asked for.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// What is played as one game.
    pub unit: Unit,
    /// How seats go round.
    pub order: Order,
}

impl RunInfo {
    /// What two runs must agree in to be the same run.
    #[must_use]
    pub fn identity(&self) -> Value {
        let rulesets: Vec<Value> = self
            .rulesets
            .iter()
            .map(|r| {
                json!({
                    "name": r.name,
                    "fingerprint": r.fingerprint,
                    "variant": r.variant,
                    "rules": r.rules,
                })
            })
            .collect();
        let bots: Vec<Value> = self
            .bots
            .iter()
            .map(|b| json!({ "name": b.name, "strategy": b.strategy }))
            .collect();
        json!({
            "program": { "name": "powergrab", "version": VERSION, "commit": COMMIT },
            "name": self.name,
            "rulesets": rulesets,
            "bots": bots,
            "format": self.format,
            "deals": self.deals.to_string(),
            // As text: not every reader of JSON has whole numbers of 64 bits.
            "seed": self.seed.to_string(),
            "unit": self.unit.text(),
            "order": self.order.text(),
        })
    }

    /// The manifest of the run that ended.
    #[must_use]
    pub fn manifest(&self, done: &Range<u64>, tally: &Tally, summary: &Summary<'_>) -> Value {
        let (stopped, games) = summary.stopped();
        let faults = summary.fault_rows();
        // How long an answer takes is not a matter of seeds.
        let in_time = faults.iter().all(|f| f.kind != FaultKind::Timeout);
        json!({
            "format": 1,
            "command": self.command,
            "run": self.identity(),
            "result": {
                "complete": *done == self.deals.0,
                "deals_asked": self.deals.0.end - self.deals.0.start,
                "deals_done": done.end - done.start,
                "deals": Deals(done.clone()).to_string(),
                "games": games,
                "games_stopped": stopped,
                "games_with_a_fault": faults.iter().map(|f| f.games).sum::<u64>(),
                "reproducible": in_time,
                "games_really_played": tally.n_games(),
                "rounds_really_played": tally.n_rounds(),
            },
        })
    }
}

/// The timing of the run that ended.
#[must_use]
pub fn timing(threads: usize, took: Duration, tally: &Tally) -> Value {
    let seconds = took.as_secs_f64();
    let rate = |n: u64| {
        if seconds > 0.0 {
            n as f64 / seconds
        } else {
            0.0
        }
    };
    json!({
        "threads": threads,
        "seconds": seconds,
        "games_per_second": rate(tally.n_games()),
        "rounds_per_second": rate(tally.n_rounds()),
    })
}

/// A JSON file's text.
#[must_use]
pub fn text(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
