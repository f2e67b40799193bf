//! The heart of it, for the terminal.

use super::findings::Findings;
use crate::lab::balance::Place;
use crate::lab::balance::towers::WorthRow;
use crate::report::answer::listed;
use crate::report::table::{aligned, wrapped};
use crate::stats::moments::Estimate;

/// What is printed of a run, in lines of at most 80 characters.
#[must_use]
pub fn summary(findings: &Findings) -> String {
    let mut text = String::new();
    towers_answer(&mut text, findings);
    let worth = findings.towers.iter().filter(|row| row.by == "all");
    let tower = |row: &WorthRow| format!("{} {}", place(&row.place), row.tower);
    let rows = worth.clone().map(|row| {
        let naive = row.naive_win.map_or("-".to_owned(), |n| gain(n.value));
        let win = &row.effect.win;
        vec![tower(row), gain(win.value), bounds(win, 100.0), naive]
    });
    let heading = "Towers: change of the chance to win the round, percentage points. Naive: how much more often holders win than others at the same turns, whatever made them holders.";
    table(&mut text, heading, &["", "change", INTERVAL, "naive"], rows);
    let rows = worth.filter_map(|row| {
        let (win, points) = row.game.map(|game| (game.win, game.points))?;
        let of_points = format!("{:+.2}", points.value);
        let (of_game, range) = (gain(win.value), bounds(&win, 100.0));
        Some(vec![
            tower(row),
            of_game,
            range,
            of_points,
            bounds(&points, 1.0),
        ])
    });
    let heading = "The same for the game, and in points at its end:";
    let head = ["", "change", INTERVAL, "points", INTERVAL];
    table(&mut text, heading, &head, rows);
    let noticed = findings
        .rulings
        .iter()
        .filter(|row| row.noticeable && row.n_flips == 1);
    let rows = noticed.map(|row| {
        let (base, value) = (format!("{:.3}", row.base), format!("{:.3}", row.value));
        vec![
            format!("{} {}", place(&row.place), row.flips),
            row.metric.to_owned(),
            base,
            value,
        ]
    });
    let head = ["", "figure", "without", "with"];
    table(&mut text, "Rulings that one would notice:", &head, rows);
    for (i, of_place) in findings
        .ledger
        .chunk_by(|a, b| a.place == b.place)
        .enumerate()
    {
        let rows = of_place.iter().map(|row| {
            let (first, total) = (share(&row.first, 1), share(&row.total, 1));
            vec![row.source.to_string(), first, total]
        });
        let Place {
            ruleset, line_up, ..
        } = &of_place[0].place;
        let bots = line_up.replace('+', ", ");
        let what = match i {
            0 => {
                "What decides who wins a round, % of the variance (95 %; a share below 0 is chance), "
            }
            _ => "",
        };
        let heading = format!("{what}{ruleset}, {bots}:");
        table(&mut text, &heading, &["", "alone", "with others"], rows);
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

const INTERVAL: &str = "95 % interval";

/// A table below its heading, set off from what stands before; nothing where it has no row.
fn table(text: &mut String, heading: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let mut lines = vec![head.iter().map(|&cell| cell.to_owned()).collect()];
    lines.extend(rows);
    if lines.len() > 1 {
        if !text.is_empty() {
            text.push('\n');
        }
        wrapped(text, heading);
        aligned(text, &lines);
    }
}

/// Where a figure was taken.
fn place(place: &Place) -> String {
    format!("{}, {} players,", place.ruleset, place.players)
}

/// A change of a chance in percentage points.
fn gain(change: f64) -> String {
    format!("{:+.2}", 100.0 * change)
}

/// The interval of a change, or why there is none.
fn bounds(e: &Estimate, scale: f64) -> String {
    e.interval
        .map_or("too few for one".to_owned(), |(low, high)| {
            format!("{:+.2} to {:+.2}", scale * low, scale * high)
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
fn share(e: &Estimate, digits: usize) -> String {
    let value = format!("{:.digits$}", 100.0 * e.value);
    e.interval.map_or(value.clone(), |(low, high)| {
        format!(
            "{value} ({:.digits$} to {:.digits$})",
            100.0 * low,
            100.0 * high
        )
    })
}

/// The design search.
fn designs(text: &mut String, findings: &Findings) {
    let rows = findings.designs.iter().flat_map(|design| {
        design.ways().map(|(bots, way)| {
            let star = if way.on_front { "*" } else { "" };
            let figures = &way.figures;
            let turns = format!("{:.1}", figures.turns.value);
            let (spread, first) = (share(&figures.spread, 1), share(&figures.first_seat, 1));
            vec![
                format!("{star}{} {bots}", design.name),
                spread,
                turns,
                first,
            ]
        })
    });
    let heading = "Designs (*: on the front of its kind of bots). Spread: of the towers' worth in points; turns: of a round; first: what the first seat wins, % (95 %):";
    table(text, heading, &["", "spread", "turns", "first"], rows);
    for design in &findings.designs {
        wrapped(
            text,
            &format!(
                "{}: {}",
                design.name,
                design.options.to_string().replace(",\"", ", \"")
            ),
        );
    }
    let rows = findings.tuned.iter().map(|bot| {
        vec![
            bot.tuned.name.clone(),
            share(&bot.gain, 2),
            bot.moved().count().to_string(),
        ]
    });
    let heading = "Bots tuned anew: what one of them in its seat wins more than the bot given, percentage points of the rounds (95 %):";
    table(text, heading, &["", "more", "parameters moved"], rows);
    if !findings.designs.is_empty() && findings.tuned.is_empty() {
        text.push_str("The bots were made for the rules of the base: [optimise.tune] has the\nfinalists played again by bots tuned anew.\n");
    }
}
