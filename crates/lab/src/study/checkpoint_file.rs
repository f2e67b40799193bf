//! Checkpoint files of a study: `DIR/shards/part-K-of-N.shard`, one per part. An unsplit study is
//! part `1-of-1`.
//!
//! One policy for all studies. A checkpoint holds everything finished so far, and each write
//! replaces the previous one. Writes are no more frequent than requested, and take at most a
//! twentieth of the time. The checkpoint is removed when the results are written; checkpoints of
//! parts stay, for `merge`.

use super::atomic;
use super::atomic::{Durability, sync_dir};
pub use super::checkpoint::Checkpoint;
use super::checkpoint::{About, CheckpointError, Cost, SUFFIX, encode};
use super::{DIR, Start};
use crate::study::manifest::Timing;
use powergrab_arena::part::Part;
use powergrab_arena::piece::Piece;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Writing takes at most one part in this many of a run's time, regardless of the amount of data.
const WORTH: u32 = 20;

/// Environment variable with which every piece is kept as soon as it is finished, and the
/// checkpoint stays at the end. For tests that end a run after some pieces.
const KEEP_EACH: &str = "POWERGRAB_KEEP_EACH";

/// Returns the stem of a part's name in files.
pub(crate) fn stem(part: Part) -> String {
    format!("part-{}", part.to_string().replace('/', "-of-"))
}

/// Parses the stem of a part's name; `None` for other texts.
pub(crate) fn parse_stem(stem: &str) -> Option<Part> {
    let part = stem.strip_prefix("part-")?;
    part.replace("-of-", "/").parse().ok()
}

/// Returns the name of a part's checkpoint.
fn name(part: Part) -> String {
    stem(part) + SUFFIX
}

/// Returns the part of a checkpoint with this name; `None` if it is not a checkpoint's name.
fn part_of(path: &Path) -> Option<Part> {
    let name = path.file_name()?.to_str()?;
    parse_stem(name.strip_suffix(SUFFIX)?)
}

/// Returns all checkpoints in a directory, by name.
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

/// Returns whether a directory has a checkpoint: its study goes on, or was interrupted.
pub fn is_begun(dir: &Path) -> bool {
    list(dir).is_ok_and(|checkpoints| !checkpoints.is_empty())
}

/// Reads a checkpoint, and checks that its name matches its part.
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

