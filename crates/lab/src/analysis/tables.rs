//! The table of a decision's option values.

use powergrab_experiments::analysis::analyse::Row;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

/// Returns the table of these options; `done` is the one that was taken.
#[rustfmt::skip]
pub fn table(rows: &[(Row, String)], done: Option<&str>) -> Table {
    let sheet = Sheet::<(&Row, &str, bool)>::new("analysis", "What each option of one decision is worth, best first.")
        .column("option", "the option", |row| row.1)
        .column("value", "its estimated worth: the chance of winning the game or the round, or points of the round in hundreds over the others' mean", |row| row.0.value)
        .column("low", "lower bound of the 95 % interval of value", |row| row.0.low)
        .column("high", "upper bound of that interval", |row| row.0.high)
        .column("loss", "what it loses against the best option, in the worlds in which both were tried", |row| row.0.loss)
        .column("loss_se", "standard error of loss; 0 for the best option", |row| row.0.loss_se)
        .column("playouts", "how often it was tried", |row| row.0.playouts)
        .column("usual", "whether the playout policy would choose it", |row| row.0.usual)
        .column("done", "whether it was done, where a trace tells of it", |row| row.2);
    sheet.table(
        rows.iter()
            .map(|(row, option)| (row, option.as_str(), done == Some(option))),
    )
}
