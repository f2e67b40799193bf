//! Results of a study: files, some of which are tables.

use crate::outputs::{arrays, declared, read};
use crate::study::Start;
use crate::study::atomic::Durability;
use crate::study::intact::RunFiles;
use crate::study::manifest;
use crate::study::rundir::RunDir;
use crate::study::study_error::StudyError;
use powergrab_table::csv::TableError;
use powergrab_table::named_file::NamedFile;
use powergrab_table::typed::Table;
use serde_json::Value;
use std::borrow::Cow;
use std::path::Path;

/// Files of a study by their names in its directory, including the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub Vec<NamedFile>);

impl Files {
    fn file(&self, name: &str) -> Option<&NamedFile> {
        self.0.iter().find(|file| file.name == name)
    }

    /// Returns the bytes of the file with this name.
    pub fn get(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.file(name).map(NamedFile::bytes)
    }

    /// Returns the manifest; null without one.
    pub fn manifest(&self) -> Value {
        let bytes = self.get(manifest::FILE).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Returns the names of the tables, without `.csv`, in the order of their files.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        let names = self.0.iter().map(|file| file.name.as_str());
        names
            .filter(|name| declared(name).is_some())
            .filter_map(|name| name.strip_suffix(".csv"))
    }

    /// Returns the table with this name, without `.csv`; `None` if the study has no such table.
    ///
    /// # Errors
    /// [`TableError`] if the files were read from a directory and the file is damaged.
    pub fn table(&self, name: &str) -> Result<Option<Table>, TableError> {
        let name = format!("{name}.csv");
        let file = self.file(&name).filter(|_| declared(&name).is_some());
        let table = file.map(|file| match file.table() {
            Some(table) => Ok(table.clone()),
            None => read(&name, &file.bytes()),
        });
        Ok(table.transpose()?.map(arrays))
    }

    /// Reads the files of the run in a directory: the manifest and the files that it lists.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or has changed since the run wrote it.
    pub fn read(dir: &Path) -> Result<Files, StudyError> {
        let mut files = RunFiles::open(dir)?.files;
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Files(files))
    }

    /// Writes all files into a directory, like the command line: each whole or not at all.
    ///
    /// # Errors
    /// Fails if the directory holds something else and `force` is not given, or if it cannot be
    /// written.
    pub fn write_to(&self, dir: &Path, force: bool) -> Result<(), StudyError> {
        let identity = &self.manifest()["run"];
        let dir = RunDir::prepare(dir, identity, None, Start::Resume, force)?;
        Ok(dir.write(&self.0, Durability::Durable)?)
    }
}
