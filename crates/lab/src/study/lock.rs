//! The lock of a run's directory: one run at a time writes there, or several parts of one run. It
//! ends with its process.
//!
//! A whole run holds `.powergrab-lock` exclusively. Parts of one run share it, and each holds
//! `.powergrab-lock-K-of-N` exclusively. The file names its holder. On a file system without locks,
//! a directory is used without one.

use powergrab_arena::part::Part;
use powergrab_engine::config::{hex, read_regular};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// Name of the lock in the run's directory.
pub(crate) const FILE: &str = ".powergrab-lock";
/// Maximum size of a lock file, in bytes.
const MAX_FILE: u64 = 1 << 16;
/// Number of attempts, and the pause between them, while the holder is just taking or releasing the
/// lock.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// The process that holds a lock, according to the lock file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    pid: u32,
    command: String,
    /// Digest of its run's identity.
    run: String,
    /// Number of parts of its run, if it plays one of them.
    parts: Option<u64>,
}

impl Holder {
    /// Returns this process as a holder.
    fn own(identity: &Value, part: Option<Part>) -> Holder {
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        Holder {
            pid: std::process::id(),
            command: words.collect::<Vec<_>>().join(" "),
            run: digest(identity),
            parts: part.map(Part::of),
        }
    }

    fn read(path: &Path) -> Option<Holder> {
        let text = read_regular(path, MAX_FILE).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Returns whether both are parts of one run with the same split.
    fn goes_with(&self, other: &Holder) -> bool {
        self.parts.is_some() && (&self.run, self.parts) == (&other.run, other.parts)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} ({})", self.pid, self.command)
    }
}

/// Returns a digest of a run's identity.
pub(crate) fn digest(identity: &Value) -> String {
    hex(&Sha256::digest(identity.to_string())[..4])
}

/// Reason that a lock cannot be taken.
#[derive(Debug)]
pub enum LockError {
    /// Another process holds it; `None` if the process is unknown.
    Busy(Option<Holder>),
    /// The lock file cannot be created.
    Io(io::Error),
}

/// The lock of a run's directory, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// Files in the order of release.
    _files: Vec<LockFile>,
}

impl Lock {
    /// Takes the lock of a directory for a run with this identity, or for a part of it.
    ///
    /// # Errors
    /// Fails if another process holds it, or if the lock file cannot be created.
    pub fn take(dir: &Path, identity: &Value, part: Option<Part>) -> Result<Lock, LockError> {
        let own = Holder::own(identity, part);
        let all = dir.join(FILE);
        let files = match part {
            None => vec![LockFile::alone(all, &own)?],
            Some(part) => {
                let shared = LockFile::shared(all, &own)?;
                let name = part.to_string().replace('/', "-of-");
                let file = LockFile::alone(dir.join(format!("{FILE}-{name}")), &own)?;
                vec![file, shared]
            }
        };
        Ok(Lock { _files: files })
    }
}

/// Mode of holding a lock file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Alone,
    Shared,
}

/// A lock file that this process holds.
#[derive(Debug)]
struct LockFile {
    file: File,
    path: PathBuf,
}

impl LockFile {
    /// Takes the lock file exclusively.
    fn alone(path: PathBuf, own: &Holder) -> Result<LockFile, LockError> {
        for _ in 0..TRIES {
            if let Some(held) = LockFile::open(&path, Mode::Alone)? {
                return held.signed(own);
            }
            if let Some(holder) = Holder::read(&path) {
                return Err(LockError::Busy(Some(holder)));
            }
            sleep(PAUSE);
        }
        Err(LockError::Busy(None))
    }

    /// Takes the lock file, shared with other parts of the same run.
    fn shared(path: PathBuf, own: &Holder) -> Result<LockFile, LockError> {
        let mut other = None;
        for _ in 0..TRIES {
            // The first part records which run it is; others compare.
            if let Some(held) = LockFile::open(&path, Mode::Alone)? {
                let held = held.signed(own)?;
                // Between the two locks another process may take and release it.
                if lock(&held.file, Mode::Shared).map_err(LockError::Io)?
                    && is_at(&held.file, &held.path)
                {
                    return Ok(held);
                }
            } else if let Some(held) = LockFile::open(&path, Mode::Shared)?
                && Holder::read(&path).is_some_and(|holder| holder.goes_with(own))
            {
                return Ok(held);
            }
            other = Holder::read(&path);
            if other.as_ref().is_some_and(|other| !other.goes_with(own)) {
                break;
            }
            sleep(PAUSE);
        }
        Err(LockError::Busy(other))
    }

