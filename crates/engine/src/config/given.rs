//! Configurations that a program has at hand as texts, and gives a name as if they were files.

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
/// # use powergrab_engine as powergrab;
/// use powergrab::config::{read_file, with_files};
///
/// let path = std::path::Path::new("mine.toml");
/// let text = with_files(vec![(path.to_owned(), "deals = 10".to_owned())], || read_file(path));
/// assert_eq!(text?, "deals = 10");
/// # Ok::<(), powergrab::config::ConfigError>(())
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
