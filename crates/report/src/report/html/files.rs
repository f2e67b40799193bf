//! What a run's directory holds, read back, and a game for the page.

use crate::lab::frame::Frame;
use crate::report::balance;
use crate::report::intact::{self, Damage};
use crate::report::manifest;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What a run's directory holds.
#[derive(Clone, Debug)]
pub struct Files {
    /// The manifest.
    pub manifest: Value,
    pub(super) dir: PathBuf,
    frames: Vec<(&'static str, Frame)>,
}

/// Why a directory has no page.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// There is no run in it, or not all of it.
    #[error("{0}")]
    Missing(String),
    /// What is in it is no run, or damaged.
    #[error("{0}")]
    Wrong(String),
    /// It cannot be read.
    #[error("{0}")]
    Io(String),
    /// A table is not as its run wrote it.
    #[error("{0}")]
    Damaged(Damage),
}

impl From<Damage> for FilesError {
    fn from(damage: Damage) -> FilesError {
        FilesError::Damaged(damage)
    }
}

/// The tables that the page shows: those of matches, of `balance`, of other studies.
fn tables() -> impl Iterator<Item = &'static str> {
    let games = [
        "bots.csv",
        "seats.csv",
        "lineups.csv",
        "pairs.csv",
        "payoff.csv",
        "ratings.csv",
        "rounds.csv",
        "histograms.csv",
        "towers.csv",
    ];
    let studies = [
        "sweep.csv",
        "validation.csv",
        "one_step.csv",
        "generations.csv",
        "skill_ladder.csv",
    ];
    let balance = balance::sheets().map(|sheet| sheet.file);
    games.into_iter().chain(balance).chain(studies)
}

impl Files {
    /// Reads a run's directory.
    ///
    /// # Errors
    /// [`FilesError`].
    pub fn read(dir: &Path) -> Result<Files, FilesError> {
        let path = dir.join(manifest::FILE);
        let bytes = fs::read(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => FilesError::Missing(manifest::missing(dir)),
            _ => FilesError::Io(format!("{}: cannot be read: {e}", path.display())),
        })?;
        let wrong = |problem: &str| FilesError::Wrong(format!("{}: {problem}", path.display()));
        let manifest: Value =
            serde_json::from_slice(&bytes).map_err(|e| wrong(&format!("is not JSON: {e}")))?;
        if !manifest.get("run").is_some_and(Value::is_object) {
            return Err(wrong("is not a run's: it has no object `run`"));
        }
        let mut frames = Vec::new();
        for file in tables() {
            let Some(bytes) = intact::read(dir, &manifest, file)? else {
                continue;
            };
            intact::check_columns(dir, &manifest, file, &bytes)?;
            let frame = Frame::parse(&bytes).map_err(|e| {
                FilesError::Wrong(format!("{}: is damaged: {e}", dir.join(file).display()))
            })?;
            frames.push((file, frame));
        }
        Ok(Files {
            manifest,
            dir: dir.to_owned(),
            frames,
        })
    }

    pub(super) fn frame(&self, file: &str) -> Option<&Frame> {
        let found = self.frames.iter().find(|(name, _)| *name == file);
        found
            .map(|(_, frame)| frame)
            .filter(|frame| frame.n_rows() > 0)
    }

    pub(super) fn text(&self, pointer: &str) -> &str {
        let found = self.manifest.pointer(pointer);
        found.and_then(Value::as_str).unwrap_or("")
    }

    /// What kind of study the run is, `sweep` or `tune`; empty for a match or a tournament.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.text("/run/kind")
    }

    /// The line-ups of the run: the name of the ruleset, and the bots' names in the run's order.
    #[must_use]
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
        let Some(frame) = self.frame("lineups.csv") else {
            return Vec::new();
        };
        let groups = frame.groups(&["ruleset", "number", "line_up"]).into_iter();
        groups
            .map(|mut g| {
                let bots = g[2].split('+').map(str::to_owned).collect();
                (std::mem::take(&mut g[0]), bots)
            })
            .collect()
    }
}

/// A game for the page: its trace, one event an entry.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What it is called in the list.
    pub title: String,
    /// The command that shows the same game.
    pub command: String,
    /// TRACE.md's lines.
    pub lines: Vec<String>,
}
