//! Printed results of a run: a table to read, or JSON.

use crate::matches::pairs::PairRow;
use crate::matches::ratings::RatingRow;
use crate::matches::summary::{BotRow, FaultRow, MeanRow, Summary};
use crate::matches::tables;
use crate::page::answer;
use crate::study::manifest::RunInfo;
use powergrab_engine::game::Unit;
use powergrab_stats::holm::stars;
use powergrab_stats::interval::LEVEL;
use powergrab_stats::order::HighestFirst;
use powergrab_table::sheet::Sheet;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::ops::Range;

/// Returns the rows in the order of the terminal: by ruleset and players, best first.
fn ranked<'a>(summary: &Summary<'a>) -> Vec<Vec<BotRow<'a>>> {
    let mut tables: Vec<Vec<BotRow<'a>>> = Vec::new();
    for row in summary.bot_rows() {
        let same = |last: &&mut Vec<BotRow<'_>>| {
            last.first()
                .is_some_and(|l| (l.ruleset, l.players) == (row.ruleset, row.players))
        };
        match tables.last_mut().filter(same) {
            Some(last) => last.push(row),
            None => tables.push(vec![row]),
        }
    }
    for table in &mut tables {
        // The sort is stable: level bots keep the order of the pool.
        table.sort_by_cached_key(|row| HighestFirst(row.record.win_rate));
    }
    tables
}

/// Formats a whole number with commas.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of things: "1 game", "2,000 games".
pub fn counted(n: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(n), if n == 1 { "" } else { "s" })
}

fn percent(p: f64) -> String {
    format!("{:.2}", 100.0 * p)
}

/// Returns the findings of a run as text: for each ruleset and number of players an answer, its
/// table, and the meaning of the columns. No line exceeds 80 characters.
pub fn text(info: &RunInfo, done: &Range<u64>, summary: &Summary<'_>) -> String {
    let mut text = String::new();
    let unit = match info.unit {
        Unit::Game => "game",
        Unit::Round => "round",
    };
    let ratings = summary.rating_rows();
    let pairs = summary.pair_rows();
    let rounds = summary.round_rows();
    let faults = summary.fault_rows();
    for table in ranked(summary) {
        let Some(first) = table.first() else { continue };
        let marked = info
            .rulesets
            .iter()
            .any(|r| r.name == first.ruleset && r.variant);
        let variant = if marked { " (variant)" } else { "" };
        let _ = writeln!(
            text,
            "{}{variant}, {} players",
            first.ruleset, first.players
        );
        let same = |p: &&PairRow<'_>| (p.ruleset, p.players) == (first.ruleset, first.players);
        let of_table: Vec<PairRow<'_>> = pairs.iter().filter(same).cloned().collect();
        for row in &table {
            let same = |f: &&FaultRow<'_>| {
                (f.bot, f.ruleset, f.players) == (row.bot, row.ruleset, row.players)
            };
            let failed: u64 = faults.iter().filter(same).map(|f| f.games).sum();
            if failed > 0 {
                let games = row.record.games.unsigned_abs();
                wrapped(
                    &mut text,
                    &answer::of_failures(row.bot, failed, Some(games)),
                );
            }
        }
        wrapped(&mut text, &answer::of_table(info.unit, &table, &of_table));
        let same = |r: &&MeanRow<'_>| (r.ruleset, r.players) == (first.ruleset, first.players);
        let rounds: Vec<MeanRow<'_>> = rounds.iter().filter(same).cloned().collect();
        wrapped(&mut text, &answer::of_rounds(info.unit, &rounds));
        let any_stopped = table.iter().any(|row| row.record.stopped > 0);
        if any_stopped {
            let sum = |of: fn(&BotRow<'_>) -> i64| table.iter().map(of).sum::<i64>() as f64;
            let share = sum(|row| row.record.stopped) / sum(|row| row.record.games);
            let told = format!(
                "Nobody won {:.1} % of the {unit}s (deadlock, or a limit of the rules); won % counts all of them, fair % is an equal part of those that somebody won.",
                100.0 * share
            );
            wrapped(&mut text, &told);
        }
        let lone = table.len() == 1;
        let mut sheet = Sheet::<(&BotRow<'_>, Option<f64>)>::new("", "")
            .column("bot", "", |(row, _)| row.bot)
            .column_of(format!("{unit}s"), "", |(row, _)| {
                grouped(row.record.games.unsigned_abs())
            })
            .column("won %", "", |(row, _)| percent(row.record.win_rate))
            .column("", "", |(row, _)| {
                stars(row.test.unwrap_or_default().p_holm)
            })
            .column("95 % interval", "", move |(row, _)| match lone {
                true => "every seat".to_owned(),
                false => row.record.range(2),
            })
            .column("fair %", "", |(row, _)| percent(row.record.fair_share))
            .column("points", "", |(row, _)| {
                format!("{:.1}", row.record.points_per_game)
            })
            .column("rating", "", |(_, rating)| {
                rating.map(|r| format!("{r:+.0}"))
            });
        if any_stopped {
            sheet = sheet.column("stopped", "", |(row, _)| {
                grouped(row.record.stopped.unsigned_abs())
            });
        }
        let rows = table.iter().map(|row| {
            let same = |rating: &&RatingRow<'_>| {
                (rating.bot, rating.ruleset, rating.players) == (row.bot, row.ruleset, row.players)
            };
            (row, ratings.iter().find(same).map(|r| r.rating))
        });
        sheet.table(rows).align(&mut text);
        text.push('\n');
    }
    let deals = counted(done.end - done.start, "deal");
    wrapped(
        &mut text,
        &format!(
            "Intervals: {:.0} %, by {deals}. Stars: not the fair share (* 5 %, ** 1 %, *** 0.1 %, all bots of a table together). \
A bot's {unit}s count once for each of its seats and each rotation. Points: the mean of a {unit}. Rating: 400 more is ten to one.",
            100.0 * LEVEL
        ),
    );
    let (stopped, games) = summary.stopped();
    if stopped > 0 {
        let _ = writeln!(
            text,
            "Stopped without a winner: {} of {}.",
            grouped(stopped.unsigned_abs()),
            counted(games.unsigned_abs(), unit)
        );
    }
    text
}

