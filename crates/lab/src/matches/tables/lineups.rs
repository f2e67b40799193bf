//! `lineups.csv`

use crate::matches::summary::BotRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<BotRow<'a>> {
    Sheet::<BotRow<'_>>::new("lineups", "How each bot of each line-up did.")
        .column("number", "the line-up's number in the run, from 1", |row| row.line_up.map(|line_up| line_up.number))
        .column("line_up", "its bots, joined by +", |row| row.line_up.map(|line_up| line_up.to_string()))
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .performance(|row| row.record)
}
