//! Comparison of two finished runs, paired by groups of deals where both played the same deals.

use powergrab_stats::blocks::{ComparisonTerms, Difference, GROUPS, RatioSums, compare, events};
use powergrab_stats::holm::holm;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Key of a compared quantity: ruleset, number of players, bot (empty for a table-wide metric),
/// metric.
pub type Key = (String, usize, String, String);

/// A row of `blocks.csv`.
#[derive(Deserialize)]
struct Row {
    ruleset: String,
    players: usize,
    bot: String,
    figure: String,
    group: usize,
    n: f64,
    x: f64,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    seed: String,
    unit: String,
    order: String,
    deals: String,
    rulesets: Vec<(String, String)>,
    bots: BTreeMap<String, Value>,
    /// Keys in the order of the file.
    keys: Vec<Key>,
    parts: BTreeMap<Key, Vec<(usize, RatioSums)>>,
}

/// One line of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Key of the compared quantity, with the first run's ruleset.
    pub key: Key,
    /// Difference of the second run from the first.
    pub difference: Difference,
    /// `true` if groups of deals were paired.
    pub paired: bool,
    /// p-value adjusted by Holm for all bots of the comparison, or for all metrics.
    pub p_holm: Option<f64>,
}

/// Two runs compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Every quantity that both runs have.
    pub lines: Vec<Line>,
    /// Method behind the standard errors.
    pub method: String,
    /// Other differences between the runs.
    pub notes: Vec<String>,
    /// `true` if a common quantity was left out because one run has fewer than two groups of deals
    /// with it, and so no standard error.
    pub too_few_deals: bool,
}

impl Finished {
    /// Reads a run from the texts of its `manifest.json` and `blocks.csv`.
    ///
    /// # Errors
    /// Returns a message that says which of the two is wrong, and how.
    pub fn parse(manifest: &[u8], blocks: &[u8]) -> Result<Finished, String> {
        let bad = |what: &str| format!("manifest.json: {what}");
        let manifest: Value =
            serde_json::from_slice(manifest).map_err(|e| bad(&format!("is not JSON: {e}")))?;
        let text = |path: &str| -> Result<String, String> {
            let value = manifest.pointer(path).and_then(Value::as_str);
            value
                .map(str::to_owned)
                .ok_or_else(|| bad(&format!("has no text at {path}: not a run's")))
        };
        let list = |path: &str| manifest.pointer(path).and_then(Value::as_array);
        let field = |v: &Value, key: &str| v.get(key).and_then(Value::as_str).map(str::to_owned);
        let rulesets = list("/run/rulesets").into_iter().flatten();
        let bots = list("/run/bots").into_iter().flatten();
        let mut keys: Vec<Key> = Vec::new();
        let mut parts: BTreeMap<Key, Vec<(usize, RatioSums)>> = BTreeMap::new();
        let mut reader = csv::Reader::from_reader(blocks);
        for (i, row) in reader.deserialize().enumerate() {
            let row: Row = row.map_err(|e| format!("blocks.csv: row {}: {e}", i + 1))?;
            let Row {
                ruleset,
                players,
                bot,
                figure: metric,
                group,
                n,
                x,
            } = row;
            if group >= GROUPS {
                return Err(format!(
                    "blocks.csv: row {}: group {group} is beyond {GROUPS}",
                    i + 1
                ));
            }
            let key = (ruleset, players, bot, metric);
            let known = parts.entry(key.clone()).or_default();
            if known.is_empty() {
                keys.push(key);
            }
            known.push((group, RatioSums { n, x }));
        }
        if keys.is_empty() {
            return Err("blocks.csv: has no rows: there is nothing to compare".to_owned());
        }
        Ok(Finished {
            seed: text("/run/seed")?,
            unit: text("/run/unit")?,
            order: text("/run/order")?,
            deals: text("/result/deals")?,
            rulesets: rulesets
                .filter_map(|r| Some((field(r, "name")?, field(r, "fingerprint")?)))
                .collect(),
            bots: bots
                .filter_map(|b| Some((field(b, "name")?, b.get("strategy")?.clone())))
                .collect(),
            keys,
            parts,
        })
    }

    /// Returns whether the other run played the same deals.
    fn same_deals(&self, other: &Finished) -> bool {
        (&self.seed, &self.deals) == (&other.seed, &other.deals)
    }

    fn range(&self) -> Option<Range<u64>> {
        let (start, end) = self.deals.split_once("..")?;
        Some(start.parse().ok()?..end.parse().ok()?)
    }

    /// Returns the bots by ruleset and number of players.
    fn tables(&self) -> BTreeMap<(&str, usize), BTreeSet<&str>> {
        let mut tables: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for (ruleset, players, bot, _) in self.keys.iter().filter(|key| !key.2.is_empty()) {
            let bots = tables.entry((ruleset.as_str(), *players)).or_default();
            bots.insert(bot);
        }
        tables
    }

