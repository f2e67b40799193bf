//! `sweep.csv`

use super::sheet::{BOT, Column, PLAYERS, RECORD, RULESET, Rows, column};
use crate::lab::factors::{Factor, Target};
use crate::lab::rows::Row;
use crate::lab::sweep_plot::label;

/// The file's name in the run's directory.
pub const FILE: &str = "sweep.csv";
/// The plot's name in the run's directory.
pub const PLOT: &str = "sweep.svg";

/// The picture of one table's cells, where a sweep has several.
#[must_use]
pub fn plot_of(ruleset: &str, players: usize) -> String {
    format!("sweep-{ruleset}-{players}.svg")
}

/// What a row is.
pub(super) const ABOUT: &str = "How each bot of a sweep's line-up did in each cell; written as cells finish. \
Between `cell` and `ruleset` stands one column for each factor but `players` and `ruleset`, called as the configuration calls it, with the cell's level.";

const CELL: &[Column] = &[
    column(
        "stage",
        "`sweep`; with --halving `rung-1`, `rung-2` and so on, each with all deals so far, and `held-out`, the finalists on deals that had no part in the choice",
    ),
    column(
        "cell",
        "the cell's number, from 1, in the order of the design",
    ),
];

const DEALS: Column = column("deals", "deals played in this cell and stage");

/// Its columns, those of factors aside.
pub(super) const COLUMNS: &[&[Column]] = &[CELL, &[RULESET, PLAYERS, BOT, DEALS], RECORD];

/// Whether a factor has a column of its own.
fn has_column(factor: &Factor) -> bool {
    !matches!(factor.target, Target::Players | Target::Ruleset)
}

/// The file's text for these rows.
#[must_use]
pub fn csv(factors: &[Factor], rows: &[Row]) -> Vec<u8> {
    let mut out = Rows::new();
    for column in CELL {
        out.cell(column.name);
    }
    for factor in factors.iter().filter(|f| has_column(f)) {
        out.cell(&factor.name);
    }
    for column in COLUMNS[1..].iter().copied().flatten() {
        out.cell(column.name);
    }
    out.end();
    for row in rows {
        out.cell(&row.stage).cell(row.cell);
        for (_, level) in factors
            .iter()
            .zip(&row.levels)
            .filter(|(f, _)| has_column(f))
        {
            out.cell(label(level));
        }
        out.cell(&row.ruleset)
            .cell(row.players)
            .cell(&row.bot)
            .cell(row.deals);
        out.record(&row.record).end();
    }
    out.text()
}
