//! `bots.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RECORD, RULESET, count, number};

const TEST: &[Column] = &[
    number(
        "p_value",
        "two-sided p-value if fair_share were the bot's win rate: below 0.05 where the interval leaves fair_share out; empty with fewer than 10 deals, or where one bot sits in every seat",
    ),
    number(
        "p_holm",
        "p_value adjusted by Holm for all bots of this ruleset and number of players",
    ),
    count(
        "games_played",
        "games that the bot really sat in: each once, however many rotations it stands for and seats the bot had",
    ),
    number(
        "variance_ratio",
        "variance of win_rate (se squared) over what it would be if as many games had been played independently: below 1 the rotated, equal deals gain; empty where nothing varies",
    ),
];

pub(crate) const OUTPUT: Output = Output {
    file: "bots.csv",
    about: "How each bot did over all line-ups with a number of players; a bot that sits several times in a line-up is one row.",
    columns: &[&[BOT, RULESET, PLAYERS], RECORD, TEST],
    write: |summary, rows| {
        for row in summary.bot_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .record(&row.record)
                .maybe(row.test.and_then(|t| t.p))
                .maybe(row.test.and_then(|t| t.p_holm))
                .maybe(row.test.map(|t| t.played))
                .maybe(row.test.and_then(|t| t.variance_ratio))
                .end();
        }
    },
};
