//! `failed_bots.csv`

use super::sheet::{BOT, Column, Rows, count, text};
use crate::stats::failures::BotFailures;

/// The file's name; a sweep or tuning in which no bot failed has none.
pub const FILE: &str = "failed_bots.csv";

pub(super) const ABOUT: &str =
    "Bots from outside that failed in games of a sweep or a tuning; no file where there were none.";

const FAILURE: &[Column] = &[
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
];

pub(super) const COLUMNS: &[&[Column]] = &[&[BOT], FAILURE];

/// Its text.
#[must_use]
pub fn csv(failures: &[BotFailures]) -> Vec<u8> {
    Rows::sheet(COLUMNS.iter().copied().flatten(), |rows| {
        for f in failures {
            rows.cell(&f.bot)
                .cell(f.games)
                .cell(f.timeouts)
                .cell(&f.place)
                .cell(f.first.kind.text())
                .end();
        }
    })
}
