//! `seats.csv`

use crate::matches::summary::BotRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a BotRow<'a>> {
    Sheet::<&BotRow<'_>>::new("seats", "As bots.csv, by the position that the bot had when the game began.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("position", "1 is the seat to the left of the first dealer, who has the last one; in Grid 1 is the first seat", |row| row.position)
        .performance(|row| row.record)
}
