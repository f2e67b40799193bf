//! Runs of the program in directories of their own, and what they leave there.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, in this directory.
pub fn powergrab(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_powergrab"));
    command.current_dir(home);
    command
}

pub fn run(home: &Path, args: &str) -> Output {
    powergrab(home)
        .args(args.split_whitespace())
        .output()
        .unwrap()
}

/// What a command says on standard error, if it ends with this exit code.
pub fn says(home: &Path, args: &str, code: i32) -> String {
    let output = run(home, args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {text}");
    text
}

pub fn ok(home: &Path, args: &str) -> String {
    says(home, args, 0)
}

/// What a command prints, if it succeeds.
pub fn out(home: &Path, args: &str) -> String {
    let output = run(home, args);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {text}");
    String::from_utf8(output.stdout).unwrap()
}

/// The results in a run's directory: all files but what changes from run to run. Nothing torn may lie about.
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

/// The shards of a run's directory.
pub fn shards(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join("shards")).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut shards: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "shard"))
        .collect();
    shards.sort();
    shards
}
