//! `manifest.json`, the description of a run, and `timing.json`, which changes from run to run.

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

/// Name of the manifest in the run's directory.
pub const FILE: &str = "manifest.json";
/// Format of manifests and of the tables beside them. A run of another format is refused.
pub const FORMAT: u64 = 2;

/// Returns the message for a directory without a manifest: the runs below it, if any.
pub fn missing(dir: &Path) -> String {
    let below = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let runs = below.filter(|entry| entry.path().join(FILE).is_file());
    let mut runs: Vec<String> = runs.map(|run| run.path().display().to_string()).collect();
    runs.sort();
    match runs.as_slice() {
        [] => "is missing; name the directory of a run, as match, tournament or balance writes it"
            .to_owned(),
        [first, ..] => format!(
            "is missing; runs below this directory: {first}{}",
            match runs.len() {
                1 => String::new(),
                n => format!(" and {} more", n - 1),
            }
        ),
    }
}
/// Returns a path quoted for a shell.
pub fn plain(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./+,:=@%".contains(c);
    if text.chars().all(is_plain) && !text.is_empty() {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Name of the timing file in the run's directory.
pub const TIMING_FILE: &str = "timing.json";
/// Name of the file with the looks of a run with a stopping rule.
pub const STOPPING_FILE: &str = "stopping.json";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Returns the commit that the program was built from, or `unknown`. Only the binary knows it, so
/// that a commit rebuilds no library.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("unknown")
}

/// Sets the commit that the program was built from. To be called once, before anything is written.
pub fn set_commit(commit: &'static str) {
    // A second caller is the same program.
    let _ = COMMIT.set(commit);
}

/// Manifest entry of a ruleset.
#[derive(Clone, Debug)]
pub struct RulesetInfo {
    /// Its name.
    pub name: String,
    /// Fingerprint of all rules in force.
    pub fingerprint: String,
    /// `true` if it differs from the official one.
    pub variant: bool,
    /// All rules in force.
    pub rules: Value,
}

/// Manifest entry of a bot.
#[derive(Clone, Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: String,
    /// Its policy and all parameters in force.
    pub strategy: Value,
}

impl BotInfo {
    /// Returns whether the same seed always leads to the same decisions, independent of any clock.
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
    /// Command line, without options that change no result.
    pub command: String,
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// The bots.
    pub bots: Vec<BotInfo>,
    /// The resolved format, with its line-ups.
    pub format: Value,
    /// Requested deals.
    pub deals: Deals,
    /// The seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
    /// Sharing of deals between line-ups.
    pub line_up_deals: LineUpDeals,
}

/// Returns the program's manifest entry.
pub fn program_json() -> Value {
    json!({ "name": "powergrab", "version": VERSION, "commit": commit() })
}

/// Returns a ruleset's entry.
pub fn ruleset_json(r: &RulesetInfo) -> Value {
    json!({
        "name": r.name,
        "fingerprint": r.fingerprint,
        "variant": r.variant,
        "rules": r.rules,
    })
}

/// Returns a bot's entry.
pub fn bot_json(b: &BotInfo) -> Value {
    json!({ "name": b.name, "strategy": b.strategy })
}

impl RunInfo {
    /// Returns the values in which two equal runs agree.
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
            // As text, because not every reader of JSON supports 64-bit integers.
            "seed": self.seed.to_string(),
            "unit": self.unit.text(),
            "order": self.order.text(),
            "line_up_deals": self.line_up_deals.text(),
        })
    }

    /// Returns the run with this identity; `None` if it is invalid, or from another version of the
    /// program.
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

    /// Returns the manifest of a run with this result.
    pub fn manifest(&self, result: Value) -> Value {
        json!({ "command": self.command, "run": self.identity(), "result": result })
    }

    /// Returns the manifest's `result` of a run that ended after these deals.
    pub fn manifest_result(
        &self,
        done: &Range<u64>,
        tally: &Tally,
        summary: &Summary<'_>,
    ) -> Value {
        let (stopped, games) = summary.stopped();
        let faults = summary.fault_rows();
        // Response times do not depend on seeds.
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

/// Duration of a run, or of its remainder.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Number of threads that played.
    pub threads: usize,
    /// Duration.
    pub took: Duration,
    /// Number of games they played, without games of an earlier run that was resumed.
    pub games: u64,
}

impl Timing {
    /// Returns the number of games per second.
    pub fn games_per_second(&self) -> f64 {
        let seconds = self.took.as_secs_f64();
        if seconds > 0.0 {
            self.games as f64 / seconds
        } else {
            0.0
        }
    }

    /// Returns the timing of the finished run.
    pub fn json(&self, tally: &Tally) -> Value {
        // Rounds are not counted separately: as many per game as in the whole run.
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

/// Returns a JSON file's text.
pub fn text(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
