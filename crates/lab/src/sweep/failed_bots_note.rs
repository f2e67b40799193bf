//! What the failures of bots mean for a study: a table, a note in its manifest, and the first sentence of its answer.

use crate::matches::failures::BotFailures;
use crate::page::answer;
use crate::sweep::failed_bots;
use serde_json::{Value, json};

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
    files.push((
        failed_bots::SHEET.file.to_owned(),
        failed_bots::csv(failures),
    ));
    let sum = |of: fn(&BotFailures) -> u64| failures.iter().map(of).sum::<u64>();
    result["games_with_a_fault"] = Value::from(sum(|f| f.games));
    // How long an answer takes is not a matter of seeds.
    result["reproducible"] = Value::from(sum(|f| f.timeouts) == 0);
    let each = failures.iter().map(|f| {
        json!({"bot": f.bot, "games": f.games, "timeouts": f.timeouts, "first_in": f.place, "first": f.first.kind.text()})
    });
    result["failed_bots"] = each.collect();
}
