//! A run's directory: files appear whole or not at all, and another run's files are never
//! overwritten silently.

use super::atomic;
use super::atomic::{Durability, is_temporary, sync_dir};
use super::lock;
use super::lock::{Holder, Lock, LockError};
use super::{DIR, Start, checkpoint};
use crate::outputs::{is_own, is_tuned};
use crate::study::intact;
use crate::study::intact::{Damage, RunFiles};
use crate::study::manifest;
use powergrab_arena::part::Part;
use powergrab_engine::config::read_regular;
use powergrab_table::named_file::NamedFile;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A directory that may take a run's files.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    identity: Value,
    force: bool,
    /// Held as long as this value; `None` before the directory is taken.
    _lock: Option<Lock>,
}

/// Reason that a directory cannot take a run's files.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// The directory holds another run, or unrelated files.
    #[error("{}: {by}; choose another --out, or --force to overwrite", path.display())]
    Taken {
        /// The directory.
        path: PathBuf,
        /// Its contents.
        by: String,
    },
    /// Another process is writing there.
    #[error("{}: another run is writing to it{}; wait for it to end, or choose another --out", path.display(), who(by.as_ref()))]
    Busy {
        /// The directory.
        path: PathBuf,
        /// The process, if known.
        by: Option<Holder>,
    },
    /// The directory holds a run that was killed while it wrote its results.
    #[error("{}: contains a run that stopped while writing its results; use --resume to finish it, or --force to start again", path.display())]
    Torn {
        /// The directory.
        path: PathBuf,
    },
    /// The path is not a directory.
    #[error("{}: is not a directory; choose another --out", path.display())]
    NoDirectory {
        /// The path, or the part of it that exists.
        path: PathBuf,
    },
    /// A file or directory cannot be written or read.
    #[error("{}: cannot be written: {error}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

fn who(by: Option<&Holder>) -> String {
    by.map_or(String::new(), |by| format!(": {by}"))
}

/// Name of the mark that says whose results are being written. While it exists, the manifest does
/// not count.
const MARK: &str = ".powergrab-run";
/// Maximum size of a mark, in bytes: it repeats a part of the manifest.
const MAX_MARK: u64 = 256 << 20;

/// Returns whether a file of this name is not a result: the mark, a lock, a temporary file.
fn is_hidden(name: &str) -> bool {
    name == MARK || name.starts_with(lock::FILE) || is_temporary(name)
}

impl RunDir {
    /// Checks, before anything is played, that the directory exists, is writable, and holds no run
    /// other than the one with this identity (see [`manifest::RunInfo::identity`]). With `force`,
    /// another run's files are removed once this one's are ready to be written. Its shards are not
    /// examined. Until the result is dropped, no other run may write there, except other parts if
    /// this is a part of a run.
    ///
    /// # Errors
    /// [`RunDirError`]. Nothing was changed then, except that the directory may have been created.
    pub fn prepare(
        path: &Path,
        identity: &Value,
        part: Option<Part>,
        start: Start,
        force: bool,
    ) -> Result<RunDir, RunDirError> {
        let lock = RunDir::reserve(path, identity, part)?;
        let dir = RunDir {
            path: path.to_owned(),
            identity: identity.clone(),
            force,
            _lock: Some(lock),
        };
        // A part writes no results, so it does not matter if another process was killed while
        // merging.
        let start = part.map_or(start, |_| Start::Resume);
        if dir.check()? == State::Torn && start == Start::New && !force {
            let path = path.to_owned();
            return Err(RunDirError::Torn { path });
        }
        atomic::temporary(path, None).map_err(|error| RunDirError::Io {
            path: path.to_owned(),
            error,
        })?;
        Ok(dir)
    }

