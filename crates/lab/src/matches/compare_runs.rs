//! Comparison of two finished runs, paired where they played the same deals.

use crate::matches::compare::{Comparison, Finished, Line, side_by_side};
use crate::matches::printed::wrapped;
use crate::study::files::Files;
use crate::study::intact::check_columns;
use crate::study::manifest;
use crate::study::study_error::StudyError;
use powergrab_stats::blocks::DifferenceError;
use powergrab_stats::holm::stars;
use powergrab_stats::interval::Interval;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Table whose rows are compared.
const BLOCKS: &str = "blocks.csv";

/// Two finished runs, compared.
#[derive(Clone, Debug)]
pub struct RunComparison {
    names: [String; 2],
    /// Common quantities, the method of comparison, and other differences between the runs.
    pub found: Comparison,
}

fn finished(run: &Files, name: &str) -> Result<Finished, StudyError> {
    let blocks = run.get(BLOCKS).ok_or_else(|| {
        StudyError::Missing(format!(
            "{name}/{BLOCKS}: is missing; only runs of match and tournament, which have it, can be compared"
        ))
    })?;
    let manifest = run.get(manifest::FILE).unwrap_or_default();
    let about: Value = serde_json::from_slice(&manifest).unwrap_or_default();
    check_columns(&about, BLOCKS, &blocks)
        .map_err(|problem| StudyError::Input(format!("{name}/{BLOCKS}: {problem}")))?;
    Finished::parse(&manifest, &blocks).map_err(|e| StudyError::Input(format!("{name}: {e}")))
}

impl RunComparison {
    /// Compares the second run with the first. `metrics` adds the metrics of rounds; `names` are
    /// the runs' names in messages.
    ///
    /// # Errors
    /// Fails if a run cannot be compared, or if the two have nothing in common.
    pub fn new(
        [a, b]: [&Files; 2],
        names: [String; 2],
        metrics: bool,
    ) -> Result<RunComparison, StudyError> {
        let mut found = side_by_side(&finished(a, &names[0])?, &finished(b, &names[1])?);
        if !metrics {
            found.lines.retain(|line| !line.key.2.is_empty());
        }
        if !found.lines.is_empty() {
            return Ok(RunComparison { names, found });
        }
        let problem = match found.too_few_deals {
            true => {
                "a run has fewer than 2 deals of what both runs have: without an error there is nothing to compare by; play more deals"
            }
            false => {
                "the runs have no bot in common at the same number of players: --metrics compares how their rounds went"
            }
        };
        Err(StudyError::Input(problem.to_owned()))
    }

    /// Returns the differences as a table.
    #[rustfmt::skip]
    pub fn table(&self) -> Table {
        let error = |line: &Line| line.difference.error.ok();
        let sheet = Sheet::<&Line>::new("comparison", "What two runs differ in, a row for each bot and metric that both have.")
            .column("ruleset", "the ruleset of the first run", |line| &line.key.0)
            .column("players", "number of players", |line| line.key.1)
            .column("bot", "the bot; empty for a metric of rounds", |line| &line.key.2)
            .column("metric", "what is compared", |line| &line.key.3)
            .column("a", "the figure in the first run", |line| line.difference.first)
            .column("b", "the figure in the second run", |line| line.difference.second)
            .column("difference", "that of the second run less that of the first", |line| line.difference.difference)
            .column("difference_se", "its standard error; empty where the deals do not show it", move |line| error(line).map(|e| e.se))
            .column("difference_low", "lower bound of its 95 % interval", move |line| error(line).map(|e| e.interval.low))
            .column("difference_high", "upper bound of that interval", move |line| error(line).map(|e| e.interval.high))
            .column("p_value", "two-sided p-value of no difference", |line| line.difference.p())
            .column("p_holm", "the same, adjusted by Holm for all bots, or for all metrics", |line| line.p_holm)
            .column("paired", "whether groups of deals were paired", |line| line.paired);
        sheet.table(&self.found.lines)
    }

    /// Returns the printed text.
    pub fn text(&self) -> String {
        let found = &self.found;
        let mut text = String::new();
        wrapped(&mut text, &answer(found));
        let [a, b] = &self.names;
        wrapped(&mut text, &format!("A: {a}. B: {b}."));
        for table in found
            .lines
            .chunk_by(|x, y| (&x.key.0, x.key.1) == (&y.key.0, y.key.1))
        {
            let (ruleset, players, ..) = &table[0].key;
            let _ = writeln!(text, "\n{ruleset}, {players} players");
            push_table(&mut text, table);
        }
        text.push('\n');
        wrapped(
            &mut text,
            "Stars: Holm-adjusted for all bots, and for all metrics (* 5 %, ** 1 %, *** 0.1 %).",
        );
        wrapped(&mut text, &format!("{}.", found.method));
        for note in &found.notes {
            wrapped(&mut text, &format!("The runs differ in {note}."));
        }
        text
    }

