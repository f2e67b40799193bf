//! Configurations that a program has at hand as texts, and gives a name as if they were files.

#![allow(clippy::disallowed_methods, reason = "files are read here")]

use std::cell::RefCell;
use std::path::{Path, PathBuf};

thread_local! {
    static GIVEN: RefCell<Vec<(PathBuf, String)>> = const { RefCell::new(Vec::new()) };
}

/// Puts back what was given before, also where the work panics.
struct Before(Vec<(PathBuf, String)>);

impl Drop for Before {
    fn drop(&mut self) {
        GIVEN.replace(std::mem::take(&mut self.0));
    }
}

/// Does something while [`read_file`](super::read_file) on this thread finds these texts at their paths, before any file.
///
/// ```
/// use powergrab_engine::config::{read_file, with_files};
///
/// let path = std::path::Path::new("mine.toml");
/// let text = with_files(vec![(path.to_owned(), "deals = 10".to_owned())], || read_file(path));
/// assert_eq!(text?, "deals = 10");
/// # Ok::<(), powergrab_engine::config::ConfigError>(())
/// ```
pub fn with_files<T>(files: Vec<(PathBuf, String)>, work: impl FnOnce() -> T) -> T {
    let _before = Before(GIVEN.replace(files));
    work()
}

/// The text that was given at this path, if one was.
pub(super) fn given(path: &Path) -> Option<String> {
    GIVEN.with_borrow(|given| {
        let found = given.iter().find(|(known, _)| known == path);
        found.map(|(_, text)| text.clone())
    })
}

/// The file that was probably meant by the path of one that is not there: with .toml after it, or of nearly the same name.
pub fn near_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent()?;
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let with_end = format!("{name}.toml");
    let there = std::fs::read_dir(folder).ok()?.flatten();
    let names = there.filter_map(|entry| entry.file_name().into_string().ok());
    let distance = |other: &String| match *other == with_end {
        true => 0,
        false => strsim::damerau_levenshtein(name, other),
    };
    let near = names.map(|other| (distance(&other), other)).min()?;
    (near.0 <= 2 && name.len() > 2).then(|| folder.join(near.1).display().to_string())
}
