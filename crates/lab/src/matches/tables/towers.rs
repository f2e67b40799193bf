//! `towers.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, number, text};

const TOWER: &[Column] = &[
    text("tower", "the tower: U, N, O or !"),
    count(
        "rounds",
        "rounds times seats that the bot took in them, with the weights of their rotations",
    ),
    number(
        "claims",
        "times the tower came to the bot, per round and seat",
    ),
    number(
        "claims_se",
        "standard error of claims, clustered by deal; empty with fewer than 15 deals or 25 events",
    ),
    number(
        "blocks",
        "cards that the bot stopped with it, per round and seat",
    ),
    number(
        "blocks_se",
        "standard error of blocks, clustered by deal; empty likewise",
    ),
    number(
        "turns_held",
        "turns (of anybody) during which the bot held it, per round and seat",
    ),
    number(
        "turns_held_se",
        "standard error of turns_held, clustered by deal; empty likewise",
    ),
];

pub(crate) const OUTPUT: Output = Output {
    file: "towers.csv",
    about: "What each bot did with each tower; no rows in games without towers.",
    columns: &[&[BOT, RULESET, PLAYERS], TOWER],
    write: |summary, rows| {
        for row in summary.tower_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .cell(row.tower)
                .cell(row.rounds);
            for (mean, se) in row.means {
                rows.cell(mean).maybe(se);
            }
            rows.end();
        }
    },
};
