//! Destinations of output: unrelated files are preserved, and an answer that could not be written
//! is a failure.

use crate::call::{ok, out, powergrab, says};
use std::fs;
use std::process::Command;

/// Runs a command with standard output on a full disk; returns its exit code and messages.
#[cfg(target_os = "linux")]
fn into_a_full_disk(home: &std::path::Path, args: &str) -> (Option<i32>, String) {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = powergrab(home).args(args).stdout(full).output();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_is_lost_is_a_failure() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(
        home,
        "play --bots random,random --seed 1 --trace game.jsonl",
    );
    for args in [
        "verify game.jsonl",
        "completions bash",
        "man",
        "rules",
        "play --bots random,random",
        "match --bots greedy,random --deals 5 --out one",
        "match --bots greedy,random --deals 5 --format json --out two",
    ] {
        let (code, said) = into_a_full_disk(home, args);
        assert_eq!(code, Some(4), "{args}: {said}");
        assert!(said.contains("standard output"), "{args}: {said}");
    }
    // The results exist all the same.
    assert!(home.join("one/manifest.json").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_hangs_on_what_people_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = powergrab(dir.path())
        .args("match --bots greedy,random --deals 5")
        .stderr(full)
        .output();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_trace_and_a_page_replace_nothing_but_their_like() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(home, "match --bots greedy,random --deals 5 --out run");
    let before = fs::read(home.join("run/manifest.json")).unwrap();
    let said = says(
        home,
        "play --bots random,random --trace run/manifest.json",
        2,
    );
    assert!(said.contains("is not a trace"), "{said}");
    let said = says(home, "report run --out run/bots.csv", 2);
    assert!(said.contains("is not a page"), "{said}");
    assert_eq!(fs::read(home.join("run/manifest.json")).unwrap(), before);
    for _ in 0..2 {
        ok(home, "play --bots random,random --trace t.jsonl");
        ok(home, "report run --games 1");
    }
}

#[test]
fn a_run_that_comes_second_is_refused_and_a_page_goes_with_its_run() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(home, "match --bots greedy,random --deals 5 --out run");
    ok(home, "report run --games 1");
    // Results without a manifest do not count as the run's own.
    fs::remove_file(home.join("run/manifest.json")).unwrap();
    let said = says(
        home,
        "match --bots hoarder,random --deals 5 --out run --resume",
        2,
    );
    assert!(said.contains("nobody knows whose"), "{said}");
    ok(
        home,
        "match --bots hoarder,random --deals 5 --out run --force",
    );
    assert!(!home.join("run/report.html").exists());
}

/// A failing bot is reported, also in games that are only narrated or traced.
#[test]
fn a_bot_that_fails_is_told_of() {
    if Command::new("false").status().is_err() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "policy = \"process\"\ncommand = [\"false\"]\n";
    fs::write(home.join("quits.toml"), text).unwrap();
    let said = ok(
        home,
        "play --bots ./quits.toml,greedy --games 2 --trace t.jsonl",
    );
    assert_eq!(said.matches("bot quits failed").count(), 1, "{said}");
}

/// Programs of one version may be of different commits.
#[test]
fn the_version_names_the_commit() {
    let home = tempfile::tempdir().unwrap();
    let text = out(home.path(), "--version");
    assert!(text.starts_with("powergrab 0."), "{text}");
    assert!(
        text.trim_end().ends_with(')') && text.contains(" (commit "),
        "{text}"
    );
}
