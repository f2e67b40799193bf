//! The tables of changed rules, and what is drawn and printed of them.

use super::comparison::{RankingRow, VariantRow};
use crate::balance::experiment::PrintedPart;
use crate::balance::tables::PLACE;
use crate::estimate;
use crate::table::frame::Row;
use crate::table::page::{Block, Frames, Plan, Section, Shown, Unit, esc, with_interval};
use crate::table::sheet::{Column, Rows, Sheet, count, number, text};
use std::fmt::Write as _;

/// What a change of the rules does to a figure.
const DIFFERENCE: &[Column] = &[
    text(
        "metric",
        "the figure: first_seat (share of rounds that the seat to the dealer's left wins); the metrics of rounds.csv, per round; share BOT (share of its games, or rounds, that a bot wins, per seat); skill (the best bot's share, by the base, minus the worst's)",
    ),
    number("base", "the figure with the base's rules"),
    number(
        "value",
        "the figure with the changed rules, on the same deals",
    ),
    number("difference", "value minus base"),
    number(
        "se",
        "standard error of difference, paired and clustered by deal",
    ),
    number("low", "lower bound of the 95 % interval of difference"),
    number("high", "upper bound of that interval"),
];

const NOTICEABLE: Column = count(
    "noticeable",
    "1 where the difference is at least a hundredth of a share or three hundredths of a mean, and its chance under no difference times the number of rows of the table is below 0.05; never with fewer than 30 deals",
);

pub(crate) const ABLATIONS: Sheet = Sheet {
    file: "ablations.csv",
    about: "What a rule changes: the rules with one thing taken out or altered, against the base, on the same deals. Without a tower there is no Instant UNO either (PG-11 asks for all four). Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[text("variant", "what was changed")],
        DIFFERENCE,
        &[NOTICEABLE],
    ],
};

pub(crate) const RULINGS: Sheet = Sheet {
    file: "rulings.csv",
    about: "The disputed rulings: options where the sheets are silent or disagree, turned over one at a time and in pairs, against the base, on the same deals. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.",
    columns: &[
        PLACE,
        &[
            text("flips", "the options turned over, joined by &"),
            count("flips_n", "how many that are"),
        ],
        DIFFERENCE,
        &estimate!(
            "interaction",
            "for two: their difference minus the sum of what each does by itself"
        ),
        &[NOTICEABLE],
    ],
};

pub(crate) const RANKINGS: Sheet = Sheet {
    file: "rankings.csv",
    about: "The order of the bots under each ruling of rulings.csv, at tables with different bots.",
    columns: &[
        PLACE,
        &[
            text(
                "flips",
                "the options turned over, joined by &; empty for the base",
            ),
            text("ranking", "the bots by their share of wins, best first"),
            count(
                "changed",
                "1 where two bots are in another order than with the base, each time by more than two standard errors",
            ),
        ],
    ],
};

fn difference(row: &VariantRow, out: &mut Rows) {
    out.cell(&row.metric)
        .cell(row.base)
        .cell(row.value)
        .estimate(Some(&row.difference));
}

/// The file of the ablations.
pub(crate) fn ablations(rows: &[VariantRow]) -> Vec<(String, Vec<u8>)> {
    let file = ABLATIONS.written(rows, |row, out| {
        out.place(&row.place).cell(&row.flips);
        difference(row, out);
        out.cell(u8::from(row.noticeable));
    });
    file.into_iter().collect()
}

/// The files of the rulings.
pub(crate) fn rulings(rows: &[VariantRow], rankings: &[RankingRow]) -> Vec<(String, Vec<u8>)> {
    let rows = RULINGS.written(rows, |row, out| {
        out.place(&row.place).cell(&row.flips).cell(row.n_flips);
        difference(row, out);
        out.estimate(row.interaction.as_ref())
            .cell(u8::from(row.noticeable));
    });
    let rankings = RANKINGS.written(rankings, |row, out| {
        out.place(&row.place)
            .cell(&row.flips)
            .cell(&row.ranking)
            .cell(u8::from(row.changed));
    });
    [rows, rankings].into_iter().flatten().collect()
}

/// What is printed of the rulings.
pub(crate) fn told(rows: &[VariantRow]) -> Vec<PrintedPart> {
    let noticed = rows.iter().filter(|row| row.noticeable && row.n_flips == 1);
    let row = |row: &VariantRow| {
        let place = &row.place;
        vec![
            format!(
                "{}, {} players, {}",
                place.ruleset, place.players, row.flips
            ),
            row.metric.clone(),
            format!("{:.3}", row.base),
            format!("{:.3}", row.value),
        ]
    };
    vec![PrintedPart::Table {
        heading: "Rulings that one would notice:".to_owned(),
        head: &["", "figure", "without", "with"],
        rows: noticed.map(row).collect(),
    }]
}

pub(crate) const ABLATIONS_SECTION: Section = Section {
    id: "ablations",
    title: "What a rule changes",
    parts: &[Shown::Plots(Plan {
        file: ABLATIONS.file,
        about: "Rules changed one at a time, on the same deals as the base: the difference to the base.",
        groups: &["ruleset", "players", "metric"],
        label: |row| row.text("variant").to_owned(),
        value: ["difference", "low", "high"],
        keep: |row| {
            let metric = row.text("metric");
            matches!(metric, "turns" | "first_seat" | "skill") || metric.starts_with("share ")
        },
        ..Plan::EFFECT
    })],
};

pub(crate) const RULINGS_SECTION: Section = Section {
    id: "rulings",
    title: "The disputed rulings",
    parts: &[Shown::Blocks(noticed)],
};

/// Which rulings change anything, then all.
fn noticed(frames: &Frames<'_>) -> Vec<Block> {
    let Some(frame) = frames(RULINGS.file) else {
        return Vec::new();
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
    let mut blocks = Vec::new();
    if let Some(rankings) = frames(RANKINGS.file) {
        let changed = rankings
            .rows()
            .filter(|row| row.text("changed") == "1")
            .count();
        let _ = write!(
            html,
            "<p>{}</p>",
            match changed {
                0 => "None changes the order of the bots beyond chance.".to_owned(),
                n => format!("{n} change the order of the bots beyond chance."),
            }
        );
        blocks.push(Block::Table(RANKINGS.file));
    }
    blocks.insert(0, Block::Html(html));
    blocks.push(Block::Table(RULINGS.file));
    blocks
}