    /// Creates the directory if it does not exist, and takes its lock for a run with this identity,
    /// or for a part of it.
    ///
    /// # Errors
    /// Fails if the directory cannot be created, or if another process holds the lock.
    pub fn reserve(path: &Path, identity: &Value, part: Option<Part>) -> Result<Lock, RunDirError> {
        let io = |error| RunDirError::Io {
            path: path.to_owned(),
            error,
        };
        let there = path.ancestors().find(|path| path.exists());
        if let Some(path) = there.filter(|path| !path.is_dir()) {
            let path = path.to_owned();
            return Err(RunDirError::NoDirectory { path });
        }
        fs::create_dir_all(path).map_err(io)?;
        Lock::take(path, identity, part).map_err(|e| match e {
            LockError::Busy(by) => RunDirError::Busy {
                path: path.to_owned(),
                by,
            },
            LockError::Io(error) => io(error),
        })
    }

    /// Returns the directory of a run whose user named none: `path` or, if that holds something
    /// else, a directory beside it whose name ends with a digest of the run's identity. So the same
    /// run always gets the same directory, and no other run does.
    pub fn own_path(path: &Path, identity: &Value) -> PathBuf {
        let dir = RunDir {
            path: path.to_owned(),
            identity: identity.clone(),
            force: false,
            _lock: None,
        };
        let taken = matches!(dir.state(identity), Ok(State::Taken(_)));
        // A killed run has left only checkpoints.
        if !taken && !checkpoint::are_of_another(&dir.path.join(DIR), identity) {
            return dir.path;
        }
        PathBuf::from(format!("{}-{}", path.display(), lock::digest(identity)))
    }

