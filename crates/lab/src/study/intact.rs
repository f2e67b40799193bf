//! Integrity of a run's files. The manifest lists each with its SHA-256, and contains its own
//! checksum.
//!
//! Every reader of a run's directory goes through [`RunFiles::open`]. Two files are not listed:
//! `timing.json`, because the manifest would then differ from run to run, and the page, which
//! `report` generates from the other files.

use super::manifest;
use super::manifest::plain;
use crate::outputs::columns_of;
use powergrab_engine::config::{hex, read_regular};
use powergrab_table::named_file::NamedFile;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Keys of the manifest's format, of its own checksum, and of the list of files.
const FORMAT: &str = "format";
const CHECKSUM: &str = "checksum";
const FILES: &str = "files";
/// Placeholder of the checksum while it is computed.
const NO_CHECKSUM: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Maximum size of a manifest, in bytes. A sweep's lists every cell.
const MAX_MANIFEST: u64 = 256 << 20;
/// Maximum size of any other file, in bytes.
const MAX_FILE: u64 = 1 << 30;

fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the manifest's bytes: the contents of `about`, the format, a list of these files, and a
/// checksum of the manifest itself.
///
/// The checksum is the SHA-256 of the manifest with 64 zeros in its place.
pub fn seal(about: &Value, files: &[NamedFile]) -> Vec<u8> {
    let files = files.iter();
    let files = files.filter(|file| file.name != manifest::TIMING_FILE);
    let list: Map<String, Value> = files
        .map(|file| (file.name.clone(), json!(hash(&file.bytes()))))
        .collect();
    let mut sealed = json!({ FORMAT: manifest::FORMAT, CHECKSUM: NO_CHECKSUM });
    for (key, value) in about.as_object().into_iter().flatten() {
        sealed[key] = value.clone();
    }
    sealed[FILES] = Value::Object(list);
    let text = String::from_utf8_lossy(&manifest::text(&sealed)).into_owned();
    let checksum = hash(text.as_bytes());
    text.replacen(NO_CHECKSUM, &checksum, 1).into_bytes()
}

/// Reason that a run's directory cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// A file is missing.
    #[error("{}: {problem}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The remedy.
        problem: String,
    },
    /// A file has changed since the run wrote it, or has a format that this version does not read.
    #[error("{}: {problem}", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// The problem and the remedy.
        problem: String,
    },
    /// A file cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// Reads the manifest in this directory; `None` without one. The files that it lists are not read.
///
/// # Errors
/// [`Damage::Changed`] if it is damaged or of another format, [`Damage::Io`] if it cannot be read.
pub fn read_manifest(dir: &Path) -> Result<Option<Value>, Damage> {
    Ok(read_sealed(dir)?.map(|(about, _)| about))
}

/// Reads the manifest and its bytes.
fn read_sealed(dir: &Path) -> Result<Option<(Value, Vec<u8>)>, Damage> {
    let path = dir.join(manifest::FILE);
    let bytes = match read_regular(&path, MAX_MANIFEST) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Damage::Io { path, error }),
    };
    match checked(&bytes, dir) {
        Ok(about) => Ok(Some((about, bytes))),
        Err(problem) => Err(Damage::Changed { path, problem }),
    }
}

/// Checks and parses the manifest with these bytes; the error says what is wrong with it.
fn checked(bytes: &[u8], dir: &Path) -> Result<Value, String> {
    let again = format!("run the experiment again with --out {} --force", plain(dir));
    let damaged = |why: &str| format!("{why}; restore it from a copy, or {again}");
    let text = std::str::from_utf8(bytes).map_err(|_| damaged("is damaged: it is not UTF-8"))?;
    let about: Value =
        serde_json::from_str(text).map_err(|e| damaged(&format!("is not JSON: {e}")))?;
    let format = about[FORMAT].as_u64();
    if let Some(format) = format.filter(|format| *format != manifest::FORMAT) {
        return Err(format!(
            "is of format {format}, and this version reads format {}: use the version that wrote it ({}), or {again}",
            manifest::FORMAT,
            version(&about["run"]["program"]),
        ));
    }
    let checksum = about[CHECKSUM].as_str().unwrap_or_default();
    let is_whole = checksum.len() == NO_CHECKSUM.len()
        && hash(text.replacen(checksum, NO_CHECKSUM, 1).as_bytes()) == checksum;
    match is_whole && about["run"].is_object() {
        true => Ok(about),
        false => Err(damaged(
            "is not a run's manifest, or has been changed (its checksum differs)",
        )),
    }
}

