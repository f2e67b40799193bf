//! Runs that are killed, interrupted or run out of disk space: no incomplete files remain, and a
//! resumed run ends with the same bytes.
#![cfg(unix)]

use crate::call::{Call, ok, out, powergrab, run, says};
use crate::runs::{results, shards};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use test_support::{PYTHON, times};

const TOURNAMENT: &str = r#"
name = "small"
format = "round-robin"
pool = ["random", "greedy", "hoarder"]
players = [2, 3]
deals = 4000
seed = 6
unit = "round"
"#;

/// A generator for times to kill at; the kernel's timing does the rest.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn spawn(home: &Path, args: &str) -> Child {
    powergrab(home).args(args).start()
}

/// Checks that every file in a run's directory is whole: every shard, and every result.
fn nothing_is_torn(home: &Path, dir: &str, whole: &BTreeMap<String, Vec<u8>>) {
    if !home.join(dir).exists() {
        return;
    }
    let code = run(home, &format!("missing {dir}")).status.code();
    assert!(code == Some(0) || code == Some(3), "missing: {code:?}");
    for (name, text) in results(&home.join(dir)) {
        // Temporary files, locks, and the mark that says whose results are being written.
        let is_hidden = name.starts_with(".powergrab-");
        assert!(is_hidden || whole[&name] == text, "{name} is torn");
    }
}

/// Kills runs at random times, as often as `POWERGRAB_KILLS` says: 8 by default, 20 in the long form.
#[test]
fn killed_at_any_time_a_run_goes_on_to_the_same_bytes() {
    let n_kills =
        std::env::var("POWERGRAB_KILLS").map_or(times(8, 20).into(), |n| n.parse().unwrap());
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("small.toml"), TOURNAMENT).unwrap();
    let started = Instant::now();
    ok(home, "tournament small.toml --out one");
    let long = started.elapsed().as_micros() as u64;
    let whole = results(&home.join("one"));
    let mut dice = Dice(n_kills);
    let (mut killed, mut finished, mut gone_on) = (0, 0, 0);
    while killed < n_kills {
        let dir = "cut";
        let part = match dice.below(3) {
            0 => format!("--shard {}/2", 1 + dice.below(2)),
            _ => String::new(),
        };
        let mut child = spawn(
            home,
            &format!("tournament small.toml --out {dir} --resume --checkpoint 0.001 {part}"),
        );
        std::thread::sleep(Duration::from_micros(dice.below(long)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            None => killed += 1,
            Some(0) => {}
            // A run of all deals has some beyond this part's.
            Some(2) if text.contains("split otherwise") && !part.is_empty() => {}
            code => panic!("{code:?}: {text}"),
        }
        nothing_is_torn(home, dir, &whole);
        if output.status.success() && part.is_empty() {
            let here = results(&home.join(dir));
            assert_eq!(
                here.keys().collect::<Vec<_>>(),
                whole.keys().collect::<Vec<_>>()
            );
            assert!(here == whole);
            assert!(!home.join(dir).join("shards").exists());
            finished += 1;
            fs::remove_dir_all(home.join(dir)).unwrap();
        } else if !shards(&home.join(dir)).is_empty() {
            gone_on += 1;
        }
    }
    ok(home, "tournament small.toml --out cut --resume");
    assert!(results(&home.join("cut")) == whole);
    assert!(gone_on > 0, "no kill left anything to go on with");
    println!("{killed} kills, {gone_on} left shards, {finished} runs were finished in between");
}

/// Runs with a stopping rule see at each look the same data as undisturbed ones.
#[test]
fn a_run_that_stops_by_itself_goes_on_to_the_same_bytes() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("small.toml"), TOURNAMENT).unwrap();
    let mut dice = Dice(5);
    let (mut killed, mut gone_on) = (0, 0);
    for (i, what) in [
        "match --bots random,greedy,random --unit round --deals 30000 --until-width 0.005",
        "match --bots greedy,random --unit round --deals 30000 --sprt 200,201",
        "tournament small.toml --deals 6000 --until-ranked",
    ]
    .iter()
    .enumerate()
    {
        let started = Instant::now();
        ok(home, &format!("{what} --out one{i}"));
        let long = started.elapsed().as_micros() as u64;
        let whole = results(&home.join(format!("one{i}")));
        assert!(whole.contains_key("stopping.json"));
        let dir = format!("cut{i}");
        for attempt in 0..times(4, 8) {
            let mut child = spawn(
                home,
                &format!("{what} --out {dir} --resume --checkpoint 0.001"),
            );
            // Every second time at any moment, else from the first checkpoint on.
            while attempt % 2 == 0
                && shards(&home.join(&dir)).is_empty()
                && child.try_wait().unwrap().is_none()
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_micros(dice.below(long / 2)));
            child.kill().unwrap();
            let status = child.wait_with_output().unwrap().status;
            killed += u64::from(status.code().is_none());
            if status.success() {
                fs::remove_dir_all(home.join(&dir)).unwrap();
            } else if !shards(&home.join(&dir)).is_empty() {
                gone_on += 1;
                let refused = says(home, &format!("merge {dir}"), 2);
                assert!(refused.contains("stops by itself"), "{refused}");
            }
        }
        ok(home, &format!("{what} --out {dir} --resume"));
        assert!(results(&home.join(&dir)) == whole, "{what}");
        assert!(!home.join(&dir).join("shards").exists());
        // Once more: it is complete.
        let said = ok(home, &format!("{what} --out {dir} --resume"));
        assert!(said.contains("complete"), "{said}");
    }
    assert!(
        gone_on > times(3, 6),
        "of {killed} kills {gone_on} left anything"
    );
}

