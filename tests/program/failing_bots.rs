//! Bots that fail in their games: every study reports this on standard error, in its manifest and
//! by its exit code.
#![cfg(unix)]

use crate::call::{ok, run, says};
use std::fs;
use std::path::Path;
use test_support::{PYTHON, cases, times};

/// A program that greets and answers with the first option, and misbehaves when it has few cards.
/// It is started often, and starts sooner without the module `json`.
const PROGRAM: &str = r#"
import sys, time
words = {"true": True, "false": False, "null": None}
def say(message):
    sys.stdout.write(message + "\n")
    sys.stdout.flush()
for line in sys.stdin:
    m = eval(line, words)
    if m["type"] == "hello":
        say('{"type": "hello", "protocol": 1, "events": false}')
    elif m["type"] == "decide":
        if len(m["view"]["hand"]) <= 4:
            MISBEHAVE
        say('{"type": "answer", "game": %d, "option": "%s"}' % (m["game"], m["options"][0]))
"#;

fn bot(home: &Path, name: &str, misbehave: &str, more: &str) {
    let program = PROGRAM.replace("MISBEHAVE", misbehave);
    fs::write(home.join(format!("{name}.py")), program).unwrap();
    let text = format!(
        "policy = \"process\"\ncommand = [\"{}\", \"-IS\", \"{name}.py\"]\n{more}",
        *PYTHON
    );
    fs::write(home.join(format!("{name}.toml")), text).unwrap();
}

