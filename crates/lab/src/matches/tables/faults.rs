//! `faults.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, text};

/// The file's name in the run's directory.
pub const FILE: &str = "faults.csv";

const FAULT: &[Column] = &[
    text(
        "kind",
        "how the bot failed: timeout, crash, garbage, illegal, fuel, memory, stack or trap",
    ),
    count(
        "games",
        "games that it failed in, with the weights of their rotations; from there on it took the first option, and the game counts as any other",
    ),
];

pub(crate) const OUTPUT: Output = Output {
    file: FILE,
    about: "Failures of bots from outside (process, wasm); no rows where there were none.",
    columns: &[&[BOT, RULESET, PLAYERS], FAULT],
    write: |summary, rows| {
        for row in summary.fault_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .cell(row.kind.text())
                .cell(row.games)
                .end();
        }
    },
};
