//! Bots that failed in a sweep or a tuning: `failed_bots.csv`, a note in the manifest, and the first sentences of the answer.

use crate::matches::failures::BotFailures;
use crate::matches::tables::sheet::{BOT, Sheet, count, text};
use crate::page::answer;
use serde_json::{Value, json};

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

/// The answers of a study, after a sentence on each bot that failed in it.
pub(crate) fn answers(
    failures: &[BotFailures],
    own: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let failed = failures
        .iter()
        .map(|f| answer::of_failures(&f.bot, f.games, None));
    failed.chain(own).collect()
}

/// Adds the table of the bots that failed, and puts into a manifest's result what that means for it; without any both stay as they are.
pub(crate) fn note(
    files: &mut Vec<(String, Vec<u8>)>,
    result: &mut Value,
    failures: &[BotFailures],
) {
    if failures.is_empty() {
        return;
    }
    files.push((SHEET.file.to_owned(), csv(failures)));
    let sum = |of: fn(&BotFailures) -> u64| failures.iter().map(of).sum::<u64>();
    result["games_with_a_fault"] = Value::from(sum(|f| f.games));
    // How long an answer takes is not a matter of seeds.
    result["reproducible"] = Value::from(sum(|f| f.timeouts) == 0);
    let each = failures.iter().map(|f| {
        json!({"bot": f.bot, "games": f.games, "timeouts": f.timeouts, "first_in": f.place, "first": f.first.kind.text()})
    });
    result["failed_bots"] = each.collect();
}
