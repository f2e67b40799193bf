//! A run's directory: files appear whole or not at all, and another run's are never overwritten silently.

use super::atomic::{self, Care, is_temporary, sync_dir};
use super::{DIR, Start, checkpoint};
use crate::report::intact::{self, Damage};
use crate::report::{balance, dictionary, html, lab_dictionary, manifest, sweep};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A directory that may take a run's files.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    identity: Value,
    force: bool,
}

/// Why a directory may not.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// It holds another run, or files of somebody else.
    #[error("{}: {by}; choose another --out, or --force to overwrite", path.display())]
    Taken {
        /// The directory.
        path: PathBuf,
        /// What is in it.
        by: String,
    },
    /// It holds a run that was killed while it wrote its results.
    #[error("{}: holds a run that was ended while it wrote its results; --resume goes on with it, --force starts again", path.display())]
    Torn {
        /// The directory.
        path: PathBuf,
    },
    /// Something cannot be written or read.
    #[error("{}: cannot be written: {error}", path.display())]
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Says whose results are being written, as long as there is no manifest to say it.
const MARK: &str = ".powergrab-run";

/// The table of a ladder of skill.
pub const SKILL_LADDER: &str = "skill_ladder.csv";

/// The names of all files that a run may write.
fn own_files() -> impl Iterator<Item = &'static str> {
    let tables = dictionary::OUTPUTS.iter().map(|output| output.file);
    let lab = lab_dictionary::TABLES.iter().map(|sheet| sheet.file);
    let balance = balance::sheets().map(|sheet| sheet.file);
    tables.chain(lab).chain(balance).chain([
        dictionary::FILE,
        manifest::FILE,
        manifest::TIMING_FILE,
        manifest::STOPPING_FILE,
        // Made by `report` from the others, so of no use without them.
        html::FILE,
        SKILL_LADDER,
        sweep::PLOT,
        // What earlier versions kept of sweeps, tunings and balances to go on with.
        "state.json",
    ])
}

/// Whether a run may have written a file of this name: one of the fixed names, a strategy that a design search tuned, or a sweep's
/// picture of one table.
fn is_own(name: &str) -> bool {
    own_files().any(|own| own == name) || balance::is_strategy(name) || sweep::is_plot(name)
}

/// Whether a tuning with this identity writes a strategy of this name: its own, or those of its rounds of self-play.
fn is_tuned(identity: &Value, name: &str) -> bool {
    let kind = identity["kind"].as_str();
    let tuned = identity["name"].as_str().and_then(|tuned| {
        let rest = name.strip_suffix(".toml")?.strip_prefix(tuned)?;
        let number = rest.strip_prefix('-').unwrap_or("");
        Some(rest.is_empty() || number.parse::<u64>().is_ok())
    });
    matches!(kind, Some("tune" | "self-play")) && tuned == Some(true)
}

impl RunDir {
    /// Makes sure, before anything is played, that the directory exists, can be written to, and holds no other run than
    /// the one with this identity (see [`manifest::RunInfo::identity`]). With `force` another run's files are removed
    /// once this one's are there to be written. Its shards are not looked at.
    ///
    /// # Errors
    /// [`RunDirError`]. Nothing was changed then, except that the directory may have been made.
    pub fn prepare(
        path: &Path,
        identity: &Value,
        start: Start,
        force: bool,
    ) -> Result<RunDir, RunDirError> {
        let dir = RunDir {
            path: path.to_owned(),
            identity: identity.clone(),
            force,
        };
        let io = |error| RunDirError::Io {
            path: path.to_owned(),
            error,
        };
        fs::create_dir_all(path).map_err(io)?;
        if dir.check()? == State::Torn && start == Start::New && !force {
            let path = path.to_owned();
            return Err(RunDirError::Torn { path });
        }
        atomic::temporary(path, None).map_err(io)?;
        Ok(dir)
    }

