//! The checkpoints of a study that is not a run of deals: `DIR/shards/part-K-of-N.shard`, one for each part.

use super::DIR;
use super::atomic;
use super::atomic::{Care, sync_dir};
use super::checkpoint::{About, Checkpoint, CheckpointError, SUFFIX, encode};
use crate::study::pieces::Piece;
use powergrab_arena::part::Part;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Writing takes at most one part in so many of a run's time, however much there is to keep.
const WORTH: u32 = 20;

/// The environment variable by which every piece is kept as soon as it is finished, however long that takes: for tests that end a run
/// after so many pieces.
const KEEP_EACH: &str = "POWERGRAB_KEEP_EACH";

/// The name of a part's checkpoint.
fn name(part: Part) -> String {
    format!("part-{}{SUFFIX}", part.to_string().replace('/', "-of-"))
}

/// The part that a checkpoint of this name is of; none where it is no such name.
fn part_of(path: &Path) -> Option<Part> {
    let name = path.file_name()?.to_str()?;
    let part = name.strip_prefix("part-")?.strip_suffix(SUFFIX)?;
    part.replace("-of-", "/").parse().ok()
}

/// Whether a run's directory holds checkpoints of a study's parts.
pub fn is_study(run_dir: &Path) -> bool {
    let paths = list(&run_dir.join(DIR)).unwrap_or_default();
    paths.iter().any(|path| part_of(path).is_some())
}

/// All checkpoints in a directory, by name.
fn list(dir: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            let path = dir.to_owned();
            return Err(CheckpointError::Read { path, error });
        }
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_one = |path: &PathBuf| path.to_string_lossy().ends_with(SUFFIX);
    let mut paths: Vec<PathBuf> = paths.filter(is_one).collect();
    paths.sort();
    Ok(paths)
}

/// Reads a checkpoint, whose name is that of its part.
fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
    let read = Checkpoint::read(path)?;
    if part_of(path) != Some(read.part) {
        let due = name(read.part);
        return Err(read.refuse(format!(
            "has another name than its part: it should be {due}"
        )));
    }
    Ok(read)
}

/// All checkpoints of a study's parts in a run's directory, by name, each read and found whole, and all of one study.
///
/// # Errors
/// The first that is not.
pub fn survey(run_dir: &Path) -> Result<Vec<Checkpoint>, CheckpointError> {
    let mut all: Vec<Checkpoint> = Vec::new();
    for path in list(&run_dir.join(DIR))? {
        let read = match read(&path) {
            // A run that is over has removed it.
            Err(CheckpointError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                continue;
            }
            other => other?,
        };
        if let Some(first) = all.first() {
            read.is_of(&first.about)?;
        }
        all.push(read);
    }
    Ok(all)
}

/// Each piece once: parts of different splits may have the same ones.
pub fn each_once(mut all: Vec<Piece>) -> Vec<Piece> {
    let mut seen = HashSet::new();
    all.retain(|piece| seen.insert(piece.label.clone()));
    all
}

/// Where one part of a study, or the whole, keeps its pieces.
#[derive(Debug)]
pub struct Keeper {
    dir: PathBuf,
    about: About,
    part: Part,
    /// The least time between two writes.
    every: Duration,
    keeps_each: bool,
    written: Instant,
    took: Duration,
}

impl Keeper {
    /// The keeper of a part of the study in this directory; nothing is read or written.
    pub fn new(run_dir: &Path, about: About, part: Part, every: Duration) -> Keeper {
        Keeper {
            dir: run_dir.join(DIR),
            about,
            part,
            every,
            keeps_each: std::env::var_os(KEEP_EACH).is_some(),
            written: Instant::now(),
            took: Duration::ZERO,
        }
    }

    /// The checkpoint.
    pub fn path(&self) -> PathBuf {
        self.dir.join(name(self.part))
    }

    /// The checkpoints of this part: of the whole, those of all parts.
    fn own(&self) -> Result<Vec<PathBuf>, CheckpointError> {
        if self.part == Part::WHOLE {
            return list(&self.dir);
        }
        let path = self.path();
        Ok(if path.exists() {
            vec![path]
        } else {
            Vec::new()
        })
    }

    /// Whether anything of this part is kept on disk.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn is_used(&self) -> Result<bool, CheckpointError> {
        Ok(!self.own()?.is_empty())
    }

    /// What is finished of this part; nothing where there is no checkpoint. Of the whole it is what all parts have.
    ///
    /// # Errors
    /// A checkpoint that is damaged or that of another study; its name and the remedy.
    pub fn read(&self) -> Result<Vec<Piece>, CheckpointError> {
        let mut pieces = Vec::new();
        for path in self.own()? {
            let read = read(&path)?;
            read.is_of(&self.about).map_err(|e| match e {
                CheckpointError::Refused { path, why } => CheckpointError::Refused {
                    path,
                    why: format!("{why}; start anew with --force, or choose another --out"),
                },
                e => e,
            })?;
            pieces.extend(read.pieces);
        }
        Ok(each_once(pieces))
    }

    /// Whether it is time to keep what is finished.
    pub fn is_due(&self) -> bool {
        self.keeps_each || self.written.elapsed() >= self.every.max(WORTH * self.took)
    }

    /// Keeps all that is finished.
    ///
    /// # Errors
    /// It cannot be written; what was kept before is untouched.
    pub fn keep(&mut self, all: &[Piece]) -> Result<(), CheckpointError> {
        let started = Instant::now();
        let write = || -> io::Result<()> {
            let bytes = encode(&self.about, self.part, all)?;
            fs::create_dir_all(&self.dir)?;
            let (name, owner) = (name(self.part), self.owner());
            atomic::write(&self.dir, &name, Some(&owner), &bytes, Care::Durable)?;
            sync_dir(&self.dir)
        };
        write().map_err(|error| CheckpointError::Write {
            path: self.path(),
            error,
        })?;
        self.written = Instant::now();
        self.took = started.elapsed();
        Ok(())
    }

    /// Counts work that goes with each checkpoint, which took so long, as part of the writing.
    pub fn charge(&mut self, took: Duration) {
        self.took += took;
        self.written = Instant::now();
    }

    /// Removes the part's checkpoint; of the whole, those of all parts.
    ///
    /// # Errors
    /// One cannot be removed.
    pub fn clear(&self) -> Result<(), CheckpointError> {
        for path in self.own()? {
            atomic::remove(&path).map_err(|error| CheckpointError::Write { path, error })?;
        }
        if self.part == Part::WHOLE {
            // Nobody needs an empty directory; another's files keep it.
            let _ = fs::remove_dir(&self.dir);
        }
        Ok(())
    }

    /// Removes temporary files that a killed run of this part left; the whole takes over all parts.
    pub fn sweep(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_own = match self.part {
                Part::WHOLE => atomic::is_temporary(&name),
                _ => atomic::owner_of(&name) == Some(&self.owner()),
            };
            if is_own {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Whose temporary files they are.
    fn owner(&self) -> String {
        self.part.to_string().replace('/', "of")
    }
}
