//! `manifest.json`, what was run, and `timing.json`, what changes from run to run.

use crate::matches::summary::Summary;
use powergrab_arena::experiment::{Deals, LineUpDeals};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::FaultKind;
use powergrab_engine::game::Unit;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// The manifest's name in the run's directory.
pub const FILE: &str = "manifest.json";
/// The format of manifests and of the tables beside them. A run of another format is refused.
pub const FORMAT: u64 = 2;

/// What to say of a directory without one: the runs below it, if there are some.
pub fn missing(dir: &Path) -> String {
    let below = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let runs = below.filter(|entry| entry.path().join(FILE).is_file());
    let mut runs: Vec<String> = runs.map(|run| run.path().display().to_string()).collect();
    runs.sort();
    match runs.as_slice() {
        [] => "is not there; a run's directory has one, like those that match, tournament and balance write"
            .to_owned(),
        [first, ..] => format!(
            "is not there; runs below it: {first}{}",
            match runs.len() {
                1 => String::new(),
                n => format!(" and {} more", n - 1),
            }
        ),
    }
}
/// A path as a shell takes it.
pub fn plain(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./+,:=@%".contains(c);
    if text.chars().all(is_plain) && !text.is_empty() {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The timing's name in the run's directory.
pub const TIMING_FILE: &str = "timing.json";
/// The name in the run's directory of what a run that stopped by itself looked at.
pub const STOPPING_FILE: &str = "stopping.json";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// The commit that the program was built from, or `unknown`. Only the binary knows it, so that a commit rebuilds no library.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("unknown")
}

/// Tells the commit that the program was built from, once, before anything is written.
pub fn set_commit(commit: &'static str) {
    // A second caller is the same program.
    let _ = COMMIT.set(commit);
}

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

impl BotInfo {
    /// Whether the same seed always brings the same decisions, no clock having a say.
    pub fn is_reproducible(&self) -> bool {
        let said = self.strategy.pointer("/external/reproducible");
        said != Some(&Value::Bool(false))
    }
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
    /// Whether line-ups share their deals.
    pub line_up_deals: LineUpDeals,
}

/// The program as the manifest names it.
pub fn program_json() -> Value {
    json!({ "name": "powergrab", "version": VERSION, "commit": commit() })
}

/// A ruleset's entry.
pub fn ruleset_json(r: &RulesetInfo) -> Value {
    json!({
        "name": r.name,
        "fingerprint": r.fingerprint,
        "variant": r.variant,
        "rules": r.rules,
    })
}

/// A bot's entry.
pub fn bot_json(b: &BotInfo) -> Value {
    json!({ "name": b.name, "strategy": b.strategy })
}

impl RunInfo {
    /// What two runs must agree in to be the same run.
    pub fn identity(&self) -> Value {
        let rulesets: Vec<Value> = self.rulesets.iter().map(ruleset_json).collect();
        let bots: Vec<Value> = self.bots.iter().map(bot_json).collect();
        json!({
            "program": program_json(),
            "name": self.name,
            "rulesets": rulesets,
            "bots": bots,
            "format": self.format,
            "deals": self.deals.to_string(),
            // As text: not every reader of JSON has whole numbers of 64 bits.
            "seed": self.seed.to_string(),
            "unit": self.unit.text(),
            "order": self.order.text(),
            "line_up_deals": self.line_up_deals.text(),
        })
    }

    /// The run with this identity; `None` if it makes no sense, or another version of the program gave it.
    pub fn from_identity(identity: &Value, command: &str) -> Option<RunInfo> {
        let text = |value: &Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let list = |key: &str| identity.get(key)?.as_array();
        let rulesets = list("rulesets")?.iter().map(|r| {
            Some(RulesetInfo {
                name: text(r, "name")?,
                fingerprint: text(r, "fingerprint")?,
                variant: r.get("variant")?.as_bool()?,
                rules: r.get("rules")?.clone(),
            })
        });
        let bots = list("bots")?.iter().map(|b| {
            Some(BotInfo {
                name: text(b, "name")?,
                strategy: b.get("strategy")?.clone(),
            })
        });
        let info = RunInfo {
            name: text(identity, "name")?,
            command: command.to_owned(),
            rulesets: rulesets.collect::<Option<_>>()?,
            bots: bots.collect::<Option<_>>()?,
            format: identity.get("format")?.clone(),
            deals: text(identity, "deals")?.parse().ok()?,
            seed: text(identity, "seed")?.parse().ok()?,
            unit: Unit::from_text(&text(identity, "unit")?)?,
            order: Order::from_text(&text(identity, "order")?)?,
            line_up_deals: LineUpDeals::from_text(&text(identity, "line_up_deals")?)?,
        };
        (info.identity() == *identity).then_some(info)
    }

    /// The manifest of a run with this result.
    pub fn manifest(&self, result: Value) -> Value {
        json!({ "command": self.command, "run": self.identity(), "result": result })
    }

    /// The manifest's `result` of a run that ended after these deals.
    pub fn manifest_result(
        &self,
        done: &Range<u64>,
        tally: &Tally,
        summary: &Summary<'_>,
    ) -> Value {
        let (stopped, games) = summary.stopped();
        let faults = summary.fault_rows();
        // How long an answer takes is not a matter of seeds.
        let in_time = faults.iter().all(|f| f.kind != FaultKind::Timeout);
        json!({
            "complete": *done == self.deals.0,
            "deals_asked": self.deals.0.end - self.deals.0.start,
            "deals_done": done.end - done.start,
            "deals": Deals(done.clone()).to_string(),
            "games": games,
            "games_stopped": stopped,
            "games_with_a_fault": faults.iter().map(|f| f.games).sum::<u64>(),
            "reproducible": in_time && self.bots.iter().all(BotInfo::is_reproducible),
            "games_really_played": tally.n_games(),
            "rounds_really_played": tally.n_rounds(),
        })
    }
}

/// How long a run took, or what was left of it.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// How many threads played.
    pub threads: usize,
    /// For how long.
    pub took: Duration,
    /// How many games they played; not those that were there already when an earlier run is gone on with.
    pub games: u64,
}

impl Timing {
    /// Games in a second.
    pub fn games_per_second(&self) -> f64 {
        let seconds = self.took.as_secs_f64();
        if seconds > 0.0 {
            self.games as f64 / seconds
        } else {
            0.0
        }
    }

    /// The timing of the run that ended.
    pub fn json(&self, tally: &Tally) -> Value {
        // Rounds are not counted apart: as many to a game as in the whole run.
        let rounds_per_game = tally.n_rounds() as f64 / tally.n_games().max(1) as f64;
        json!({
            "threads": self.threads,
            "seconds": self.took.as_secs_f64(),
            "games": self.games,
            "games_per_second": self.games_per_second(),
            "rounds_per_second": self.games_per_second() * rounds_per_game,
        })
    }
}

/// A JSON file's text.
pub fn text(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
