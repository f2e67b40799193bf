//! `histograms.csv`

use crate::matches::summary::BinRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a BinRow<'a>> {
    Sheet::<&BinRow<'_>>::new("histograms", "How often each value of each metric of rounds.csv came up; values that did not are left out.")
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted, see \"Metrics\"", |row| row.metric)
        .column("value", "the value; from 1024 on the least value of a bin, 16 bins of equal width to an octave", |row| row.value)
        .column("count", "observations, with the weights of their rotations", |row| row.count)
}
