//! The configurations that ship, built into the program: found by name from any directory, unless a
//! file has that name.

use powergrab_engine::config::{Files, one_of, parse};
use std::path::{Path, PathBuf};

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../configs/", $name, ".toml")))),*]
    };
}

/// Names and texts of the configurations.
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

/// Returns the names.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    PRESETS.iter().map(|(name, _)| *name)
}

/// Adds the configurations to the files, each under its name.
pub fn add(files: &mut Files) {
    let free = PRESETS.iter().filter(|(name, _)| !Path::new(name).exists());
    for (name, text) in free {
        files.add(PathBuf::from(name), text.as_bytes());
    }
}

/// Returns the path of a configuration, or the name of a built-in one.
pub fn config(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_name = !text.contains(['.', '/', '\\']);
    if is_name && !path.exists() && names().all(|name| name != text) {
        return Err(format!(
            "no such file, and no built-in configuration of this name; {}",
            one_of(text, names())
        ));
    }
    Ok(path)
}

/// By command: a key that only its configurations have.
const MARKS: &[(&str, &str)] = &[
    ("tournament", "format"),
    ("sweep", "factors"),
    ("tune", "start"),
    ("balance", "line_ups"),
];

/// Returns the message for a configuration of another command.
pub fn other(command: &str, path: &Path, files: &Files) -> Option<String> {
    let text = files.read(path).ok()?;
    let table = parse("", &text).ok()?;
    let (other, _) = MARKS.iter().find(|(_, key)| table.contains_key(*key))?;
    let is_other = *other != command;
    is_other.then(|| format!("this looks like a configuration of `powergrab {other}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each shipped configuration is recognised as one of its command, by its name.
    #[test]
    fn a_configuration_of_another_command_is_known() {
        let mut files = Files::default();
        add(&mut files);
        for name in names() {
            let kind = name.split('-').next().unwrap_or_default();
            let own = MARKS.iter().find(|(command, _)| *command == kind);
            let own = own.map_or("tournament", |(command, _)| command);
            assert_eq!(other(own, Path::new(name), &files), None);
            let told = other("match", Path::new(name), &files).unwrap();
            assert!(told.contains(&format!("`powergrab {own}`")), "{told}");
        }
    }

    /// Exactly the shipped configurations are built in.
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
