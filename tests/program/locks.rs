//! Two runs at once in one directory: the second is refused at once, and the first loses nothing.
#![cfg(unix)]

use crate::call::{ok, powergrab, says};
use crate::runs::{results, shards};
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LONG: &str = "match --bots random,greedy,random --unit round --deals 60000";

/// Pauses a run (`STOP`) or lets it go on (`CONT`). While it is paused it holds its lock, however
/// slow the machine is.
fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let status = Command::new("kill")
        .args([&format!("-{name}"), &pid])
        .status();
    assert!(status.unwrap().success());
}

/// Starts a command, and waits until it has taken its directory. It is paused then.
fn start(home: &Path, args: &str, lock: &str) -> Child {
    let child = powergrab(home).args(args).start();
    let started = Instant::now();
    while !fs::metadata(home.join(lock)).is_ok_and(|there| there.len() > 0) {
        assert!(started.elapsed() < Duration::from_secs(60), "{args}");
        sleep(Duration::from_millis(1));
    }
    signal(&child, "STOP");
    child
}

fn refused(home: &Path, args: &str, by: &Child) {
    let text = says(home, args, 2);
    assert!(text.contains("another run is writing to it"), "{text}");
    assert!(text.contains(&format!("process {} (", by.id())), "{text}");
}

/// Lets a paused run go on, to its end.
fn ends_well(child: Child) {
    signal(&child, "CONT");
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

#[test]
fn the_second_run_in_a_directory_is_refused_at_once() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{LONG} --out one"));
    let first = start(home, &format!("{LONG} --out run"), "run/.powergrab-lock");
    for second in [
        LONG,
        &format!("{LONG} --force"),
        &format!("{LONG} --seed 2"),
        &format!("{LONG} --seed 2 --force"),
        &format!("{LONG} --shard 1/2"),
        "match --bots random,greedy --seconds 20",
        "ladder skill --rulesets classic --seats 2 --effort 2000 --most 16",
    ] {
        refused(home, &format!("{second} --out run"), &first);
    }
    ends_well(first);
    assert!(results(&home.join("run")) == results(&home.join("one")));
    // The lock ends with its process.
    let mut killed = start(home, &format!("{LONG} --out cut"), "cut/.powergrab-lock");
    killed.kill().unwrap();
    killed.wait().unwrap();
    ok(home, &format!("{LONG} --out cut --resume"));
    assert!(results(&home.join("cut")) == results(&home.join("one")));
}

#[test]
fn parts_of_one_run_share_a_directory_and_nobody_else_does() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{LONG} --out one"));
    let part = |k: u32| format!("{LONG} --shard {k}/3 --out run");
    let first = start(home, &part(1), "run/.powergrab-lock-1-of-3");
    let second = start(home, &part(2), "run/.powergrab-lock-2-of-3");
    refused(home, &part(1), &first);
    for other in [
        format!("{LONG} --shard 3/4 --out run"),
        format!("{LONG} --seed 2 --shard 3/3 --out run"),
        format!("{LONG} --out run"),
    ] {
        refused(home, &other, &first);
    }
    ok(home, &part(3));
    ends_well(first);
    ends_well(second);
    assert_eq!(shards(&home.join("run")).len(), 3);
    ok(home, "merge run");
    assert!(results(&home.join("run")) == results(&home.join("one")));
}

/// Pairs of different runs that begin at about the same time. (scripts/checks/kill_test.py has more
/// of them, of all studies.)
#[test]
fn two_runs_that_begin_together_do_not_mix() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let what = "match --bots random,greedy --unit round --deals 300";
    let runs = [1, 2].map(|seed| format!("{what} --seed {seed}"));
    for (run, out) in runs.iter().zip(["one", "two"]) {
        ok(home, &format!("{run} --out {out}"));
    }
    let due = ["one", "two"].map(|out| results(&home.join(out)));
    for pair in 0..12 {
        let both = runs.each_ref().map(|run| {
            let call = powergrab(home).args(run).args("--out both");
            sleep(Duration::from_millis(pair % 4));
            call.start()
        });
        let codes = both.map(|child| {
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8(output.stderr).unwrap();
            let code = output.status.code();
            let said = text.contains("another run is writing to it")
                || text.contains("another run (it differs in");
            assert!(code == Some(0) || (code == Some(2) && said), "{text}");
            code == Some(0)
        });
        assert_eq!(codes.iter().filter(|done| **done).count(), 1);
        let won = usize::from(codes[1]);
        assert!(results(&home.join("both")) == due[won]);
        fs::remove_dir_all(home.join("both")).unwrap();
    }
}
