//! Tables of the experiment on towers, their plots and printed text.

use super::results::{BlockRow, WorthRow};
use crate::experiment::PrintedPart;
use crate::seating_pool::Place;
use crate::tables::{BalanceColumns as _, GameEffect};
use powergrab_stats::moments::Estimate;
use powergrab_stats::order::HighestFirst;
use powergrab_table::page::{
    Plan, Section, Shown, Tables, Unit, esc, listed, table_name, with_interval,
};
use powergrab_table::rows::Row;
use powergrab_table::sheet::Sheet;

pub(crate) const TOWER_WORTH: &str = "tower_worth.csv";
pub(crate) const BLOCK_WORTH: &str = "block_worth.csv";

#[rustfmt::skip]
pub(crate) fn tower_worth<'a>() -> Sheet<&'a WorthRow> {
    Sheet::<&WorthRow>::new("tower_worth", "What a tower is worth to the seat that holds it, by intervention: at turns drawn by lot a tower was given to a seat, taken from it or moved to it, all else and all later chance left equal, and the round was played on both ways; with unit = \"game\" the whole game, in each of whose rounds turns were drawn. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.")
        .place(|row| &row.place)
        .column("tower", "the tower: U, N, O or !", |row| row.tower.text())
        .column("by", "by what the turns are split up: all; hand (cards in the seat's hand); others (how many other towers it holds); change (given from the middle, taken to the middle, moved from another seat)", |row| row.by)
        .column("value", "which of those turns; empty with all", |row| &row.value)
        .effect(|row| row.effect)
        .game_effect(|row| row.game)
        .estimate("naive_win", "the correlation instead: how much more often those win who hold the tower at such a turn than those who do not", |row| row.naive_win)
        .estimate("naive_points", "the same in points of the round", |row| row.naive_points)
}

#[rustfmt::skip]
pub(crate) fn block_worth<'a>() -> Sheet<&'a BlockRow> {
    Sheet::<&BlockRow>::new("block_worth", "What blocking is worth (PG-9): where a seat could block, the round was played on with the block and with the card taken. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.")
        .place(|row| &row.place)
        .column("tower", "the tower that blocks: U, N, O or !", |row| row.tower.text())
        .column("card", "the card that acts on the seat: D1, D2, W4, S", |row| &row.card)
        .effect(|row| row.effect)
        .game_effect(|row| row.game)
        .estimate("draws_avoided", "cards that the seat draws less until the end of the round", |row| Some(row.draws_avoided))
        .estimate("turns_gained", "turns that the seat takes more until the end of the round; below 0 where it gets out sooner", |row| Some(row.turns_gained))
}

const ROUND: [&str; 3] = Plan::EFFECT.value;
const GAME: [&str; 3] = ["game_win", "game_win_low", "game_win_high"];

/// All turns of a tower together.
const WHOLE: Plan = Plan {
    file: TOWER_WORTH,
    label: |row| row.text("tower").into_owned(),
    keep: |row| row.is("by", "all"),
    ..Plan::EFFECT
};

pub(crate) const SECTIONS: &[Section] = &[
    Section {
        id: "tower-worth",
        title: "What a tower is worth",
        parts: &[
            Shown::Plots(Plan {
                file: TOWER_WORTH,
                about: "At sampled turns a tower was given to a seat, taken from it or moved to it from another, everything else and all later chance left equal, and the round was played on both ways: the change in the seat's chance of winning the round, in percentage points. By what: all turns together, the seat's hand size, how many other towers it holds, which change it was.",
                groups: &["ruleset", "players", "by"],
                label: |row| format!("{} {}", row.text("tower"), row.text("value")),
                ..Plan::EFFECT
            }),
            Shown::Plots(Plan {
                heading: Some("In the whole game"),
                when: |table| table.rows().any(|row| !row.text(GAME[0]).is_empty()),
                about: "Played on to the end of the game, later rounds with the same cards and random numbers both ways: the change in the seat's chance of winning the game, in percentage points.",
                value: GAME,
                ..WHOLE
            }),
            Shown::Plots(Plan {
                heading: Some("Beside it, the naive correlation"),
                about: "The correlation, for comparison: how much more often those win who hold the tower at such a turn than those who do not. It mixes what a tower does with who comes to hold one.",
                value: ["naive_win", "naive_win_low", "naive_win_high"],
                ..WHOLE
            }),
        ],
    },
    Section {
        id: "block-worth",
        title: "What a block is worth",
        parts: &[Shown::Plots(Plan {
            file: BLOCK_WORTH,
            about: "Where a seat could block, the round was played on both ways: what blocking changes in its chance of winning the round.",
            label: |row| format!("{} {}", row.text("tower"), row.text("card")),
            ..Plan::EFFECT
        })],
    },
];

