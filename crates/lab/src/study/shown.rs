//! Files of a study that is not complete, for people who look on: the manifest lists them as they come.

use super::rundir::{RunDir, RunDirError};
use crate::study::{intact, manifest};
use serde_json::Value;
use std::cell::RefCell;

/// A file's name and its bytes.
pub type NamedFile = (String, Vec<u8>);

/// The files that a study shows before its end.
pub struct Shown<'a> {
    dir: &'a RunDir,
    about: Value,
    files: RefCell<Vec<NamedFile>>,
}

impl<'a> Shown<'a> {
    /// The files that are there already, in the directory of a study with this manifest, which is not complete.
    pub fn new(dir: &'a RunDir, about: Value, there: Vec<NamedFile>) -> Shown<'a> {
        let files = RefCell::new(there);
        Shown { dir, about, files }
    }

    /// Writes a file, or writes it anew, and then the manifest.
    ///
    /// # Errors
    /// One of them cannot be written.
    pub fn put(&self, name: &str, text: Vec<u8>) -> Result<(), RunDirError> {
        self.dir.put(name, &text)?;
        let mut files = self.files.borrow_mut();
        files.retain(|(known, _)| known != name);
        files.push((name.to_owned(), text));
        let manifest = intact::seal(&self.about, &files);
        self.dir.put(manifest::FILE, &manifest)
    }
}
