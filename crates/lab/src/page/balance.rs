//! Sections of the page of a `balance` run: those that its experiments declare, and the design
//! search.

use super::files::Files;
use super::plot::{Dot, dots, figure, folded};
use super::sections::dot;
use powergrab_balance::EXPERIMENTS;
use powergrab_table::page::{Block, Plan, Section, Shown, Unit, esc, with_interval};
use powergrab_table::rows::Row;
use std::fmt::Write as _;

/// Plots a table by a plan.
fn plots(files: &Files, plan: &Plan) -> String {
    let Some(table) = files.table(plan.file).filter(|table| (plan.when)(table)) else {
        return String::new();
    };
    let heading = plan.heading.map(|heading| format!("<h3>{heading}</h3>"));
    let mut html = heading.unwrap_or_default();
    let _ = write!(html, "<p>{}</p>", plan.about);
    for group in table.groups(plan.groups) {
        let [value, low, high] = plan.value;
        let rows = table.of(plan.groups, &group);
        let items: Vec<Dot> = rows
            .filter(|row| (plan.keep)(row))
            .filter_map(|row| dot(&row, (plan.label)(&row), value, low, high))
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
        // Some figures of one table are means and some are shares.
        let mean = group.iter().any(|value| value == "turns");
        let unit = if mean { Unit::Signed } else { plan.unit };
        let zero = plan.zero.then_some(0.0);
        let name = name.join(", ");
        html.push_str(&figure(&name, &dots(&name, &items, zero, unit)));
    }
    html.push_str(&folded(plan.file, table));
    html
}

fn section(files: &Files, section: &Section) -> String {
    let block = |block: Block| match block {
        Block::Html(html) => html,
        Block::Table(file) => {
            let table = files.table(file);
            table.map_or(String::new(), |table| folded(file, table))
        }
    };
    let shown = |part: &Shown| match part {
        Shown::Plots(plan) => plots(files, plan),
        Shown::Blocks(blocks) => blocks(&|file| files.table(file))
            .into_iter()
            .map(block)
            .collect(),
    };
    section.parts.iter().map(shown).collect()
}

/// Returns the sections.
pub fn parts(files: &Files) -> Vec<(&'static str, &'static str, String)> {
    let sections = EXPERIMENTS.iter().flat_map(|entry| entry.sections);
    let drawn = sections.map(|s| (s.id, s.title, section(files, s)));
    drawn
        .chain([("pareto", "Designs", pareto(files))])
        .collect()
}

/// Returns sentences for the summary.
pub fn sentences(files: &Files) -> Vec<String> {
    let experiments = EXPERIMENTS.iter();
    let sentences = experiments.flat_map(|entry| (entry.sentences)(&|file| files.table(file)));
    sentences.chain(design_sentences(files)).collect()
}

/// Plotted figures of a design: the column, its heading, its unit.
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

/// Plots the finalists of a design search: each figure with the given bots and with the retuned
/// bots, side by side.
fn pareto(files: &Files) -> String {
    let Some(table) = files.table("pareto.csv") else {
        return String::new();
    };
    let tuned = files.table("tuned_bots.csv");
    let mut html = String::from(
        "<p>Rule settings that a search found, and the base, measured on deals that chose nothing; <code>on_front</code> marks those that no other one beats in all the goals. There may be better ones that it did not try.</p>",
    );
    html.push_str(match tuned {
        Some(_) => "<p>Each was played by the bots given (original) and, on the same deals, by bots tuned anew for its rules (tuned). The base was tuned for as well: where its two figures differ, that is what tuning does by itself.</p>",
        None => "<p>All were played by bots made for the rules of the base.</p>",
    });
    for (column, name, unit) in DESIGN_FIGURES {
        let (low, high) = (format!("{column}_low"), format!("{column}_high"));
        let items: Vec<Dot> = table
            .rows()
            .filter_map(|row| {
                let label = format!("{} {}", row.text("design"), row.text("bots"));
                dot(&row, label, column, &low, &high)
            })
            .collect();
        let zero = (column == "worth_spread").then_some(0.0);
        html.push_str(&figure(name, &dots(name, &items, zero, unit)));
    }
    html.push_str(&folded("pareto.csv", table));
    if let Some(tuned) = tuned {
        html.push_str("<h3>What tuning brought</h3><p>What one tuned bot in its seat among the others wins more than the bot given, in percentage points of the rounds, on deals that tuning did not see. The tuned bots lie as strategy files in the run's directory.</p>");
        let items: Vec<Dot> = tuned
            .rows()
            .filter_map(|row| {
                let label = row.text("tuned").into_owned();
                dot(&row, label, "gain", "gain_low", "gain_high")
            })
            .collect();
        let name = "gain of the tuned bot";
        let plot = dots(name, &items, Some(0.0), Unit::Points);
        html.push_str(&figure(name, &plot));
        html.push_str(&folded("tuned_bots.csv", tuned));
    }
    html
}

/// Describes the findings of the search, one sentence per design on the front.
fn design_sentences(files: &Files) -> Vec<String> {
    let Some(table) = files.table("pareto.csv") else {
        return Vec::new();
    };
    let sentence = |group: &Vec<String>| {
        let rows: Vec<Row<'_>> = table.of(&["design"], group).collect();
        let way = |row: &Row<'_>| {
            let (low, high) = ("worth_spread_low", "worth_spread_high");
            let spread = with_interval(row, "worth_spread", low, high, Unit::Points)?;
            let turns = with_interval(row, "turns", "turns_low", "turns_high", Unit::Plain)?;
            Some(format!(
                "with {} bots the best tower is worth {spread} more than the worst, and a round takes {turns} turns",
                esc(&row.text("bots"))
            ))
        };
        let on_front = rows.iter().any(|row| row.is("on_front", "1"));
        let ways: Vec<String> = rows.iter().filter_map(way).collect();
        (on_front && !ways.is_empty())
            .then(|| format!("<b>{}:</b> {}.", esc(&group[0]), ways.join("; ")))
    };
    let groups = table.groups(&["design"]);
    groups.iter().filter_map(sentence).collect()
}
