//! The heart of it, for the terminal.

use super::findings::Findings;
use crate::lab::balance::towers::WorthRow;
use crate::report::answer::listed;
use crate::report::table::wrapped;
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
        let value = format!("{:+7.2}  ", 100.0 * e.value);
        value + &bounds(e, 100.0)
    };
    towers_answer(&mut text, findings);
    let worth = findings.towers.iter().filter(|row| row.by == "all");
    for (i, row) in worth.enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "Towers: change of the chance to win the round, percentage points (95 %)",
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
                "The same for the game, and in points at its end (95 % intervals)",
            );
        }
        let _ = writeln!(
            text,
            "  {:<14} {} players  {:<2}{}   points {:+.2} {}",
            row.place.ruleset,
            row.place.players,
            row.tower.to_string(),
            percent(&game.win),
            game.points.value,
            bounds(&game.points, 1.0),
        );
    }
    let noticed = findings
        .rulings
        .iter()
        .filter(|row| row.noticeable && row.n_flips == 1);
    for (i, row) in noticed.enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "Rulings that one would notice (ruleset, players, ruling, figure)",
            );
        }
        let _ = writeln!(
            text,
            "  {:<13} {}  {:<24} {:<17} {:.3} -> {:.3}",
            row.place.ruleset, row.place.players, row.flips, row.metric, row.base, row.value
        );
    }
    for (i, row) in findings.ledger.iter().enumerate() {
        if i == 0 {
            heading(
                &mut text,
                "What decides who wins a round, % of the variance: alone; with others (95 %)",
            );
        }
        let _ = writeln!(
            text,
            "  {:<13} {} players  {:<6}{:<22} {:<22}",
            row.place.ruleset,
            row.place.players,
            row.source,
            part(&row.first),
            part(&row.total),
        );
    }
    // Each source once, without what explains it.
    let mut meanings: Vec<String> = Vec::new();
    for row in &findings.ledger {
        let meaning = row.meaning.split(',').next().unwrap_or_default();
        let meaning = format!("{}: {meaning}", row.source);
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    if !meanings.is_empty() {
        wrapped(&mut text, &format!("{}.", meanings.join("; ")));
    }
    designs(&mut text, findings);
    text
}

/// The interval of a change in brackets, or why there is none.
fn bounds(e: &Estimate, scale: f64) -> String {
    e.interval
        .map_or("(too few for an interval)".to_owned(), |(low, high)| {
            format!("({:+.2} to {:+.2})", scale * low, scale * high)
        })
}

/// What the towers are worth, in a sentence for each table.
fn towers_answer(text: &mut String, findings: &Findings) {
    let worth: Vec<&WorthRow> = findings.towers.iter().filter(|r| r.by == "all").collect();
    for table in worth.chunk_by(|a, b| a.place == b.place) {
        let by_worth =
            |a: &&&WorthRow, b: &&&WorthRow| a.effect.win.value.total_cmp(&b.effect.win.value);
        let (Some(least), Some(most)) =
            (table.iter().min_by(by_worth), table.iter().max_by(by_worth))
        else {
            continue;
        };
        let nothing = |row: &&&WorthRow| row.effect.win.interval.is_none_or(|(low, _)| low <= 0.0);
        let nothing: Vec<String> = table
            .iter()
            .filter(nothing)
            .map(|row| row.tower.to_string())
            .collect();
        let nothing: Vec<&str> = nothing.iter().map(String::as_str).collect();
        let doubt = match nothing.len() {
            0 => String::new(),
            _ => format!(" {} cannot be told from nothing.", listed(&nothing)),
        };
        let sentence = format!(
            "In {} at {} seats, holding a tower for a turn changes the chance of winning the round by {:+.1} ({}) to {:+.1} percentage points ({}).{doubt}",
            most.place.ruleset,
            most.place.players,
            100.0 * least.effect.win.value,
            least.tower,
            100.0 * most.effect.win.value,
            most.tower,
        );
        wrapped(text, &sentence);
    }
}

/// A share in percent with its interval.
fn share(e: &Estimate) -> String {
    let value = format!("{:7.2}", 100.0 * e.value);
    e.interval.map_or(value.clone(), |(low, high)| {
        format!("{value} ({:.2} to {:.2})", 100.0 * low, 100.0 * high)
    })
}

/// The same to a tenth, for lines with two of them.
fn part(e: &Estimate) -> String {
    let value = format!("{:5.1}", 100.0 * e.value);
    e.interval.map_or(value.clone(), |(low, high)| {
        format!("{value} ({:.1} to {:.1})", 100.0 * low, 100.0 * high)
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
