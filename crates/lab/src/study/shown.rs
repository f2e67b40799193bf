//! Files of an incomplete study, for people who look on. The manifest lists them as they appear.

use super::rundir::{RunDir, RunDirError};
use crate::study::{intact, manifest};
use powergrab_table::named_file::NamedFile;
use serde_json::Value;
use std::cell::{Cell, RefCell};

/// Files that a study shows before its end.
pub struct Shown<'a> {
    dir: &'a RunDir,
    about: Value,
    files: RefCell<Vec<NamedFile>>,
    /// `true` if the manifest is in the directory.
    has_manifest: Cell<bool>,
}

impl<'a> Shown<'a> {
    /// Returns the files that exist already in the directory of an incomplete study with this
    /// manifest.
    pub fn new(dir: &'a RunDir, about: Value, there: Vec<NamedFile>) -> Shown<'a> {
        Shown {
            dir,
            about,
            has_manifest: Cell::new(!there.is_empty()),
            files: RefCell::new(there),
        }
    }

    /// Writes or rewrites a file, and then the manifest. Before the first file the manifest is
    /// written alone: otherwise a run killed between the two would not recognise its own file.
    ///
    /// # Errors
    /// Fails if one of them cannot be written.
    pub fn put(&self, file: NamedFile) -> Result<(), RunDirError> {
        if !self.has_manifest.get() {
            self.put_manifest()?;
            self.has_manifest.set(true);
        }
        // Each later manifest hashes this file again.
        let file = file.without_table();
        self.dir.put(&file.name, &file.bytes())?;
        let mut files = self.files.borrow_mut();
        files.retain(|known| known.name != file.name);
        files.push(file);
        drop(files);
        self.put_manifest()
    }

    fn put_manifest(&self) -> Result<(), RunDirError> {
        let manifest = intact::seal(&self.about, &self.files.borrow());
        self.dir.put(manifest::FILE, &manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Start;

    /// A run killed between a file and its manifest must still recognise its directory.
    #[test]
    fn the_manifest_is_there_before_the_first_file() {
        let home = tempfile::tempdir().unwrap();
        let identity = serde_json::json!({ "name": "x" });
        let about = serde_json::json!({ "run": identity, "result": { "complete": false } });
        let dir = RunDir::prepare(home.path(), &identity, None, Start::New, false).unwrap();
        let shown = Shown::new(&dir, about, Vec::new());
        let file = NamedFile::new("missing/sweep.csv", "");
        shown.put(file).unwrap_err();
        assert!(home.path().join(manifest::FILE).exists());
    }
}
