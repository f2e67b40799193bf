//! A person at the table, through pipes: the rules are enforced, words are answered, and a review follows.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn play(args: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_powergrab"))
        .args([
            "play",
            "--bots",
            "greedy,greedy",
            "--human",
            "0",
            "--seed",
            "3",
        ])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game that is over does not read on.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_whole_game_with_its_review() {
    let out = play(&["--review-playouts", "60"], &"1\n".repeat(5000));
    let told = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    for part in [
        "Round 1, dealt by ",
        "your hand: ",
        "The game goes to ",
        "Review: what each decision cost",
        " decisions, ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    // The other's cards are nobody's business: only how many it draws.
    let others: Vec<&str> = told
        .lines()
        .filter(|l| l.starts_with("greedy[1] draws "))
        .collect();
    assert!(!others.is_empty());
    for line in others {
        let drawn = line
            .trim_start_matches("greedy[1] draws ")
            .trim_end_matches(" for UNO");
        assert!(drawn.parse::<u32>().is_ok(), "{line}");
    }
}

#[test]
fn words_at_the_table() {
    let typed = "nonsense\n0\nhelp\nposition\nhint\nquit\n";
    let out = play(&["--hint-playouts", "200", "--review-playouts", "0"], typed);
    let told = text(&out.stdout);
    assert_eq!(out.status.code(), Some(130), "{told}");
    for part in [
        "\"nonsense\" is none of the options",
        "\"0\" is none",
        "power-grab seat=0 ask=",
        "wins game",
        "loses ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    assert!(text(&out.stderr).contains("you left the table"));
    // The position that it showed can be analysed.
    let position = told
        .lines()
        .find_map(|l| l.find("power-grab seat=0").map(|at| &l[at..]))
        .unwrap();
    let analysed = Command::new(env!("CARGO_BIN_EXE_powergrab"))
        .args(["analyse", position, "--playouts", "300", "--format", "json"])
        .output()
        .unwrap();
    assert!(analysed.status.success(), "{}", text(&analysed.stderr));
    let json: serde_json::Value = serde_json::from_slice(&analysed.stdout).unwrap();
    assert_eq!(json["position"], position);
    assert!(json["options"].as_array().unwrap().len() > 1);
}

#[test]
fn what_cannot_be_sat_down_to() {
    let at = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_powergrab"))
            .args(args)
            .output()
            .unwrap();
        (out.status.code(), text(&out.stderr).to_owned())
    };
    let (code, error) = at(&["play", "--human", "4"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("seats 0 to 3"), "{error}");
    let (code, error) = at(&[
        "play",
        "--ruleset",
        "grid",
        "--bots",
        "random,random",
        "--human",
        "0",
    ]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("grid cannot be played in the terminal"),
        "{error}"
    );
    for (args, part) in [
        (
            [
                "analyse",
                "power-grab{\"target_scor\":3} hand=R5 sizes=1,1 top=R3",
            ],
            "did you mean `target_score`",
        ),
        (
            ["analyse", "power-grabs{} hand=R5 sizes=1,1 top=R3"],
            "options in braces follow an official name",
        ),
        (
            ["analyse", "power-grab{target} hand=R5 sizes=1,1 top=R3"],
            "no JSON object without blanks",
        ),
        (["analyse", "power-grab hand=R5"], "`sizes` is missing"),
        (
            ["analyse", "grid hand=R5 sizes=1,1 top=R3"],
            "grid is not a shedding game",
        ),
        (
            ["analyse", "powergrab hand=R5 sizes=1,1 top=R3"],
            "did you mean `power-grab`",
        ),
        (
            ["analyse", "power-grab hand=R5 sizes=1,1,1,1,1,1,1 top=R3U"],
            "PG-1",
        ),
    ] {
        let (code, error) = at(&args);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(part), "{error}");
    }
}
