//! Common obstacles for newcomers: names instead of paths, timed runs, second runs, unsuitable
//! deals.

use crate::call::{ok, out, powergrab, says};
use crate::runs::results;
use std::fs;
use std::time::{Duration, Instant};
use test_support::times;

/// A timed run reports its deals, and the run of these deals has the same bytes.
#[test]
fn a_run_by_time_is_a_run_of_some_deals() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let (two, three) = (times(1, 2), times(1, 3));
    for (n, timed) in [
        format!("match --bots random,greedy --unit round --seconds 0.{two} --out a"),
        format!("tournament quickstart --seconds 0.{three} --out a"),
    ]
    .iter()
    .enumerate()
    {
        let _ = fs::remove_dir_all(home.join("a"));
        let said = ok(home, timed);
        assert!(said.contains("depends on the machine"), "{said}");
        let again = said.lines().find_map(|l| l.strip_prefix("  powergrab "));
        let again = again.unwrap_or_else(|| panic!("{said}"));
        ok(home, &format!("{again} --out b{n} --threads 1"));
        let (timed, counted) = (
            results(&home.join("a")),
            results(&home.join(format!("b{n}"))),
        );
        assert_eq!(timed, counted, "{again}");
        let manifest: serde_json::Value = serde_json::from_slice(&timed["manifest.json"]).unwrap();
        assert_eq!(manifest["result"]["complete"], true);
    }
    let taken = says(home, "match --bots random,greedy --seconds 0.2 --out a", 2);
    assert!(taken.contains("holds a run already"), "{taken}");
    says(home, "match --bots random,greedy --seconds 1 --resume", 2);
}

/// Studies are tried briefly, and then request as much as fits.
#[test]
fn studies_by_time_say_what_they_ask_for() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    out(home, "new balance my-balance");
    let tenths = times(1, 3);
    for (args, option) in [
        ("sweep sweep-quick", " --deals "),
        ("balance my-balance.toml", " --scale "),
        ("tune tune-quick", " --generations "),
    ] {
        let said = ok(
            home,
            &format!(
                "{args} --seconds 0.{tenths} --out timed-{}",
                &args[..4].trim()
            ),
        );
        assert!(said.contains("depends on the machine"), "{said}");
        let again = said
            .lines()
            .find(|l| l.starts_with("  powergrab "))
            .unwrap();
        assert!(again.contains(option), "{again}");
    }
}

/// The shipped configurations are found by name; a file of that name has priority.
#[test]
fn configurations_are_found_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    assert!(out(home, "tournament quickstart --deals 2").contains("power-grab, 2 players"));
    assert!(home.join("results/quickstart-1/bots.csv").exists());
    let wrong = says(home, "tournament quickstrat --deals 2", 2);
    assert!(wrong.contains("quickstart"), "{wrong}");
    let own = "name = \"own\"\nruleset = \"classic\"\nformat = \"round-robin\"\npool = [\"random\", \"greedy\"]\nplayers = [2]\n";
    fs::write(home.join("quickstart"), own).unwrap();
    assert!(out(home, "tournament quickstart --deals 2").contains("classic, 2 players"));
}

#[test]
fn templates_of_every_kind_run() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    for what in [
        "tournament",
        "experiment",
        "sweep",
        "tune",
        "balance",
        "rules",
    ] {
        out(home, &format!("new {what} my-{what}"));
    }
    ok(home, "tournament my-tournament.toml --deals 2");
    ok(home, "balance my-balance.toml --scale 0.01");
    ok(
        home,
        "match --ruleset my-rules.toml --bots greedy,random --deals 2",
    );
}

