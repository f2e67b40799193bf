//! Results of a study, for Python.

use super::errors::{Class, study_error, table_error};
use super::table::Table;
use crate::detach::detached;
use powergrab_engine::config::visible;
use powergrab_lab::matches::failures::BotFailures;
use powergrab_lab::matches::printed::counted;
use powergrab_lab::study::files::Files;
use powergrab_table::named_file::NamedFile;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// The files of a study, some of which are tables.
#[pyclass(frozen, subclass, module = "powergrab._native")]
pub struct Run {
    /// The files.
    pub files: Files,
    told: String,
    failures: Vec<String>,
}

impl Run {
    /// Returns the line about a bot that failed.
    pub fn failure(f: &BotFailures) -> String {
        let text = format!(
            "bot {} failed in {} and took the first option from there on; first in {}: {}",
            f.bot,
            counted(f.games, "game"),
            f.place,
            f.first
        );
        visible(&text).into_owned()
    }

    /// Returns the results of a study: its files, its printed text, and the bots that failed.
    pub fn new(files: Files, told: String, failures: &[BotFailures]) -> Run {
        Run {
            files,
            told,
            failures: failures.iter().map(Run::failure).collect(),
        }
    }
}

#[pymethods]
impl Run {
    /// Returns the names of the tables: those of their files without `.csv`.
    #[getter]
    fn tables(&self) -> Vec<&str> {
        self.files.tables().collect()
    }

    /// Returns the names of all files.
    #[getter]
    fn files(&self) -> Vec<&str> {
        self.files.0.iter().map(|file| file.name.as_str()).collect()
    }

    /// Returns the lines about bots that failed.
    #[getter]
    fn failures(&self) -> Vec<&str> {
        self.failures.iter().map(String::as_str).collect()
    }

    /// Returns the command line's text.
    #[getter]
    fn text(&self) -> &str {
        &self.told
    }

    /// Returns the manifest as JSON.
    #[getter]
    fn manifest_json(&self) -> String {
        self.files.manifest().to_string()
    }

    /// Returns the table of that name.
    fn table(&self, name: &str) -> PyResult<Table> {
        match self.files.table(name) {
            Ok(Some(table)) => Ok(Table::new(table)),
            Ok(None) => {
                let names: Vec<&str> = self.files.tables().collect();
                Err(Class::Input.error(format!(
                    "this run has no table {name:?}; it has {}",
                    names.join(", ")
                )))
            }
            Err(e) => Err(table_error(&e)),
        }
    }

    /// Returns the bytes of a file.
    fn file<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.files.get(name);
        let missing = || Class::Input.error(format!("this run has no file {name:?}"));
        Ok(PyBytes::new(py, &bytes.ok_or_else(missing)?))
    }

    /// Writes all files into a directory, the same bytes as the command line.
    #[pyo3(signature = (directory, force=false))]
    fn write(&self, py: Python<'_>, directory: PathBuf, force: bool) -> PyResult<()> {
        detached(py, || self.files.write_to(&directory, force)).map_err(study_error)
    }
}

/// Returns a run from its parts, as packed for another process.
#[pyfunction]
pub fn unpack(files: Vec<(String, Vec<u8>)>, text: String, failures: Vec<String>) -> Run {
    let files = files.into_iter();
    let files = files.map(|(name, bytes)| NamedFile::new(name, bytes));
    Run {
        files: Files(files.collect()),
        told: text,
        failures,
    }
}

/// Loads the run in a directory.
#[pyfunction]
pub fn load(py: Python<'_>, directory: PathBuf) -> PyResult<Run> {
    let files = detached(py, || Files::read(&directory)).map_err(study_error)?;
    Ok(Run::new(files, String::new(), &[]))
}
