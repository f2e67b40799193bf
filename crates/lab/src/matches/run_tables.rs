//! The tables of a run: without rows, with those of its summary, and the data dictionary that
//! describes them.

use crate::matches::summary::{ROUNDS_PER_GAME, Summary};
use crate::matches::tables;
use powergrab_engine::game::{Metric, ObservedIn};
use powergrab_experiments::names::Names;
use powergrab_table::typed::Table;
use std::fmt::Write as _;

/// Returns the tables of a run, without rows.
pub fn blanks() -> [Table; 13] {
    [
        tables::bots().blank(),
        tables::seats().blank(),
        tables::pairs().blank(),
        tables::lineups().blank(),
        tables::rounds().blank(),
        tables::histograms().blank(),
        tables::towers().blank(),
        tables::habits().blank(),
        tables::faults().blank(),
        tables::ratings().blank(),
        tables::payoff().blank(),
        tables::meta().blank(),
        tables::blocks().blank(),
    ]
}

/// Returns the tables of a run, in the same order.
pub fn of(summary: &Summary<'_>) -> [Table; 13] {
    [
        tables::bots().table(&summary.bot_rows()),
        tables::seats().table(&summary.seat_rows()),
        tables::pairs().table(&summary.pair_rows()),
        tables::lineups().table(summary.line_up_rows()),
        tables::rounds().table(&summary.round_rows()),
        tables::histograms().table(&summary.bin_rows()),
        tables::towers().table(&summary.tower_rows()),
        tables::habits().table(&summary.habit_rows()),
        tables::faults().table(&summary.fault_rows()),
        tables::ratings().table(&summary.rating_rows()),
        tables::payoff().table(&summary.payoff_rows()),
        tables::meta().table(&summary.meta_rows()),
        tables::blocks().table(&summary.block_rows()),
    ]
}

/// Name of the data dictionary in a run's directory.
pub const DICTIONARY_FILE: &str = "data_dictionary.md";

/// Returns the data dictionary for a run's files.
pub fn dictionary(names: &Names) -> String {
    let mut text = String::from(
        "# Data dictionary\n\n\
Every table has one observation a row. Empty cells are values that do not exist. Numbers are written in the shortest form \
that reads back as the same number.\n",
    );
    blanks().iter().for_each(|table| table.describe(&mut text));
    text.push_str("\n## Metrics\n\nIn rounds.csv and histograms.csv, per round:\n\n");
    metrics(&mut text, names.metrics);
    let _ = writeln!(
        text,
        "| `{ROUNDS_PER_GAME}` | rounds played in a game (per game) |"
    );
    text.push_str("\nIn habits.csv, per round and seat:\n\n");
    metrics(&mut text, names.seat_metrics);
    text
}

fn metrics(text: &mut String, metrics: &[Metric]) {
    text.push_str("| metric | meaning |\n|---|---|\n");
    for metric in metrics {
        let when = match metric.when {
            ObservedIn::Always => "",
            ObservedIn::Won => " (only rounds that somebody won)",
        };
        let _ = writeln!(text, "| `{}` | {}{when} |", metric.name, metric.meaning);
    }
}
