//! What the failures of bots mean for a study's manifest.

use crate::stats::failures::BotFailures;
use serde_json::{Value, json};

/// Puts into a manifest's result what the failures of bots mean for it; without any it stays as it is.
pub(super) fn note(result: &mut Value, failures: &[BotFailures]) {
    if failures.is_empty() {
        return;
    }
    let sum = |of: fn(&BotFailures) -> u64| failures.iter().map(of).sum::<u64>();
    result["games_with_a_fault"] = Value::from(sum(|f| f.games));
    // How long an answer takes is not a matter of seeds.
    result["reproducible"] = Value::from(sum(|f| f.timeouts) == 0);
    let each = failures.iter().map(|f| {
        json!({"bot": f.bot, "games": f.games, "timeouts": f.timeouts, "first_in": f.place, "first": f.first.kind.text()})
    });
    result["failed_bots"] = each.collect();
}