/// Waits for the first shard of a run in progress.
fn wait_for_a_shard(home: &Path, dir: &str) {
    let started = Instant::now();
    while shards(&home.join(dir)).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn ctrl_c_says_how_to_go_on() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let what = "match --bots random,greedy,random --unit round --seed 2 --deals 40000";
    ok(home, &format!("{what} --out one"));
    for part in ["", " --shard 1/1"] {
        let dir = format!("cut{}", part.len());
        let child = spawn(
            home,
            &format!("{what} --out {dir} --threads 2 --checkpoint 0.001{part}"),
        );
        wait_for_a_shard(home, &dir);
        let status = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{text}");
        let command = text.lines().last().unwrap().trim();
        let again = command.strip_prefix("powergrab ").unwrap();
        assert!(
            command.ends_with(&format!("--threads 2 --out {dir}{part} --resume")),
            "{text}"
        );
        // The prefix is reported as a run of its own.
        if part.is_empty() {
            let manifest = results(&home.join(&dir)).remove("manifest.json").unwrap();
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
            assert_eq!(manifest["result"]["complete"], false);
            let text = says(home, &format!("{what} --out {dir}"), 2);
            assert!(text.contains("use --resume to continue"), "{text}");
        }
        ok(home, again);
        if !part.is_empty() {
            ok(home, &format!("merge {dir}"));
        }
        assert!(results(&home.join(&dir)) == results(&home.join("one")));
    }
}

/// The printed command resumes both runs, whichever was interrupted.
#[test]
fn an_interrupted_match_by_two_rulesets_goes_on_with_both() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let deals = times(20_000, 40_000);
    let what = format!(
        "match --bots random,greedy --unit round --deals {deals} --against power-grab:hand_size=5"
    );
    ok(home, &format!("{what} --out one"));
    for run in ["power-grab", "power-grab-hand_size-5"] {
        let dir = format!("cut-{run}");
        let child = spawn(
            home,
            &format!("{what} --out {dir} --threads 2 --checkpoint 0.001"),
        );
        wait_for_a_shard(home, &format!("{dir}/{run}"));
        let status = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{text}");
        let again = text.lines().last().unwrap().trim();
        let again = again.strip_prefix("powergrab ").unwrap();
        let went_on = out(home, again);
        assert!(went_on.contains("a round is"), "{went_on}");
        for run in ["power-grab", "power-grab-hand_size-5"] {
            assert!(results(&home.join(&dir).join(run)) == results(&home.join("one").join(run)));
        }
    }
}

/// Runs under a limit on the size of files, in bytes: a full disk without privileges. (The real
/// one, a small tmpfs, is in scripts/checks/full_disk.sh.) The signal that comes with it has its
/// default action, which is to end the program without a message.
fn with_room_for(home: &Path, bytes: u32, args: &str) -> (Option<i32>, String) {
    let script = format!(
        "import os, resource, signal, sys\n\
         resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes}, {bytes}))\n\
         signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n\
         os.execv(sys.argv[1], sys.argv[1:])"
    );
    let output = Call::through(&PYTHON, &["-c", &script], home)
        .args(args)
        .output();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let what = "match --bots random,greedy,random --unit round --seed 2 --deals 20000";
    ok(home, &format!("{what} --out one"));
    let whole = results(&home.join("one"));
    // No space for the first shard: nothing to resume, and nothing left behind.
    let (code, text) = with_room_for(home, 512, &format!("{what} --out none --checkpoint 0.001"));
    assert_eq!(code, Some(4), "{text}");
    assert!(
        text.contains(".shard: cannot be written: File too large"),
        "{text}"
    );
    assert!(text.contains("nothing of this run could be kept"), "{text}");
    assert!(results(&home.join("none")).is_empty());
    assert!(shards(&home.join("none")).is_empty());
    // Space for shards, but not for the results.
    let (code, text) = with_room_for(home, 20_480, &format!("{what} --out cut"));
    assert_eq!(code, Some(4), "{text}");
    assert!(
        text.contains(".csv: cannot be written: File too large"),
        "{text}"
    );
    let command = text.lines().last().unwrap().trim();
    assert_eq!(shards(&home.join("cut")).len(), 1, "{text}");
    nothing_is_torn(home, "cut", &whole);
    // And a disk that fills up during the run: earlier pieces stay.
    let mut args = command.strip_prefix("powergrab ").unwrap().to_owned();
    args.push_str(" --checkpoint 0.001");
    let (code, text) = with_room_for(home, 512, &args);
    assert_eq!(code, Some(4), "{text}");
    assert!(
        text.contains("what was finished before is in cut/shards"),
        "{text}"
    );
    assert_eq!(shards(&home.join("cut")).len(), 1, "{text}");
    ok(home, args.trim());
    assert!(results(&home.join("cut")) == whole);
    // A trace is reported too.
    let (code, text) = with_room_for(home, 512, "play --bots random,greedy --trace cut.jsonl");
    assert_eq!(code, Some(4), "{text}");
    assert!(
        text.contains("cut.jsonl: cannot be written: File too large"),
        "{text}"
    );
}
