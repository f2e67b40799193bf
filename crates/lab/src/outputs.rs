//! The files of all studies: their names, and the columns of their tables.

use crate::balance::sheets;
use crate::matches::tables::dictionary;
use crate::matches::tables::sheet::{Column, Output};
use crate::study::manifest;
use crate::sweep::columns::TABLES;
use crate::sweep::tables;
use serde_json::Value;

/// The HTML page of a run.
pub const PAGE: &str = "report.html";
/// The table of a ladder of skill.
pub const SKILL_LADDER: &str = "skill_ladder.csv";

/// The names of all files that a run may write.
fn own_files() -> impl Iterator<Item = &'static str> {
    let tables = dictionary::OUTPUTS.iter().map(|output| output.file);
    let lab = TABLES.iter().map(|sheet| sheet.file);
    let balance = sheets::sheets().map(|sheet| sheet.file);
    tables.chain(lab).chain(balance).chain([
        dictionary::FILE,
        manifest::FILE,
        manifest::TIMING_FILE,
        manifest::STOPPING_FILE,
        // Made by `report` from the others, so of no use without them.
        PAGE,
        SKILL_LADDER,
        tables::PLOT,
        // What earlier versions kept of sweeps, tunings and balances to go on with.
        "state.json",
    ])
}

/// Whether a run may write a file of this name: one of the fixed names, a strategy that a design search tuned, or a sweep's
/// picture of one table.
pub fn is_own(name: &str) -> bool {
    own_files().any(|own| own == name) || sheets::is_strategy(name) || tables::is_plot(name)
}

/// Whether a tuning with this identity writes a strategy of this name: its own, or those of its rounds of self-play.
pub(crate) fn is_tuned(identity: &Value, name: &str) -> bool {
    let kind = identity["kind"].as_str();
    let tuned = identity["name"].as_str().and_then(|tuned| {
        let rest = name.strip_suffix(".toml")?.strip_prefix(tuned)?;
        let number = rest.strip_prefix('-').unwrap_or("");
        Some(rest.is_empty() || number.parse::<u64>().is_ok())
    });
    matches!(kind, Some("tune" | "self-play")) && tuned == Some(true)
}

/// The columns of a table of this name, as this version writes it.
pub(crate) fn columns(name: &str) -> Vec<Column> {
    let outputs = dictionary::OUTPUTS.iter().map(Output::sheet);
    let sheet = outputs.chain(sheets::sheets()).find(|s| s.file == name);
    sheet.map_or(Vec::new(), |sheet| sheet.columns.concat())
}
