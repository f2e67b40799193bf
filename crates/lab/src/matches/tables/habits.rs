//! `habits.csv`

use super::columns::BOT;
use crate::matches::summary::MeanRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a MeanRow<'a>> {
    Sheet::<&MeanRow<'_>>::new("habits", "What each bot did, per round and seat.")
        .column("bot", BOT, |row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted for the bot's seat, see \"Metrics\"", |row| row.metric)
        .column("count", "rounds times seats that the bot took in them, with the weights of their rotations", |row| row.count)
        .column("mean", "the mean per round and seat", |row| row.mean)
        .column("se", "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it", |row| row.se)
}
