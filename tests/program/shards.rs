//! Runs split into parts: merged in any order, they equal one run. A shard that does not fit is
//! refused by name.

use crate::call::{ok, run, says};
use crate::checkpoints;
use crate::runs::{results, shards};
use powergrab_lab::study::checkpoint::Checkpoint;
use std::fs;
use std::path::Path;

const TOURNAMENT: &str = r#"
name = "small"
ruleset = ["power-grab", "classic"]
format = "round-robin"
pool = ["random", "greedy", "hoarder"]
players = [2, 3]
seed = 5
"#;
const MATCH: &str = "match --bots random,greedy --unit round --deals 300 --seed 3";

#[test]
fn parts_make_the_same_bytes_as_one_run() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("small.toml"), TOURNAMENT).unwrap();
    for (i, (what, n)) in [
        ("tournament small.toml --deals 7..60", 5),
        (
            "match --ruleset grid --bots random,grid-greedy --deals 40",
            2,
        ),
        (
            "match --bots random,random,random --deals 3 --order fixed",
            3,
        ),
        ("match --bots random,random --deals 50", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let (one, parts) = (format!("one-{i}"), format!("parts-{i}"));
        ok(home, &format!("{what} --out {one}"));
        // Odd parts first, and the other way round.
        let order = (1..=n).filter(|k| k % 2 == 1).rev();
        for k in order.chain((1..=n).filter(|k| k % 2 == 0)) {
            ok(
                home,
                &format!("{what} --shard {k}/{n} --out {parts} --threads {k}"),
            );
        }
        assert!(
            results(&home.join(&parts)).is_empty(),
            "a part writes no results"
        );
        assert_eq!(shards(&home.join(&parts)).len(), n);
        ok(home, &format!("missing {parts}"));
        for _ in 0..2 {
            ok(home, &format!("merge {parts}"));
            assert!(
                results(&home.join(&one)) == results(&home.join(&parts)),
                "{what}"
            );
            assert_eq!(shards(&home.join(&parts)).len(), n, "shards stay");
        }
    }
}

#[test]
fn a_merged_run_has_the_timing_of_its_parts() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for k in [1, 2] {
        ok(
            home,
            &format!("{MATCH} --shard {k}/2 --out parts --threads {k}"),
        );
    }
    ok(home, "merge parts");
    let timing = fs::read(home.join("parts/timing.json")).unwrap();
    let timing: serde_json::Value = serde_json::from_slice(&timing).unwrap();
    assert_eq!(timing["games"], 600);
    assert_eq!(timing["threads"], 2);
    assert!(timing["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn what_is_missing_is_listed_and_can_be_played_later() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{MATCH} --out one"));
    let text = says(home, "missing nowhere", 3);
    assert!(
        text.contains("nowhere/shards: contains no shards"),
        "{text}"
    );
    says(home, "merge nowhere", 3);
    for k in [2, 4] {
        ok(home, &format!("{MATCH} --shard {k}/4 --out parts"));
    }
    let output = run(home, "missing parts");
    assert_eq!(output.status.code(), Some(3));
    let listed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(listed, "1/4\t0..75\n3/4\t150..225\n");
    let text = says(home, "merge parts", 3);
    assert!(text.contains("deals 0..75, 150..225 are missing"), "{text}");
    assert!(results(&home.join("parts")).is_empty());
    // An existing part is not played again, unless requested.
    let text = says(home, &format!("{MATCH} --shard 2/4 --out parts"), 2);
    assert!(text.contains("use --resume to continue"), "{text}");
    let text = ok(home, &format!("{MATCH} --shard 2/4 --out parts --resume"));
    assert!(text.contains("holds shard 2/4"), "{text}");
    let text = ok(home, &format!("{MATCH} --shard 2/4 --out parts --force"));
    assert!(
        text.contains("shard 2/4: deals 75..150 of 0..300"),
        "{text}"
    );
    assert_eq!(shards(&home.join("parts")).len(), 2);
    // The whole run takes the pieces left by parts.
    ok(home, &format!("{MATCH} --out parts --resume"));
    assert!(results(&home.join("one")) == results(&home.join("parts")));
    assert!(
        !home.join("parts/shards").exists(),
        "they are not needed any more"
    );
    let text = ok(home, &format!("{MATCH} --out parts --resume"));
    assert!(text.contains("holds this run, complete"), "{text}");
}