    /// Opens and locks; `None` if another process holds it.
    fn open(path: &Path, mode: Mode) -> Result<Option<LockFile>, LockError> {
        let failed = LockError::Io;
        loop {
            if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
                return Err(failed(io::Error::other("is not a regular file")));
            }
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(false);
            let file = options.open(path).map_err(failed)?;
            if !lock(&file, mode).map_err(failed)? {
                return Ok(None);
            }
            // Its last holder may have removed it between the two calls.
            if is_at(&file, path) {
                let path = path.to_owned();
                return Ok(Some(LockFile { file, path }));
            }
        }
    }

    /// Writes the holder into the file.
    fn signed(mut self, own: &Holder) -> Result<LockFile, LockError> {
        let text = serde_json::to_vec(own).unwrap_or_default();
        let written = self
            .file
            .set_len(0)
            .and_then(|()| self.file.write_all(&text));
        written.map(|()| self).map_err(LockError::Io)
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // It stays while others share it.
        if lock(&self.file, Mode::Alone).is_ok_and(|held| held) && is_at(&self.file, &self.path) {
            // A file that cannot be removed does no harm, as nobody holds it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a file, or changes the mode of its lock. Returns `false` if another process holds it, and
/// `true` on a file system without locks.
#[cfg(unix)]
fn lock(file: &File, mode: Mode) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    let operation = match mode {
        Mode::Alone => FlockOperation::NonBlockingLockExclusive,
        Mode::Shared => FlockOperation::NonBlockingLockShared,
    };
    match flock(file, operation) {
        Ok(()) | Err(Errno::NOSYS | Errno::OPNOTSUPP | Errno::NOLCK | Errno::INVAL) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn lock(file: &File, mode: Mode) -> io::Result<bool> {
    use std::fs::TryLockError;
    // Only Unix changes the mode of a lock that is held. An error means that no lock was held.
    let _ = file.unlock();
    let locked = match mode {
        Mode::Alone => file.try_lock(),
        Mode::Shared => file.try_lock_shared(),
    };
    match locked {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(e)) => Err(e),
    }
}

/// Returns whether the open file is the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |there: fs::Metadata| (there.dev(), there.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(own), Ok(there)) => place(own) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn take(dir: &Path, seed: u64, part: Option<&str>) -> Result<Lock, LockError> {
        Lock::take(
            dir,
            &json!({ "seed": seed }),
            part.map(|part| part.parse().unwrap()),
        )
    }

    fn is_busy(dir: &Path, seed: u64, part: Option<&str>) -> bool {
        match take(dir, seed, part) {
            Err(LockError::Busy(Some(holder))) => {
                assert_eq!(holder.pid, std::process::id());
                true
            }
            Err(error) => panic!("{error:?}"),
            Ok(_) => false,
        }
    }

    #[test]
    fn a_whole_run_is_alone_and_parts_of_one_run_are_together() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path();
        let whole = take(dir, 1, None).unwrap();
        assert!(is_busy(dir, 1, None) && is_busy(dir, 2, Some("1/2")));
        drop(whole);
        assert_eq!(fs::read_dir(dir).unwrap().count(), 0);
        let first = take(dir, 1, Some("1/2")).unwrap();
        let second = take(dir, 1, Some("2/2")).unwrap();
        // The same part, a whole run, another run, another split.
        for (seed, part) in [
            (1, Some("1/2")),
            (1, None),
            (2, Some("2/2")),
            (1, Some("3/3")),
        ] {
            assert!(is_busy(dir, seed, part), "{seed} {part:?}");
        }
        drop(first);
        let first = take(dir, 1, Some("1/2")).unwrap();
        drop((first, second));
        assert_eq!(fs::read_dir(dir).unwrap().count(), 0);
        // A lock left by a killed process has no holder.
        fs::write(dir.join(FILE), "{\"pid\":1").unwrap();
        drop(take(dir, 2, Some("1/2")).unwrap());
        drop(take(dir, 3, None).unwrap());
    }

    #[test]
    fn of_many_that_come_at_once_one_has_it() {
        let home = tempfile::tempdir().unwrap();
        let inside = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    use std::sync::atomic::Ordering::SeqCst;
                    for _ in 0..200 {
                        if let Ok(lock) = take(home.path(), 1, None) {
                            assert_eq!(inside.fetch_add(1, SeqCst), 0);
                            inside.fetch_sub(1, SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
    }
}
