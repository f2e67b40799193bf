//! `blocks.csv`

use crate::matches::block_rows::BlockRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a BlockRow<'a>> {
    Sheet::<&BlockRow<'_>>::new("blocks", "Sums over 32 fixed groups of deals, for comparing runs (`powergrab compare`): runs over the same deals can be compared group by group.")
        .at_table(|row| (row.ruleset, row.players))
        .column("bot", "the bot; empty for a metric of the table", |row| row.bot)
        .column("figure", "of a bot `wins`, `points`, `rounds_won` or `stopped`, per game and seat; else a metric of rounds.csv", |row| row.metric)
        .column("group", "the group of deals: deal number modulo 32, from 0", |row| row.group)
        .column("n", "observations in the group's deals, rotations with their weights", |row| row.n)
        .column("x", "their sum", |row| row.x)
}
