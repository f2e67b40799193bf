//! Contents of a run's directory, read back, and games for the page.

use crate::balance::sheets;
use crate::outputs::declared;
use crate::study::intact::{Damage, RunFiles};
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Contents of a run's directory.
#[derive(Clone, Debug)]
pub struct Files {
    /// The manifest.
    pub manifest: Value,
    pub(crate) dir: PathBuf,
    tables: Vec<(String, Table)>,
}

/// Returns the tables that the page shows: those of matches, of `balance`, of other studies.
fn tables() -> impl Iterator<Item = String> {
    let games = [
        "bots.csv",
        "seats.csv",
        "lineups.csv",
        "pairs.csv",
        "payoff.csv",
        "ratings.csv",
        "rounds.csv",
        "faults.csv",
        "histograms.csv",
        "towers.csv",
    ];
    let studies = [
        "sweep.csv",
        "validation.csv",
        "one_step.csv",
        "generations.csv",
        "skill_ladder.csv",
        "why.csv",
        "positions.csv",
        "review.csv",
        "choices.csv",
        "review_positions.csv",
        "lines.csv",
        "strength.csv",
        "steps.csv",
    ];
    let balance = sheets::blanks().map(|table| table.file());
    let games = games.into_iter().map(str::to_owned);
    let studies = studies.into_iter().map(str::to_owned);
    games.chain(balance).chain(studies)
}

impl Files {
    /// Reads a run's directory.
    ///
    /// # Errors
    /// [`Damage`] of the first file that differs from the manifest.
    pub fn read(dir: &Path) -> Result<Files, Damage> {
        let run = RunFiles::open(dir)?;
        let mut found = Vec::new();
        for file in tables() {
            if let Some(bytes) = run.table(&file)? {
                // A skill ladder declares no columns.
                let blank = declared(&file).unwrap_or_else(|| Sheet::<()>::new("", "").blank());
                let table = blank.read_csv(&bytes);
                let damaged = |e| run.changed(&file, format!("is damaged: {e}"));
                found.push((file.clone(), table.map_err(damaged)?));
            }
        }
        Ok(Files {
            manifest: run.about,
            dir: dir.to_owned(),
            tables: found,
        })
    }

    pub(crate) fn table(&self, file: &str) -> Option<&Table> {
        let found = self.tables.iter().find(|(name, _)| *name == file);
        found
            .map(|(_, table)| table)
            .filter(|table| table.n_rows > 0)
    }

    pub(crate) fn text(&self, pointer: &str) -> &str {
        let found = self.manifest.pointer(pointer);
        found.and_then(Value::as_str).unwrap_or("")
    }

    /// Returns the kind of study, `sweep` or `tune`; empty for a match or a tournament.
    pub fn kind(&self) -> &str {
        self.text("/run/kind")
    }

    /// Returns the line-ups of the run: the name of the ruleset, and the bots' names in the run's
    /// order.
    pub fn line_ups(&self) -> Vec<(String, Vec<String>)> {
        if let Some(list) = self
            .manifest
            .pointer("/run/format/tables")
            .and_then(Value::as_array)
        {
            let texts = |entry: &Value| -> Option<(String, Vec<String>)> {
                let bots = entry.get("bots")?.as_array()?.iter();
                let bots = bots.filter_map(Value::as_str).map(str::to_owned).collect();
                Some((entry.get("ruleset")?.as_str()?.to_owned(), bots))
            };
            return list.iter().filter_map(texts).collect();
        }
        let Some(table) = self.table("lineups.csv") else {
            return Vec::new();
        };
        let groups = table.groups(&["ruleset", "number", "line_up"]).into_iter();
        groups
            .map(|mut g| {
                let bots = g[2].split('+').map(str::to_owned).collect();
                (std::mem::take(&mut g[0]), bots)
            })
            .collect()
    }
}

/// A game for the page: its trace, one event per entry.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Title in the list.
    pub title: String,
    /// Command that shows the same game.
    pub command: String,
    /// Lines of the trace (TRACE.md).
    pub lines: Vec<String>,
}
