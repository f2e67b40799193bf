//! Two finished runs side by side: paired where they played the same deals.

use crate::matches::compare::{Comparison, Finished, Line, side_by_side};
use crate::matches::printed::{aligned, wrapped};
use crate::study::files::Files;
use crate::study::intact::check_columns;
use crate::study::manifest;
use crate::study::study_error::StudyError;
use crate::table::sheet::{Column, Rows, count, flag, number, text};
use crate::table::typed::{Table, TableError};
use powergrab_stats::holm::stars;
use powergrab_stats::interval::Interval;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The table that holds what is compared.
const BLOCKS: &str = "blocks.csv";

const FILE: &str = "comparison.csv";
const ABOUT: &str = "What two runs differ in, a row for each bot and metric that both have.";
const COLUMNS: [Column; 13] = [
    text("ruleset", "the ruleset of the first run"),
    count("players", "number of players"),
    text("bot", "the bot; empty for a metric of rounds"),
    text("metric", "what is compared"),
    number("a", "the figure in the first run"),
    number("b", "the figure in the second run"),
    number(
        "difference",
        "that of the second run less that of the first",
    ),
    number(
        "difference_se",
        "its standard error; empty where the deals do not show it",
    ),
    number("difference_low", "lower bound of its 95 % interval"),
    number("difference_high", "upper bound of that interval"),
    number("p_value", "two-sided p-value of no difference"),
    number(
        "p_holm",
        "the same, adjusted by Holm for all bots, or for all metrics",
    ),
    flag("paired", "whether groups of deals were paired"),
];

/// Two finished runs, compared.
#[derive(Clone, Debug)]
pub struct RunComparison {
    names: [String; 2],
    /// What both have, how it was compared, and in what else the runs differ.
    pub found: Comparison,
}

fn finished(run: &Files, name: &str) -> Result<Finished, StudyError> {
    let blocks = run.get(BLOCKS).ok_or_else(|| {
        StudyError::Missing(format!(
            "{name}/{BLOCKS}: is not there; runs of match and tournament have it, and only they can be compared"
        ))
    })?;
    let manifest = run.get(manifest::FILE).unwrap_or_default();
    let about: Value = serde_json::from_slice(manifest).unwrap_or_default();
    check_columns(&about, BLOCKS, blocks)
        .map_err(|problem| StudyError::Input(format!("{name}/{BLOCKS}: {problem}")))?;
    Finished::parse(manifest, blocks).map_err(|e| StudyError::Input(format!("{name}: {e}")))
}

impl RunComparison {
    /// Compares the second run with the first; `metrics` compares how rounds went as well. `names` is what messages call them.
    ///
    /// # Errors
    /// A run that cannot be compared, or two that have nothing in common.
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

    /// The differences as a table.
    ///
    /// # Errors
    /// Never: the table has the columns that it declares.
    pub fn table(&self) -> Result<Table, TableError> {
        let text = Rows::sheet(&COLUMNS, |out| {
            for line in &self.found.lines {
                let (ruleset, players, bot, metric) = &line.key;
                let d = &line.difference;
                let error = d.error.ok();
                out.cell(ruleset)
                    .cell(*players)
                    .cell(bot)
                    .cell(metric)
                    .cell(d.first)
                    .cell(d.second)
                    .cell(d.difference)
                    .maybe(error.map(|e| e.se))
                    .interval(error.map(|e| e.interval))
                    .maybe(d.p())
                    .maybe(line.p_holm)
                    .cell(line.paired)
                    .end();
            }
        });
        Table::with(FILE, ABOUT, &COLUMNS, &text)
    }

    /// What is printed of it.
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

    /// The differences as JSON.
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

/// The lines of a table: what is compared, both figures, their difference with its interval. At most 80 columns.
fn push_table(text: &mut String, lines: &[Line]) {
    let head = ["", "A", "B", "B - A", "95 % interval", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for line in lines {
        let (_, _, bot, metric) = &line.key;
        let d = &line.difference;
        let what = match bot.as_str() {
            "" => metric.clone(),
            bot => format!("{bot} {metric}"),
        };
        // Rates of wins in per cent, as `match` shows them.
        let (scale, unit) = if metric == "wins" {
            (100.0, " %")
        } else {
            (1.0, "")
        };
        let digits = if metric == "wins" { 2 } else { 3 };
        rows.push(vec![
            format!("{what}{unit}"),
            format!("{:.digits$}", scale * d.first),
            format!("{:.digits$}", scale * d.second),
            format!("{:+.digits$}", scale * d.difference),
            d.error.map_or_else(
                |unknown| unknown.to_string(),
                |error| {
                    let Interval { low, high } = error.interval;
                    format!("{:+.digits$} to {:+.digits$}", scale * low, scale * high)
                },
            ),
            stars(line.p_holm).to_owned(),
        ]);
    }
    aligned(text, &rows);
}

/// Whose win rates differ, and whether rounds get longer, in a sentence each.
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