    /// The directory of a run whose user named none: `path`, or, where something else is there already, one beside it whose name ends
    /// with a digest of the run's identity. So the same run comes to the same directory, and no other.
    #[must_use]
    pub fn own_path(path: &Path, identity: &Value) -> PathBuf {
        let dir = RunDir {
            path: path.to_owned(),
            identity: identity.clone(),
            force: false,
        };
        let taken = matches!(dir.state(identity), Ok(State::Taken(_)));
        // One that was killed has left checkpoints and nothing else.
        if !taken && !checkpoint::are_of_another(&dir.path.join(DIR), identity) {
            return dir.path;
        }
        let digest = Sha256::digest(identity.to_string().as_bytes());
        let digest = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
        PathBuf::from(format!("{}-{digest:08x}", path.display()))
    }

    /// What the directory holds, if this run may write into it.
    fn check(&self) -> Result<State, RunDirError> {
        let path = self.path.clone();
        match self.state(&self.identity) {
            Ok(State::Taken(by)) if !self.force => Err(RunDirError::Taken { path, by }),
            Ok(state) => Ok(state),
            Err(error) => Err(RunDirError::Io { path, error }),
        }
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it holds all results of this run.
    #[must_use]
    pub fn is_complete(&self, identity: &Value) -> bool {
        matches!(self.state(identity), Ok(State::Own { complete: true }))
    }

    /// Whether it holds all results of this run, and those that the manifest lists are as the run wrote them.
    ///
    /// # Errors
    /// [`Damage`]: the run is complete, and a table is not there or another.
    pub fn is_complete_and_intact(&self, identity: &Value) -> Result<bool, Damage> {
        if !self.is_complete(identity) {
            return Ok(false);
        }
        let path = self.path.join(manifest::FILE);
        let text = fs::read(&path).map_err(|error| Damage::Io { path, error })?;
        let about: Value = serde_json::from_slice(&text).unwrap_or_default();
        intact::check(&self.path, &about)?;
        Ok(true)
    }

    /// Removes temporary files that a killed run left.
    pub fn sweep(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if is_temporary(&entry.file_name().to_string_lossy()) {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn state(&self, identity: &Value) -> io::Result<State> {
        let text = match fs::read(self.path.join(manifest::FILE)) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return self.state_without_manifest(identity);
            }
            Err(e) => return Err(e),
        };
        let manifest: Option<Value> = serde_json::from_slice(&text).ok();
        let there = manifest.as_ref().and_then(|m| m.get("run"));
        let Some(there) = there.filter(|there| there.is_object()) else {
            return Ok(State::Taken(format!(
                "holds a {} that is not a run's",
                manifest::FILE
            )));
        };
        let differing = checkpoint::differences(there, identity);
        if !differing.is_empty() {
            return Ok(State::Taken(format!(
                "holds the results of another run (it differs in {differing})"
            )));
        }
        let complete = manifest.as_ref().map(|m| &m["result"]["complete"]);
        Ok(State::Own {
            complete: complete == Some(&Value::Bool(true)),
        })
    }

    /// What is in a directory whose manifest is not there, or not yet.
    fn state_without_manifest(&self, identity: &Value) -> io::Result<State> {
        let mut results = None;
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            let text = name.to_string_lossy();
            if is_own(&text) {
                results = Some(name);
            } else if text != DIR
                && text != MARK
                && !is_temporary(&text)
                && !is_tuned(identity, &text)
            {
                return Ok(State::Taken(format!(
                    "holds files that are no run's, like {name:?}"
                )));
            }
        }
        let marked: Option<Value> = match fs::read(self.path.join(MARK)) {
            Ok(text) => serde_json::from_slice(&text).ok(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        Ok(match (results, marked) {
            (None, None) => State::Free,
            (Some(name), None) => State::Taken(format!(
                "holds results without their {}, like {name:?}, and nobody knows whose they are",
                manifest::FILE
            )),
            (_, Some(there)) => match checkpoint::differences(&there, identity) {
                differing if differing.is_empty() => State::Torn,
                differing => State::Taken(format!(
                    "holds another run (it differs in {differing}) that writes its results, or was ended while it did"
                )),
            },
        })
    }

    /// Writes all files, each whole or not at all, and the manifest last, so that a directory with a manifest is
    /// complete. Files of an earlier run that this one does not have are removed.
    ///
    /// # Errors
    /// The first file that cannot be written, or another run that has come into the directory in the meantime.
    pub fn write(&self, files: &[(&str, Vec<u8>)], care: Care) -> Result<(), RunDirError> {
        let failed = |name: &str, error| RunDirError::Io {
            path: self.path.join(name),
            error,
        };
        self.check()?;
        self.put_with(MARK, &manifest::text(&self.identity), care)?;
        self.remove_own(|name| {
            name == manifest::FILE || files.iter().all(|(kept, _)| *kept != name)
        })?;
        let (last, first): (Vec<_>, Vec<_>) =
            files.iter().partition(|(name, _)| *name == manifest::FILE);
        for (name, text) in first.into_iter().chain(last) {
            self.put_with(name, text, care)?;
        }
        fs::remove_file(self.path.join(MARK)).map_err(|e| failed(MARK, e))?;
        if care == Care::Durable {
            sync_dir(&self.path).map_err(|e| failed("", e))?;
        }
        Ok(())
    }

    fn put_with(&self, name: &str, text: &[u8], care: Care) -> Result<(), RunDirError> {
        atomic::write(&self.path, name, None, text, care).map_err(|error| RunDirError::Io {
            path: self.path.join(name),
            error,
        })
    }

    /// Writes one file, whole or not at all, whatever happens to the program or the machine.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put(&self, name: &str, text: &[u8]) -> Result<(), RunDirError> {
        self.put_with(name, text, Care::Durable)?;
        sync_dir(&self.path).map_err(|error| RunDirError::Io {
            path: self.path.clone(),
            error,
        })
    }

    /// Removes the files of an earlier run.
    ///
    /// # Errors
    /// The first file that cannot be removed.
    pub fn clear(&self) -> Result<(), RunDirError> {
        self.remove_own(|_| true)
    }

    /// Removes one file, if it is there.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), RunDirError> {
        let path = self.path.join(name);
        atomic::remove(&path).map_err(|error| RunDirError::Io { path, error })
    }

