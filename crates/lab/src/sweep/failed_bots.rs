//! `failed_bots.csv`

use crate::matches::failures::BotFailures;
use crate::matches::tables::sheet::{BOT, Sheet, count, text};

/// Who failed; a sweep or tuning in which no bot failed has no such file.
pub const SHEET: Sheet = Sheet {
    file: "failed_bots.csv",
    about: "Bots from outside that failed in games of a sweep or a tuning; no file where there were none.",
    columns: &[&[
        BOT,
        count(
            "games",
            "games that it failed in; from there on it took the first option, and the game counts as any other",
        ),
        count("timeouts", "in how many of them it did not answer in time"),
        text("first_in", "where it first failed"),
        text(
            "first",
            "how: timeout, crash, garbage, illegal, fuel, memory, stack or trap",
        ),
    ]],
};

/// Its text.
pub fn csv(failures: &[BotFailures]) -> Vec<u8> {
    SHEET.text(failures, |f, rows| {
        rows.cell(&f.bot)
            .cell(f.games)
            .cell(f.timeouts)
            .cell(&f.place)
            .cell(f.first.kind.text());
    })
}
