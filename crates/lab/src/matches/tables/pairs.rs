//! `pairs.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, number, text};

const PAIR: &[Column] = &[
    count(
        "games",
        "games in which both sat, times the pairs of seats that they had there, one of each",
    ),
    number(
        "wins",
        "of those, won by the bot's seat; shared wins in parts",
    ),
    number(
        "opponent_wins",
        "of those, won by the opponent's seat; shared wins in parts",
    ),
    number("difference", "(wins - opponent_wins) / games"),
    number(
        "se",
        "standard error of difference, clustered by deal; empty with fewer than 10 deals",
    ),
    number(
        "low",
        "lower bound of the 95 % interval of difference: that of the proportion (1 + difference) / 2, stretched",
    ),
    number("high", "upper bound of that interval"),
    number(
        "p_value",
        "two-sided p-value if the two were equal: below 0.05 where the interval leaves 0 out; empty with fewer than 10 deals",
    ),
    number(
        "p_holm",
        "p_value adjusted by Holm for all pairs of this ruleset and number of players",
    ),
];

const OPPONENT: Column = text("opponent", "the other bot's name");

pub(crate) const OUTPUT: Output = Output {
    file: "pairs.csv",
    about: "Bot against bot, over the line-ups in which both sit.",
    columns: &[&[BOT, OPPONENT, RULESET, PLAYERS], PAIR],
    write: |summary, rows| {
        for row in summary.pair_rows() {
            rows.cell(row.bot)
                .cell(row.opponent)
                .cell(row.ruleset)
                .cell(row.players)
                .cell(row.games)
                .cell(row.wins)
                .cell(row.opponent_wins)
                .cell(row.difference)
                .maybe(row.se)
                .interval(row.interval)
                .maybe(row.p)
                .maybe(row.p_holm)
                .end();
        }
    },
};
