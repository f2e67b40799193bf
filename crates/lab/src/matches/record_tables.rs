//! The tables of records: a row for each game of each seat, or for each decision.

pub use super::record_cells::DecisionColumns;

use super::record_cells::{TableBuilder, Words, by_seat};
use super::tables::sheet::{
    BOT, Cell as _, Column, Kind, PLAYERS, RULESET, count, flag, number, text,
};
use crate::matches::records::{Block, Decision, Recorded, SeatGame};
use crate::matches::summary::Names;
use crate::table::typed::{Table, Values};
use powergrab_arena::experiment::Experiment;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Game;
use powergrab_stats::layout::WIN;
use std::fmt::Write as _;

const PLACE: &[Column] = &[
    count(
        "deal",
        "the deal's index in the run: `play --deal` shows its games again",
    ),
    count("line_up", "which of the run's line-ups, from 0"),
    count(
        "rotation",
        "which rotation of the deal's circular order, from 0",
    ),
    count(
        "weight",
        "how many equal rotations of the deal the game stands for: sums count the row so often",
    ),
];

const SEATED: &[Column] = &[
    count("seat", "the seat, from 0"),
    count(
        "position",
        "1 is the seat to the left of the first dealer, who has the last one; in Grid 1 is the first seat",
    ),
];

const GAME: &[Column] = &[
    number(
        "won",
        "the seat's share of the win: 1, a part where a win is shared, or 0",
    ),
    count("points", "the seat's score at the end of the game"),
    number(
        "rounds_won",
        "rounds that the seat won; a shared one counts in parts",
    ),
    count("rounds", "rounds of the game"),
    flag("stopped", "whether the game was stopped without a winner"),
    text(
        "fault",
        "how the bot failed in the game; empty where it did not",
    ),
];

const DECISION: &[Column] = &[
    count("round", "the round of the game, from 0"),
    count(
        "turn",
        "turns taken in the round before; in Grid this one is counted",
    ),
    text("question", "what was asked, in the protocol's word"),
    text("hand", "the seat's cards, in the deck's order"),
];

const ANSWER: &[Column] = &[
    count("n_options", "how many different actions were legal"),
    text(
        "options",
        "these actions, by the names of docs/observation.md",
    ),
    text("chosen", "the action chosen"),
    number(
        "round_won",
        "the seat's share of the win of the round, known later",
    ),
    count(
        "round_points",
        "what the seat scored in the round, known later",
    ),
    number(
        "game_won",
        "the seat's share of the win of the game, known later",
    ),
];

const GAMES_ABOUT: &str = "Every game of the run, a row for each seat; sums over rows, each as often as its weight says, are the figures of the other files.";
const DECISIONS_ABOUT: &str =
    "Every decision of the run, in the order in which they were taken, game by game.";

fn declared(groups: &[&[Column]]) -> Vec<(String, String, Kind)> {
    let columns = groups.concat().into_iter();
    columns
        .map(|c| (c.name.to_owned(), c.meaning.to_owned(), c.kind))
        .collect()
}

fn in_wins(share: i64) -> f64 {
    share as f64 / WIN as f64
}

fn place<G: Recorded>(
    rows: &mut TableBuilder,
    experiment: &Experiment<G>,
    names: &Names,
    row: &SeatGame,
) {
    let table = experiment.line_ups[row.line_up].table;
    rows.count(Some(row.deal as i64));
    rows.count(Some(row.line_up as i64));
    rows.count(Some(row.rotation as i64));
    rows.count(Some(i64::from(row.weight)));
    rows.text(Some(names.bots[row.bot].clone()));
    rows.text(Some(names.rulesets[table].clone()));
    rows.count(Some(experiment.tables[table].n_seats() as i64));
    rows.count(Some(i64::from(row.seat)));
    rows.count(Some(row.position as i64));
}

