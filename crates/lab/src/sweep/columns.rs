//! The data dictionary of sweeps and tunings.

use super::{failed_bots, tables as sweep};
use crate::tune::tables as tune;
use powergrab_table::typed::Table;

/// Returns the tables of sweeps and tunings, without rows.
pub fn blanks() -> [Table; 8] {
    [
        sweep::sheet(&[]).blank(),
        tune::generations().blank(),
        tune::validation().blank(),
        tune::one_step().blank(),
        tune::archive().blank(),
        tune::responses().blank(),
        tune::mixture().blank(),
        failed_bots::sheet().blank(),
    ]
}

/// Returns the data dictionary.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Data dictionary of sweeps and tunings\n\n\
Every table has one observation a row. Empty cells are values that do not exist. Numbers are written in the shortest form \
that reads back as the same number.\n",
    );
    blanks().iter().for_each(|table| table.describe(&mut text));
    text
}
