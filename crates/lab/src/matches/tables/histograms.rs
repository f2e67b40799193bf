//! `histograms.csv`

use super::sheet::{Column, Output, PLAYERS, RULESET, count, text};

const BIN: &[Column] = &[
    text("metric", "what was counted, see \"Metrics\""),
    count(
        "value",
        "the value; from 1024 on the least value of a bin, 16 bins of equal width to an octave",
    ),
    count("count", "observations, with the weights of their rotations"),
];

pub(crate) const OUTPUT: Output = Output {
    file: "histograms.csv",
    about: "How often each value of each metric of rounds.csv came up; values that did not are left out.",
    columns: &[&[RULESET, PLAYERS], BIN],
    write: |summary, rows| {
        for row in summary.bin_rows() {
            rows.cell(row.ruleset)
                .cell(row.players)
                .cell(row.metric)
                .cell(row.value)
                .cell(row.count)
                .end();
        }
    },
};