/// Reads all checkpoints in a run's directory, by name. Each must be whole, and all must be of one
/// study.
///
/// # Errors
/// Returns the error of the first that fails.
pub fn survey(run_dir: &Path) -> Result<Vec<Checkpoint>, CheckpointError> {
    let mut all: Vec<Checkpoint> = Vec::new();
    for path in list(&run_dir.join(DIR))? {
        let read = match read(&path) {
            // The run has ended and removed it.
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

/// Removes duplicates: parts of different splits may have the same pieces.
pub fn each_once(mut all: Vec<Piece>) -> Vec<Piece> {
    let mut seen = HashSet::new();
    all.retain(|piece| seen.insert(piece.label.clone()));
    all
}

/// The checkpoint of one part of a study, or of the whole.
#[derive(Debug)]
pub struct CheckpointFile {
    dir: PathBuf,
    about: About,
    part: Part,
    /// Minimum time between two writes.
    every: Duration,
    keeps_each: bool,
    last: Mutex<LastWrite>,
    is_used: AtomicBool,
}

/// Time and duration of the checkpoint's last write.
#[derive(Debug)]
struct LastWrite {
    at: Instant,
    took: Duration,
}

impl CheckpointFile {
    /// Returns the checkpoint of a part of the study in this directory, without any input or
    /// output.
    pub fn new(run_dir: &Path, about: About, part: Part, every: Duration) -> CheckpointFile {
        CheckpointFile {
            dir: run_dir.join(DIR),
            about,
            part,
            every,
            keeps_each: std::env::var_os(KEEP_EACH).is_some(),
            last: Mutex::new(LastWrite {
                at: Instant::now(),
                took: Duration::ZERO,
            }),
            is_used: AtomicBool::new(false),
        }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        self.dir.join(name(self.part))
    }

    /// Returns the directory of the file.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the checkpoints of this part; for the whole, those of all parts.
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

    /// Returns whether anything of this part was on the disk before, or was written since.
    pub fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// Returns whether anything of this part is on the disk.
    ///
    /// # Errors
    /// Fails if the directory cannot be read.
    pub fn exists(&self) -> Result<bool, CheckpointError> {
        Ok(!self.own()?.is_empty())
    }

    /// Reads the finished pieces of this part; for the whole, those of all parts. Empty without a
    /// checkpoint.
    ///
    /// # Errors
    /// Names a checkpoint that is damaged or of another study, and the remedy.
    pub fn read(&self) -> Result<Vec<Piece>, CheckpointError> {
        let mut pieces = Vec::new();
        for path in self.own()? {
            let read = read(&path)?;
            self.is_of_this_study(&read)?;
            pieces.extend(read.pieces);
        }
        self.is_used.store(!pieces.is_empty(), Ordering::Relaxed);
        Ok(each_once(pieces))
    }

    fn is_of_this_study(&self, read: &Checkpoint) -> Result<(), CheckpointError> {
        read.is_of(&self.about).map_err(|e| match e {
            CheckpointError::Refused { path, why } => CheckpointError::Refused {
                path,
                why: format!("{why}; use --force to start again, or choose another --out"),
            },
            e => e,
        })
    }

    /// Checks the checkpoints of the other parts in the directory. They must be of the same study
    /// and, if parts of different splits overlap in this study, of the same split.
    ///
    /// # Errors
    /// Returns the error of the first that does not go with this part.
    pub fn check_others(&self, overlaps: impl Fn(Part) -> bool) -> Result<(), CheckpointError> {
        for path in list(&self.dir)? {
            if part_of(&path) == Some(self.part) {
                continue;
            }
            let other = match read(&path) {
                // The run has ended in the meantime.
                Err(CheckpointError::Read { error, .. })
                    if error.kind() == io::ErrorKind::NotFound =>
                {
                    continue;
                }
                other => other?,
            };
            self.is_of_this_study(&other)?;
            if overlaps(other.part) {
                let (theirs, own) = (other.part, self.part);
                return Err(other.refuse(format!(
                    "is of a run split otherwise: it belongs to part {theirs}, this is {own}"
                )));
            }
        }
        Ok(())
    }

    /// Returns the total time of all parts; `None` if it is unknown for one of them.
    ///
    /// # Errors
    /// Fails if the directory cannot be read.
    pub fn timing(&self) -> Result<Option<Timing>, CheckpointError> {
        let paths = self.own()?;
        let parts = paths.iter().map(|path| read(path));
        let parts: Vec<Checkpoint> = parts.collect::<Result<_, _>>()?;
        Ok(Cost::sum(parts.iter().map(|part| part.cost.as_ref())))
    }

    /// Returns whether it is time to write the finished pieces.
    pub fn is_due(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        self.keeps_each || last.at.elapsed() >= self.every.max(WORTH * last.took)
    }

    /// Writes all finished pieces.
    ///
    /// # Errors
    /// Fails if it cannot be written; the previous checkpoint is untouched.
    pub fn keep(&self, all: &[Piece]) -> Result<(), CheckpointError> {
        self.keep_part(all, None)
    }

    /// Writes all pieces of a finished part, and how it was played.
    ///
    /// # Errors
    /// Fails if it cannot be written; the previous checkpoint is untouched.
    pub fn keep_part(&self, all: &[Piece], cost: Option<&Cost>) -> Result<(), CheckpointError> {
        let started = Instant::now();
        let write = || -> io::Result<()> {
            let bytes = encode(&self.about, self.part, all, cost)?;
            fs::create_dir_all(&self.dir)?;
            let (name, owner) = (name(self.part), self.owner());
            atomic::write(&self.dir, &name, Some(&owner), &bytes, Durability::Durable)?;
            sync_dir(&self.dir)
        };
        write().map_err(|error| CheckpointError::Write {
            path: self.path(),
            error,
        })?;
        self.is_used.store(true, Ordering::Relaxed);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = LastWrite {
            at: Instant::now(),
            took: started.elapsed(),
        };
        Ok(())
    }

    /// Counts other work that goes with each checkpoint as part of the writing.
    pub fn charge(&self, took: Duration) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.took += took;
        last.at = Instant::now();
    }

    /// Removes the part's checkpoint; for the whole, those of all parts.
    ///
    /// # Errors
    /// Fails if one cannot be removed.
    pub fn clear(&self) -> Result<(), CheckpointError> {
        if self.keeps_each {
            return Ok(());
        }
        self.clear_anyway()
    }

    fn clear_anyway(&self) -> Result<(), CheckpointError> {
        self.own()?.iter().try_for_each(|path| remove(path))?;
        self.remove_empty();
        Ok(())
    }

    /// Removes everything that `--force` gives up: checkpoints of other studies, damaged ones, and
    /// this part's own if it starts anew.
    ///
    /// # Errors
    /// Fails if one cannot be removed.
    pub fn clear_by_force(&self, start: Start) -> Result<(), CheckpointError> {
        if start == Start::New {
            self.clear_anyway()?;
        }
        for path in list(&self.dir)? {
            let stays = read(&path).is_ok_and(|read| read.is_of(&self.about).is_ok());
            if !stays {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Removes the directory if it is empty. Other parts may be about to write there, so a part
    /// keeps it.
    fn remove_empty(&self) {
        if self.part == Part::WHOLE {
            let _ = fs::remove_dir(&self.dir);
        }
    }

    /// Removes temporary files left by a killed run of this part; for the whole, by any part.
    pub fn sweep(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_own = match self.part {
                Part::WHOLE => atomic::is_temporary(&name),
                _ => atomic::owner_of(&name) == Some(&self.owner()),
            };
            if is_own {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        self.remove_empty();
    }

    /// Returns the owner of the part's temporary files.
    fn owner(&self) -> String {
        self.part.to_string().replace('/', "of")
    }
}

/// Removes a checkpoint.
fn remove(path: &Path) -> Result<(), CheckpointError> {
    atomic::remove(path).map_err(|error| CheckpointError::Write {
        path: path.to_owned(),
        error,
    })
}
