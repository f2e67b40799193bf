//! `habits.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, number, text};

const HABIT: &[Column] = &[
    text(
        "metric",
        "what was counted for the bot's seat, see \"Metrics\"",
    ),
    count(
        "count",
        "rounds times seats that the bot took in them, with the weights of their rotations",
    ),
    number("mean", "the mean per round and seat"),
    number(
        "se",
        "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it",
    ),
];

pub(crate) const OUTPUT: Output = Output {
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