    /// Removes those files of runs that `which` takes.
    fn remove_own(&self, which: impl Fn(&str) -> bool) -> Result<(), RunDirError> {
        let there = fs::read_dir(&self.path).map_err(|error| RunDirError::Io {
            path: self.path.clone(),
            error,
        })?;
        for name in there.flatten().map(|entry| entry.file_name()) {
            let name = name.to_string_lossy();
            if is_own(&name) && which(&name) {
                self.remove(&name)?;
            }
        }
        Ok(())
    }
}

/// What a directory holds.
#[derive(Debug, PartialEq, Eq)]
enum State {
    /// Nothing, or shards only.
    Free,
    /// Another run's results, or files of somebody else: which.
    Taken(String),
    /// This run's mark: it was killed while it wrote its results.
    Torn,
    /// This run's results.
    Own {
        /// Whether they are of all its deals.
        complete: bool,
    },
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
        let dir = RunDir::prepare(&path, &one, Start::New, false).unwrap();
        assert!(names(&path).is_empty());
        let files = [
            (manifest::FILE, manifest_of(&one)),
            ("bots.csv", b"x".to_vec()),
        ];
        dir.write(&files, Care::Durable).unwrap();
        assert_eq!(names(&path), ["bots.csv", "manifest.json"]);
        RunDir::prepare(&path, &one, Start::New, false).unwrap();
        let error = RunDir::prepare(&path, &two, Start::New, false)
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("holds the results of another run (it differs in `seed`); choose another --out, or --force to overwrite"),
            "{error}"
        );
        let dir = RunDir::prepare(&path, &two, Start::New, true).unwrap();
        dir.write(&[(manifest::FILE, manifest_of(&two))], Care::Quick)
            .unwrap();
        assert_eq!(names(&path), ["manifest.json"]);
    }

    #[test]
    fn strangers_files_are_left_alone() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("thesis.txt"), "x").unwrap();
        let one = json!({ "seed": "1" });
        let error = RunDir::prepare(home.path(), &one, Start::New, false).unwrap_err();
        assert!(error.to_string().contains("thesis.txt"));
        fs::write(home.path().join("manifest.json"), "{\"run\"").unwrap();
        let error = RunDir::prepare(home.path(), &one, Start::New, false).unwrap_err();
        assert!(error.to_string().contains("is not a run's"));
        RunDir::prepare(home.path(), &one, Start::New, true)
            .unwrap()
            .write(&[(manifest::FILE, manifest_of(&one))], Care::Quick)
            .unwrap();
        assert_eq!(names(home.path()), ["manifest.json", "thesis.txt"]);
    }

    #[test]
    fn a_file_in_the_way_is_an_error_before_playing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        fs::write(&path, "x").unwrap();
        let error = RunDir::prepare(&path, &json!({}), Start::New, true).unwrap_err();
        assert!(matches!(error, RunDirError::Io { .. }));
    }

    #[test]
    fn a_run_killed_while_writing_is_gone_on_with_only_when_told() {
        let home = tempfile::tempdir().unwrap();
        let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
        fs::write(home.path().join("bots.csv"), "x").unwrap();
        fs::write(home.path().join(MARK), manifest::text(&one)).unwrap();
        fs::write(home.path().join(".powergrab-abc.tmp"), "x").unwrap();
        fs::create_dir(home.path().join(DIR)).unwrap();
        let error = RunDir::prepare(home.path(), &one, Start::New, false).unwrap_err();
        assert!(matches!(error, RunDirError::Torn { .. }), "{error}");
        assert!(error.to_string().contains("--resume"));
        let error = RunDir::prepare(home.path(), &two, Start::Resume, false).unwrap_err();
        assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
        assert!(error.to_string().contains("differs in `seed`"), "{error}");
        let dir = RunDir::prepare(home.path(), &one, Start::Resume, false).unwrap();
        dir.sweep();
        assert_eq!(names(home.path()), [MARK, "bots.csv", "shards"]);
        assert!(!dir.is_complete(&one));
        dir.write(&[(manifest::FILE, manifest_of(&one))], Care::Quick)
            .unwrap();
        assert_eq!(names(home.path()), ["manifest.json", "shards"]);
        fs::remove_file(home.path().join("manifest.json")).unwrap();
        fs::write(home.path().join("thesis.txt"), "x").unwrap();
        let error = RunDir::prepare(home.path(), &one, Start::Resume, false).unwrap_err();
        assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
    }

    #[test]
    fn a_tuning_that_was_ended_while_it_wrote_knows_its_strategies() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path();
        let run = json!({ "kind": "self-play", "name": "mine" });
        fs::write(path.join(MARK), manifest::text(&run)).unwrap();
        for name in ["mine.toml", "mine-2.toml"] {
            fs::write(path.join(name), "x").unwrap();
        }
        RunDir::prepare(path, &run, Start::Resume, false).unwrap();
        fs::write(path.join("mine-or-not.toml"), "x").unwrap();
        let error = RunDir::prepare(path, &run, Start::Resume, false).unwrap_err();
        assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
    }

    #[test]
    fn results_that_nobody_signed_are_not_overwritten() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("bots.csv"), "hi").unwrap();
        for start in [Start::New, Start::Resume] {
            let error = RunDir::prepare(home.path(), &json!({}), start, false).unwrap_err();
            assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
            assert!(error.to_string().contains("bots.csv"), "{error}");
        }
        RunDir::prepare(home.path(), &json!({}), Start::New, true).unwrap();
    }

    #[test]
    fn of_two_runs_in_one_directory_the_later_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let (one, two) = (json!({ "seed": "1" }), json!({ "seed": "2" }));
        let prepare = |run| RunDir::prepare(home.path(), run, Start::New, false).unwrap();
        let (first, second, again) = (prepare(&one), prepare(&two), prepare(&one));
        let write = |dir: &RunDir, run| {
            let files = [
                (manifest::FILE, manifest_of(run)),
                ("bots.csv", b"x".to_vec()),
                (html::FILE, b"page".to_vec()),
            ];
            dir.write(&files, Care::Quick)
        };
        write(&first, &one).unwrap();
        let error = write(&second, &two).unwrap_err();
        assert!(matches!(error, RunDirError::Taken { .. }), "{error}");
        write(&again, &one).unwrap();
        // A page that tells of the run before goes with it.
        let forced = RunDir::prepare(home.path(), &two, Start::New, true).unwrap();
        forced
            .write(&[(manifest::FILE, manifest_of(&two))], Care::Quick)
            .unwrap();
        assert_eq!(names(home.path()), ["manifest.json"]);
    }
}
