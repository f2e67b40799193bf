//! What is printed when a run is over: a table to read, or JSON.

use super::manifest::RunInfo;
use crate::arena::play::Unit;
use crate::stats::holm::stars;
use crate::stats::interval::LEVEL;
use crate::stats::ratings::RatingRow;
use crate::stats::summary::{BotRow, Summary};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::ops::Range;

/// The rows in the order of the terminal: by ruleset and players, best first.
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
        // Stable: bots that are level stay in the order of the pool.
        table.sort_by(|a, b| b.record.win_rate.total_cmp(&a.record.win_rate));
    }
    tables
}

/// A whole number with commas.
#[must_use]
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

fn percent(p: f64) -> String {
    format!("{:.2} %", 100.0 * p)
}

/// The table for people, with a line at its foot that says what the intervals are.
#[must_use]
pub fn text(info: &RunInfo, done: &Range<u64>, summary: &Summary<'_>) -> String {
    let mut text = String::new();
    let unit = match info.unit {
        Unit::Game => "game",
        Unit::Round => "round",
    };
    let ratings = summary.rating_rows();
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
        let any_stopped = table.iter().any(|row| row.record.stopped > 0);
        let mut lines = vec![vec![
            "bot".to_owned(),
            format!("{unit}s"),
            "win rate".to_owned(),
            String::new(),
            "95 % interval".to_owned(),
            "fair share".to_owned(),
            format!("points/{unit}"),
            "rating".to_owned(),
            "variance".to_owned(),
        ]];
        if any_stopped {
            lines[0].push("stopped".to_owned());
        }
        for row in &table {
            let r = &row.record;
            let same = |rating: &&RatingRow<'_>| {
                (rating.bot, rating.ruleset, rating.players) == (row.bot, row.ruleset, row.players)
            };
            let rating = ratings.iter().find(same);
            let test = row.test.unwrap_or_default();
            let mut line = vec![
                row.bot.to_owned(),
                grouped(r.games.unsigned_abs()),
                percent(r.win_rate),
                stars(test.p_holm).to_owned(),
                format!(
                    "{:.2} to {:.2} %",
                    100.0 * r.interval.low,
                    100.0 * r.interval.high
                ),
                percent(r.fair_share),
                format!("{:.1}", r.points_per_game),
                rating.map_or(String::new(), |r| format!("{:+.0}", r.rating)),
                test.variance_ratio
                    .map_or(String::new(), |v| format!("{v:.2}")),
            ];
            if any_stopped {
                line.push(grouped(r.stopped.unsigned_abs()));
            }
            lines.push(line);
        }
        aligned(&mut text, &lines);
        text.push('\n');
    }
    let n_deals = done.end - done.start;
    let _ = writeln!(
        text,
        "Intervals: {:.0} %, Wilson's with the effective number of games and Student's t, clustered by deal ({} deal{}).",
        100.0 * LEVEL,
        grouped(n_deals),
        if n_deals == 1 { "" } else { "s" }
    );
    text.push_str(
        "Stars: not the fair share, Holm-adjusted for the bots of the table (* 5 %, ** 1 %, *** 0.1 %). \
Rating: Plackett-Luce, 400 is ten to one (ratings.csv). Variance: of the win rate, over that of as many independent games.\n",
    );
    let (stopped, games) = summary.stopped();
    if stopped > 0 {
        let _ = writeln!(
            text,
            "Stopped without a winner: {} of {} {unit}s.",
            grouped(stopped.unsigned_abs()),
            grouped(games.unsigned_abs())
        );
    }
    text
}

/// The first column to the left, the others to the right.
fn aligned(text: &mut String, lines: &[Vec<String>]) {
    let width = |i: usize| {
        let cells = lines.iter().map(|line| line[i].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    for line in lines {
        let mut row = String::new();
        for (i, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let _ = match i {
                0 => write!(row, "  {cell:<width$}"),
                _ => write!(row, "  {cell:>width$}"),
            };
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
}

/// The same as JSON.
#[must_use]
pub fn json(info: &RunInfo, done: &Range<u64>, summary: &Summary<'_>) -> Value {
    let rows: Vec<Value> = ranked(summary)
        .into_iter()
        .flatten()
        .map(|row| {
            let r = &row.record;
            let test = row.test.unwrap_or_default();
            json!({
                "bot": row.bot,
                "ruleset": row.ruleset,
                "players": row.players,
                "games": r.games,
                "wins": r.wins,
                "win_rate": r.win_rate,
                "se": r.se,
                "low": r.interval.low,
                "high": r.interval.high,
                "fair_share": r.fair_share,
                "points_per_game": r.points_per_game,
                "rounds_won": r.rounds_won,
                "stopped": r.stopped,
                "p_value": test.p,
                "p_holm": test.p_holm,
                "variance_ratio": test.variance_ratio,
            })
        })
        .collect();
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
        "bots": rows,
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
}
