//! Reading of untrusted files: regular files only, of limited size.

#![allow(clippy::disallowed_methods, reason = "files are read here")]

use super::{ConfigError, MAX_FILE};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Opens a regular file. A pipe or a device is an error, because reading it could block forever.
///
/// # Errors
/// Fails if the path is not a regular file, or if it cannot be opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if !cfg!(feature = "files") {
        return Err(io::Error::other("this build reads no files"));
    }
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("is a directory"));
    }
    if !kind.is_file() {
        return Err(io::Error::other(
            "is not a regular file, but a pipe or a device",
        ));
    }
    File::open(path)
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// Fails if the path is not a regular file, if the file is larger, or if it cannot be read.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let too_large = || io::Error::other(format!("is too large: at most {most} bytes are read"));
    if file.metadata()?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// A file's path and its contents.
pub type FileContents = (PathBuf, Arc<[u8]>);

/// The files that were read.
type Recorded = BTreeMap<PathBuf, Arc<[u8]>>;

/// Files from which configurations are read: those of the disk and, with priority, contents that a
/// program provides under names of files.
///
/// ```
/// use powergrab_engine::config::Files;
///
/// let path = std::path::Path::new("mine.toml");
/// let files = Files::of(vec![(path.to_owned(), "deals = 10".to_owned())]);
/// assert_eq!(files.read(path)?, "deals = 10");
/// # Ok::<(), powergrab_engine::config::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Files {
    added: Vec<FileContents>,
    texts_alone: bool,
    recorded: Option<Arc<Mutex<Recorded>>>,
}

impl Files {
    /// Returns the files of the disk, overlaid with these texts.
    pub fn of(texts: Vec<(PathBuf, String)>) -> Files {
        let mut files = Files::default();
        for (path, text) in texts {
            files.add(path, text.into_bytes());
        }
        files
    }

    /// Reads no configuration from the disk any more: for names that come from strangers.
    pub fn leave_the_disk(&mut self) {
        self.texts_alone = true;
    }

    /// Records every file that is read from now on, by this value and its clones.
    pub fn record(&mut self) {
        self.recorded = Some(Arc::default());
    }

    /// Returns the recorded files, by name.
    pub fn recorded(&self) -> Vec<FileContents> {
        let Some(recorded) = &self.recorded else {
            return Vec::new();
        };
        let recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.clone().into_iter().collect()
    }

    /// Adds a file with these contents.
    pub fn add(&mut self, path: PathBuf, contents: impl Into<Arc<[u8]>>) {
        self.added.push((path, contents.into()));
    }

    /// Returns the names of the files that were added.
    pub fn names(&self) -> impl Iterator<Item = &Path> + Clone {
        self.added.iter().map(|(path, _)| path.as_path())
    }

    /// Returns the contents that were added under this name, or those that `read` returns.
    fn contents<E>(
        &self,
        path: &Path,
        read: impl FnOnce() -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        let contents = match self.added.iter().find(|(known, _)| known == path) {
            Some((_, contents)) => contents.clone(),
            None => read()?,
        };
        if let Some(recorded) = &self.recorded {
            let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            recorded.insert(path.to_owned(), contents.clone());
        }
        Ok(contents)
    }

    /// Reads a configuration of at most [`MAX_FILE`] bytes.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is too large or is not UTF-8.
    pub fn read(&self, path: &Path) -> Result<String, ConfigError> {
        let contents = self.contents(path, || match self.texts_alone {
            true => Err(wrong(path, "files are not read here".to_owned())),
            false => Ok(read_configuration(path)?.into()),
        })?;
        as_text(path, contents.to_vec())
    }

    /// Reads a binary file of at most `most` bytes, from the directory of the configuration that
    /// names it.
    ///
    /// # Errors
    /// Fails if it cannot be read, is not a regular file, or is too large.
    pub fn read_bytes(&self, named_in: &str, name: &str, most: u64) -> Result<Arc<[u8]>, String> {
        let directory = Path::new(named_in).parent();
        let path = directory.unwrap_or(Path::new("")).join(name);
        // Only configurations name such files, so a stranger cannot.
        self.contents(&path, || {
            let bytes = read_regular(&path, most).map_err(|e| format!("cannot be read: {e}"))?;
            Ok(bytes.into())
        })
    }
}

/// Reads a configuration file of at most [`MAX_FILE`] bytes.
///
/// # Errors
/// Fails if the file cannot be read, is too large or is not UTF-8.
pub fn read_file(path: &Path) -> Result<String, ConfigError> {
    as_text(path, read_configuration(path)?)
}

fn read_configuration(path: &Path) -> Result<Vec<u8>, ConfigError> {
    read_regular(path, MAX_FILE).map_err(|e| match near_file(path) {
        Some(near) if e.kind() == io::ErrorKind::NotFound => {
            wrong(path, format!("does not exist; did you mean `{near}`?"))
        }
        _ => wrong(path, format!("cannot be read: {e}")),
    })
}

fn as_text(path: &Path, contents: Vec<u8>) -> Result<String, ConfigError> {
    String::from_utf8(contents).map_err(|e| wrong(path, format!("cannot be read: not UTF-8: {e}")))
}

/// Returns the error of a file as a whole.
fn wrong(path: &Path, problem: String) -> ConfigError {
    ConfigError {
        file: path.display().to_string(),
        key: String::new(),
        problem,
    }
}

/// Returns the file that was probably meant by the path of a missing one: with .toml appended, or
/// of nearly the same name.
pub fn near_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent()?;
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let with_end = format!("{name}.toml");
    let there = fs::read_dir(folder).ok()?.flatten();
    let names = there.filter_map(|entry| entry.file_name().into_string().ok());
    let distance = |other: &String| match *other == with_end {
        true => 0,
        false => strsim::damerau_levenshtein(name, other),
    };
    let near = names.map(|other| (distance(&other), other)).min()?;
    (near.0 <= 2 && name.len() > 2).then(|| folder.join(near.1).display().to_string())
}
