//! `seats.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RECORD, RULESET, count};

const POSITION: Column = count(
    "position",
    "1 is the seat to the left of the first dealer, who has the last one; in Grid 1 is the first seat",
);

pub(crate) const OUTPUT: Output = Output {
    file: "seats.csv",
    about: "As bots.csv, by the position that the bot had when the game began.",
    columns: &[&[BOT, RULESET, PLAYERS, POSITION], RECORD],
    write: |summary, rows| {
        for row in summary.seat_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .maybe(row.position)
                .record(&row.record)
                .end();
        }
    },
};
