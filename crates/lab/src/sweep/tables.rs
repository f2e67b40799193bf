//! `sweep.csv`

use crate::matches::tables::MatchColumns as _;
use crate::sweep::factors::{Factor, Target};
use crate::sweep::plot_data::label;
use crate::sweep::rows::Row;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

/// Name of the plot in the run's directory.
pub const PLOT: &str = "sweep.svg";

/// Returns whether a file has the name of a plot of [`plot_of`].
pub fn is_plot(name: &str) -> bool {
    name.starts_with("sweep-") && name.ends_with(".svg")
}

/// Returns the name of one table's plot, if a sweep has several tables.
pub fn plot_of(ruleset: &str, players: usize) -> String {
    format!("sweep-{ruleset}-{players}.svg")
}

/// Meaning of a factor's column.
pub(crate) const FACTOR: &str = "the cell's level of the factor of this name";

/// Returns the columns, including these factors unless they already have one.
#[rustfmt::skip]
pub(crate) fn sheet<'a>(factors: &[Factor]) -> Sheet<&'a Row> {
    let mut sheet = Sheet::<&Row>::new("sweep", "How each bot of a sweep's line-up did in each cell; written as cells finish. Between `cell` and `ruleset` stands one column for each factor but `players` and `ruleset`, called as the configuration calls it, with the cell's level.")
        .column("stage", "`sweep`; with --halving `rung-1`, `rung-2` and so on, each with all deals so far, and `held-out`, the finalists on deals that had no part in the choice", |row| &row.stage)
        .column("cell", "the cell's number, from 1, in the order of the design", |row| row.cell);
    for (at, factor) in factors.iter().enumerate() {
        if !matches!(factor.target, Target::Players | Target::Ruleset) {
            let level = move |row: &Row| row.levels.get(at).map(label);
            sheet = sheet.column_of(factor.name.clone(), FACTOR, level);
        }
    }
    sheet
        .at_table(|row| (&row.ruleset, row.players))
        .bot(|row| &row.bot)
        .column("deals", "deals played in this cell and stage", |row| row.deals)
        .performance(|row| row.record)
}

/// Returns the table of these rows.
pub fn table(factors: &[Factor], rows: &[Row]) -> Table {
    sheet(factors).table(rows)
}
