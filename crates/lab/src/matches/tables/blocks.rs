//! `blocks.csv`

use super::sheet::{Column, Output, PLAYERS, RULESET, count, number, text};

const BLOCK: &[Column] = &[
    text("bot", "the bot; empty for a metric of the table"),
    text(
        "figure",
        "of a bot `wins`, `points`, `rounds_won` or `stopped`, per game and seat; else a metric of rounds.csv",
    ),
    count("group", "the group of deals: deal number modulo 32, from 0"),
    count(
        "n",
        "observations in the group's deals, rotations with their weights",
    ),
    number("x", "their sum"),
];

pub(crate) const OUTPUT: Output = Output {
    file: "blocks.csv",
    about: "Sums over 32 fixed groups of deals, for comparing runs (`powergrab compare`): runs over the same deals can be compared group by group.",
    columns: &[&[RULESET, PLAYERS], BLOCK],
    write: |summary, rows| {
        for row in summary.block_rows() {
            rows.cell(row.ruleset)
                .cell(row.players)
                .cell(row.bot)
                .cell(row.metric)
                .cell(row.group)
                .cell(row.n)
                .cell(row.x)
                .end();
        }
    },
};