    /// Returns the tables that both runs have with different bots, and those that only one has.
    /// Across rulesets, names are ignored.
    fn seats_apart(&self, other: &Finished, across: bool) -> Vec<String> {
        let alone = |run: char, ruleset: &str, players: usize| {
            format!("{ruleset} at {players} seats, which only {run} played")
        };
        let only = |run: char, bots: &BTreeSet<&str>, others: &BTreeSet<&str>| {
            let names: Vec<&str> = bots.difference(others).copied().collect();
            (!names.is_empty()).then(|| format!("only in {run}: {}", names.join(", ")))
        };
        let (mut notes, mut theirs) = (Vec::new(), other.tables());
        for ((ruleset, players), mine) in self.tables() {
            let there = match across {
                true => other.rulesets[0].0.as_str(),
                false => ruleset,
            };
            let Some(theirs) = theirs.remove(&(there, players)) else {
                notes.push(alone('A', ruleset, players));
                continue;
            };
            let only = [only('A', &mine, &theirs), only('B', &theirs, &mine)];
            let only: Vec<String> = only.into_iter().flatten().collect();
            if !only.is_empty() {
                notes.push(format!(
                    "the bots at {players} seats ({}): what a bot wins depends on whom it meets",
                    only.join("; ")
                ));
            }
        }
        let left = theirs.into_keys();
        notes.extend(left.map(|(ruleset, players)| alone('B', ruleset, players)));
        notes
    }

    fn overlaps(&self, other: &Finished) -> bool {
        let ranges = self.range().zip(other.range());
        self.seed == other.seed && ranges.is_some_and(|(a, b)| a.start < b.end && b.start < a.end)
    }
}

/// Compares the second run with the first: every quantity that both have under the same name. If
/// each run has a single ruleset, the comparison crosses rulesets.
pub fn side_by_side(first: &Finished, second: &Finished) -> Comparison {
    let paired = first.same_deals(second);
    let mut notes = Vec::new();
    let across = first.rulesets.len() == 1
        && second.rulesets.len() == 1
        && first.rulesets[0].0 != second.rulesets[0].0;
    for (what, a, b) in [
        ("unit", &first.unit, &second.unit),
        ("order", &first.order, &second.order),
    ] {
        if a != b {
            notes.push(format!("{what}: {a} and {b}"));
        }
    }
    for (name, print) in &first.rulesets {
        if second
            .rulesets
            .iter()
            .any(|(other, its)| other == name && its != print)
        {
            notes.push(format!("ruleset {name}: same name, other rules"));
        }
    }
    if across {
        let (a, b) = (&first.rulesets[0].0, &second.rulesets[0].0);
        notes.push(format!("rulesets: {a} and {b}"));
    }
    for (name, strategy) in &first.bots {
        if second.bots.get(name).is_some_and(|other| other != strategy) {
            notes.push(format!(
                "bot {name}: same name, other strategy or parameters"
            ));
        }
    }
    notes.extend(first.seats_apart(second, across));
    let mut lines = Vec::new();
    let mut too_few_deals = false;
    for key in &first.keys {
        let mut there = key.clone();
        if across {
            there.0.clone_from(&second.rulesets[0].0);
        }
        let Some(theirs) = second.parts.get(&there) else {
            continue;
        };
        let mine = &first.parts[key];
        // Groups that are empty in one of the two runs cannot be paired.
        let groups = |parts: &[(usize, RatioSums)]| parts.iter().map(|p| p.0).collect::<Vec<_>>();
        let paired = paired && groups(mine) == groups(theirs);
        let values = |parts: &[(usize, RatioSums)]| parts.iter().map(|p| p.1).collect::<Vec<_>>();
        too_few_deals |= mine.len().min(theirs.len()) < 2;
        let is_share = ["wins", "stopped"].contains(&key.3.as_str());
        // Points come with wins, or in every game: there must be enough of each.
        let wins = |run: &Finished, key: &Key| {
            let wins = (key.0.clone(), key.1, key.2.clone(), "wins".to_owned());
            let parts = run.parts.get(&wins).filter(|_| key.3 == "points");
            parts.map_or(0.0, |parts| events(&values(parts), true))
        };
        let terms = ComparisonTerms {
            paired,
            is_share,
            events: wins(first, key).min(wins(second, &there)),
        };
        if let Some(difference) = compare(&values(mine), &values(theirs), terms) {
            lines.push(Line {
                key: key.clone(),
                difference,
                paired,
                p_holm: None,
            });
        }
    }
    for of_bots in [true, false] {
        let member = |line: &&mut Line| line.key.2.is_empty() != of_bots;
        let p_values: Vec<_> = lines
            .iter_mut()
            .filter(member)
            .map(|l| l.difference.p())
            .collect();
        for (line, p) in lines.iter_mut().filter(member).zip(holm(&p_values)) {
            line.p_holm = p;
        }
    }
    // Fewer than the maximum if a run had fewer deals.
    let n_groups = |run: &Finished| run.parts.values().map(Vec::len).max().unwrap_or(0);
    let method = if paired {
        format!(
            "paired: both runs played deals {} of seed {}; 95 % intervals by Student's t over {} groups of deals",
            first.deals,
            first.seed,
            n_groups(first)
        )
    } else {
        let why = if first.overlaps(second) {
            "only some of the deals are the same in both runs; errors are computed as if none were, so they are rather too wide"
        } else {
            "the runs share no deals"
        };
        format!(
            "unpaired: {why} (deals {} of seed {}, deals {} of seed {}); 95 % intervals by Welch's t over {} and {} groups of deals",
            first.deals,
            first.seed,
            second.deals,
            second.seed,
            n_groups(first),
            n_groups(second)
        )
    };
    Comparison {
        lines,
        method,
        notes,
        too_few_deals,
    }
}
