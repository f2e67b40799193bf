//! `sweep.csv`

use crate::matches::tables::sheet::{
    BOT, Column, Kind, PLAYERS, RECORD, RULESET, Rows, Sheet, count, text,
};
use crate::sweep::factors::{Factor, Target};
use crate::sweep::plot_data::label;
use crate::sweep::rows::Row;

/// The plot's name in the run's directory.
pub const PLOT: &str = "sweep.svg";

/// Whether a file has the name of a picture of [`plot_of`].
pub fn is_plot(name: &str) -> bool {
    name.starts_with("sweep-") && name.ends_with(".svg")
}

/// The picture of one table's cells, where a sweep has several.
pub fn plot_of(ruleset: &str, players: usize) -> String {
    format!("sweep-{ruleset}-{players}.svg")
}

/// What the column of a factor means.
pub(crate) const FACTOR: &str = "the cell's level of the factor of this name";

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

/// The table, the columns of factors aside.
pub const SHEET: Sheet = Sheet {
    file: "sweep.csv",
    about: "How each bot of a sweep's line-up did in each cell; written as cells finish. \
Between `cell` and `ruleset` stands one column for each factor but `players` and `ruleset`, called as the configuration calls it, with the cell's level.",
    columns: &[CELL, &[RULESET, PLAYERS, BOT, DEALS], RECORD],
};

/// Whether a factor has a column of its own.
fn has_column(factor: &Factor) -> bool {
    !matches!(factor.target, Target::Players | Target::Ruleset)
}

/// The file's text for these rows.
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
        .chain(SHEET.columns[1..].iter().copied().flatten().map(own));
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