/// The games of a block as a table.
pub fn games<G: Recorded>(
    experiment: &Experiment<G>,
    names: &Names,
    block: &Block<G::TableState>,
) -> Table {
    let mut columns = declared(&[PLACE, &[BOT, RULESET, PLAYERS], SEATED, GAME]);
    let metrics = names.seat_metrics.iter();
    columns.extend(metrics.map(|m| (m.name.to_owned(), m.meaning.to_owned(), Kind::Count)));
    let mut rows = TableBuilder::new("games", GAMES_ABOUT, columns);
    for row in &block.games {
        place(&mut rows, experiment, names, row);
        rows.number(in_wins(row.won));
        rows.count(Some(i64::from(row.points)));
        rows.number(in_wins(row.rounds_won));
        rows.count(Some(i64::from(row.rounds)));
        rows.flag(row.stopped);
        rows.text(row.fault.as_ref().map(ToString::to_string));
        for metric in &row.metrics[..names.seat_metrics.len()] {
            rows.count(Some(*metric));
        }
        rows.end();
    }
    rows.table
}

/// The decisions of a block as a table.
pub fn decisions<G: DecisionColumns>(
    experiment: &Experiment<G>,
    names: &Names,
    block: &Block<G::TableState>,
) -> Table {
    let most = experiment.tables.iter().map(Game::n_seats).max();
    let most = most.unwrap_or(MAX_SEATS);
    let mut columns = declared(&[PLACE, &[BOT, RULESET, PLAYERS], SEATED, DECISION]);
    columns.extend(G::columns(most));
    columns.extend(by_seat(most, "cards", "cards in the hand of seat"));
    columns.extend(declared(&[ANSWER]));
    let words: Vec<Words> = experiment.tables.iter().map(Words::new).collect();
    let mut rows = TableBuilder::new("decisions", DECISIONS_ABOUT, columns);
    for decision in &block.decisions {
        let own = &block.games[decision.game + usize::from(decision.seat)];
        place(&mut rows, experiment, names, own);
        let table = experiment.line_ups[own.line_up].table;
        let n = experiment.tables[table].n_seats();
        let legal = &block.legal[decision.legal.clone()];
        row::<G>(&mut rows, decision, &words[table], legal, (n, most));
        rows.number(in_wins(own.won));
        rows.end();
    }
    rows.table
}

fn row<G: DecisionColumns>(
    rows: &mut TableBuilder,
    decision: &Decision<G::TableState>,
    words: &Words,
    legal: &[u8],
    (n, most): (usize, usize),
) {
    rows.count(Some(i64::from(decision.round)));
    rows.count(Some(i64::from(decision.turn)));
    rows.text(Some(decision.question.to_owned()));
    rows.text(Some(words.cards(decision.hand)));
    G::fill(rows, &decision.scene, words, n, most);
    for seat in 0..most {
        rows.count((seat < n).then(|| i64::from(decision.cards[seat])));
    }
    rows.count(Some(legal.len() as i64));
    rows.text(Some(words.actions(legal)));
    rows.text(Some(words.action(decision.chosen)));
    rows.number(in_wins(decision.round_won));
    rows.count(Some(i64::from(decision.round_points)));
}

/// A table as lines of CSV, with the header or without.
///
/// # Errors
/// Where `to` cannot be written.
pub fn write_csv(table: &Table, header: bool, to: impl std::io::Write) -> std::io::Result<()> {
    let mut lines = csv::Writer::from_writer(to);
    if header {
        lines.write_record(table.columns.iter().map(|column| &column.name))?;
    }
    let mut cell = String::new();
    for at in 0..table.n_rows {
        for column in &table.columns {
            cell.clear();
            let _ = match &column.values {
                Values::Text(values) => values[at].as_ref().map(|v| write!(cell, "{v}")),
                Values::Count(values) => values[at].as_ref().map(|v| write!(cell, "{v}")),
                Values::Number(values) => values[at].map(|v| write!(cell, "{}", v.text())),
                Values::Flag(values) => values[at].as_ref().map(|v| write!(cell, "{v}")),
            };
            lines.write_field(&cell)?;
        }
        lines.write_record(None::<&[u8]>)?;
    }
    lines.flush()
}