#[test]
fn shards_of_other_runs_are_refused_by_name() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &format!("{MATCH} --shard 1/2 --out here"));
    let name = shards(&home.join("here"))[0].display().to_string();
    let name = name.rsplit('/').next().unwrap();
    for (change, differing) in [
        ("--seed 4", "`seed`"),
        ("--deals 301", "`deals`"),
        ("--unit game", "`unit`"),
        ("--order fixed", "`order`"),
        ("--ruleset classic", "`name`, `rulesets`"),
        ("--bots random,hoarder", "`name`, `bots`, `format`"),
    ] {
        let mut words: Vec<&str> = MATCH.split(' ').collect();
        let (option, value) = change.split_once(' ').unwrap();
        match words.iter().position(|w| *w == option) {
            Some(at) => words[at + 1] = value,
            None => words.extend([option, value]),
        }
        let other = words.join(" ");
        for how in ["--shard 2/2", "--shard 2/2 --resume", "--resume"] {
            let text = says(home, &format!("{other} --out here {how}"), 2);
            let expected = format!("{name}: is of another run (it differs in {differing})");
            assert!(text.contains(&expected), "{other}: {text}");
        }
        // A shard that was copied there.
        ok(home, &format!("{other} --shard 2/2 --out there"));
        let foreign = shards(&home.join("there")).pop().unwrap();
        let file = foreign.file_name().unwrap();
        fs::copy(&foreign, home.join("here/shards").join(file)).unwrap();
        for what in ["merge here", "missing here"] {
            let text = says(home, what, 2);
            assert!(text.contains(file.to_str().unwrap()), "{text}");
            assert!(text.contains("another run"), "{text}");
        }
        // --force discards the other run's, and only those.
        ok(home, &format!("{MATCH} --shard 2/2 --out here --force"));
        ok(home, "merge here");
        fs::remove_file(shards(&home.join("here")).pop().unwrap()).unwrap();
        fs::remove_dir_all(home.join("there")).unwrap();
        for (file, _) in results(&home.join("here")) {
            fs::remove_file(home.join("here").join(file)).unwrap();
        }
        fs::remove_file(home.join("here/timing.json")).unwrap();
    }
    // Parts of another size overlap.
    let text = says(home, &format!("{MATCH} --shard 2/3 --out here"), 2);
    assert!(
        text.contains("it belongs to part 1/2, this is 2/3"),
        "{text}"
    );
}

/// Changes a shard as if another program had written it.
fn doctored(path: &Path, change: impl Fn(&mut serde_json::Value)) {
    checkpoints::doctored(path, |about, _| change(&mut about.identity));
}

#[test]
fn shards_of_another_version_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for k in [1, 2] {
        ok(home, &format!("{MATCH} --shard {k}/2 --out here"));
    }
    let both = shards(&home.join("here"));
    doctored(&both[1], |_| {});
    ok(home, "merge here");
    let older = |identity: &mut serde_json::Value| identity["program"]["version"] = "0.0.9".into();
    doctored(&both[1], older);
    let text = says(home, "merge here", 2);
    assert!(text.contains("part-2-of-2.shard"), "{text}");
    assert!(text.contains("it differs in `program`"), "{text}");
    doctored(&both[0], older);
    let text = says(home, "merge here", 2);
    assert!(
        text.contains("another version of the program: version 0.0.9"),
        "{text}"
    );
}

#[test]
fn damaged_shards_are_refused_by_name() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for k in [1, 2] {
        ok(home, &format!("{MATCH} --shard {k}/2 --out here"));
    }
    let victim = shards(&home.join("here")).pop().unwrap();
    let whole = fs::read(&victim).unwrap();
    let there = Checkpoint::read(&victim).unwrap();
    let resume = format!("{MATCH} --shard 2/2 --out here --resume");
    let name = "part-2-of-2.shard";
    // Every byte is tried in the unit tests of `study::checkpoint`.
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&victim, damaged).unwrap();
        for what in ["merge here", "missing here", &resume] {
            let text = says(home, what, 2);
            assert!(text.contains(name) && text.contains("is damaged"), "{text}");
        }
        fs::write(&victim, &whole[..at]).unwrap();
        assert!(says(home, "merge here", 2).contains(name));
    }
    assert!(results(&home.join("here")).is_empty());
    // As the message recommends.
    fs::remove_file(&victim).unwrap();
    says(home, "missing here", 3);
    ok(home, &resume);
    // All but its time is as before.
    let again = Checkpoint::read(&victim).unwrap();
    assert!(again.pieces == there.pieces && again.about == there.about);
    fs::rename(&victim, victim.with_file_name("part-2.shard")).unwrap();
    assert!(
        says(home, "merge here", 2).contains(
            "part-2.shard: has another name than its part: it should be part-2-of-2.shard"
        )
    );
}

#[test]
fn parts_that_there_cannot_be() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let shard = |shard: &str| says(home, &format!("{MATCH} --shard {shard} --out x"), 2);
    assert!(shard("0/2").contains("K from 1 to N"));
    assert!(shard("3/2").contains("K from 1 to N"));
    assert!(shard("1/301").contains("there can be 300 at the most"));
    assert!(says(home, &format!("{MATCH} --shard 1/2"), 2).contains("--out"));
    assert!(!home.join("x").exists());
}

/// A time budget is not reproducible: parts of such a run would not be the run's, and its manifest
/// says so.
#[test]
fn a_budget_in_time_is_marked_and_has_no_parts() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let timed = "policy = \"monte-carlo\"\n[params]\nmilliseconds = 1\nplayout = \"greedy\"\n";
    fs::write(home.join("timed.toml"), timed).unwrap();
    let a_match = "match --bots ./timed.toml,random --unit round --deals 2";
    let text = says(home, &format!("{a_match} --shard 1/2 --out parts"), 2);
    assert!(text.contains("timed: key `params.milliseconds`"), "{text}");
    assert!(!home.join("parts").exists());
    ok(home, &format!("{a_match} --out whole"));
    let manifest = fs::read_to_string(home.join("whole/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["result"]["reproducible"], false);
    assert_eq!(
        manifest["run"]["bots"][0]["strategy"]["external"]["milliseconds"],
        1
    );
    let sweep = "name = \"swept\"\nruleset = \"classic\"\nline_up = [\"./timed.toml\", \"random\"]\ndeals = 4\n[factors]\nrules.hand_size = [5, 7]\n";
    fs::write(home.join("sweep.toml"), sweep).unwrap();
    let text = says(home, "sweep sweep.toml --out swept", 2);
    assert!(text.contains("a sweep needs"), "{text}");
}
