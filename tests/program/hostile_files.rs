//! Files that are wrong in ways that nobody writes by mistake, or that a killed run left: each is refused in words, or cleaned up.
#![cfg(unix)]

use crate::runs::{ok, run, says};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_rotation_that_no_line_up_has_is_no_trace() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    ok(
        home,
        "play --bots random,random,random --deal 1 --rotation 2 --trace good.jsonl",
    );
    ok(home, "verify good.jsonl");
    let good = fs::read_to_string(home.join("good.jsonl")).unwrap();
    for rotation in ["3", "99"] {
        let bad = good.replacen("\"rotation\":2", &format!("\"rotation\":{rotation}"), 1);
        assert_ne!(good, bad);
        fs::write(home.join("bad.jsonl"), bad).unwrap();
        let text = says(home, "verify bad.jsonl", 2);
        let due = format!("bad.jsonl:1: TRACE: rotation {rotation}: 3 seats have rotations 0 to 2");
        assert!(text.contains(&due), "{text}");
    }
}

#[test]
fn runs_of_one_deal_have_bots_in_common_and_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let played = "match --bots random,greedy --unit round";
    ok(home, &format!("{played} --deals 1 --out one"));
    ok(home, &format!("{played} --deals 1 --seed 2 --out other"));
    ok(home, &format!("{played} --deals 8 --out more"));
    ok(
        home,
        "match --bots sheriff,bluffer --unit round --deals 8 --out apart",
    );
    for runs in ["one other", "one more", "more one"] {
        let text = says(home, &format!("compare {runs}"), 2);
        assert!(text.contains("fewer than 2 deals"), "{text}");
    }
    let text = says(home, "compare more apart", 2);
    assert!(text.contains("no bot in common"), "{text}");
}

#[test]
fn a_description_does_not_steer_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "policy = \"greedy\"\ndescription = \"\\u001b[31mred\\u0007 \\u009b2J\"\n";
    fs::write(home.join("red.toml"), text).unwrap();
    for command in ["strategies ./red.toml", "strategies check red.toml"] {
        let shown = String::from_utf8(run(home, command).stdout).unwrap();
        let tells = !command.contains("check");
        assert_eq!(shown.contains("[31mred"), tells, "{shown:?}");
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!shown.contains(steers), "{shown:?}");
    }
}

/// A module whose views go to this place, with these parts besides.
fn module(home: &Path, view: &str, more: &str) {
    let text = format!(
        "(module (memory (export \"memory\") 1) {more}
           (func (export \"powergrab_view\") (result i32) (i32.const {view}))
           (func (export \"powergrab_decide\") (result i32) (i32.const 0)))"
    );
    fs::write(home.join("mine.wasm"), wat::parse_str(text).unwrap()).unwrap();
    let text = "policy = \"wasm\"\nmodule = \"mine.wasm\"\n";
    fs::write(home.join("mine.toml"), text).unwrap();
}

#[test]
fn a_module_is_checked_with_its_place_for_views() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    module(home, "1024", "");
    ok(home, "strategies check mine.toml");
    for (place, due) in [
        ("1025", "gave 1025, which is no multiple of 8"),
        ("65536", "gave a place that is not in its memory"),
        ("65528", "gave a place that is not in its memory"),
        ("-8", "gave a place that is not in its memory"),
    ] {
        module(home, place, "");
        let text = says(home, "strategies check mine.toml", 3);
        assert!(text.contains(due), "{place}: {text}");
    }
}

#[test]
fn a_module_that_does_not_fit_its_table_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let table = "(table 1 funcref) (func $f) (elem (i32.const 7) $f $f)";
    module(home, "1024", table);
    let text = says(home, "strategies check mine.toml", 3);
    assert!(
        text.contains("its table has no room for 2 elements from 7 on"),
        "{text}"
    );
    assert!(!text.contains("Stored"), "{text}");
}

#[test]
fn a_pipe_is_no_module() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    module(home, "1024", "");
    fs::remove_file(home.join("mine.wasm")).unwrap();
    let made = Command::new("mkfifo").arg(home.join("mine.wasm")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    // Nobody writes to it: whoever opens it waits for ever, but for `timeout`.
    let mut check = Command::new("timeout");
    check.arg("20").arg(env!("CARGO_BIN_EXE_powergrab"));
    let check = check.args(["strategies", "check", "mine.toml"]);
    let output = check.current_dir(home).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("mine.wasm: is no regular file"), "{text}");
}

/// The pilot of a program is as long as a program's speed allows: the whole takes seconds, not hours.
#[test]
fn a_program_can_be_measured() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bots/greedy-py.toml");
    let mut bench = Command::new("timeout");
    bench.arg("60").arg(env!("CARGO_BIN_EXE_powergrab"));
    bench.args(["bench", "--players", "2", "--slices", "1", "--bots"]);
    let output = bench.arg(bots).current_dir(home).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_killed_parts_left_is_cleared_away_by_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let text = "name = \"s\"\nline_up = [\"balanced\", \"greedy\"]\nunit = \"round\"\ndeals = 4\n\
[factors]\nbalanced.bluff = [0.1, 0.9]\n";
    fs::write(home.join("s.toml"), text).unwrap();
    let left = [
        "s/.powergrab-abc123.tmp",
        "s/shards/.powergrab-1of1-abc123.tmp",
        "s/shards/.powergrab-2of2-abc123.tmp",
    ];
    for last in ["sweep s.toml --out s --resume", "merge s"] {
        ok(home, "sweep s.toml --out s --shard 1/2");
        ok(home, "sweep s.toml --out s --shard 2/2");
        for file in left {
            fs::write(home.join(file), "cut").unwrap();
        }
        ok(home, last);
        for file in left {
            assert!(!home.join(file).exists(), "{last}: {file}");
        }
        fs::remove_dir_all(home.join("s")).unwrap();
    }
}
