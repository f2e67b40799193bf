//! Whether a run's tables are as the run wrote them: the manifest lists each with its SHA-256.

use super::sheet::{Column, Output};
use super::{balance, dictionary, manifest};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The key of the list in the manifest.
const KEY: &str = "files";

fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Lists the tables among these files in a manifest.
pub fn list(about: &mut Value, files: &[(impl AsRef<str>, Vec<u8>)]) {
    let names = files.iter().map(|(name, bytes)| (name.as_ref(), bytes));
    let tables = names.filter(|(name, _)| name.ends_with(".csv"));
    let entries = tables.map(|(name, bytes)| (name.to_owned(), json!(hash(bytes))));
    let list: Map<String, Value> = entries.collect();
    about[KEY] = Value::Object(list);
}

/// A table that is not as it should be.
#[derive(Debug)]
pub enum Damage {
    /// The manifest lists it, and it is not there.
    Missing {
        /// Which.
        path: PathBuf,
        /// The command that writes it.
        command: String,
    },
    /// Its bytes are not those that the run wrote.
    Changed {
        /// Which.
        path: PathBuf,
        /// The command that writes it.
        command: String,
    },
    /// It lacks a column, or is no table at all.
    Shape {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// It cannot be read.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Missing { path, command } => write!(
                f,
                "{}: is not there, though the run's manifest lists it: take it from where the run is kept, or write it again: {command}",
                path.display()
            ),
            Damage::Changed { path, command } => write!(
                f,
                "{}: is not as the run wrote it (its SHA-256 is another than in the manifest): take it from where the run is kept, or write it again: {command}",
                path.display()
            ),
            Damage::Shape { path, problem } => write!(f, "{}: {problem}", path.display()),
            Damage::Io { path, error } => write!(f, "{}: cannot be read: {error}", path.display()),
        }
    }
}

impl std::error::Error for Damage {}

/// The bytes of a table of a run's directory, checked against its manifest; none where the run has no such table. Manifests of
/// earlier versions list nothing: then a table is believed.
///
/// # Errors
/// [`Damage`].
pub fn read(dir: &Path, about: &Value, name: &str) -> Result<Option<Vec<u8>>, Damage> {
    let path = dir.join(name);
    let listed = about.pointer(&format!("/{KEY}/{name}"));
    let listed = listed.and_then(Value::as_str);
    let command = || {
        let command = about.get("command").and_then(Value::as_str);
        command.unwrap_or("the run's command").to_owned()
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return match listed {
                None => Ok(None),
                Some(_) => Err(Damage::Missing {
                    path,
                    command: command(),
                }),
            };
        }
        Err(error) => return Err(Damage::Io { path, error }),
    };
    match listed {
        Some(listed) if hash(&bytes) != listed => Err(Damage::Changed {
            path,
            command: command(),
        }),
        _ => Ok(Some(bytes)),
    }
}

/// Checks all tables that a run's manifest lists.
///
/// # Errors
/// [`Damage`], of the first that is not as the run wrote it.
pub fn check(dir: &Path, about: &Value) -> Result<(), Damage> {
    let listed = about.get(KEY).and_then(Value::as_object);
    for name in listed.into_iter().flat_map(Map::keys) {
        read(dir, about, name)?;
    }
    Ok(())
}

/// The columns of a table of this name, as this version writes it.
fn columns(name: &str) -> Vec<Column> {
    let outputs = dictionary::OUTPUTS.iter().map(Output::sheet);
    let sheet = outputs.chain(balance::sheets()).find(|s| s.file == name);
    sheet.map_or(Vec::new(), |sheet| sheet.columns.concat())
}

/// Checks that a table has all columns that this version writes into it.
///
/// # Errors
/// [`Damage::Shape`], with the first column that is missing.
pub fn check_columns(dir: &Path, about: &Value, name: &str, bytes: &[u8]) -> Result<(), Damage> {
    let shape = |problem: String| Damage::Shape {
        path: dir.join(name),
        problem,
    };
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader
        .headers()
        .map_err(|e| shape(format!("is no CSV file: {e}")))?;
    let mut needed = columns(name).into_iter().map(|column| column.name);
    let missing = needed.find(|column| !header.iter().any(|there| there == *column));
    let Some(missing) = missing else {
        return Ok(());
    };
    let program = |key: &str| {
        let text = about.pointer(&format!("/run/program/{key}"));
        text.and_then(Value::as_str).unwrap_or("unknown").to_owned()
    };
    Err(shape(format!(
        "has no column `{missing}`, which this version ({}, commit {}) needs; the run is of version {}, commit {}: run its command again with this one, or use that one",
        manifest::VERSION,
        manifest::commit(),
        program("version"),
        program("commit"),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_as_written_is_noticed() {
        let home = tempfile::tempdir().unwrap();
        let table = b"bot,wins\na,1\n".to_vec();
        let mut about = json!({ "command": "powergrab match" });
        list(
            &mut about,
            &[("bots.csv", table.clone()), ("x.md", Vec::new())],
        );
        assert_eq!(about["files"].as_object().unwrap().len(), 1);
        let read = |about: &Value| read(home.path(), about, "bots.csv");
        let missing = read(&about).unwrap_err();
        assert!(matches!(missing, Damage::Missing { .. }), "{missing}");
        assert!(missing.to_string().ends_with("again: powergrab match"));
        assert!(read(&json!({})).unwrap().is_none());
        assert!(matches!(
            check(home.path(), &about),
            Err(Damage::Missing { .. })
        ));
        check(home.path(), &json!({})).unwrap();
        std::fs::write(home.path().join("bots.csv"), &table).unwrap();
        assert_eq!(read(&about).unwrap().unwrap(), table);
        check(home.path(), &about).unwrap();
        std::fs::write(home.path().join("bots.csv"), &table[..9]).unwrap();
        let changed = read(&about).unwrap_err();
        assert!(matches!(changed, Damage::Changed { .. }), "{changed}");
        assert_eq!(read(&json!({})).unwrap().unwrap(), &table[..9]);
    }

    #[test]
    fn a_table_has_the_columns_of_its_name() {
        let home = Path::new("run");
        let check = |header: &str| {
            let about = json!({ "run": { "program": { "version": "0.0.9" } } });
            check_columns(home, &about, "blocks.csv", header.as_bytes())
        };
        assert!(check("ruleset,players,bot,figure,group,n,x\n").is_ok());
        let error = check("ruleset,players,bot,figure,groups,n,x\n").unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("blocks.csv: has no column `group`"),
            "{error}"
        );
        assert!(error.contains("the run is of version 0.0.9"), "{error}");
    }
}
