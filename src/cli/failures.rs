//! What is said of bots that failed in games, and what the manifest says of it.

use super::{Failure, say};
use powergrab_lab::matches::failures::BotFailures;
use powergrab_lab::matches::printed::counted;

/// The failure of a run whose bots failed; `table` is the file that lists them, if there is one.
///
/// # Errors
/// [`Failure::Fault`], where any bot failed.
pub fn failed(failures: &[BotFailures], table: Option<&str>) -> Result<(), Failure> {
    if failures.is_empty() {
        return Ok(());
    }
    let listed = table.map_or(String::new(), |table| format!(" ({table})"));
    let line = |f: &BotFailures| {
        format!(
            "bot {} failed in {} and took the first option from there on{listed}; first in {}: {}",
            f.bot,
            counted(f.games, "game"),
            f.place,
            f.first
        )
    };
    let lines: Vec<String> = failures.iter().map(line).collect();
    Err(Failure::Fault(lines.join("\npowergrab: ")))
}

/// Says what failed where something else decides how the command ends.
pub fn say_failure(result: Result<(), Failure>) {
    if let Err(failure) = result {
        say!("powergrab: {failure}");
    }
}
