//! A run as one HTML page that needs nothing else: no network, no other file. What stands on it was computed before; here it is
//! read back from the run's files and drawn.
//!
//! | file | holds |
//! |---|---|
//! | `frame` | a CSV file read back |
//! | `plot` | pictures as inline SVG, tables |
//! | `sections` | the parts of the page that any run has |
//! | `worth` | the parts of a run of `balance` |
//! | `words` | the summary in sentences |
//! | `page.css`, `replay*.js` | how it looks; the games step by step |

mod frame;
mod plot;
mod sections;
mod words;
mod worth;

use super::intact::{self, Damage};
use super::manifest;
use frame::Frame;
use plot::esc;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The page's name in the run's directory.
pub const FILE: &str = "report.html";

/// What a run's directory holds.
#[derive(Clone, Debug)]
pub struct Files {
    /// The manifest.
    pub manifest: Value,
    dir: PathBuf,
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

/// The tables that the page shows.
const TABLES: &[&str] = &[
    "bots.csv",
    "seats.csv",
    "lineups.csv",
    "pairs.csv",
    "payoff.csv",
    "ratings.csv",
    "rounds.csv",
    "histograms.csv",
    "towers.csv",
    "tower_worth.csv",
    "block_worth.csv",
    "card_worth.csv",
    "ablations.csv",
    "rulings.csv",
    "rankings.csv",
    "drama.csv",
    "ledger.csv",
    "pareto.csv",
    "tuned_bots.csv",
];

impl Files {
    /// Reads a run's directory.
    ///
    /// # Errors
    /// [`FilesError`].
    pub fn read(dir: &Path) -> Result<Files, FilesError> {
        let path = dir.join(manifest::FILE);
        let bytes = fs::read(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => FilesError::Missing(format!(
                "{}: is not there; a run's directory has one, like those that match, tournament and balance write",
                path.display()
            )),
            _ => FilesError::Io(format!("{}: cannot be read: {e}", path.display())),
        })?;
        let wrong = |problem: &str| FilesError::Wrong(format!("{}: {problem}", path.display()));
        let manifest: Value =
            serde_json::from_slice(&bytes).map_err(|e| wrong(&format!("is not JSON: {e}")))?;
        if !manifest.get("run").is_some_and(Value::is_object) {
            return Err(wrong("is not a run's: it has no object `run`"));
        }
        let mut frames = Vec::new();
        for file in TABLES {
            let Some(bytes) = intact::read(dir, &manifest, file)? else {
                continue;
            };
            intact::check_columns(dir, &manifest, file, &bytes)?;
            let frame = Frame::parse(&bytes).map_err(|e| {
                FilesError::Wrong(format!("{}: is damaged: {e}", dir.join(file).display()))
            })?;
            frames.push((*file, frame));
        }
        Ok(Files {
            manifest,
            dir: dir.to_owned(),
            frames,
        })
    }

    fn frame(&self, file: &str) -> Option<&Frame> {
        let found = self.frames.iter().find(|(name, _)| *name == file);
        found
            .map(|(_, frame)| frame)
            .filter(|frame| frame.len() > 0)
    }

    fn text(&self, pointer: &str) -> &str {
        let found = self.manifest.pointer(pointer);
        found.and_then(Value::as_str).unwrap_or("")
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

const CSS: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] = [
    include_str!("replay_shedding.js"),
    include_str!("replay_grid.js"),
    include_str!("replay.js"),
];

/// The page. `replays` may be empty, then `why_no_replays` says why.
#[must_use]
pub fn page(files: &Files, replays: &[Replay], why_no_replays: &str) -> String {
    let name = esc(files.text("/run/name"));
    let mut parts: Vec<(&str, &str, String)> = vec![
        ("words", "In words", words::summary(files)),
        ("bots", "The bots", sections::bots(files)),
        ("ratings", "Ratings", sections::ratings(files)),
        ("payoff", "Who beats whom", sections::payoff(files)),
        ("seats", "What a seat is worth", sections::seats(files)),
        ("towers", "The towers", sections::towers(files)),
    ];
    parts.extend(worth::parts(files));
    parts.extend([
        ("rounds", "The rounds", sections::rounds(files)),
        (
            "replay",
            "Games, step by step",
            sections::replays(replays, why_no_replays),
        ),
        (
            "run",
            "What was run, and how to run it again",
            sections::run(files),
        ),
    ]);
    parts.retain(|(_, _, html)| !html.is_empty());
    let nav: String = parts
        .iter()
        .map(|(id, title, _)| format!("<li><a href=\"#{id}\">{title}</a></li>"))
        .collect();
    let body: String = parts
        .iter()
        .map(|(id, title, html)| {
            format!("<section id=\"{id}\" aria-labelledby=\"h-{id}\"><h2 id=\"h-{id}\">{title}</h2>{html}</section>\n")
        })
        .collect();
    let scripts: String = SCRIPTS
        .iter()
        .map(|s| format!("<script>{s}</script>\n"))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta name=\"color-scheme\" content=\"light dark\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
<link rel=\"icon\" href=\"data:,\">\n<title>{name} · powergrab</title>\n<style>{CSS}</style>\n</head>\n<body>\n\
<a class=\"skip\" href=\"#words\">To the summary</a>\n<header><h1>{name}</h1>{}<nav aria-label=\"On this page\"><ul>{nav}</ul></nav></header>\n\
<main>\n{body}</main>\n<footer>powergrab {}, commit {}. Intervals are at 95 %, clustered by deal. Colours follow the system; so does the print.</footer>\n{}</body>\n</html>\n",
        sections::headline(files),
        esc(manifest::VERSION),
        esc(manifest::commit()),
        if replays.is_empty() { "" } else { &scripts },
    )
}
