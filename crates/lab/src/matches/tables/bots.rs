//! `bots.csv`

use crate::matches::summary::BotRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a BotRow<'a>> {
    Sheet::<&BotRow<'_>>::new("bots", "How each bot did over all line-ups with a number of players; a bot that sits several times in a line-up is one row.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .performance(|row| row.record)
        .column("p_value", "two-sided p-value if fair_share were the bot's win rate: below 0.05 where the interval leaves fair_share out; empty with fewer than 10 deals, or where one bot sits in every seat", |row| row.test.and_then(|t| t.p))
        .column("p_holm", "p_value adjusted by Holm for all bots of this ruleset and number of players", |row| row.test.and_then(|t| t.p_holm))
        .column("games_played", "games that the bot really sat in: each once, however many rotations it stands for and seats the bot had", |row| row.test.map(|t| t.played))
        .column("variance_ratio", "variance of win_rate (se squared) over what it would be if as many games had been played independently: below 1 the rotated, equal deals gain; empty where nothing varies", |row| row.test.and_then(|t| t.variance_ratio))
}
