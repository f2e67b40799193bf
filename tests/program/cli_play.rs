//! `powergrab play` and `powergrab verify` on the command line: exit codes, messages, files whole
//! or not at all.

use crate::call::{package, run};
use std::path::Path;
use std::process::Output;

fn powergrab(args: &[&str]) -> Output {
    run(package(), args)
}

fn code(args: &[&str]) -> i32 {
    powergrab(args).status.code().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn path(dir: &Path, name: &str) -> String {
    dir.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_trace_is_written_whole_and_passes() {
    let dir = tempfile::tempdir().unwrap();
    let file = path(dir.path(), "games.jsonl");
    let bots = ["--bots", "random,random,random", "--seed", "5"];
    let out = powergrab(&[&["play", "--games", "3", "--trace", &file], &bots[..]].concat());
    assert!(out.status.success() && out.stdout.is_empty() && out.stderr.is_empty());
    let checked = powergrab(&["verify", &file]);
    assert!(checked.status.success());
    assert!(text(&checked.stdout).contains("3 games, "));
    assert_eq!(
        std::fs::read_dir(dir.path()).unwrap().count(),
        1,
        "no half-written file is left"
    );
    // The same on standard output, and each single game is the same game.
    let all = std::fs::read(&file).unwrap();
    let piped = powergrab(&[&["play", "--games", "3", "--trace", "-"], &bots[..]].concat());
    assert_eq!(text(&piped.stdout), text(&all));
    let one = powergrab(&[&["play", "--deal", "2", "--trace", "-"], &bots[..]].concat());
    let after_header = |bytes: &[u8]| {
        let all = text(bytes).to_owned();
        let last = all.rfind("{\"event\":\"game\",").unwrap();
        all[last..].split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(after_header(&one.stdout), after_header(&all));
}

#[test]
fn games_are_told_in_words() {
    let out = powergrab(&["play", "--bots", "random,random", "--seed", "1"]);
    let told = text(&out.stdout);
    for words in [
        "Round 1.",
        "deals.",
        "Turned up:",
        "random[0] plays",
        "calls UNO",
        "Scores:",
        "wins the game",
    ] {
        assert!(told.contains(words), "{words}");
    }
    assert_eq!(
        told,
        text(&powergrab(&["play", "--bots", "random,random", "--seed", "1"]).stdout)
    );
}

/// `--unit round` is a round of the run, and its trace says so.
#[test]
fn rounds_by_themselves_are_told_and_traced() {
    let asked = [
        "play", "--bots", "random*2", "--unit", "round", "--games", "3",
    ];
    let told = powergrab(&asked);
    let told = text(&told.stdout);
    assert_eq!(told.matches("goes out").count(), 3, "{told}");
    assert!(!told.contains("wins the game") && !told.contains("500 points"));
    let dir = tempfile::tempdir().unwrap();
    let file = path(dir.path(), "rounds.jsonl");
    assert_eq!(code(&[&asked[..], &["--trace", &file]].concat()), 0);
    let trace = std::fs::read_to_string(&file).unwrap();
    assert!(trace.starts_with("{\"event\":\"game\"") && !trace.contains("game-end"));
    assert!(text(&powergrab(&["verify", &file]).stdout).contains("3 games, 3 rounds"));
    // A game of Grid is one round: both units write the same.
    let grid = [
        "play",
        "--ruleset",
        "grid",
        "--bots",
        "random*2",
        "--trace",
        "-",
    ];
    let round = powergrab(&[&grid[..], &["--unit", "round"]].concat());
    assert_eq!(text(&round.stdout), text(&powergrab(&grid).stdout));
}

/// `greedy*3` is three seats of `greedy` in every command.
#[test]
fn line_ups_are_read_alike_by_every_command() {
    for args in [
        &["match", "--deals", "2", "--bots", "random*2,greedy"][..],
        &[
            "plan",
            "--effect",
            "0.1",
            "--pilot",
            "20",
            "--bots",
            "random,greedy*2",
        ],
        &["play", "--bots", "random*3"],
        &[
            "bench",
            "--slices",
            "1",
            "--games",
            "5",
            "--players",
            "3",
            "--bots",
            "random*3",
        ],
        &["strategies", "greedy", "--explain", "--against", "random*2"],
    ] {
        let out = powergrab(args);
        assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
        let wrong: Vec<String> = args
            .iter()
            .map(|a| a.replace("*3", "*0").replace("*2", "*0"))
            .collect();
        let wrong: Vec<&str> = wrong.iter().map(String::as_str).collect();
        let out = powergrab(&wrong);
        assert_eq!(out.status.code(), Some(2), "{wrong:?}");
        assert!(
            text(&out.stderr).contains("after * stands a number"),
            "{wrong:?}"
        );
    }
}

#[test]
fn faults_and_files_that_are_no_traces_have_their_codes() {
    let dir = tempfile::tempdir().unwrap();
    let good = path(dir.path(), "good.jsonl");
    assert_eq!(code(&["play", "--trace", &good]), 0);
    let whole = std::fs::read_to_string(&good).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = path(dir.path(), name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    let cut = write("cut.jsonl", &whole.as_bytes()[..whole.len() / 2]);
    let no_end = write(
        "no-end.jsonl",
        whole
            .rsplit_once("{\"event\":\"game-end\"")
            .unwrap()
            .0
            .as_bytes(),
    );
    let doctored = write(
        "doctored.jsonl",
        whole
            .replacen("\"why\":\"turn\"", "\"why\":\"uno\"", 1)
            .as_bytes(),
    );
    let empty = write("empty.jsonl", b"");
    let binary = write("binary", &[0, 159, 146, 150]);
    for (file, expected) in [
        (&cut, 1),
        (&no_end, 1),
        (&doctored, 1),
        (&empty, 2),
        (&binary, 2),
    ] {
        let out = powergrab(&["verify", file]);
        assert_eq!(out.status.code(), Some(expected), "{file}");
        let message = text(&out.stderr);
        assert!(
            message.starts_with(&format!("powergrab: {file}:")),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert_eq!(code(&["verify", &path(dir.path(), "none.jsonl")]), 2);
    assert_eq!(code(&["verify", dir.path().to_str().unwrap()]), 2);
    assert_eq!(code(&["verify"]), 2);
    // A bad file among good ones is reported, and so are the others.
    let out = powergrab(&["verify", &good, &doctored]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains("good.jsonl: 1 game, "));
}

#[test]
fn blanks_in_a_list_of_bots_are_none_of_their_names() {
    let played = |bots| {
        let out = powergrab(&["play", "--bots", bots, "--seed", "1", "--trace", "-"]);
        assert_eq!(out.status.code(), Some(0), "{bots:?}");
        out.stdout
    };
    assert_eq!(played(" random, greedy "), played("random,greedy"));
    for bots in ["random,,greedy", "random, ,greedy", "random,greedy,"] {
        let out = powergrab(&["play", "--bots", bots]);
        assert_eq!(out.status.code(), Some(2), "{bots:?}");
        let message = text(&out.stderr);
        assert!(message.contains("a name is missing"), "{message}");
    }
}

#[test]
fn bad_arguments_are_refused_with_the_remedy() {
    for (args, words) in [
        (
            &["play", "--bots", "randon,random"][..],
            "did you mean `random`?",
        ),
        (
            &["play", "--ruleset", "power-grap"],
            "did you mean `power-grab`?",
        ),
        (&["play", "--bots", "random"], "2 to 6 can play (PG-1)"),
        (&["play", "--games", "0"], "0"),
        (&["play", "--rotation", "1"], "--deal"),
        (
            &["play", "--deal", "0", "--rotation", "4"],
            "rotations 0 to 3",
        ),
        (&["play", "--deal", "0", "--order", "circular"], "cyclic"),
        (
            &["play", "--deal", "0", "--games", "2"],
            "cannot be used with",
        ),
    ] {
        let out = powergrab(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(
            text(&out.stderr).contains(words),
            "{args:?}: {}",
            text(&out.stderr)
        );
        assert!(out.stdout.is_empty());
    }
    let dir = tempfile::tempdir().unwrap();
    let nowhere = path(dir.path(), "none/games.jsonl");
    assert_eq!(code(&["play", "--trace", &nowhere]), 4);
    assert_eq!(code(&["play", "--trace", dir.path().to_str().unwrap()]), 4);
}

/// Rotation r seats the bot at index `(seat + r) mod n` of the deal's order; with equal bots only
/// the header shows it.
#[test]
fn rotation_and_order_stand_in_the_header() {
    let header = |args: &[&str]| {
        let out = powergrab(
            &[
                &["play", "--trace", "-", "--bots", "random,random,random"],
                args,
            ]
            .concat(),
        );
        text(&out.stdout).lines().next().unwrap().to_owned()
    };
    let line = header(&[
        "--deal",
        "17",
        "--rotation",
        "2",
        "--order",
        "cyclic",
        "--seed",
        "18446744073709551615",
    ]);
    for part in [
        "\"seed\":\"18446744073709551615\"",
        "\"game\":0",
        "\"deal\":17",
        "\"rotation\":2",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
}

/// A tower moved by an experiment is reported as such, the game continues by the rules, and its
/// trace is checked line by line (PG-8).
#[test]
fn traces_with_interventions_are_written_and_accepted() {
    let dir = tempfile::tempdir().unwrap();
    let (plain, moved) = (
        path(dir.path(), "plain.jsonl"),
        path(dir.path(), "moved.jsonl"),
    );
    let game = ["play", "--bots", "random,balanced,random", "--deal", "4"];
    let moves = ["--intervene", "0:6:U:2", "--intervene", "1:0:!:0"];
    assert_eq!(code(&[&game[..], &["--trace", &plain]].concat()), 0);
    let out = powergrab(&[&game[..], &moves, &["--trace", &moved]].concat());
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
    let checked = powergrab(&["verify", &moved]);
    let words = text(&checked.stdout);
    assert!(checked.status.success(), "{checked:?}");
    assert!(
        words.contains(
            "all as the rules say, except for 2 interventions, in which an experiment moved a tower"
        ),
        "{words}"
    );
    let told = powergrab(&[&game[..], &moves].concat());
    assert!(text(&told.stdout).contains("experiment"), "{told:?}");

    // Up to the first of them it equals the game without them.
    let read = |file: &str| -> Vec<String> {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let (plain, lines) = (read(&plain), read(&moved));
    let is_one = |line: &String| line.starts_with("{\"event\":\"intervention\",");
    let first = lines.iter().position(is_one).unwrap();
    assert_eq!(lines[..first], plain[..first]);
    assert_eq!(
        lines[first],
        r#"{"event":"intervention","tower":"U","to":2,"from":null}"#
    );
    assert_ne!(lines[first + 1..], plain[first..]);
    assert_eq!(lines.iter().filter(|line| is_one(line)).count(), 2);

    // A wrong one, or one not between two turns, is refused with its line.
    let doctored = |at: usize, line: &str, problem: &str| {
        let mut lines = lines.clone();
        lines[at] = line.to_owned();
        let file = path(dir.path(), "bad.jsonl");
        std::fs::write(&file, lines.join("\n") + "\n").unwrap();
        let out = powergrab(&["verify", &file]);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{error}");
        let place = format!("bad.jsonl:{}: PG-8: ", at + 1);
        assert!(error.contains(&place) && error.contains(problem), "{error}");
    };
    let line = lines[first].as_str();
    doctored(
        first,
        &line.replace("null", "1"),
        "found {\"event\":\"intervention\"",
    );
    doctored(
        first,
        &line.replace("\"to\":2", "\"to\":7"),
        "the tower or the seat is not in the game",
    );
    let claim = lines.iter().position(|l| l.contains("\"claim\"")).unwrap();
    doctored(
        claim,
        line,
        "an intervention has to wait for the beginning of a turn",
    );
}

#[test]
fn interventions_that_cannot_be_are_refused_with_their_reason() {
    let refused = |args: &[&str], problem: &str| {
        let out = powergrab(&[&["play"], args].concat());
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{error}");
        assert!(error.contains(problem), "{error}");
        assert!(out.stdout.is_empty());
    };
    refused(
        &["--intervene", "0:1:X:0"],
        "an intervention is ROUND:TURN:TOWER:SEAT",
    );
    refused(
        &["--intervene", "0:1:U:4"],
        "there is no seat 4: 4 bots sit in seats 0 to 3",
    );
    refused(
        &["--ruleset", "classic", "--intervene", "0:1:U:1"],
        "classic is played without tower U",
    );
    refused(
        &["--ruleset", "grid", "--intervene", "0:1:U:1"],
        "grid has no towers",
    );
    let listens = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/bots/greedy-py.toml");
    let bots = format!("random,{listens}");
    refused(
        &["--bots", &bots, "--intervene", "0:1:U:1"],
        "listens to events",
    );
    // A turn that the game does not have: it is played, and the missing move is reported.
    let out = powergrab(&["play", "--intervene", "0:9999:U:1"]);
    assert!(out.status.success());
    assert!(text(&out.stderr).contains("deal 0 has no such turn, so nothing was moved there"));
}
