//! The heart of it, for the terminal.

use super::findings::Findings;
use crate::stats::moments::Estimate;
use std::fmt::Write as _;

/// What is printed of a run.
#[must_use]
pub fn summary(findings: &Findings) -> String {
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
    let games = findings.towers.iter().filter(|row| row.by == "all");
    let games = games.filter_map(|row| Some((row, row.game?)));
    for (i, (row, game)) in games.enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "The same in the chance of winning the game, and in points at its end (95 % intervals)",
            );
        }
        let (low, high) = game.points.interval.unwrap_or((f64::NAN, f64::NAN));
        let _ = writeln!(
            text,
            "  {:<14} {} players  {:<2}{}   points {:+.2} ({low:+.2} to {high:+.2})",
            row.place.ruleset,
            row.place.players,
            row.tower.to_string(),
            percent(&game.win),
            game.points.value,
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
                "What decides who wins a round, percent of the variance: alone, and with all it has a hand in (95 % intervals)",
            );
        }
        let _ = writeln!(
            text,
            "  {:<13} {} players  {:<6}{:<22} {:<22} {}",
            row.place.ruleset,
            row.place.players,
            row.source,
            share(&row.first),
            share(&row.total),
            // Without what explains it, so that lines fit a terminal.
            row.meaning.split(',').next().unwrap_or_default(),
        );
    }
    designs(&mut text, findings);
    text
}

/// A share in percent with its interval.
fn share(e: &Estimate) -> String {
    let value = format!("{:7.2}", 100.0 * e.value);
    e.interval.map_or(value.clone(), |(low, high)| {
        format!("{value} ({:.2} to {:.2})", 100.0 * low, 100.0 * high)
    })
}

/// A mean with its interval.
fn mean(e: &Estimate) -> String {
    let value = format!("{:6.1}", e.value);
    e.interval.map_or(value.clone(), |(low, high)| {
        format!("{value} ({low:.1} to {high:.1})")
    })
}

/// The design search.
fn designs(text: &mut String, findings: &Findings) {
    for (i, design) in findings.designs.iter().enumerate() {
        if i == 0 {
            text.push_str(
                "Designs (* on the front of its kind of bots): spread of the towers' worth in points, turns of a round, first seat's share in percent (95 % intervals)\n",
            );
        }
        for (bots, way) in design.ways() {
            let figures = &way.figures;
            let _ = writeln!(
                text,
                "  {}{:<10} {bots:<8} {:<24} {:<22} {}",
                if way.on_front { '*' } else { ' ' },
                design.name,
                share(&figures.spread),
                mean(&figures.turns),
                share(&figures.first_seat),
            );
        }
        let _ = writeln!(text, "              {}", design.options);
    }
    for (i, bot) in findings.tuned.iter().enumerate() {
        if i == 0 {
            text.push_str(
                "\nBots tuned anew: what one of them in its seat wins more than the bot given, percentage points of the rounds (95 % interval)\n",
            );
        }
        let _ = writeln!(
            text,
            "  {:<26}{}   {} parameters moved",
            bot.tuned.name,
            share(&bot.gain),
            bot.moved().count(),
        );
    }
    if !findings.designs.is_empty() && findings.tuned.is_empty() {
        text.push_str("The bots were made for the rules of the base: [optimise.tune] has the finalists played again by bots tuned anew.\n");
    }
}
