//! The register of all tables of a run, and its data dictionary.

use super::{
    blocks, bots, faults, habits, histograms, lineups, meta, pairs, payoff, ratings, rounds, seats,
    towers,
};
use crate::matches::summary::{Names, ROUNDS_PER_GAME, Summary};
use crate::table::typed::Table;
use powergrab_engine::game::{Metric, ObservedIn};
use std::fmt::Write as _;

/// Returns the tables of a run, without rows.
pub fn blanks() -> [Table; 13] {
    [
        bots::sheet().blank(),
        seats::sheet().blank(),
        pairs::sheet().blank(),
        lineups::sheet().blank(),
        rounds::sheet().blank(),
        histograms::sheet().blank(),
        towers::sheet().blank(),
        habits::sheet().blank(),
        faults::sheet().blank(),
        ratings::sheet().blank(),
        payoff::sheet().blank(),
        meta::sheet().blank(),
        blocks::sheet().blank(),
    ]
}

/// Returns the tables of a run, in the same order.
pub fn tables(summary: &Summary<'_>) -> [Table; 13] {
    [
        bots::sheet().table(&summary.bot_rows()),
        seats::sheet().table(&summary.seat_rows()),
        pairs::sheet().table(&summary.pair_rows()),
        lineups::sheet().table(summary.line_up_rows()),
        rounds::sheet().table(&summary.round_rows()),
        histograms::sheet().table(&summary.bin_rows()),
        towers::sheet().table(&summary.tower_rows()),
        habits::sheet().table(&summary.habit_rows()),
        faults::sheet().table(&summary.fault_rows()),
        ratings::sheet().table(&summary.rating_rows()),
        payoff::sheet().table(&summary.payoff_rows()),
        meta::sheet().table(&summary.meta_rows()),
        blocks::sheet().table(&summary.block_rows()),
    ]
}

/// Name of the data dictionary in the run's directory.
pub const FILE: &str = "data_dictionary.md";

/// Returns the data dictionary for a run's files.
pub fn markdown(names: &Names) -> String {
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
