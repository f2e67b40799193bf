//! The summary: findings from the tables, in sentences with their numbers.

use super::files::Files;
use super::{balance, studies};
use crate::page::answer::of_failures;
use powergrab_stats::holm::ALPHA;
use powergrab_stats::order::HighestFirst;
use powergrab_table::page::{Unit, esc, listed, table_name, with_interval};
use powergrab_table::rows::Row;
use serde_json::Value;

/// Returns sentences about the run, as HTML, the most important first.
pub fn sentences(files: &Files) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(studies::sentences(files));
    sentences.extend(balance::sentences(files));
    sentences.extend(best_bots(files));
    sentences.extend(lengths(files));
    sentences.extend(seat(files));
    sentences
}

/// Returns the sentences about the run as a list.
pub fn summary(files: &Files) -> String {
    let sentences = sentences(files);
    let list = files.manifest.pointer("/result/warnings");
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let warnings: String = list
        .filter_map(Value::as_str)
        .map(|w| format!("<p class=\"warning\"><b>Warning:</b> {}.</p>", esc(w)))
        .collect();
    if sentences.is_empty() {
        return format!("{warnings}<p>The run has no tables that this page knows.</p>");
    }
    let items: String = sentences.iter().map(|s| format!("<li>{s}</li>")).collect();
    format!("{warnings}<ul class=\"words\">{items}</ul>")
}

/// Names the best and the worst bot of each table with different bots.
fn best_bots(files: &Files) -> Vec<String> {
    let Some(table) = files.table("bots.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players"]) {
        let mut rows: Vec<Row<'_>> = table.of(&["ruleset", "players"], &group).collect();
        rows.sort_by_cached_key(|row| HighestFirst(row.number("win_rate").unwrap_or(0.0)));
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            continue;
        };
        if rows.len() < 2 {
            continue;
        }
        sentences.extend(failures(files, &group, &rows));
        let rate = |row: &Row<'_>| with_interval(row, "win_rate", "low", "high", Unit::Percent);
        let fair = first
            .number("fair_share")
            .map_or(String::new(), |f| Unit::Percent.text(f));
        if let Some((best, worst)) = rate(first).zip(rate(last)) {
            let best_bot = first.text("bot");
            let level: Vec<_> = rows[1..]
                .iter()
                .map(|row| row.text("bot"))
                .filter(|other| !told_apart(files, &group, &best_bot, other))
                .collect();
            let level: Vec<&str> = level.iter().map(AsRef::as_ref).collect();
            let apart = match level.as_slice() {
                [] => ", more than any other".to_owned(),
                others => format!(", but cannot be told from {}", esc(&listed(others))),
            };
            let sum = |column: &str| {
                rows.iter()
                    .filter_map(|row| row.number(column))
                    .sum::<f64>()
            };
            let stopped = match sum("stopped") / sum("games") {
                share if share > 0.0 => format!(
                    ", for nobody won {} of the games (deadlock, or a limit of the rules)",
                    Unit::Percent.text(share)
                ),
                _ => String::new(),
            };
            sentences.push(format!(
                "<b>{}:</b> {} won {best} of its games{apart}; {} won {worst}; a fair share is {fair}{stopped}.",
                esc(&table_name(&group)),
                esc(&best_bot),
                esc(&last.text("bot")),
            ));
        }
    }
    sentences
}

/// Describes the bots of a table that failed in games, in the words of the terminal's answer.
fn failures(files: &Files, group: &[String], bots: &[Row<'_>]) -> Vec<String> {
    let Some(table) = files.table("faults.csv") else {
        return Vec::new();
    };
    let sentence = |bot: &Row<'_>| {
        let same = table.of(&["ruleset", "players"], group);
        let same = same.filter(|row| row.text("bot") == bot.text("bot"));
        let failed: f64 = same.filter_map(|row| row.number("games")).sum();
        let games = bot.number("games")? as u64;
        (failed > 0.0).then(|| {
            let told = of_failures(&bot.text("bot"), failed as u64, Some(games));
            format!("<b>{}:</b> {}", esc(&table_name(group)), esc(&told))
        })
    };
    bots.iter().filter_map(sentence).collect()
}

/// Returns whether the best of a table is distinguishable from another of its bots, by the same
/// test as the terminal's answer.
fn told_apart(files: &Files, group: &[String], best: &str, other: &str) -> bool {
    let Some(table) = files.table("pairs.csv") else {
        return false;
    };
    let mut rows = table.of(&["ruleset", "players"], group);
    let pair = rows.find(|row| row.is("bot", best) && row.is("opponent", other));
    pair.is_some_and(|row| {
        row.number("difference") > Some(0.0) && row.number("p_holm").is_some_and(|p| p < ALPHA)
    })
}

/// Describes the length of rounds.
fn lengths(files: &Files) -> Vec<String> {
    let Some(table) = files.table("rounds.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players"]) {
        let mean = |metric: &str| {
            let mut rows = table.of(&["ruleset", "players"], &group);
            let row = rows.find(|row| row.is("metric", metric))?;
            row.number("mean")
        };
        if let Some((turns, draws)) = mean("turns").zip(mean("draws")) {
            let rounds = mean("rounds_per_game").filter(|r| *r > 1.0);
            let rounds = rounds.map_or(String::new(), |r| format!(", a game {r:.1} rounds"));
            sentences.push(format!(
                "<b>{}:</b> a round takes {turns:.1} turns and {draws:.1} cards drawn{rounds}.",
                esc(&table_name(&group))
            ));
        }
    }
    sentences
}

/// Describes the value of a seat, if one bot sat in all.
fn seat(files: &Files) -> Vec<String> {
    let Some(table) = files.table("seats.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players"]) {
        let rows: Vec<Row<'_>> = table.of(&["ruleset", "players"], &group).collect();
        let one = rows
            .iter()
            .all(|row| row.text("bot") == rows[0].text("bot"));
        let (true, Some(first), Some(last)) = (one, rows.first(), rows.last()) else {
            continue;
        };
        let rate = |row: &Row<'_>| with_interval(row, "win_rate", "low", "high", Unit::Percent);
        if let Some((first, last)) = rate(first).zip(rate(last)) {
            sentences.push(format!(
                "<b>{}:</b> among equals the seat to the dealer's left wins {first}, the dealer {last}.",
                esc(&table_name(&group))
            ));
        }
    }
    sentences
}
