//! `payoff.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, number, text};

const OPPONENT: Column = text("opponent", "the bot in all other seats");

const PAYOFF: &[Column] = &[
    count(
        "games",
        "games (rounds with --unit round) of one bot among nothing but the opponent, rotations with their weights; empty where no line-up has that form (the format `payoff` plays just these, a round robin of two seats and one with `repeat` have them all)",
    ),
    number("win_rate", "the share of them that the bot won"),
    number(
        "se",
        "standard error of win_rate, clustered by deal; empty with fewer than 10 deals",
    ),
    number(
        "low",
        "lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t",
    ),
    number("high", "upper bound of that interval"),
    number("expected", "the win_rate that the ratings expect"),
    number(
        "superiority",
        "likelihood that the bot's rating is better than the opponent's; see ratings.csv",
    ),
];

pub(crate) const OUTPUT: Output = Output {
    file: "payoff.csv",
    about: "The payoff matrix: one bot among nothing but another, and what the ratings say of the two.",
    columns: &[&[BOT, OPPONENT, RULESET, PLAYERS], PAYOFF],
    write: |summary, rows| {
        for row in summary.payoff_rows() {
            let record = row.record.as_ref();
            rows.cell(row.bot)
                .cell(row.opponent)
                .cell(row.ruleset)
                .cell(row.players)
                .maybe(record.map(|r| r.games))
                .maybe(record.map(|r| r.win_rate))
                .maybe(record.and_then(|r| r.se))
                .interval(record.and_then(|r| r.interval))
                .maybe(row.expected)
                .maybe(row.superiority)
                .end();
        }
    },
};
