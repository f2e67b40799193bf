//! The heart of it, for the terminal.

use super::Findings;
use crate::stats::moments::Estimate;
use std::fmt::Write as _;

/// What is printed of a run.
#[must_use]
pub fn told(findings: &Findings) -> String {
    let mut text = String::new();
    let heading = |text: &mut String, heading: &str| {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{heading}");
    };
    let percent = |e: &Estimate| {
        let (low, high) = e.interval.unwrap_or((f64::NAN, f64::NAN));
        let (value, low, high) = (100.0 * e.value, 100.0 * low, 100.0 * high);
        format!("{value:+7.2}  ({low:+.2} to {high:+.2})")
    };
    let worth = findings.towers.iter().filter(|row| row.by == "all");
    for (i, row) in worth.enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "What holding a tower changes in the chance of winning the round, percentage points (95 % interval)",
            );
        }
        let naive = row
            .naive_win
            .map_or("-".to_owned(), |n| format!("{:+.2}", 100.0 * n.value));
        let _ = writeln!(
            text,
            "  {:<14} {} players  {:<2}{}   naive {naive}",
            row.place.ruleset,
            row.place.players,
            row.tower.to_string(),
            percent(&row.effect.win),
        );
    }
    let noticed = findings
        .rulings
        .iter()
        .filter(|row| row.noticeable && row.n_flips == 1);
    for (i, row) in noticed.enumerate() {
        if i == 0 {
            heading(&mut text, "Rulings that one would notice");
        }
        let _ = writeln!(
            text,
            "  {:<14} {} players  {:<26} {:<20} {:.3} -> {:.3}",
            row.place.ruleset, row.place.players, row.flips, row.metric, row.base, row.value
        );
    }
    for (i, row) in findings.ledger.iter().enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "What decides who wins a round, percent of the variance: by itself, and with all it has a hand in",
            );
        }
        let _ = writeln!(
            text,
            "  {:<14} {} players  {:<6} {:6.2}  {:6.2}   {}",
            row.place.ruleset,
            row.place.players,
            row.source,
            100.0 * row.first.value,
            100.0 * row.total.value,
            row.meaning,
        );
    }
    for (i, design) in findings.designs.iter().enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "Designs (* on the front): spread of the towers' worth in points, turns of a round, first seat's share",
            );
        }
        let _ = writeln!(
            text,
            "  {}{:<10} {:6.2}  {:6.1}  {:5.2} %  {}",
            if design.on_front { '*' } else { ' ' },
            design.name,
            100.0 * design.goals[0],
            design.figures.turns.value,
            100.0 * design.figures.first_seat.value,
            design.options,
        );
    }
    text
}
