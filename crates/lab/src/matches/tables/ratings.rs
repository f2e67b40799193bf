//! `ratings.csv`

use crate::matches::ratings::RatingRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a RatingRow<'a>> {
    Sheet::<&RatingRow<'_>>::new("ratings", "The rating of each bot among those at its table, best first.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("rank", "the place by rating, from 1", |row| row.rank)
        .column("rating", "Plackett-Luce on winners (a multinomial logit: a bot with m of the seats wins with probability m * 10^(rating/400) over the sum of that), maximum likelihood; the table's mean is 0, 400 is ten to one. How badly that fits is in meta.csv", |row| row.rating)
        .column("se", "standard error of rating: standard deviation over 200 replicates of a bootstrap by deal (Poisson weights); empty with one deal, and where prior is 1: replicates do not tell how rare an event is that was hardly ever seen", |row| row.se)
        .column("low", "lower bound of the 95 % interval of rating: rating - t * se, Student's t with the deals' degrees of freedom; where prior is 1 that of Rao's score test with the mean design effect, empty where there is no bound (a bot that never won may be as bad as one likes)", |row| row.low)
        .column("high", "upper bound of that interval, empty likewise", |row| row.high)
        .column("superiority", "likelihood that the bot is better than the next in rank: normal, with the standard error of the difference over the replicates; empty for the last", |row| row.superiority)
        .column("prior", "0, or 1 where the results do not hang together firmly enough (somebody has hardly won or lost): each bot is then taken to have won half of one game more, against one of strength 0", |row| row.prior)
}
