//! `pairs.csv`

use crate::matches::pairs::PairRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a PairRow<'a>> {
    Sheet::<&PairRow<'_>>::new("pairs", "Bot against bot, over the line-ups in which both sit.")
        .bot(|row| row.bot)
        .column("opponent", "the other bot's name", |row| row.opponent)
        .at_table(|row| (row.ruleset, row.players))
        .column("games", "games in which both sat, times the pairs of seats that they had there, one of each", |row| row.games)
        .column("wins", "of those, won by the bot's seat; shared wins in parts", |row| row.wins)
        .column("opponent_wins", "of those, won by the opponent's seat; shared wins in parts", |row| row.opponent_wins)
        .column("difference", "(wins - opponent_wins) / games", |row| row.difference)
        .column("se", "standard error of difference, clustered by deal; empty with fewer than 10 deals", |row| row.se)
        .interval("lower bound of the 95 % interval of difference: that of the proportion (1 + difference) / 2, stretched", "upper bound of that interval", |row| row.interval)
        .column("p_value", "two-sided p-value if the two were equal: below 0.05 where the interval leaves 0 out; empty with fewer than 10 deals", |row| row.p)
        .column("p_holm", "p_value adjusted by Holm for all pairs of this ruleset and number of players", |row| row.p_holm)
}
