//! `lineups.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RECORD, RULESET, count, text};

const LINE_UP: &[Column] = &[
    count("number", "the line-up's number in the run, from 1"),
    text("line_up", "its bots, joined by +"),
];

pub(crate) const OUTPUT: Output = Output {
    file: "lineups.csv",
    about: "How each bot of each line-up did.",
    columns: &[LINE_UP, &[BOT, RULESET, PLAYERS], RECORD],
    write: |summary, rows| {
        for row in summary.line_up_rows() {
            let (number, text) = row.line_up.unzip();
            rows.maybe(number)
                .maybe(text)
                .cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .record(&row.record)
                .end();
        }
    },
};
