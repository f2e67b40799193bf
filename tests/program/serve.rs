//! `powergrab serve`: another program plays the bots of this project, which play as in this
//! process.
#![cfg(unix)]

use crate::call::{PROGRAM, ok, powergrab};
use crate::runs::results;
use std::fs;
use std::path::Path;
use std::process::Output;
use test_support::cases;

/// Writes a strategy file with the bot's name by which the program asks itself.
fn served(home: &Path, bot: &str, more: &[&str]) {
    let command: Vec<&str> = [&[PROGRAM, "serve", bot], more].concat();
    let text = format!("policy = \"process\"\ncommand = {command:?}\n");
    fs::write(home.join(format!("{bot}.toml")), text).unwrap();
}

/// Returns the program's answers to these lines.
fn converse(args: &[&str], input: &str) -> Output {
    let dir = tempfile::tempdir().unwrap();
    let call = powergrab(dir.path()).args("serve").args(args);
    call.input(input.as_bytes()).output()
}

#[test]
fn a_served_bot_plays_the_games_of_the_bot_to_the_byte() {
    let served_bots = [
        ("power-grab", "balanced", "random"),
        ("power-grab", "greedy", "bluffer,random,sheriff"),
        ("kitchen-table", "balanced", "random,bluffer,tipsy"),
        ("green-lantern:hand_size=4", "hoarder", "random"),
        ("grid", "grid-greedy", "random"),
        ("grid", "grid-champion", "random,grid-greedy,first-legal"),
    ];
    for (ruleset, bot, others) in cases(served_bots, 2) {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path();
        served(home, bot, &["--ruleset", ruleset]);
        let same = format!("--ruleset {ruleset} --seed 5");
        for (name, out) in [
            (bot.to_owned(), "here"),
            (format!("./{bot}.toml"), "served"),
        ] {
            ok(
                home,
                &format!("match --bots {name},{others} --deals 6 --out {out} {same}"),
            );
            ok(
                home,
                &format!("play --bots {name},{others} --games 2 --trace {out}.jsonl {same}"),
            );
        }
        let (mut here, mut asked) = (results(&home.join("here")), results(&home.join("served")));
        // These describe how the bot is created.
        here.remove("manifest.json");
        asked.remove("manifest.json");
        // Only there if bots can fail.
        if let Some(faults) = asked.remove("faults.csv") {
            assert!(here.remove("faults.csv").is_none_or(|none| none == faults));
            assert_eq!(
                String::from_utf8_lossy(&faults).lines().count(),
                1,
                "{ruleset} {bot}"
            );
        }
        assert_eq!(here, asked, "{ruleset} {bot}");
        let trace = |name: &str| fs::read_to_string(home.join(format!("{name}.jsonl"))).unwrap();
        assert_eq!(trace("here"), trace("served"), "{ruleset} {bot}");
    }
}

const HELLO: &str = "{\"type\":\"hello\",\"protocol\":1,\"program\":\"test\"}\n";

fn message(line: &str) -> String {
    format!("{HELLO}{line}\n")
}