/// Appends a paragraph, wrapped at 80 characters.
pub fn wrapped(text: &mut String, paragraph: &str) {
    let mut width = 0;
    let mut words: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        // A number and its % sign stay together.
        match words.last_mut().filter(|_| word.starts_with('%')) {
            Some(number) => *number = format!("{number} {word}"),
            None => words.push(word.to_owned()),
        }
    }
    for word in &words {
        let n = word.chars().count();
        if width > 0 && width + 1 + n > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += n;
    }
    text.push('\n');
}

/// Wraps lines of more than 80 characters at words. The continuation is indented by two more
/// columns.
pub fn folded(text: &str) -> String {
    let fold = |line: &str| {
        if line.chars().count() <= 80 {
            return line.to_owned();
        }
        let indent = line.len() - line.trim_start().len();
        let (mut out, mut width) = (" ".repeat(indent), indent);
        for (i, word) in line.split_whitespace().enumerate() {
            let n = word.chars().count();
            if i > 0 && width + 1 + n > 80 {
                out.push('\n');
                out.push_str(&" ".repeat(indent + 2));
                width = indent + 2;
            } else if i > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += n;
        }
        out
    };
    let lines: Vec<String> = text.split('\n').map(fold).collect();
    lines.join("\n")
}

/// Returns the same as JSON.
pub fn json(info: &RunInfo, done: &Range<u64>, summary: &Summary<'_>) -> Value {
    let mut table = tables::bots().table(ranked(summary).iter().flatten());
    let others = ["points_se", "games_played"];
    table
        .columns
        .retain(|column| !others.contains(&&*column.name));
    json!({
        "name": info.name,
        "seed": info.seed.to_string(),
        "unit": info.unit.text(),
        "deals": done.end - done.start,
        "complete": *done == info.deals.0,
        "interval": {
            "level": LEVEL,
            "method": "wilson, effective number of games, student t",
            "cluster": "deal",
        },
        "bots": table.json(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn long_lines_are_broken_at_words() {
        assert_eq!(folded("short\n\n  as  it is\n"), "short\n\n  as  it is\n");
        let long = format!("  holds {}", "RD1 ".repeat(30));
        let text = folded(&long);
        assert!(text.lines().all(|line| line.chars().count() <= 80));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    RD1")));
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(words(&text), words(&long));
    }
}