/// Returns the version and the commit of a program, as a run's identity names it.
pub(crate) fn version(program: &Value) -> String {
    let text = |key: &str| program[key].as_str().unwrap_or("unknown");
    format!("{}, commit {}", text("version"), text("commit"))
}

/// Returns whether a manifest lists a file of this name, and the file in the directory matches.
pub fn is_listed(dir: &Path, about: &Value, name: &str) -> bool {
    let listed = about[FILES][name].as_str();
    let bytes = || read_regular(&dir.join(name), MAX_FILE).ok();
    listed.is_some() && bytes().is_some_and(|bytes| listed == Some(&hash(&bytes)))
}

/// A run's directory that was read and checked: the manifest, and the files that it lists.
#[derive(Clone, Debug)]
pub struct RunFiles {
    dir: PathBuf,
    /// The manifest.
    pub about: Value,
    /// The listed files, then the manifest, by their names.
    pub files: Vec<NamedFile>,
}

impl RunFiles {
    /// Reads a run's directory, and checks every file against the manifest. Unlisted files do not
    /// belong to the run.
    ///
    /// # Errors
    /// [`Damage`] of the first file that differs from the manifest, with the remedy.
    pub fn open(dir: &Path) -> Result<RunFiles, Damage> {
        let (about, manifest) = read_sealed(dir)?.ok_or_else(|| Damage::Missing {
            path: dir.join(manifest::FILE),
            problem: manifest::missing(dir),
        })?;
        let command = about["command"].as_str().unwrap_or("the run's command");
        let remedy = format!(
            "restore it from a copy, or write it again: {command} --out {} --force",
            plain(dir)
        );
        let mut files = Vec::new();
        for (name, listed) in about[FILES].as_object().into_iter().flatten() {
            let path = dir.join(name);
            if Path::new(name).file_name() != Some(name.as_ref()) {
                let problem =
                    "is listed in the manifest, but is not a file in this directory".into();
                return Err(Damage::Changed { path, problem });
            }
            let bytes = match read_regular(&path, MAX_FILE) {
                Ok(bytes) => bytes,
                Err(e) if e.kind() == io::ErrorKind::NotFound => {
                    let problem =
                        format!("is missing, although the run's manifest lists it; {remedy}");
                    return Err(Damage::Missing { path, problem });
                }
                Err(error) => return Err(Damage::Io { path, error }),
            };
            if listed.as_str() != Some(&hash(&bytes)) {
                let problem = format!(
                    "is not as the run wrote it (its SHA-256 is another than in the manifest); {remedy}"
                );
                return Err(Damage::Changed { path, problem });
            }
            files.push(NamedFile::new(name, bytes));
        }
        files.push(NamedFile::new(manifest::FILE, manifest));
        let dir = dir.to_owned();
        Ok(RunFiles { dir, about, files })
    }

    /// Returns the bytes of a file; `None` if the run has no such file.
    pub fn get(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let found = self.files.iter().find(|file| file.name == name);
        found.map(NamedFile::bytes)
    }

