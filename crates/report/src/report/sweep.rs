//! `sweep.csv`

use super::sheet::{BOT, Column, Kind, PLAYERS, RECORD, RULESET, Rows, count, text};
use crate::lab::factors::{Factor, Target};
use crate::lab::rows::Row;
use crate::lab::sweep_plot::label;

/// The file's name in the run's directory.
pub const FILE: &str = "sweep.csv";
/// The plot's name in the run's directory.
pub const PLOT: &str = "sweep.svg";

/// What a row is.
pub(super) const ABOUT: &str = "How each bot of a sweep's line-up did in each cell; written as cells finish. \
Between `cell` and `ruleset` stands one column for each factor but `players` and `ruleset`, called as the configuration calls it, with the cell's level.";

/// What the column of a factor means.
pub(super) const FACTOR: &str = "the cell's level of the factor of this name";

const CELL: &[Column] = &[
    text(
        "stage",
        "`sweep`; with --halving `rung-1`, `rung-2` and so on, each with all deals so far, and `held-out`, the finalists on deals that had no part in the choice",
    ),
    count(
        "cell",
        "the cell's number, from 1, in the order of the design",
    ),
];

const DEALS: Column = count("deals", "deals played in this cell and stage");

/// Its columns, those of factors aside.
pub(super) const COLUMNS: &[&[Column]] = &[CELL, &[RULESET, PLAYERS, BOT, DEALS], RECORD];

/// Whether a factor has a column of its own.
fn has_column(factor: &Factor) -> bool {
    !matches!(factor.target, Target::Players | Target::Ruleset)
}

/// The file's text for these rows.
#[must_use]
pub fn csv(factors: &[Factor], rows: &[Row]) -> Vec<u8> {
    let factors: Vec<(usize, &Factor)> = factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| has_column(factor))
        .collect();
    let own = |c: &'static Column| (c.name, c.kind);
    let columns = CELL
        .iter()
        .map(own)
        .chain(factors.iter().map(|(_, f)| (f.name.as_str(), Kind::Text)))
        .chain(COLUMNS[1..].iter().copied().flatten().map(own));
    Rows::named(columns, |out| {
        for row in rows {
            out.cell(&row.stage).cell(row.cell);
            for (at, _) in &factors {
                out.maybe(row.levels.get(*at).map(label));
            }
            out.cell(&row.ruleset)
                .cell(row.players)
                .cell(&row.bot)
                .cell(row.deals);
            out.record(&row.record).end();
        }
    })
}
