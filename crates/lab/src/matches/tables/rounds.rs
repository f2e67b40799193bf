//! `rounds.csv`

use super::sheet::{Column, Output, PLAYERS, RULESET, count, number, text};

const METRIC: &[Column] = &[
    text("metric", "what was counted, see \"Metrics\""),
    count(
        "count",
        "observations: rounds (won rounds, for rounds_per_game games), with the weights of their rotations",
    ),
    number("mean", "the mean over them"),
    number(
        "se",
        "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it",
    ),
    count("min", "the least value"),
    count("max", "the greatest value"),
];

pub(crate) const OUTPUT: Output = Output {
    file: "rounds.csv",
    about: "What happened in the rounds of all line-ups with a number of players.",
    columns: &[&[RULESET, PLAYERS], METRIC],
    write: |summary, rows| {
        for row in summary.round_rows() {
            let (min, max) = row.range.unzip();
            rows.cell(row.ruleset)
                .cell(row.players)
                .cell(row.metric)
                .cell(row.count)
                .cell(row.mean)
                .maybe(row.se)
                .maybe(min)
                .maybe(max)
                .end();
        }
    },
};
