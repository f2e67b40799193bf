//! `ratings.csv`

use super::sheet::{BOT, Column, Output, PLAYERS, RULESET, count, number};

const RATING: &[Column] = &[
    count("rank", "the place by rating, from 1"),
    number(
        "rating",
        "Plackett-Luce on winners (a multinomial logit: a bot with m of the seats wins with probability m * 10^(rating/400) over the sum of that), maximum likelihood; the table's mean is 0, 400 is ten to one. How badly that fits is in meta.csv",
    ),
    number(
        "se",
        "standard error of rating: standard deviation over 200 replicates of a bootstrap by deal (Poisson weights); empty with one deal, and where prior is 1: replicates do not tell how rare an event is that was hardly ever seen",
    ),
    number(
        "low",
        "lower bound of the 95 % interval of rating: rating - t * se, Student's t with the deals' degrees of freedom; where prior is 1 that of Rao's score test with the mean design effect, empty where there is no bound (a bot that never won may be as bad as one likes)",
    ),
    number("high", "upper bound of that interval, empty likewise"),
    number(
        "superiority",
        "likelihood that the bot is better than the next in rank: normal, with the standard error of the difference over the replicates; empty for the last",
    ),
    number(
        "prior",
        "0, or 1 where the results do not hang together firmly enough (somebody has hardly won or lost): each bot is then taken to have won half of one game more, against one of strength 0",
    ),
];

pub(crate) const OUTPUT: Output = Output {
    file: "ratings.csv",
    about: "The rating of each bot among those at its table, best first.",
    columns: &[&[BOT, RULESET, PLAYERS], RATING],
    write: |summary, rows| {
        for row in summary.rating_rows() {
            rows.cell(row.bot)
                .cell(row.ruleset)
                .cell(row.players)
                .cell(row.rank)
                .cell(row.rating)
                .maybe(row.se)
                .maybe(row.low)
                .maybe(row.high)
                .maybe(row.superiority)
                .cell(row.prior)
                .end();
        }
    },
};
