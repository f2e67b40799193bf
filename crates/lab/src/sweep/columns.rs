//! The data dictionary of what sweeps and tunings write.

use super::{failed_bots, tables as sweep};
use crate::matches::tables::sheet::Sheet;
use crate::tune::tables as tune;

/// The tables of sweeps and tunings.
pub const TABLES: [Sheet; 8] = [
    sweep::SHEET,
    tune::GENERATIONS,
    tune::VALIDATION,
    tune::ONE_STEP,
    tune::ARCHIVE,
    tune::RESPONSES,
    tune::MIXTURE,
    failed_bots::SHEET,
];

/// The data dictionary.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Data dictionary of sweeps and tunings\n\n\
Every table has one observation a row. Empty cells are values that do not exist. Numbers are written in the shortest form \
that reads back as the same number.\n",
    );
    TABLES.iter().for_each(|sheet| sheet.describe(&mut text));
    text
}
