//! A run's directory: files appear whole or not at all, and another run's are never overwritten silently.

use super::{dictionary, manifest};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A directory that may take a run's files.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
}

/// Why a directory may not.
#[derive(Debug)]
pub enum RunDirError {
    /// It holds another run, or files of somebody else.
    Taken {
        /// The directory.
        path: PathBuf,
        /// What is in it.
        by: String,
    },
    /// Something cannot be written or read.
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for RunDirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunDirError::Taken { path, by } => write!(
                f,
                "{}: {by}; choose another --out, or --force to overwrite",
                path.display()
            ),
            RunDirError::Io { path, error } => {
                write!(f, "{}: cannot be written: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for RunDirError {}

/// The names of all files that a run may write.
fn own_files() -> impl Iterator<Item = &'static str> {
    let tables = dictionary::OUTPUTS.iter().map(|output| output.file);
    tables.chain([dictionary::FILE, manifest::FILE, manifest::TIMING_FILE])
}

impl RunDir {
    /// Makes sure, before anything is played, that the directory exists, can be written to, and holds no other run than
    /// the one with this identity (see [`manifest::RunInfo::identity`]). With `force` another run's files are removed
    /// once this one's are there to be written.
    ///
    /// # Errors
    /// [`RunDirError`]. Nothing was changed then, except that the directory may have been made.
    pub fn prepare(path: &Path, identity: &Value, force: bool) -> Result<RunDir, RunDirError> {
        let dir = RunDir {
            path: path.to_owned(),
        };
        let io = |error| RunDirError::Io {
            path: path.to_owned(),
            error,
        };
        fs::create_dir_all(path).map_err(io)?;
        if !force && let Some(by) = dir.taken_by(identity).map_err(io)? {
            return Err(RunDirError::Taken {
                path: path.to_owned(),
                by,
            });
        }
        dir.temporary().map_err(io)?;
        Ok(dir)
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the directory is taken by, if it is not empty and not this run's.
    fn taken_by(&self, identity: &Value) -> io::Result<Option<String>> {
        let text = match fs::read(self.path.join(manifest::FILE)) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let Some(first) = fs::read_dir(&self.path)?.next() else {
                    return Ok(None);
                };
                return Ok(Some(format!(
                    "holds files that are no run's, like {:?}",
                    first?.file_name()
                )));
            }
            Err(e) => return Err(e),
        };
        let there: Option<Value> = serde_json::from_slice(&text).ok();
        let Some(Value::Object(there)) = there.as_ref().and_then(|m| m.get("run")) else {
            return Ok(Some(format!(
                "holds a {} that is not a run's",
                manifest::FILE
            )));
        };
        let Value::Object(asked) = identity else {
            return Ok(None);
        };
        let different: Vec<String> = asked
            .iter()
            .filter(|(key, value)| there.get(*key) != Some(value))
            .map(|(key, _)| format!("`{key}`"))
            .collect();
        if different.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!(
            "holds the results of another run (it differs in {})",
            different.join(", ")
        )))
    }

    fn temporary(&self) -> io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".powergrab-").suffix(".tmp");
        // Readable as far as the umask allows, not for the owner alone as temporary files are.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.path)
    }

    /// Writes all files, each whole or not at all, and the manifest last, so that a directory with a manifest is
    /// complete. Files of an earlier run that this one does not have are removed.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(&self, files: &[(&str, Vec<u8>)]) -> Result<(), RunDirError> {
        let failed = |name: &str, error| RunDirError::Io {
            path: self.path.join(name),
            error,
        };
        for name in own_files() {
            let stays = files.iter().any(|(f, _)| *f == name) && name != manifest::FILE;
            if !stays
                && let Err(e) = fs::remove_file(self.path.join(name))
                && e.kind() != io::ErrorKind::NotFound
            {
                return Err(failed(name, e));
            }
        }
        let (last, first): (Vec<_>, Vec<_>) =
            files.iter().partition(|(name, _)| *name == manifest::FILE);
        for (name, text) in first.into_iter().chain(last) {
            let whole = || -> io::Result<()> {
                let mut file = self.temporary()?;
                file.write_all(text)?;
                file.persist(self.path.join(name))?;
                Ok(())
            };
            whole().map_err(|e| failed(name, e))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn manifest_of(identity: &Value) -> Vec<u8> {
        manifest::text(&json!({ "run": identity, "result": 7 }))
    }

    #[test]
    fn the_same_run_may_come_back_and_another_may_not() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a/b");
        let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
        let dir = RunDir::prepare(&path, &one, false).unwrap();
        assert!(names(&path).is_empty());
        dir.write(&[
            (manifest::FILE, manifest_of(&one)),
            ("bots.csv", b"x".to_vec()),
        ])
        .unwrap();
        assert_eq!(names(&path), ["bots.csv", "manifest.json"]);
        RunDir::prepare(&path, &one, false).unwrap();
        let error = RunDir::prepare(&path, &two, false).unwrap_err().to_string();
        assert!(
            error.ends_with("holds the results of another run (it differs in `seed`); choose another --out, or --force to overwrite"),
            "{error}"
        );
        let dir = RunDir::prepare(&path, &two, true).unwrap();
        dir.write(&[(manifest::FILE, manifest_of(&two))]).unwrap();
        assert_eq!(names(&path), ["manifest.json"]);
    }

    #[test]
    fn strangers_files_are_left_alone() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("thesis.txt"), "x").unwrap();
        let one = json!({ "seed": "1" });
        let error = RunDir::prepare(home.path(), &one, false).unwrap_err();
        assert!(error.to_string().contains("thesis.txt"));
        fs::write(home.path().join("manifest.json"), "{\"run\"").unwrap();
        let error = RunDir::prepare(home.path(), &one, false).unwrap_err();
        assert!(error.to_string().contains("is not a run's"));
        RunDir::prepare(home.path(), &one, true)
            .unwrap()
            .write(&[(manifest::FILE, manifest_of(&one))])
            .unwrap();
        assert_eq!(names(home.path()), ["manifest.json", "thesis.txt"]);
    }

    #[test]
    fn a_file_in_the_way_is_an_error_before_playing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        fs::write(&path, "x").unwrap();
        let error = RunDir::prepare(&path, &json!({}), true).unwrap_err();
        assert!(matches!(error, RunDirError::Io { .. }));
    }
}
