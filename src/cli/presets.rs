//! The configurations that ship, inside the program: found by name from any directory, unless a file has that name.

use crate::config::{one_of, with_files};
use std::path::{Path, PathBuf};

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../configs/", $name, ".toml")))),*]
    };
}

/// Names and texts.
const PRESETS: &[(&str, &str)] = presets![
    "balance",
    "balance-champion",
    "balance-family",
    "balance-game",
    "balance-net",
    "balance-reference",
    "grid",
    "grid-champion",
    "quickstart",
    "sweep-challenging-balanced",
    "sweep-challenging-bluffer",
    "sweep-hoarding-balanced",
    "sweep-hoarding-champion-4",
    "sweep-hoarding-greedy",
    "sweep-quick",
    "tune-champion-2",
    "tune-champion-4",
    "tune-quick",
];

/// The names.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    PRESETS.iter().map(|(name, _)| *name)
}

/// Does something while configurations are found by name.
pub fn with_presets<T>(work: impl FnOnce() -> T) -> T {
    let free = PRESETS.iter().filter(|(name, _)| !Path::new(name).exists());
    let files = free.map(|(name, text)| (PathBuf::from(name), (*text).to_owned()));
    with_files(files.collect(), work)
}

/// Reads the path of a configuration, or the name of one inside.
pub fn config(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_name = !text.contains(['.', '/', '\\']);
    if is_name && !path.exists() && names().all(|name| name != text) {
        return Err(format!(
            "there is no such file, and no configuration of this name inside the program; {}",
            one_of(text, names())
        ));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ships is inside, and nothing else.
    #[test]
    fn every_configuration_that_ships_is_inside() {
        let there = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/configs")).unwrap();
        let there = there.map(|entry| entry.unwrap().path());
        let mut there: Vec<String> = there
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        there.sort();
        assert_eq!(names().collect::<Vec<_>>(), there);
    }
}