    /// Returns the directory's state, if this run may write into it.
    fn check(&self) -> Result<State, RunDirError> {
        let path = self.path.clone();
        match self.state(&self.identity) {
            Ok(State::Taken(by)) if !self.force => Err(RunDirError::Taken { path, by }),
            Ok(state) => Ok(state),
            Err(error) => Err(RunDirError::Io { path, error }),
        }
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether it holds all results of this run.
    pub fn is_complete(&self, identity: &Value) -> bool {
        matches!(self.state(identity), Ok(State::Own { complete: true }))
    }

    /// Returns whether it holds all results of this run, unchanged.
    ///
    /// # Errors
    /// [`Damage`] if the run is complete, and a file is missing or changed.
    pub fn is_complete_and_intact(&self, identity: &Value) -> Result<bool, Damage> {
        Ok(self.is_complete(identity) && RunFiles::open(&self.path).map(|_| true)?)
    }

    /// Removes temporary files and locks of parts that killed runs left. Nobody holds them, because
    /// this is not a part's directory now.
    pub fn sweep(&self) {
        let is_left =
            |name: &str| is_temporary(name) || (name.starts_with(lock::FILE) && name != lock::FILE);
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if is_left(&entry.file_name().to_string_lossy()) {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn state(&self, identity: &Value) -> io::Result<State> {
        let marked: Option<Value> = match read_regular(&self.path.join(MARK), MAX_MARK) {
            Ok(text) => serde_json::from_slice(&text).ok(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        if let Some(there) = marked {
            return Ok(match checkpoint::differences(&there, identity) {
                differing if differing.is_empty() => {
                    self.strangers(identity)?.unwrap_or(State::Torn)
                }
                differing => State::Taken(format!(
                    "holds another run (it differs in {differing}) that was ended while it wrote its results"
                )),
            });
        }
        let manifest = match intact::read_manifest(&self.path) {
            Ok(Some(manifest)) => manifest,
            Ok(None) => return self.state_without_manifest(identity),
            Err(Damage::Io { error, .. }) => return Err(error),
            Err(Damage::Changed { problem, .. } | Damage::Missing { problem, .. }) => {
                let reason = problem.split(';').next().unwrap_or_default();
                return Ok(State::Taken(format!("its {} {reason}", manifest::FILE)));
            }
        };
        let differing = checkpoint::differences(&manifest["run"], identity);
        if !differing.is_empty() {
            return Ok(State::Taken(format!(
                "holds the results of another run (it differs in {differing})"
            )));
        }
        let complete = manifest["result"]["complete"] == true;
        Ok(State::Own { complete })
    }

    /// Returns the state of a directory without manifest and mark.
    fn state_without_manifest(&self, identity: &Value) -> io::Result<State> {
        if let Some(taken) = self.strangers(identity)? {
            return Ok(taken);
        }
        let results = self.names()?.into_iter().find(|name| is_own(name));
        Ok(results.map_or(State::Free, |name| {
            State::Taken(format!(
                "holds results without their {}, like {name:?}, and nobody knows whose they are",
                manifest::FILE
            ))
        }))
    }

    /// Returns the files that belong to no run, if any.
    fn strangers(&self, identity: &Value) -> io::Result<Option<State>> {
        let known = |name: &String| {
            is_own(name) || name == DIR || is_hidden(name) || is_tuned(identity, name)
        };
        let stranger = self.names()?.into_iter().find(|name| !known(name));
        Ok(stranger
            .map(|name| State::Taken(format!("holds files that are no run's, like {name:?}"))))
    }

    /// Returns the names of all entries of the directory.
    fn names(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.path)?;
        entries
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect()
    }

    /// Writes all files, each whole or not at all. The directory then holds these, shards, and
    /// files that belong to no run; files of earlier runs are removed.
    ///
    /// # Errors
    /// Returns the error of the first file that cannot be written, or of another run that has come
    /// into the directory in the meantime.
    pub fn write(&self, files: &[NamedFile], care: Durability) -> Result<(), RunDirError> {
        let failed = |name: &str, error| RunDirError::Io {
            path: self.path.join(name),
            error,
        };
        self.check()?;
        self.put_with(MARK, &manifest::text(&self.identity), care)?;
        let stays = |name: &str| files.iter().any(|file| file.name == name);
        // The manifest goes last, because it tells which files are the earlier run's.
        let mut earlier = self.earlier().map_err(|e| failed("", e))?;
        earlier.sort_by_key(|name| name == manifest::FILE);
        for name in earlier.iter().filter(|name| !stays(name)) {
            self.remove(name)?;
        }
        let is_manifest = |file: &&NamedFile| file.name == manifest::FILE;
        let (last, first): (Vec<_>, Vec<_>) = files.iter().partition(is_manifest);
        for file in first.into_iter().chain(last) {
            self.put_with(&file.name, &file.bytes(), care)?;
        }
        fs::remove_file(self.path.join(MARK)).map_err(|e| failed(MARK, e))?;
        if care == Durability::Durable {
            sync_dir(&self.path).map_err(|e| failed("", e))?;
        }
        Ok(())
    }

    /// Returns the files of earlier runs: those with names that only runs use, and those that a
    /// manifest lists and that are unchanged.
    fn earlier(&self) -> io::Result<Vec<String>> {
        let about = intact::read_manifest(&self.path).ok().flatten();
        let is_listed = |name: &str| {
            let about = about.as_ref();
            about.is_some_and(|about| intact::is_listed(&self.path, about, name))
        };
        let is_earlier = |name: &String| is_own(name) || is_listed(name);
        Ok(self.names()?.into_iter().filter(is_earlier).collect())
    }

    fn put_with(&self, name: &str, text: &[u8], care: Durability) -> Result<(), RunDirError> {
        atomic::write(&self.path, name, None, text, care).map_err(|error| RunDirError::Io {
            path: self.path.join(name),
            error,
        })
    }

    /// Writes one file, whole or not at all even if the program or the machine fails.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn put(&self, name: &str, text: &[u8]) -> Result<(), RunDirError> {
        self.put_with(name, text, Durability::Durable)?;
        sync_dir(&self.path).map_err(|error| RunDirError::Io {
            path: self.path.clone(),
            error,
        })
    }

    /// Removes one file if it exists.
    ///
    /// # Errors
    /// Fails if it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), RunDirError> {
        let path = self.path.join(name);
        atomic::remove(&path).map_err(|error| RunDirError::Io { path, error })
    }
}

/// Contents of a directory.
#[derive(Debug, PartialEq, Eq)]
enum State {
    /// Nothing, or shards only.
    Free,
    /// Another run's results, or unrelated files: a description of them.
    Taken(String),
    /// This run's mark: it was killed while it wrote its results.
    Torn,
    /// This run's results.
    Own {
        /// `true` if they cover all its deals.
        complete: bool,
    },
}

#[cfg(test)]
mod tests;