    /// Returns the differences as JSON.
    pub fn json(&self) -> Value {
        let found = &self.found;
        let lines: Vec<_> = found
        .lines
        .iter()
        .map(|line| {
            let (ruleset, players, bot, metric) = &line.key;
            let d = &line.difference;
            let error = d.error.ok();
            json!({
                "ruleset": ruleset, "players": players, "bot": bot, "metric": metric,
                "a": d.first, "b": d.second, "difference": d.difference, "se": error.map(|e| e.se),
                "low": error.map(|e| e.interval.low), "high": error.map(|e| e.interval.high),
                "unknown": d.error.err().map(|unknown| unknown.to_string()),
                "p_value": d.p(), "p_holm": line.p_holm, "paired": line.paired,
            })
        })
        .collect();
        json!({ "method": found.method, "differences": found.notes, "lines": lines })
    }
}

/// Appends the lines of a table: the quantity, both figures, and their difference with its
/// interval. At most 80 columns wide.
fn push_table(text: &mut String, lines: &[Line]) {
    /// Returns the factor and the number of digits for a figure: win rates in per cent, as `match`
    /// shows them.
    fn scale(line: &Line) -> (f64, usize) {
        match line.key.3.as_str() {
            "wins" => (100.0, 2),
            _ => (1.0, 3),
        }
    }
    let figure = |line: &Line, x: f64| {
        let (scale, digits) = scale(line);
        format!("{:.digits$}", scale * x)
    };
    let signed = |line: &Line, x: f64| {
        let (scale, digits) = scale(line);
        format!("{:+.digits$}", scale * x)
    };
    let sheet = Sheet::<&Line>::new("", "")
        .column("", "", |line| {
            let (_, _, bot, metric) = &line.key;
            let unit = if metric == "wins" { " %" } else { "" };
            let blank = if bot.is_empty() { "" } else { " " };
            format!("{bot}{blank}{metric}{unit}")
        })
        .column("A", "", move |line| figure(line, line.difference.first))
        .column("B", "", move |line| figure(line, line.difference.second))
        .column("B - A", "", move |line| {
            signed(line, line.difference.difference)
        })
        .column("95 % interval", "", move |line| {
            match line.difference.error {
                Ok(DifferenceError { interval, .. }) => {
                    let Interval { low, high } = interval;
                    format!("{} to {}", signed(line, low), signed(line, high))
                }
                Err(unknown) => unknown.to_string(),
            }
        })
        .column("", "", |line| stars(line.p_holm));
    sheet.table(lines).align(text);
}

/// Returns one sentence each on the bots whose win rates differ, and on whether rounds get longer.
fn answer(found: &Comparison) -> String {
    let beyond_chance = |line: &&Line| line.p_holm.is_some_and(|p| p < 0.05);
    let differs = |line: &&Line| line.key.3 == "wins" && beyond_chance(line);
    let all: Vec<String> = found
        .lines
        .iter()
        .filter(differs)
        .filter_map(|line| {
            let d = &line.difference;
            let Interval { low, high } = d.error.ok()?.interval;
            let more = if d.difference > 0.0 { "more" } else { "less" };
            Some(format!(
                "At {} seats {} wins {:.2} percentage points {more} in B ({:+.2} to {:+.2}).",
                line.key.1,
                line.key.2,
                100.0 * d.difference.abs(),
                100.0 * low,
                100.0 * high
            ))
        })
        .collect();
    let in_common = found.lines.iter().any(|line| line.key.3 == "wins");
    let bots = match all.as_slice() {
        [] if !in_common => {
            "The runs have no bot in common at the same number of players; their rounds compare."
                .to_owned()
        }
        [] => "No bot's win rate differs between A and B beyond chance, all bots taken together."
            .to_owned(),
        all => all.join(" "),
    };
    let turns = |line: &&Line| line.key.3 == "turns" && beyond_chance(line);
    let rounds = found.lines.iter().filter(turns).filter_map(|line| {
        let d = &line.difference;
        let Interval { low, high } = d.error.ok()?.interval;
        let longer = if d.difference > 0.0 {
            "longer"
        } else {
            "shorter"
        };
        Some(format!(
            " At {} seats a round is {:.2} turns {longer} in B ({low:+.2} to {high:+.2}).",
            line.key.1,
            d.difference.abs(),
        ))
    });
    bots + &rounds.collect::<String>()
}