fn manifest(home: &Path, run: &str) -> serde_json::Value {
    let text = fs::read(home.join(run).join("manifest.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

const SWEEP: &str = "name = \"s\"\nline_up = [\"balanced\", \"./BOT.toml\"]\nhero = \"balanced\"\nunit = \"round\"\ndeals = 4\n\
[factors]\nbalanced.bluff = [0.1, 0.9]\n";
const TUNE: &str = "name = \"t\"\nruleset = \"power-grab\"\nplayers = 2\nstart = \"balanced\"\nfield = [\"./BOT.toml\"]\n\
params = [\"bluff\"]\nunit = \"round\"\ngenerations = 1\ngames = 16\ndeals = 2\nmax_deals = 4\nvalidate = 8\none_step = 0\n";

fn configured(home: &Path, name: &str) {
    fs::write(home.join("s.toml"), SWEEP.replace("BOT", name)).unwrap();
    fs::write(home.join("t.toml"), TUNE.replace("BOT", name)).unwrap();
}

#[test]
fn every_study_tells_of_a_bot_that_crashes_and_ends_with_1() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    bot(home, "quits", "sys.exit(3)", "");
    configured(home, "quits");
    for (command, first) in [
        (
            "match --bots ./quits.toml,greedy --deals 4 --unit round --out m",
            " (faults.csv); first in deal ",
        ),
        ("sweep s.toml --out s", "; first in cell 1, deal "),
        (
            "sweep s.toml --halving --out h",
            "; first in rung-1: cell 1, deal ",
        ),
        ("tune t.toml --out t", "; first in generation 1"),
        (
            "plan --effect 0.1 --bots ./quits.toml,greedy --unit round --pilot 8",
            "; first in deal ",
        ),
    ] {
        let said = says(home, command, 1);
        assert_eq!(said.matches("bot quits failed in ").count(), 1, "{said}");
        assert!(said.contains(first), "{command}: {said}");
        assert!(said.contains(": crash: "), "{command}: {said}");
    }
    // The findings follow the note on figures that are not the bot's own, on the terminal and on
    // the page.
    let told = [
        (
            "m",
            "match --bots ./quits.toml,greedy --deals 4 --unit round",
        ),
        ("s", "sweep s.toml"),
        ("t", "tune t.toml"),
    ];
    for (dir, command) in cases(told, 3) {
        let output = run(home, &format!("{command} --out {dir} --force"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let verdict = [" seats", "is better than", "No improvement", "Too few"];
        let verdict = verdict.iter().filter_map(|words| said.find(words)).min();
        let warning = said.find("The figures of quits are not ");
        assert!(warning.is_some() && warning < verdict, "{said}");
        ok(home, &format!("report {dir}"));
        let page = fs::read_to_string(home.join(dir).join("report.html")).unwrap();
        let words = page.split("class=\"words\"").nth(1).unwrap();
        let first = words.split("</li>").next().unwrap();
        assert!(
            first.contains("The figures of quits are not "),
            "{dir}: {first}"
        );
    }
    for run in ["m", "s", "h", "t"] {
        let result = &manifest(home, run)["result"];
        assert_eq!(result["complete"], true, "{run}");
        assert!(
            result["games_with_a_fault"].as_u64() > Some(0),
            "{run}: {result}"
        );
        assert_eq!(result["reproducible"], true, "{run}");
        // For a match, faults.csv lists the failures.
        if run == "m" {
            assert!(home.join("m/faults.csv").exists());
            continue;
        }
        let failed = &result["failed_bots"][0];
        assert_eq!(failed["bot"], "quits", "{run}: {result}");
        assert!(failed["games"].as_u64() > Some(0), "{run}: {result}");
        assert_eq!(failed["first"], "crash", "{run}: {result}");
        let table = fs::read_to_string(home.join(run).join("failed_bots.csv")).unwrap();
        let games = failed["games"].to_string();
        assert!(table.contains(&format!("\nquits,{games},0,")), "{table}");
    }
    let more = "pool = [\"./quits.toml\", \"greedy\"]\nformat = \"round-robin\"\nplayers = [2]\ndeals = 4\nunit = \"round\"\n";
    fs::write(
        home.join("c.toml"),
        format!("name = \"c\"\nruleset = \"power-grab\"\n{more}"),
    )
    .unwrap();
    assert!(says(home, "tournament c.toml --out c", 1).contains("bot quits failed in "));
}

/// Parts leave their results, and messages about them, to `merge`.
#[test]
fn what_failed_in_a_part_is_told_when_the_parts_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    bot(home, "quits", "sys.exit(3)", "");
    configured(home, "quits");
    let played = "match --bots ./quits.toml,greedy --deals 4 --unit round --out m";
    for study in [played, "sweep s.toml --out s"] {
        for part in ["1/2", "2/2"] {
            ok(home, &format!("{study} --shard {part}"));
        }
    }
    for run in ["m", "s"] {
        let said = says(home, &format!("merge {run}"), 1);
        assert!(said.contains("bot quits failed in "), "{said}");
    }
}

#[test]
fn a_study_with_timeouts_is_not_reproducible() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    bot(home, "sleeps", "time.sleep(60)", "timeout_ms = 100\n");
    let text = SWEEP
        .replace("BOT", "sleeps")
        .replace("deals = 4", "deals = 1");
    fs::write(home.join("s.toml"), text.replace("[0.1, 0.9]", "[0.1]")).unwrap();
    let said = says(home, "sweep s.toml --out s", 1);
    assert!(said.contains(": timeout: "), "{said}");
    assert_eq!(manifest(home, "s")["result"]["reproducible"], false);
}

/// Without failures they are not mentioned.
#[test]
fn a_study_without_failures_says_nothing_of_them() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    bot(home, "plays", "pass", "");
    configured(home, "plays");
    for (command, run) in [("sweep s.toml --out s", "s"), ("tune t.toml --out t", "t")] {
        assert!(!ok(home, command).contains("failed"));
        let result = &manifest(home, run)["result"];
        assert!(result.get("reproducible").is_none(), "{result}");
    }
}

/// Games in which the reviewed bot failed are left out, because its later choices are not its own;
/// `why` says whose figures are not its own.
#[test]
fn an_answer_names_the_bot_that_failed() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    bot(home, "quits", "sys.exit(3)", "");
    let positions = times(0, 10);
    let told = says(
        home,
        &format!(
            "review --bots ./quits.toml,greedy --deals 8 --positions {positions} --unit round --out r"
        ),
        1,
    );
    assert!(told.contains("powergrab: bot quits failed in "), "{told}");
    let answer = |run: &str| manifest(home, run)["result"]["answers"][0].to_string();
    let found = answer("r");
    assert!(found.contains("quits failed in "), "{found}");
    assert!(
        found.contains(" of 8 rounds, which are left out. "),
        "{found}"
    );
    let (deals, search_deals) = (times(4, 8), times(2, 4));
    let why = "why ./quits.toml greedy --unit round --out w";
    says(
        home,
        &format!("{why} --deals {deals} --search-deals {search_deals}"),
        1,
    );
    let found = answer("w");
    assert!(
        found.contains("The figures of quits are not its own"),
        "{found}"
    );
}
