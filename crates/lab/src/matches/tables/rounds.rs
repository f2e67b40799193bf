//! `rounds.csv`

use crate::matches::summary::MeanRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a MeanRow<'a>> {
    Sheet::<&MeanRow<'_>>::new("rounds", "What happened in the rounds of all line-ups with a number of players.")
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted, see \"Metrics\"", |row| row.metric)
        .column("count", "observations: rounds (won rounds, for rounds_per_game games), with the weights of their rotations", |row| row.count)
        .column("mean", "the mean over them", |row| row.mean)
        .column("se", "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it", |row| row.se)
        .column("min", "the least value", |row| row.range.map(|range| range.0))
        .column("max", "the greatest value", |row| row.range.map(|range| range.1))
}
