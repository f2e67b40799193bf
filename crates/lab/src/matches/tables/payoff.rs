//! `payoff.csv`

use crate::matches::payoffs::PayoffRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a PayoffRow<'a>> {
    Sheet::<&PayoffRow<'_>>::new("payoff", "The payoff matrix: one bot among nothing but another, and what the ratings say of the two.")
        .bot(|row| row.bot)
        .column("opponent", "the bot in all other seats", |row| row.opponent)
        .at_table(|row| (row.ruleset, row.players))
        .column("games", "games (rounds with --unit round) of one bot among nothing but the opponent, rotations with their weights; empty where no line-up has that form (the format `payoff` plays just these, a round robin of two seats and one with `repeat` have them all)", |row| row.record.map(|r| r.games))
        .column("win_rate", "the share of them that the bot won", |row| row.record.map(|r| r.win_rate))
        .column("se", "standard error of win_rate, clustered by deal; empty with fewer than 10 deals", |row| row.record.and_then(|r| r.se))
        .interval("lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t", "upper bound of that interval", |row| row.record.and_then(|r| r.interval))
        .column("expected", "the win_rate that the ratings expect", |row| row.expected)
        .column("superiority", "likelihood that the bot's rating is better than the opponent's; see ratings.csv", |row| row.superiority)
}
