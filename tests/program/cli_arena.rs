//! `match` and `tournament` as used on the command line: the files, the exit codes, the messages.

use crate::call::{powergrab, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use test_support::times;

fn ok(home: &Path, args: &str) -> Output {
    let output = run(home, args);
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {problem}");
    output
}

/// Returns all files of a run's directory except those that change from run to run; shards are in a
/// separate directory.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .filter(|(name, _)| name != "timing.json")
        .collect()
}

const FILES: [&str; 15] = [
    "blocks.csv",
    "bots.csv",
    "data_dictionary.md",
    "faults.csv",
    "habits.csv",
    "histograms.csv",
    "lineups.csv",
    "manifest.json",
    "meta.csv",
    "pairs.csv",
    "payoff.csv",
    "ratings.csv",
    "rounds.csv",
    "seats.csv",
    "towers.csv",
];

const CONFIG: &str = r#"
name = "small"
ruleset = ["power-grab", "classic"]
format = "round-robin"
pool = ["random"]
repeat = true
players = [2, 3]
deals = 30
seed = 5
"#;

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("small.toml"), CONFIG).unwrap();
    for what in [
        "match --bots random,random,random --deals 2500 --unit round",
        "tournament small.toml",
    ] {
        let mut first = None;
        for threads in [1, 2, 7] {
            let dir = format!("{}-{threads}", &what[..5]);
            ok(
                home.path(),
                &format!("{what} --threads {threads} --out {dir}"),
            );
            let files = files(&home.path().join(&dir));
            assert_eq!(
                files.keys().collect::<Vec<_>>(),
                FILES.iter().collect::<Vec<_>>()
            );
            assert!(home.path().join(&dir).join("timing.json").exists());
            match &first {
                None => first = Some(files),
                Some(first) => assert!(*first == files, "{what}: {threads} threads"),
            }
        }
    }
}

#[test]
fn deals_can_be_split_and_orders_fixed() {
    let home = tempfile::tempdir().unwrap();
    let args = "match --bots random,random --unit round --format json";
    ok(home.path(), &format!("{args} --deals 100..200 --out a"));
    ok(
        home.path(),
        &format!("{args} --deals 100..200 --order fixed --out b"),
    );
    let bots = |dir: &str| fs::read_to_string(home.path().join(dir).join("bots.csv")).unwrap();
    // Two seats have only one circular order.
    assert_eq!(bots("a"), bots("b"));
    let output = ok(home.path(), &format!("{args} --deals 100 --out c"));
    assert_ne!(bots("a"), bots("c"));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["deals"], 100);
    assert_eq!(json["bots"][0]["games"], 400);
    assert_eq!(json["bots"][0]["win_rate"], 0.5);
}

/// The dictionary has the columns of every file, and every metric.
#[test]
fn the_dictionary_explains_every_column() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("small.toml"), CONFIG).unwrap();
    ok(home.path(), "tournament small.toml --out run");
    let files = files(&home.path().join("run"));
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let dictionary = text("data_dictionary.md");
    fn rows(section: &str) -> Vec<&str> {
        let lines = section.lines().filter_map(|l| l.strip_prefix("| `"));
        lines.filter_map(|l| l.split('`').next()).collect()
    }
    let sections: BTreeMap<&str, Vec<&str>> = dictionary
        .split("\n## ")
        .skip(1)
        .map(|section| (section.lines().next().unwrap(), rows(section)))
        .collect();
    let mut n_files = 0;
    for name in files.keys().filter(|name| name.ends_with(".csv")) {
        let table = text(name);
        let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
        assert_eq!(sections[name.as_str()], header, "{name}");
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let metric = header.iter().position(|column| *column == "metric");
        let known: BTreeSet<&str> = sections["Metrics"].iter().copied().collect();
        for record in reader.records() {
            let record = record.unwrap();
            assert!(
                metric.is_none_or(|at| known.contains(&record[at])),
                "{record:?}"
            );
        }
        n_files += 1;
    }
    assert_eq!(n_files, 13);
    let rounds = text("rounds.csv");
    for metric in [
        "turns",
        "winner_points",
        "deadlock",
        "claims_!",
        "rounds_per_game",
    ] {
        assert!(
            rounds.contains(&format!("power-grab,3,{metric},")),
            "{metric}"
        );
    }
}

#[test]
fn a_run_comes_back_identically_and_no_other_takes_its_place() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let args = "match --bots random,random --deals 50 --seed 9";
    ok(home, args);
    let dir = home.join("results/match-power-grab-random-random-9");
    let before = files(&dir);
    ok(home, args);
    assert!(files(&dir) == before);
    // Another run without `--out` gets a directory beside it, always the same.
    ok(home, "match --bots random,random --deals 51 --seed 9");
    ok(home, "match --bots random,random --deals 51 --seed 9");
    let beside = fs::read_dir(home.join("results")).unwrap().count();
    assert_eq!(beside, 2);
    let named = "match --bots random,random --deals 51 --seed 9 --out results/match-power-grab-random-random-9";
    let other = run(home, named);
    let message = String::from_utf8(other.stderr).unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(
        message.contains("another run (it differs in `deals`)"),
        "{message}"
    );
    assert!(message.contains("--force"));
    assert!(files(&dir) == before);
    ok(home, &format!("{named} --force"));
    assert!(files(&dir) != before);
}