/// Describes the value of each tower, one sentence per table.
pub(crate) fn sentences(tables: &Tables<'_>) -> Vec<String> {
    let Some(table) = tables(TOWER_WORTH) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players"]) {
        let mut rows: Vec<Row<'_>> = table
            .of(&["ruleset", "players"], &group)
            .filter(|row| row.is("by", "all"))
            .collect();
        rows.sort_by_cached_key(|row| HighestFirst(row.number("win").unwrap_or(0.0)));
        for (what, [value, low, high]) in [("round", ROUND), ("game", GAME)] {
            let list: Vec<String> = rows
                .iter()
                .filter_map(|row| {
                    let worth = with_interval(row, value, low, high, Unit::Points)?;
                    Some(format!("{} {worth}", esc(&row.text("tower"))))
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

/// Returns the printed text.
pub(crate) fn told(rows: &[WorthRow]) -> Vec<PrintedPart> {
    let worth: Vec<&WorthRow> = rows.iter().filter(|row| row.by == "all").collect();
    let mut told = answers(&worth);
    let of_round = Sheet::<&WorthRow>::new("", "Towers: change of the chance to win the round, percentage points. Naive: how much more often holders win than others at the same turns, whatever made them holders.")
        .column("", "", tower)
        .column("change", "", |row| gain(row.effect.win.value))
        .column(INTERVAL, "", |row| bounds(&row.effect.win, 100.0))
        .column("naive", "", |row| row.naive_win.map_or("-".to_owned(), |n| gain(n.value)));
    let of_game = Sheet::<(&WorthRow, GameEffect)>::new(
        "",
        "The same for the game, and in points at its end:",
    )
    .column("", "", |row| tower(row.0))
    .column("change", "", |row| gain(row.1.win.value))
    .column(INTERVAL, "", |row| bounds(&row.1.win, 100.0))
    .column("points", "", |row| format!("{:+.2}", row.1.points.value))
    .column(INTERVAL, "", |row| bounds(&row.1.points, 1.0));
    let games = worth.iter().filter_map(|row| Some((*row, row.game?)));
    let games = PrintedPart::Table(of_game.table(games));
    told.push(PrintedPart::Table(of_round.table(worth)));
    told.push(games);
    told
}

const INTERVAL: &str = "95 % interval";

/// Returns the tower of a row, with its table.
fn tower(row: &WorthRow) -> String {
    let Place {
        ruleset, players, ..
    } = &row.place;
    format!("{ruleset}, {players} players, {}", row.tower)
}

/// Formats a change of a chance in percentage points.
fn gain(change: f64) -> String {
    format!("{:+.2}", 100.0 * change)
}

/// Formats the interval of a change, or the reason why it is missing.
fn bounds(e: &Estimate, scale: f64) -> String {
    e.interval
        .map_or("too few for one".to_owned(), |(low, high)| {
            format!("{:+.2} to {:+.2}", scale * low, scale * high)
        })
}

/// Describes the values of the towers, one sentence per table.
fn answers(worth: &[&WorthRow]) -> Vec<PrintedPart> {
    let mut told = Vec::new();
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
        told.push(PrintedPart::Text(sentence));
    }
    told
}
