//! Files of runs in their directories.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the results in a run's directory: all files except those that change from run to run.
/// Fails if there are incomplete files.
pub fn results(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name != "timing.json" && name != "shards" {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Returns the shards of a run's directory.
pub fn shards(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join("shards")).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut shards: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "shard"))
        .collect();
    shards.sort();
    shards
}