#[test]
fn bad_input_gets_one_clear_message_and_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("file"), "x").unwrap();
    let robin = "name = \"x\"\nformat = \"round-robin\"\npool = [\"random\"]\n";
    for (name, text) in [
        (
            "seven.toml",
            format!("{robin}players = 7\nrepeat = true\ndeals = 5"),
        ),
        ("few.toml", format!("{robin}players = 3\ndeals = 5")),
        (
            "key.toml",
            format!("{robin}players = 2\nrepaet = true\ndeals = 5"),
        ),
        ("nodeals.toml", format!("{robin}players = 2\nrepeat = true")),
        ("nottoml.toml", "name = ".to_owned()),
    ] {
        fs::write(home.join(name), text).unwrap();
    }
    let there = || {
        let entries = fs::read_dir(home).unwrap();
        entries
            .map(|e| e.unwrap().file_name())
            .collect::<BTreeSet<_>>()
    };
    let before = there();
    let seven = ["random"; 7].join(",");
    for (args, code, message) in [
        (
            format!("match --bots {seven} --deals 5"),
            2,
            "7 players at power-grab: 2 to 6 can play (PG-1)",
        ),
        (
            "match --bots random,random --deals 0".to_owned(),
            2,
            "0 deals: at least 1 must be played",
        ),
        (
            "match --bots random,random --deals 9..9".to_owned(),
            2,
            "9..9 has no deals",
        ),
        (
            "match --bots random".to_owned(),
            2,
            "names 1 bot: a match has 2 to 10",
        ),
        (
            "match --bots random,randmo".to_owned(),
            2,
            "randmo: no bot of that name for the shedding games; did you mean `random`?",
        ),
        (
            "match --bots random,random --ruleset powergrab".to_owned(),
            2,
            "did you mean `power-grab`?",
        ),
        (
            "match --bots random,random --unit hand".to_owned(),
            2,
            "one of game, round",
        ),
        (
            "match --bots random,random --threads 0".to_owned(),
            2,
            "a number of threads is from 1 to 1024",
        ),
        (
            "match --bots random,random --deals 5 --out file/dir".to_owned(),
            2,
            "file: is not a directory; choose another --out",
        ),
        (
            "tournament missing.toml".to_owned(),
            2,
            "missing.toml: cannot be read",
        ),
        (
            "tournament nottoml.toml".to_owned(),
            2,
            "nottoml.toml: not valid TOML",
        ),
        (
            "tournament seven.toml".to_owned(),
            2,
            "7 players at power-grab: 2 to 6 can play (PG-1)",
        ),
        (
            "tournament few.toml".to_owned(),
            2,
            "3 players, but these bots fill at most 1 seats",
        ),
        (
            "tournament key.toml".to_owned(),
            2,
            "key `repaet`: unknown; did you mean `repeat`?",
        ),
        (
            "tournament nodeals.toml".to_owned(),
            2,
            "key `deals`: is missing",
        ),
    ] {
        let output = run(home, &args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}: {text}");
        assert!(text.contains(message), "{args}: {text}");
        assert!(output.stdout.is_empty(), "{args}");
        assert_eq!(there(), before, "{args}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_deals_that_are_finished() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let args = "match --bots random,random,random --deals 1000000000 --unit round --threads 2";
    let child = powergrab(home).args(args).args("--out cut").start();
    // The directory is created just before the games begin.
    while !home.join("cut").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(times(200, 700).into()));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("interrupted: deals 0.."), "{message}");
    let cut = files(&home.join("cut"));
    let manifest: serde_json::Value = serde_json::from_slice(&cut["manifest.json"]).unwrap();
    assert_eq!(manifest["result"]["complete"], false);
    assert_eq!(manifest["result"]["deals_asked"], 1_000_000_000);
    let n_deals = manifest["result"]["deals_done"].as_u64().unwrap();
    assert!(0 < n_deals && n_deals < 1_000_000_000);
    ok(
        home,
        &format!("match --bots random,random,random --deals {n_deals} --unit round --out again"),
    );
    for (name, text) in files(&home.join("again")) {
        assert!(name == "manifest.json" || cut[&name] == text, "{name}");
    }
}

/// Games without a winner are reported, and the bots share the rest: equal bots are not
/// distinguished from the fair share.
#[test]
fn games_without_a_winner_are_told_and_leave_less_to_share() {
    let home = tempfile::tempdir().unwrap();
    let same = "policy = \"random\"\nsalt = 1\n";
    fs::write(home.path().join("twin.toml"), same).unwrap();
    let rules = "--ruleset power-grab:max_turns=12 --unit round";
    let asked = format!("match --bots random,./twin.toml {rules} --deals 400 --seed 4 --out run");
    let output = ok(home.path(), &asked);
    let told = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
    assert!(told.contains("Nobody won "), "{told}");
    assert_eq!(told.matches("***").count(), 1, "the legend: {told}");
    let bots = fs::read_to_string(home.path().join("run/bots.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(bots.as_bytes());
    let rows: Vec<BTreeMap<String, String>> =
        reader.deserialize().map(|row| row.unwrap()).collect();
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    let rates: f64 = rows.iter().map(|row| number(row, "win_rate")).sum();
    for row in &rows {
        let fair = number(row, "fair_share");
        let won = 1.0 - number(row, "stopped") / number(row, "games");
        assert!(won < 0.5 && (fair - won / 2.0).abs() < 1e-12, "{row:?}");
        assert!((rates - won).abs() < 1e-9, "every other round has a winner");
    }
}
