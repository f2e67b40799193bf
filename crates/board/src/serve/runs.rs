//! The runs under a directory, and their pages.

use powergrab_engine::config::read_regular;
use powergrab_lab::page;
use powergrab_lab::page::listing::{
    CostlyDecision, Findings, ListedRun, costliest, directories, findings, listed,
};
use powergrab_lab::study::manifest;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Number of costly decisions that are listed.
const MOST_COSTLY: usize = 10;
/// Maximum size of a page, in bytes.
const MAX_PAGE: u64 = 64 << 20;

/// The runs under a directory. A run is read again when its manifest has changed.
pub struct Runs {
    root: PathBuf,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// By directory: the time of its manifest, and its description.
    runs: BTreeMap<PathBuf, (Option<SystemTime>, ListedRun)>,
    /// Directories with pages, by number.
    pages: Vec<PathBuf>,
}

/// A run with the address of its page.
#[derive(Debug, Serialize)]
pub struct RunWithPage {
    #[serde(flatten)]
    run: ListedRun,
    /// `None` for an unfinished run without one.
    page: Option<String>,
}

impl Runs {
    /// Returns the runs under a directory.
    pub fn new(root: PathBuf) -> Runs {
        Runs {
            root,
            known: Mutex::default(),
        }
    }

    /// Lists the runs as they are now.
    pub fn list(&self, token: &str) -> Vec<RunWithPage> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let directories = directories(&self.root);
        known.runs.retain(|dir, _| directories.contains(dir));
        let mut runs = Vec::new();
        for dir in directories {
            let changed = changed(&dir);
            let same = known.runs.get(&dir).filter(|(at, _)| *at == changed);
            let run = match same {
                Some((_, run)) if changed.is_some() => run.clone(),
                _ => listed(&self.root, &dir),
            };
            let has_page = run.finished || is_plain_file(&dir.join(page::FILE));
            let page = has_page.then(|| {
                let at = known.pages.iter().position(|known| *known == dir);
                let number = at.unwrap_or_else(|| {
                    known.pages.push(dir.clone());
                    known.pages.len() - 1
                });
                format!("/page/{number}?token={token}")
            });
            known.runs.insert(dir, (changed, run.clone()));
            runs.push(RunWithPage { run, page });
        }
        runs
    }

    /// Returns the page with this number, if it has been listed: the one that `report` wrote, or
    /// one without games.
    pub fn page(&self, number: usize) -> Option<String> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = known.pages.get(number)?.clone();
        drop(known);
        let path = dir.join(page::FILE);
        if is_plain_file(&path) {
            let bytes = read_regular(&path, MAX_PAGE).ok()?;
            return Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        let files = page::Files::read(&dir).ok()?;
        let why = "`powergrab report` writes this page with some games";
        Some(page::page(&files, &[], why))
    }

    /// Returns the costliest decisions of a reviewed bot, from the run in this directory below the
    /// first one.
    ///
    /// # Errors
    /// Fails if there is no such run, or if its files are damaged.
    pub fn costliest(&self, dir: &str) -> Result<Vec<CostlyDecision>, String> {
        costliest(&self.run(dir)?, MOST_COSTLY).map_err(|damage| damage.to_string())
    }

    /// Returns what the run in this directory below the first one found.
    ///
    /// # Errors
    /// Fails if there is no such run, or if its files are damaged.
    pub fn findings(&self, dir: &str) -> Result<Findings, String> {
        findings(&self.run(dir)?).map_err(|damage| damage.to_string())
    }

    /// Returns the directory of a run, among those that are listed.
    fn run(&self, dir: &str) -> Result<PathBuf, String> {
        let mut all = directories(&self.root).into_iter();
        let found = all.find(|known| known.strip_prefix(&self.root) == Ok(Path::new(dir)));
        found.ok_or_else(|| format!("there is no run {dir:?}"))
    }
}

/// Returns whether it is a file, and no link, which might lead anywhere.
fn is_plain_file(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|file| file.is_file())
}

/// Returns the time of the last change of a run's manifest; `None` without one.
fn changed(dir: &Path) -> Option<SystemTime> {
    let file = std::fs::metadata(dir.join(manifest::FILE)).ok()?;
    file.modified().ok()
}
