//! Reading files that somebody else may have written: regular files only, of bounded size.

#![allow(clippy::disallowed_methods, reason = "files are read here")]

use super::given::given;
use super::{ConfigError, MAX_FILE, near_file};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a regular file. A pipe or a device is an error: reading it could wait for ever.
///
/// # Errors
/// The path is no regular file, or it cannot be opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("is a directory"));
    }
    if !kind.is_file() {
        return Err(io::Error::other(
            "is no regular file, but a pipe or a device",
        ));
    }
    File::open(path)
}

/// The bytes of a regular file that has at most `most` of them.
///
/// # Errors
/// The path is no regular file, the file is larger, or it cannot be read.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let too_large = || io::Error::other(format!("is too large: at most {most} bytes are read"));
    if file.metadata()?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A file may grow while it is read.
    file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Reads a configuration file of at most [`MAX_FILE`] bytes.
///
/// # Errors
/// The file cannot be read, is too large or is not UTF-8.
pub fn read_file(path: &Path) -> Result<String, ConfigError> {
    let error = |problem: String| ConfigError {
        file: path.display().to_string(),
        key: String::new(),
        problem,
    };
    if let Some(text) = given(path) {
        return Ok(text);
    }
    if !cfg!(feature = "files") {
        return Err(error(
            "cannot be read: this build reads no files".to_owned(),
        ));
    }
    let bytes = read_regular(path, MAX_FILE).map_err(|e| match near_file(path) {
        Some(near) if e.kind() == io::ErrorKind::NotFound => {
            error(format!("is not there; did you mean `{near}`?"))
        }
        _ => error(format!("cannot be read: {e}")),
    })?;
    String::from_utf8(bytes).map_err(|e| error(format!("cannot be read: not UTF-8: {e}")))
}

/// Reads a file that is no text, of at most `most` bytes, from the directory of the file that names it.
///
/// # Errors
/// It cannot be read, is no regular file, or is too large.
pub fn read_bytes(named_in: &str, name: &str, most: usize) -> Result<Vec<u8>, String> {
    if !cfg!(feature = "files") {
        return Err("cannot be read: this build reads no files".to_owned());
    }
    let directory = Path::new(named_in).parent();
    let path = directory.unwrap_or(Path::new("")).join(name);
    read_regular(&path, most as u64).map_err(|e| format!("cannot be read: {e}"))
}
