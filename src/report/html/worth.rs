//! The parts of the page that a run of `balance` has.

use super::Files;
use super::frame::Row;
use super::plot::{Dot, Unit, dots, esc, folded};
use super::sections::{dot, table_name};
use super::words::with_interval;
use std::fmt::Write as _;

/// How a table with intervals is drawn: a plot for each group, a dot for each row.
struct Plan {
    file: &'static str,
    about: &'static str,
    groups: &'static [&'static str],
    label: &'static [&'static str],
    value: [&'static str; 3],
    unit: Unit,
    keep: fn(&Row<'_>) -> bool,
}

fn any(_: &Row<'_>) -> bool {
    true
}

fn draw(files: &Files, plan: &Plan) -> String {
    let Some(frame) = files.frame(plan.file) else {
        return String::new();
    };
    let mut html = format!("<p>{}</p>", plan.about);
    for group in frame.groups(plan.groups) {
        let [value, low, high] = plan.value;
        let rows = frame.of(plan.groups, &group).filter(plan.keep);
        let items: Vec<Dot> = rows
            .filter_map(|row| {
                let label: Vec<&str> = plan.label.iter().map(|c| row.text(c)).collect();
                dot(&row, label.join(" "), value, low, high)
            })
            .collect();
        if items.is_empty() {
            continue;
        }
        let name: Vec<String> = plan
            .groups
            .iter()
            .zip(&group)
            .map(|(key, value)| match *key {
                "players" => format!("{value} players"),
                "by" => format!("by {value}"),
                _ => value.clone(),
            })
            .collect();
        let name = name.join(", ");
        // Of the figures of one table some are means and some are shares.
        let mean = group.iter().any(|value| value == "turns");
        let unit = if mean { Unit::Signed } else { plan.unit };
        let _ = write!(
            html,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            esc(&name),
            dots(&name, &items, Some(0.0), unit)
        );
    }
    html.push_str(&folded(plan.file, frame));
    html
}

const TOWERS: Plan = Plan {
    file: "tower_worth.csv",
    about: "At sampled turns a tower was given to a seat, taken from it or moved to it from another, everything else and all later chance left equal, and the round was played on both ways: the change in the seat's chance of winning the round, in percentage points. By what: all turns together, the seat's hand size, how many other towers it holds, which change it was.",
    groups: &["ruleset", "players", "by"],
    label: &["tower", "value"],
    value: ["win", "win_low", "win_high"],
    unit: Unit::Points,
    keep: any,
};

const NAIVE: Plan = Plan {
    file: "tower_worth.csv",
    about: "The correlation, for comparison: how much more often those win who hold the tower at such a turn than those who do not. It mixes what a tower does with who comes to hold one.",
    groups: &["ruleset", "players"],
    label: &["tower"],
    value: ["naive_win", "naive_win_low", "naive_win_high"],
    unit: Unit::Points,
    keep: |row| row.text("by") == "all",
};

const BLOCKS: Plan = Plan {
    file: "block_worth.csv",
    about: "Where a seat could block, the round was played on both ways: what blocking changes in its chance of winning the round.",
    groups: &["ruleset", "players"],
    label: &["tower", "card"],
    value: ["win", "win_low", "win_high"],
    unit: Unit::Points,
    keep: any,
};

const CARDS: Plan = Plan {
    file: "card_worth.csv",
    about: "One card of a dealt hand, drawn at random, was exchanged for a card of this kind from the draw pile, all else left equal: the change in that seat's chance of winning the round.",
    groups: &["ruleset", "players"],
    label: &["card"],
    value: ["win", "win_low", "win_high"],
    unit: Unit::Points,
    keep: any,
};

const LEDGER: Plan = Plan {
    file: "ledger.csv",
    about: "Luck and skill: the share of the variance of who wins that each source explains by itself (first order), all streams exchanged one at a time. What is left is in how they act together; the table has the total shares too.",
    groups: &["ruleset", "players"],
    label: &["source"],
    value: ["first", "first_low", "first_high"],
    unit: Unit::Percent,
    keep: any,
};

const ABLATIONS: Plan = Plan {
    file: "ablations.csv",
    about: "Rules changed one at a time, on the same deals as the base: the difference to the base.",
    groups: &["ruleset", "players", "metric"],
    label: &["variant"],
    value: ["difference", "low", "high"],
    unit: Unit::Points,
    keep: |row| {
        let metric = row.text("metric");
        matches!(metric, "turns" | "first_seat" | "skill") || metric.starts_with("share ")
    },
};

/// The sections.
pub fn parts(files: &Files) -> Vec<(&'static str, &'static str, String)> {
    let mut worth = draw(files, &TOWERS);
    if !worth.is_empty() {
        worth.push_str("<h3>Beside it, the naive correlation</h3>");
        worth.push_str(&draw(files, &NAIVE));
    }
    vec![
        ("tower-worth", "What a tower is worth", worth),
        ("block-worth", "What a block is worth", draw(files, &BLOCKS)),
        ("card-worth", "What a card is worth", draw(files, &CARDS)),
        ("ablations", "What a rule changes", draw(files, &ABLATIONS)),
        ("rulings", "The disputed rulings", rulings(files)),
        ("drama", "Drama", drama(files)),
        ("ledger", "Luck and skill", draw(files, &LEDGER)),
        ("pareto", "Designs", pareto(files)),
    ]
}

/// Which rulings change anything, then all.
fn rulings(files: &Files) -> String {
    let Some(frame) = files.frame("rulings.csv") else {
        return String::new();
    };
    let mut html = String::from(
        "<p>Options where the sheets are silent or disagree, turned over one at a time and in pairs, on the same deals. Listed are changes that one would notice at a table and that are beyond chance among so many; everything else is in the table.</p>",
    );
    let noticed: Vec<Row<'_>> = frame
        .rows()
        .filter(|row| row.text("noticeable") == "1")
        .collect();
    let mut items = String::new();
    for row in noticed.iter().filter(|row| row.text("flips_n") == "1") {
        if let Some(change) = with_interval(row, "difference", "low", "high", Unit::Signed) {
            let _ = write!(
                items,
                "<li><code>{}</code>, {} players: {} changes by {change} from {}</li>",
                esc(row.text("flips")),
                esc(row.text("players")),
                esc(row.text("metric")),
                row.number("base")
                    .map_or(String::new(), |b| Unit::Plain.text(b))
            );
        }
    }
    if items.is_empty() {
        html.push_str("<p>No single ruling changes anything that one would notice.</p>");
    } else {
        let _ = write!(html, "<ul>{items}</ul>");
    }
    if let Some(rankings) = files.frame("rankings.csv") {
        let changed = rankings
            .rows()
            .filter(|row| row.text("changed") == "1")
            .count();
        let _ = write!(
            html,
            "<p>{}</p>{}",
            match changed {
                0 => "None changes the order of the bots beyond chance.".to_owned(),
                n => format!("{n} change the order of the bots beyond chance."),
            },
            folded("rankings.csv", rankings)
        );
    }
    html.push_str(&folded("rulings.csv", frame));
    html
}

/// The course of rounds: one plot of the winner's chance along the round, the rest as a table.
fn drama(files: &Files) -> String {
    let Some(frame) = files.frame("drama.csv") else {
        return String::new();
    };
    let mut html = String::from(
        "<p>How good the best guess at the winner is along the round: the share of rounds in which the seat with the highest calibrated chance goes on to win.</p>",
    );
    for group in frame.groups(&["ruleset", "players"]) {
        let rows = frame.of(&["ruleset", "players"], &group);
        let items: Vec<Dot> = rows
            .filter(|row| row.text("metric") == "favourite_wins")
            .filter_map(|row| {
                dot(
                    &row,
                    format!("{} of the round", row.text("at")),
                    "value",
                    "low",
                    "high",
                )
            })
            .collect();
        let name = table_name(&group);
        let _ = write!(
            html,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            esc(&name),
            dots(&name, &items, None, Unit::Percent)
        );
    }
    html.push_str(&folded("drama.csv", frame));
    html
}

fn pareto(files: &Files) -> String {
    let Some(frame) = files.frame("pareto.csv") else {
        return String::new();
    };
    format!(
        "<p>Rule settings that no other tried one beats in all the figures asked for. Found by a search, so there may be better ones.</p>{}",
        super::plot::table("pareto.csv", frame, 60)
    )
}

/// Sentences for the summary.
pub fn sentences(files: &Files) -> Vec<String> {
    let mut sentences = tower_sentences(files);
    sentences.extend(course_sentences(files));
    sentences.extend(luck_sentences(files));
    sentences
}

/// How a round runs, in a sentence a table.
fn course_sentences(files: &Files) -> Vec<String> {
    let Some(frame) = files.frame("drama.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in frame.groups(&["ruleset", "players", "line_up"]) {
        let figure = |metric: &str, unit: Unit| {
            let mut rows = frame.of(&["ruleset", "players", "line_up"], &group);
            let row = rows.find(|row| row.text("metric") == metric)?;
            with_interval(&row, "value", "low", "high", unit)
        };
        let parts = (
            figure("first_seat_wins", Unit::Percent),
            figure("lead_changes", Unit::Plain),
            figure("comebacks", Unit::Percent),
            figure("known_50", Unit::Percent),
        );
        if let (Some(first), Some(leads), Some(back), Some(known)) = parts {
            sentences.push(format!(
                "<b>{}:</b> the first seat wins {first} of the rounds; the lead changes {leads} times; {back} are won by whoever had most cards half-way; \
                 the winner's chance stays above a half only after {known} of the round.",
                esc(&table_name(&group))
            ));
        }
    }
    sentences
}

/// What decides, in a sentence a table.
fn luck_sentences(files: &Files) -> Vec<String> {
    let Some(frame) = files.frame("ledger.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in frame.groups(&["ruleset", "players", "line_up"]) {
        let shares: Vec<String> = frame
            .of(&["ruleset", "players", "line_up"], &group)
            .filter_map(|row| {
                let share = with_interval(&row, "first", "first_low", "first_high", Unit::Percent)?;
                Some(format!("{} {share}", esc(row.text("meaning"))))
            })
            .collect();
        sentences.push(format!(
            "<b>{} ({}):</b> of the variance of who wins a round, by itself: {}.",
            esc(&table_name(&group)),
            esc(&group[2]),
            shares.join("; ")
        ));
    }
    sentences
}

fn tower_sentences(files: &Files) -> Vec<String> {
    let Some(frame) = files.frame("tower_worth.csv") else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in frame.groups(&["ruleset", "players"]) {
        let mut rows: Vec<Row<'_>> = frame
            .of(&["ruleset", "players"], &group)
            .filter(|row| row.text("by") == "all")
            .collect();
        rows.sort_by(|a, b| {
            let win = |row: &Row<'_>| row.number("win").unwrap_or(0.0);
            win(b).total_cmp(&win(a))
        });
        let list: Vec<String> = rows
            .iter()
            .filter_map(|row| {
                let worth = with_interval(row, "win", "win_low", "win_high", Unit::Points)?;
                Some(format!("{} {worth}", esc(row.text("tower"))))
            })
            .collect();
        if !list.is_empty() {
            sentences.push(format!(
                "<b>{}:</b> holding a tower changes the chance of winning the round by: {}.",
                esc(&table_name(&group)),
                list.join(", ")
            ));
        }
    }
    sentences
}