/// After a killed run, one of other deals gets a directory of its own.
#[cfg(unix)]
#[test]
fn what_a_killed_run_left_is_in_nobodys_way() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let endless = "match --bots random,random --deals 1000000000 --unit round --checkpoint 0.1";
    let mut child = powergrab(home).args(endless).start();
    let shards = home.join("results/match-power-grab-random-random-1/shards");
    let until = Instant::now() + Duration::from_secs(30);
    let is_there = || {
        fs::read_dir(&shards).is_ok_and(|mut entries| {
            entries.any(|e| e.unwrap().path().extension().is_some_and(|e| e == "shard"))
        })
    };
    while !is_there() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_there());
    ok(home, "match --bots random,random --deals 50 --unit round");
    let before = fs::read_dir(home.join("results")).unwrap().count();
    assert_eq!(
        before, 2,
        "its own directory, beside the one that was interrupted"
    );
}

/// A run ends by the clock or by its stopping rule, not by both.
#[test]
fn a_run_by_time_has_no_other_end() {
    let dir = tempfile::tempdir().unwrap();
    for run in ["match --bots greedy,random", "tournament quickstart"] {
        let args = format!("{run} --seconds 1 --until-width 0.1");
        let error = says(dir.path(), &args, 2);
        assert!(error.contains("cannot be used with"), "{error}");
    }
}

/// The first look shows whether the deals suffice.
#[test]
fn a_width_that_cannot_be_reached_is_told_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let args = "match --bots greedy,random --unit round --deals 600 --until-width";
    let said = ok(home, &format!("{args} 0.001"));
    assert!(
        said.contains("after 256 deals, 600 are clearly not enough for a width of 0.001"),
        "{said}"
    );
    let said = ok(home, &format!("{args} 0.3 --force"));
    assert!(!said.contains("will not do"), "{said}");
}

/// One line, and it really played: a bot that greets and then fails is detected.
#[cfg(unix)]
#[test]
fn check_says_one_line_and_plays() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(home.join("mine.toml"), "policy = \"heuristic\"\n").unwrap();
    let said = out(home, "strategies check mine.toml");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("it played 2 rounds of power-grab"), "{said}");
    let program = "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'hello':\n        \
print('{\"type\": \"hello\", \"protocol\": 1}', flush=True)\n    elif m['type'] == 'decide':\n        no_such_name\n";
    fs::write(home.join("bad.py"), program).unwrap();
    fs::write(
        home.join("bad.toml"),
        "policy = \"process\"\ncommand = [\"python3\", \"bad.py\"]\n",
    )
    .unwrap();
    let said = says(home, "strategies check bad.toml", 1);
    // The place in the program, and the message.
    assert!(
        said.contains("line 7") && said.contains("no_such_name"),
        "{said}"
    );
}

/// Completions know bots (also after a comma), rulesets, units and configurations.
#[cfg(unix)]
#[test]
fn completions_know_names() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    fs::write(home.join("c.bash"), out(home, "completions bash")).unwrap();
    let complete = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|w| format!("'{w}'")).collect();
        let script = format!(
            "source ./c.bash; COMP_WORDS=({}); COMP_CWORD={}; _powergrab powergrab '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            quoted.join(" "),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let mut bash = std::process::Command::new("bash");
        let output = bash
            .current_dir(home)
            .args(["-c", &script])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(
        complete(&["powergrab", "match", "--bots", "hoar"]),
        "hoarder"
    );
    assert_eq!(
        complete(&["powergrab", "match", "--bots", "greedy,hoar"]),
        "greedy,hoarder"
    );
    assert_eq!(
        complete(&["powergrab", "match", "--ruleset", "green"]),
        "green-lantern"
    );
    assert_eq!(complete(&["powergrab", "match", "--unit", "r"]), "round");
    assert_eq!(
        complete(&["powergrab", "tournament", "quick"]),
        "quickstart"
    );
    assert_eq!(complete(&["powergrab", "serve", "hoar"]), "hoarder");
    fs::write(home.join("quarrel.toml"), "").unwrap();
    assert_eq!(
        complete(&["powergrab", "tournament", "quarr"]),
        "quarrel.toml"
    );
}
