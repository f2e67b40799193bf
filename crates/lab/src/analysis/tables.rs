//! What each option of a decision is worth, as CSV.

use crate::analysis::analyse::Row;
use crate::matches::tables::sheet::{Column, Kind, Rows, count, number, text};
use crate::table::typed::{Table, TableError};

/// The table's name, with `.csv`.
const FILE: &str = "analysis.csv";
const ABOUT: &str = "What each option of one decision is worth, best first.";

const fn flag(name: &'static str, meaning: &'static str) -> Column {
    let kind = Kind::Flag;
    Column {
        name,
        meaning,
        kind,
    }
}

const COLUMNS: [Column; 9] = [
    text("option", "the option"),
    number(
        "value",
        "its estimated worth: the chance of winning the game or the round, or points of the round in hundreds over the others' mean",
    ),
    number("low", "lower bound of the 95 % interval of value"),
    number("high", "upper bound of that interval"),
    number(
        "loss",
        "what it loses against the best option, in the worlds in which both were tried",
    ),
    number("loss_se", "standard error of loss; 0 for the best option"),
    count("playouts", "how often it was tried"),
    flag("usual", "whether the playout policy would choose it"),
    flag("done", "whether it was done, where a trace tells of it"),
];

/// The text of the table; `done` is what was done.
pub fn csv(rows: &[(Row, String)], done: Option<&str>) -> Vec<u8> {
    Rows::sheet(&COLUMNS, |out| {
        for (row, option) in rows {
            out.cell(option)
                .cell(row.value)
                .cell(row.low)
                .cell(row.high)
                .cell(row.loss)
                .cell(row.loss_se)
                .cell(row.playouts)
                .cell(row.usual)
                .cell(done == Some(option.as_str()))
                .end();
        }
    })
}

/// The table as typed columns.
///
/// # Errors
/// The text was not written by [`csv()`].
pub fn table(csv: &[u8]) -> Result<Table, TableError> {
    Table::with(FILE, ABOUT, &COLUMNS, csv)
}
