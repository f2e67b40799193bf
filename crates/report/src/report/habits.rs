//! `habits.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, column};

const HABIT: &[Column] = &[
    column(
        "metric",
        "what was counted for the bot's seat, see \"Metrics\"",
    ),
    column(
        "count",
        "rounds times seats that the bot took in them, with the weights of their rotations",
    ),
    column("mean", "the mean per round and seat"),
    column(
        "se",
        "standard error of the mean, clustered by deal; empty with one deal",
    ),
];

pub(super) const OUTPUT: Output = Output {
    file: "habits.csv",
    about: "What each bot did, per round and seat.",
    columns: &[&[BOT, RULESET, PLAYERS], HABIT],
    write: |summary, rows| {
        for row in summary.habit_rows() {
            rows.maybe(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .cell(row.metric)
                .cell(row.count)
                .cell(row.mean)
                .maybe(row.se)
                .end();
        }
    },
};
