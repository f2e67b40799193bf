//! Files of runs in their directories.

use crate::call::{ok, out, says};
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

/// Checks that the results of a study that prints `part` are the same bytes for any number of
/// threads, in parts, and after an interruption. `missing` says what the second of three parts
/// lacks.
pub fn same_bytes_however_played(study: &str, part: &str, missing: &str) {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let printed = out(home, &format!("{study} --threads 1 --out one"));
    let one = results(&home.join("one"));
    assert!(printed.contains(part), "{printed}");
    assert_eq!(
        out(home, &format!("{study} --threads 3 --out three")),
        printed
    );
    assert!(results(&home.join("three")) == one);
    for k in 1..=2 {
        ok(home, &format!("{study} --out parts --shard {k}/2"));
    }
    ok(home, "merge parts");
    assert!(results(&home.join("parts")) == one);
    ok(home, &format!("{study} --out rest --shard 2/3"));
    let text = says(home, "merge rest", 3);
    assert!(text.contains(missing), "{text}");
    ok(home, &format!("{study} --out rest --resume"));
    assert!(results(&home.join("rest")) == one);
}
