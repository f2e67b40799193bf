//! The parts of the page that a run of `balance` has.

use super::Files;
use super::frame::{Frame, Row};
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

const GAMES: Plan = Plan {
    file: "tower_worth.csv",
    about: "Played on to the end of the game, later rounds with the same cards and random numbers both ways: the change in the seat's chance of winning the game, in percentage points.",
    groups: &["ruleset", "players"],
    label: &["tower"],
    value: ["game_win", "game_win_low", "game_win_high"],
    unit: Unit::Points,
    keep: |row| row.text("by") == "all",
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
    let of_games = |frame: &Frame| frame.rows().any(|row| !row.text("game_win").is_empty());
    if files.frame(GAMES.file).is_some_and(of_games) {
        worth.push_str("<h3>In the whole game</h3>");
        worth.push_str(&draw(files, &GAMES));
    }
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

/// What is drawn of a design: the figure, and how it is called.
const DESIGN_FIGURES: [(&str, &str, Unit); 3] = [
    (
        "worth_spread",
        "spread of the towers' worth, percentage points",
        Unit::Points,
    ),
    ("turns", "turns of a round", Unit::Plain),
    (
        "first_seat",
        "the first seat's share of the rounds",
        Unit::Percent,
    ),
];

/// The finalists of a design search: each figure with the bots given and with the bots tuned anew, side by side.
fn pareto(files: &Files) -> String {
    let Some(frame) = files.frame("pareto.csv") else {
        return String::new();
    };
    let tuned = files.frame("tuned_bots.csv");
    let mut html = String::from(
        "<p>Rule settings that a search found, and the base, measured on deals that chose nothing; <code>on_front</code> marks those that no other one beats in all the goals. There may be better ones that it did not try.</p>",
    );
    html.push_str(match tuned {
        Some(_) => "<p>Each was played by the bots given (original) and, on the same deals, by bots tuned anew for its rules (tuned). The base was tuned for as well: where its two figures differ, that is what tuning does by itself.</p>",
        None => "<p>All were played by bots made for the rules of the base.</p>",
    });
    for (column, name, unit) in DESIGN_FIGURES {
        let (low, high) = (format!("{column}_low"), format!("{column}_high"));
        let items: Vec<Dot> = frame
            .rows()
            .filter_map(|row| {
                let label = format!("{} {}", row.text("design"), row.text("bots"));
                dot(&row, label, column, &low, &high)
            })
            .collect();
        let zero = (column == "worth_spread").then_some(0.0);
        let _ = write!(
            html,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            esc(name),
            dots(name, &items, zero, unit)
        );
    }
    html.push_str(&folded("pareto.csv", frame));
    if let Some(tuned) = tuned {
        html.push_str("<h3>What tuning brought</h3><p>What one tuned bot in its seat among the others wins more than the bot given, in percentage points of the rounds, on deals that tuning did not see. The tuned bots lie as strategy files in the run's directory.</p>");
        let items: Vec<Dot> = tuned
            .rows()
            .filter_map(|row| {
                let label = row.text("tuned").to_owned();
                dot(&row, label, "gain", "gain_low", "gain_high")
            })
            .collect();
        let name = "gain of the tuned bot";
        let _ = write!(
            html,
            "<figure><figcaption>{name}</figcaption>{}</figure>{}",
            dots(name, &items, Some(0.0), Unit::Points),
            folded("tuned_bots.csv", tuned)
        );
    }
    html
}

/// Sentences for the summary.
pub fn sentences(files: &Files) -> Vec<String> {
    let mut sentences = tower_sentences(files);
    sentences.extend(design_sentences(files));
    sentences.extend(course_sentences(files));
    sentences.extend(luck_sentences(files));
    sentences
}

/// What the search found, in a sentence a design on the front.
fn design_sentences(files: &Files) -> Vec<String> {
    let Some(frame) = files.frame("pareto.csv") else {
        return Vec::new();
    };
    let sentence = |group: &Vec<String>| {
        let rows: Vec<Row<'_>> = frame.of(&["design"], group).collect();
        let way = |row: &Row<'_>| {
            let (low, high) = ("worth_spread_low", "worth_spread_high");
            let spread = with_interval(row, "worth_spread", low, high, Unit::Points)?;
            let turns = with_interval(row, "turns", "turns_low", "turns_high", Unit::Plain)?;
            Some(format!(
                "with {} bots the best tower is worth {spread} more than the worst, and a round takes {turns} turns",
                esc(row.text("bots"))
            ))
        };
        let on_front = rows.iter().any(|row| row.text("on_front") == "1");
        let ways: Vec<String> = rows.iter().filter_map(way).collect();
        (on_front && !ways.is_empty())
            .then(|| format!("<b>{}:</b> {}.", esc(&group[0]), ways.join("; ")))
    };
    let groups = frame.groups(&["design"]);
    groups.iter().filter_map(sentence).collect()
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
        for (what, [value, low, high]) in [("round", TOWERS.value), ("game", GAMES.value)] {
            let list: Vec<String> = rows
                .iter()
                .filter_map(|row| {
                    let worth = with_interval(row, value, low, high, Unit::Points)?;
                    Some(format!("{} {worth}", esc(row.text("tower"))))
                })
                .collect();
            if !list.is_empty() {
                sentences.push(format!(
                    "<b>{}:</b> holding a tower changes the chance of winning the {what} by: {}.",
                    esc(&table_name(&group)),
                    list.join(", ")
                ));
            }
        }
    }
    sentences
}
