//! What the failures of bots mean for a study: a table, and a note in its manifest.

use crate::report::failed_bots;
use crate::stats::failures::BotFailures;
use serde_json::{Value, json};

/// Adds the table of the bots that failed, and puts into a manifest's result what that means for it; without any both stay as they are.
pub(super) fn note(
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
