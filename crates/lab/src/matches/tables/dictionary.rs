//! The register of all CSV files, and the data dictionary made from it.

use super::sheet::Output;
use super::{
    blocks, bots, faults, habits, histograms, lineups, meta, pairs, payoff, ratings, rounds, seats,
    towers,
};
use crate::matches::summary::{Names, ROUNDS_PER_GAME};
use powergrab_engine::game::{Metric, ObservedIn};
use std::fmt::Write as _;

/// The register of all CSV files of a run.
pub const OUTPUTS: [Output; 13] = [
    bots::OUTPUT,
    seats::OUTPUT,
    pairs::OUTPUT,
    lineups::OUTPUT,
    rounds::OUTPUT,
    histograms::OUTPUT,
    towers::OUTPUT,
    habits::OUTPUT,
    faults::OUTPUT,
    ratings::OUTPUT,
    payoff::OUTPUT,
    meta::OUTPUT,
    blocks::OUTPUT,
];

/// The data dictionary's name in the run's directory.
pub const FILE: &str = "data_dictionary.md";

/// The data dictionary for a run's files.
pub fn markdown(names: &Names) -> String {
    let mut text = String::from(
        "# Data dictionary\n\n\
Every table has one observation a row. Empty cells are values that do not exist. Numbers are written in the shortest form \
that reads back as the same number.\n",
    );
    OUTPUTS
        .iter()
        .for_each(|output| output.sheet().describe(&mut text));
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