    /// Returns the bytes of a table, after checking that it has all columns that this version
    /// writes. `None` if the run has no such table.
    ///
    /// # Errors
    /// [`Damage::Changed`] with the first missing column.
    pub fn table(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, Damage> {
        let bytes = self.get(name);
        bytes
            .as_deref()
            .map_or(Ok(()), |bytes| check_columns(&self.about, name, bytes))
            .map_err(|problem| self.changed(name, problem))?;
        Ok(bytes)
    }

    /// Returns an error about a file of the run.
    pub fn changed(&self, name: &str, problem: String) -> Damage {
        let path = self.dir.join(name);
        Damage::Changed { path, problem }
    }
}

/// Checks that a table has all columns that this version writes; the error names the first missing
/// one.
pub fn check_columns(about: &Value, name: &str, bytes: &[u8]) -> Result<(), String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader
        .headers()
        .map_err(|e| format!("is not a CSV file: {e}"))?;
    let mut needed = columns_of(name).into_iter();
    let missing = needed.find(|column| !header.iter().any(|there| there == column));
    let Some(missing) = missing else {
        return Ok(());
    };
    Err(format!(
        "has no column `{missing}`, which this version ({}, commit {}) needs; the run is of version {}: run its command again with this one, or use that one",
        manifest::VERSION,
        manifest::commit(),
        version(&about["run"]["program"]),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Returns a run's directory with a table, and its manifest.
    fn run() -> (tempfile::TempDir, Vec<u8>) {
        let home = tempfile::tempdir().unwrap();
        let files = [
            NamedFile::new("bots.csv", "bot,wins\na,1\n"),
            NamedFile::new(manifest::TIMING_FILE, "{}"),
        ];
        let about = json!({ "command": "powergrab match", "run": { "seed": "1", "x": 0.1 } });
        let sealed = seal(&about, &files);
        for file in &files {
            fs::write(home.path().join(&file.name), file.bytes()).unwrap();
        }
        fs::write(home.path().join(manifest::FILE), &sealed).unwrap();
        (home, sealed)
    }

    #[test]
    fn a_run_comes_back_as_it_was_written() {
        let (home, sealed) = run();
        fs::write(home.path().join("more.csv"), "x").unwrap();
        let read = RunFiles::open(home.path()).unwrap();
        let names: Vec<&str> = read.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["bots.csv", manifest::FILE]);
        assert_eq!(*read.files[1].bytes(), sealed);
        assert_eq!(read.about["format"], manifest::FORMAT);
    }

    #[test]
    fn damage_at_any_bit_of_the_manifest_is_seen() {
        let (home, sealed) = run();
        checked(&sealed, home.path()).unwrap();
        let path = home.path().join(manifest::FILE);
        for at in 0..sealed.len() {
            for bit in 0..8 {
                let mut damaged = sealed.clone();
                damaged[at] ^= 1 << bit;
                assert!(
                    checked(&damaged, home.path()).is_err(),
                    "bit {bit} of byte {at}"
                );
            }
            assert!(checked(&sealed[..at], home.path()).is_err(), "cut at {at}");
        }
        for text in [
            "{}",
            "[]",
            "null",
            "{\"run\":{}}",
            "{\"format\":2,\"run\":{},\"files\":{}}",
        ] {
            fs::write(&path, text).unwrap();
            let error = RunFiles::open(home.path()).unwrap_err();
            assert!(matches!(error, Damage::Changed { .. }), "{error}");
            assert!(error.to_string().contains("--force"), "{error}");
        }
        fs::write(&path, "{\"format\":1,\"run\":{}}").unwrap();
        let error = RunFiles::open(home.path()).unwrap_err().to_string();
        assert!(error.contains("is of format 1"), "{error}");
        fs::remove_file(&path).unwrap();
        let error = RunFiles::open(home.path()).unwrap_err();
        assert!(matches!(error, Damage::Missing { .. }), "{error}");
    }

    #[test]
    fn a_listed_file_is_there_and_unchanged() {
        let (home, _) = run();
        let table = home.path().join("bots.csv");
        fs::write(&table, "bot,wins\na,2\n").unwrap();
        let error = RunFiles::open(home.path()).unwrap_err();
        assert!(matches!(error, Damage::Changed { .. }), "{error}");
        let error = error.to_string();
        assert!(error.contains("again: powergrab match --out"), "{error}");
        fs::remove_file(&table).unwrap();
        let error = RunFiles::open(home.path()).unwrap_err();
        assert!(matches!(error, Damage::Missing { .. }), "{error}");
        let about = json!({ "run": {} });
        let forged = seal(&about, &[NamedFile::new("../bots.csv", "")]);
        fs::write(home.path().join(manifest::FILE), forged).unwrap();
        let error = RunFiles::open(home.path()).unwrap_err().to_string();
        assert!(error.contains("is not a file in this directory"), "{error}");
    }

    #[test]
    fn a_table_has_the_columns_of_its_name() {
        let check = |header: &str| {
            let about = json!({ "run": { "program": { "version": "0.0.9" } } });
            check_columns(&about, "blocks.csv", header.as_bytes())
        };
        assert!(check("ruleset,players,bot,figure,group,n,x\n").is_ok());
        let error = check("ruleset,players,bot,figure,groups,n,x\n").unwrap_err();
        assert!(error.contains("has no column `group`"), "{error}");
        assert!(error.contains("the run is of version 0.0.9"), "{error}");
    }
}
