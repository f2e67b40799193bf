//! `bots.csv`

use super::sheet::{BOT, Output, PLAYERS, RECORD, RULESET};

pub(super) const OUTPUT: Output = Output {
    file: "bots.csv",
    about: "How each bot did over all line-ups with a number of players; a bot that sits several times in a line-up is one row.",
    columns: &[&[BOT, RULESET, PLAYERS], RECORD],
    write: |summary, rows| {
        for row in summary.bot_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .record(&row.record)
                .end();
        }
    },
};
