//! Signals while a program owes an answer: they take effect at once, and no program outlives
//! powergrab.
#![cfg(target_os = "linux")]

use crate::call::powergrab;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};
use test_support::{PYTHON, at_once};

/// A bot that hangs at the place given by `HANG`, ignores all messages, and has an hour for each
/// answer.
const BOT: &str = r#"
import json, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def hang():
    open("hangs", "a").write("%d\n" % os.getpid())
    time.sleep(3600)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        if "HANG" == "greeting":
            hang()
        print('{"type": "hello", "protocol": 1, "events": false}', flush=True)
    elif m["type"] == "decide":
        hang()
"#;

/// Starts a run with such a bot, which already hangs.
fn hanging(home: &Path, at: &str) -> Child {
    fs::write(home.join("bot.py"), BOT.replace("HANG", at)).unwrap();
    let file = format!(
        "policy = \"process\"\ncommand = [\"{}\", \"bot.py\"]\ntimeout_ms = 3600000\n",
        *PYTHON
    );
    fs::write(home.join("deaf.toml"), file).unwrap();
    let child = powergrab(home)
        .args("match --bots ./deaf.toml,random --deals 4 --threads 2 --out run")
        .start();
    wait_until("the bot hangs", || home.join("hangs").exists());
    std::thread::sleep(Duration::from_millis(300));
    child
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < until, "not within 30 s: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn signal(child: &Child, which: &str) {
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([which, &id])
            .status()
            .unwrap()
            .success()
    );
}

/// Checks that no bot that was ever started still exists.
fn assert_none_left(home: &Path) {
    for id in fs::read_to_string(home.join("hangs")).unwrap().lines() {
        let process = Path::new("/proc").join(id);
        // A zombie that only the kernel's init waits for is no more than an entry.
        let is_gone = || {
            fs::read_to_string(process.join("stat")).map_or(true, |stat| {
                stat.rsplit(") ").next().is_some_and(|s| s.starts_with('Z'))
            })
        };
        wait_until("the bot is gone", is_gone);
    }
}

/// Checks that it ends within seconds, though its bots would take an hour.
fn ends(mut child: Child) -> Output {
    wait_until("the program ends", || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

#[test]
fn one_signal_ends_a_run_whose_bots_hang() {
    let cases = [
        ("decision", "-INT"),
        ("decision", "-TERM"),
        ("greeting", "-INT"),
        ("greeting", "-TERM"),
    ];
    at_once(&cases, |(at, which)| {
        let home = tempfile::tempdir().unwrap();
        let child = hanging(home.path(), at);
        signal(&child, which);
        let output = ends(child);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{at} {which}: {message}");
        assert!(!home.path().join("run/faults.csv").exists(), "{message}");
        assert_none_left(home.path());
    });
}

#[test]
fn no_bot_outlives_the_program() {
    at_once(&[("-INT", "-INT"), ("-KILL", "")], |(first, second)| {
        let home = tempfile::tempdir().unwrap();
        let child = hanging(home.path(), "decision");
        signal(&child, first);
        if !second.is_empty() {
            signal(&child, second);
        }
        let _ = ends(child);
        assert_none_left(home.path());
    });
}
