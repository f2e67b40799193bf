//! Bots that failed in a sweep or a tuning: `failed_bots.csv`, a note in the manifest, and the
//! first sentences of the answer.

use crate::matches::failures::BotFailures;
use crate::page::answer;
use powergrab_table::named_file::NamedFile;
use powergrab_table::sheet::Sheet;
use serde_json::Value;

/// Columns of the bots that failed. A sweep or tuning without failures has no such file.
#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a BotFailures> {
    Sheet::<&BotFailures>::new("failed_bots", "Bots from outside that failed in games of a sweep or a tuning; no file where there were none.")
        .bot(|row| &row.bot)
        .column("games", "games that it failed in; from there on it took the first option, and the game counts as any other", |row| row.games)
        .column("timeouts", "in how many of them it did not answer in time", |row| row.timeouts)
        .column("first_in", "where it first failed", |row| &row.place)
        .column("first", "how: timeout, crash, garbage, illegal, fuel, memory, stack or trap", |row| row.first.kind.text())
}

/// Returns the answers of a study, preceded by a sentence on each bot that failed.
pub(crate) fn answers(
    failures: &[BotFailures],
    own: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let failed = failures
        .iter()
        .map(|f| answer::of_failures(&f.bot, f.games, None));
    failed.chain(own).collect()
}

/// Adds the table of the bots that failed, and notes the consequences in a manifest's result.
/// Without failures, both stay unchanged.
pub(crate) fn note(files: &mut Vec<NamedFile>, result: &mut Value, failures: &[BotFailures]) {
    if failures.is_empty() {
        return;
    }
    let table = sheet().table(failures);
    let sum = |of: fn(&BotFailures) -> u64| failures.iter().map(of).sum::<u64>();
    result["games_with_a_fault"] = Value::from(sum(|f| f.games));
    // Response times do not depend on seeds.
    result["reproducible"] = Value::from(sum(|f| f.timeouts) == 0);
    result["failed_bots"] = table.json();
    files.push(table.into());
}