#[test]
fn what_is_wrong_with_a_line_is_said_and_ends_it() {
    let rules = r#"{"type":"rules","rules":0,"in_force":{"ruleset":"classic","options":{"base":"classic"}}}"#;
    let new = r#"{"type":"new","game":7,"rules":0,"seats":2,"seat":0,"seed":"12"}"#;
    let begun = format!("{rules}\n{new}\n");
    let position = "classic hand=R5,B3 sizes=2,2 top=R7";
    let decide = |more: &str| format!("{begun}{{\"type\":\"decide\",\"game\":7,{more}}}");
    for (line, part) in [
        ("{".to_owned(), "line 2: not JSON"),
        ("[1]".to_owned(), "not a JSON object"),
        (
            "{\"type\":\"dance\"}".to_owned(),
            "no message of type \"dance\"",
        ),
        (new.to_owned(), "rules 0 were not told"),
        (
            rules.replace("\"base\":\"classic\"", "\"base\":\"clasic\""),
            "base",
        ),
        (format!("{rules}\n{rules}"), "rules 0 were told before"),
        (
            rules.replace("\"options\"", "\"fingerprint\":\"x\",\"options\""),
            "the fingerprint of these options is",
        ),
        (
            format!("{rules}\n{}", new.replace("\"12\"", "12")),
            "`seed` is not",
        ),
        (
            format!("{rules}\n{}", new.replace("\"seats\":2", "\"seats\":1")),
            "1 player",
        ),
        (
            format!("{rules}\n{}", new.replace("\"seat\":0", "\"seat\":2")),
            "`seat` is not a whole number from 0 to 1",
        ),
        (format!("{begun}{new}"), "game 7 was begun before"),
        (
            "{\"type\":\"end\",\"game\":3}".to_owned(),
            "game 3 was not begun",
        ),
        (decide("\"options\":[\"R5\",\"draw\"]"), "no `position`"),
        (
            decide("\"options\":[\"R5\",\"draw\"],\"position\":\"classic hand=R5\""),
            "`top` is missing",
        ),
        (
            decide(&format!("\"options\":[\"R5\"],\"position\":\"{position}\"")),
            "`options` are not those of the position: R5, draw",
        ),
        (
            decide(&format!(
                "\"options\":[\"R5\",\"draw\"],\"position\":\"{position} seat=1\""
            )),
            "that of seat 1",
        ),
    ] {
        let output = converse(&["greedy"], &message(&line));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(part), "{line}: {said}");
    }
    for (line, part) in [
        ("{\"type\":\"rules\"}\n", "the first message is not `hello`"),
        (
            "{\"type\":\"hello\",\"protocol\":2}\n",
            "the other side speaks protocol 2",
        ),
    ] {
        let output = converse(&["greedy"], line);
        assert!(String::from_utf8_lossy(&output.stderr).contains(part));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn it_answers_and_ends_at_quit_or_the_end_of_the_input() {
    let talk = [
        r#"{"type":"rules","rules":0,"in_force":{"ruleset":"classic","options":{"base":"classic"}}}"#,
        r#"{"type":"new","game":7,"rules":0,"seats":2,"seat":0,"seed":"12","later":true}"#,
        r#"{"type":"new","game":8,"rules":0,"seats":3,"seat":1,"seed":"13"}"#,
        r#"{"type":"event","game":8,"event":"uno","seat":0}"#,
        r#"{"type":"decide","game":8,"options":["R5","draw"],"position":"classic seat=1 hand=R5,B3 sizes=2,2,4 top=R7"}"#,
        r#"{"type":"decide","game":7,"options":["B3","draw"],"position":"classic hand=R5,B3 sizes=2,2 top=B7"}"#,
        r#"{"type":"end","game":8}"#,
    ]
    .join("\n");
    for more in ["\n", "\n{\"type\":\"quit\"}\nno more is read"] {
        let output = converse(&["greedy"], &format!("{HELLO}{talk}{more}"));
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(
            lines,
            [
                r#"{"type":"hello","protocol":1,"name":"greedy","events":false,"view":"position"}"#,
                r#"{"type":"answer","game":8,"option":"R5"}"#,
                r#"{"type":"answer","game":7,"option":"B3"}"#,
            ]
        );
    }
    assert_eq!(converse(&["balanced"], "").status.code(), Some(0));
}

#[test]
fn only_what_can_be_served_is() {
    let rules = message(r#"{"type":"rules","rules":0,"in_force":{"ruleset":"grid","options":{}}}"#);
    let new = r#"{"type":"new","game":1,"rules":0,"seats":2,"seat":0,"seed":"1"}"#;
    for (args, input, part) in [
        (&["balancd"][..], "", "did you mean `balanced`?"),
        (
            &["grid-greedy", "--ruleset", "classic"],
            "",
            "does not play the game of classic",
        ),
        (
            &["greedy", "--ruleset", "clasic"],
            "",
            "did you mean `classic`?",
        ),
        (
            &["greedy", "--ruleset", "classic"],
            &rules,
            "\"grid\" are not those that this bot is served for, classic",
        ),
        (
            &["sheriff"],
            &format!("{rules}{new}\n"),
            "the bot does not play Grid",
        ),
    ] {
        let output = converse(args, input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
    let dir = tempfile::tempdir().unwrap();
    served(dir.path(), "greedy", &[]);
    let file = dir.path().join("greedy.toml");
    let output = converse(&[file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("speaks the protocol itself"));
}
