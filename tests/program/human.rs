//! A person at the table, through pipes: the rules are enforced, words are answered, and a review
//! follows.

use crate::call::{package, powergrab};
use std::process::Output;
use test_support::times;

fn play(args: &[&str], typed: &str) -> Output {
    sit(&["--bots", "greedy,greedy"], args, typed)
}

fn play_grid(args: &[&str], typed: &str) -> Output {
    let bots = ["--ruleset", "grid", "--bots", "random,grid-greedy,random"];
    sit(&bots, args, typed)
}

fn sit(table: &[&str], args: &[&str], typed: impl AsRef<[u8]>) -> Output {
    let call = powergrab(package()).args("play --human 0 --seed 3");
    let call = call.args(table).args(args);
    call.input(typed.as_ref()).output()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_whole_game_with_its_review() {
    let playouts = times(4, 20).to_string();
    let out = play(&["--review-playouts", &playouts], &"1\n".repeat(5000));
    let told = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    for part in [
        "Round 1, dealt by ",
        "your hand: ",
        "The game goes to ",
        "Review: what each decision cost",
        " decisions, ",
        // It is not asked if it can only draw.
        ", as no card could be played",
        " for the Draw Two",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    // The other's cards are hidden: only their number is shown.
    let others: Vec<&str> = told
        .lines()
        .filter(|l| l.starts_with("greedy[1] draws "))
        .collect();
    assert!(!others.is_empty());
    for line in others {
        let drawn = line.split_whitespace().nth(2).unwrap();
        assert!(drawn.parse::<u32>().is_ok(), "{line}");
    }
}

#[test]
fn a_round_and_what_cards_and_towers_are_called() {
    let args = ["--unit", "round", "--review-playouts", "0"];
    let out = play(&args, &("cards\n".to_owned() + &"1\n".repeat(2000)));
    let told = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    for part in [
        "R red, Y yellow, G green, B blue",
        "Wild Grab-A-Tower",
        "  towers in the middle: U N O !",
        "The round goes to ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    assert!(!told.contains("Round 2"), "{told}");
    assert_eq!(
        told.matches("BD2  Draw Two").count(),
        2,
        "once at the start, once asked for"
    );
}

/// The review values the goal of the game, and says so; turns have the numbers of the review, which
/// shows the costliest decisions.
#[test]
fn a_round_is_hinted_at_and_reviewed_as_a_round() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("mine.jsonl");
    let trace = trace.to_str().unwrap();
    let args = [
        "--unit",
        "round",
        "--hint-playouts",
        "100",
        "--review-playouts",
        "60",
    ];
    let typed = "hint\n".to_owned() + &"1\n".repeat(2000);
    let out = play(&[&args[..], &["--trace", trace]].concat(), &typed);
    let told = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(
        told.contains("wins round") && !told.contains("wins game"),
        "{told}"
    );
    let (table, review) = told.split_once("Review: ").unwrap();
    assert!(table.contains("round 1, turn "), "{table}");
    assert!(review.starts_with("what each decision cost in points of the chance to win the round"));
    let shown: Vec<&str> = review.split("\nRound 1, turn ").skip(1).collect();
    assert!((1..=3).contains(&shown.len()), "{review}");
    for decision in shown {
        let turn = decision.split(':').next().unwrap();
        assert!(table.contains(&format!("round 1, turn {turn}\n")), "{turn}");
        for part in [
            ", which cost ",
            "your hand: ",
            "loses ",
            "balanced would do: ",
        ] {
            assert!(decision.contains(part), "{part}: {decision}");
        }
        // Its last line is a command.
        let command = decision.trim_end().lines().last().unwrap();
        let (_, position) = command.split_once("powergrab analyse '").unwrap();
        let (position, value) = position.split_once("' --value ").unwrap();
        assert_eq!(value, "round");
        assert_eq!(analysed(&[position])["position"], position);
    }
    // The trace is like that of any other round.
    let verified = powergrab(package()).args(&["verify", trace]).output();
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    assert!(
        std::fs::read_to_string(trace)
            .unwrap()
            .contains("\"seats\":[\"human\",\"greedy\"]")
    );
}

/// A game that is not finished leaves no trace, and says so before it is lost.
#[test]
fn a_person_who_leaves_leaves_no_trace() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.jsonl");
    let args = ["--review-playouts", "0", "--trace", file.to_str().unwrap()];
    let out = play(&args, "1\nquit\n");
    assert_eq!(out.status.code(), Some(130));
    assert!(
        text(&out.stderr).contains("no trace was written"),
        "{}",
        text(&out.stderr)
    );
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let out = play(&["--trace", "-"], "");
    assert_eq!(out.status.code(), Some(2));
    assert!(
        text(&out.stderr).contains("name a file"),
        "{}",
        text(&out.stderr)
    );
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
    let analysed = powergrab(package())
        .args(&["analyse", position, "--playouts", "300", "--format", "json"])
        .output();
    assert!(analysed.status.success(), "{}", text(&analysed.stderr));
    let json: serde_json::Value = serde_json::from_slice(&analysed.stdout).unwrap();
    assert_eq!(json["position"], position);
    assert!(json["options"].as_array().unwrap().len() > 1);
}

#[test]
fn a_whole_game_of_grid_with_its_review() {
    let out = play_grid(&["--review-playouts", "60"], &"1\n".repeat(5000));
    let told = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    for part in [
        " begins",
        "cards in the draw pile",
        "your hand: ",
        "Place a card:",
        "In which place (column, row)?",
        "Lay a card, or score a line:",
        "On which stack (column, row)?",
        "points scored",
        "The game goes to ",
        "Review: what each decision cost",
        " turn  question    you did ",
        " decisions, ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    // Others draw at the beginning of their turns, and their cards are hidden (GR-2).
    assert!(!told.contains("grid-greedy[1] draws R"));
    assert!(told.contains("seat 0 (you) draws "));
    for line in told.lines().filter(|l| l.contains("] draws ")) {
        let drawn = line.rsplit(' ').next().unwrap();
        assert!(matches!(drawn, "1" | "2" | "3" | "4"), "{line}");
    }
}

/// Runs `analyse` and returns its output as JSON.
fn analysed(args: &[&str]) -> serde_json::Value {
    let out = powergrab(package())
        .args("analyse")
        .args(args)
        .args(&["--playouts", "300", "--format", "json"])
        .output();
    assert!(out.status.success(), "{}", text(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

#[test]
fn words_at_the_grid() {
    // The first card may lie anywhere; the second has a choice of places.
    let typed = "nonsense\n1\n1\nposition\nhint\nquit\n";
    let out = play_grid(&["--hint-playouts", "200", "--review-playouts", "0"], typed);
    let told = text(&out.stdout);
    assert_eq!(out.status.code(), Some(130), "{told}");
    for part in [
        "\"nonsense\" is none of the options",
        "grid seat=0 ask=position",
        "you chose ",
        "wins game",
        "loses ",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    let position = told
        .lines()
        .find_map(|l| l.find("grid seat=0").map(|at| &l[at..]))
        .unwrap();
    let json = analysed(&[position]);
    assert_eq!(json["position"], position);
    assert_eq!(json["playout"], "grid-greedy");
    assert!(json["options"].as_array().unwrap().len() > 1);
}

/// Both cards pay for row1, and with an empty hand nobody else scores any more (GR-8, GR-3).
#[test]
fn an_analysis_of_grid_finds_the_line_that_wins() {
    let json = analysed(&["grid hand=Y7,G2 sizes=2,8 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2"]);
    assert_eq!(json["decided"], true);
    assert_eq!(json["options"][0]["option"], "score row1");
    assert_eq!(json["options"][0]["value"], 1.0);
    for other in &json["options"].as_array().unwrap()[1..] {
        assert!(other["loss"].as_f64().unwrap() > 0.05, "{other}");
    }
}

/// A move in Grid has one line and was two decisions: the card, then the place.
#[test]
fn a_line_of_a_grid_trace_is_analysed() {
    let trace = format!(
        "{}/crates/lab/tests/experiments/golden_traces/grid-random-2.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let lines = std::fs::read_to_string(&trace).unwrap();
    let place = lines
        .lines()
        .position(|l| l.contains("\"event\":\"place\"") && !l.contains("\"at\":[0,0]"));
    let number = place.unwrap() + 1;
    let told: serde_json::Value =
        serde_json::from_str(lines.lines().nth(number - 1).unwrap()).unwrap();
    let number = number.to_string();
    let of_line = ["--trace", &trace, "--line", &number];
    let json = analysed(&of_line);
    assert_eq!(json["done"], told["card"]);
    let json = analysed(&[&of_line[..], &["--question", "2"]].concat());
    let at = format!("{},{}", told["at"][0], told["at"][1]);
    assert_eq!(json["done"], at.as_str());
    // A place contains a comma itself.
    let out = powergrab(package())
        .args("analyse")
        .args(&of_line)
        .args(&["--question", "2", "--playouts", "50", "--format", "csv"])
        .output();
    for record in csv::Reader::from_reader(&out.stdout[..]).records() {
        assert_eq!(record.unwrap().len(), 9);
    }
    let out = powergrab(package())
        .args("analyse")
        .args(&of_line)
        .args(&["--question", "3", "--notation"])
        .output();
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("2 decisions, 1 to 2"));
    // The deal has no decision.
    let out = powergrab(package())
        .args(&["analyse", "--trace", &trace, "--line", "2", "--notation"])
        .output();
    assert_eq!(out.status.code(), Some(2));
    let error = text(&out.stderr);
    assert!(
        error.contains("the nearest decision is in line 4"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_sat_down_to() {
    let at = |args: &[&str]| {
        let out = powergrab(package()).args(args).output();
        (out.status.code(), text(&out.stderr).to_owned())
    };
    let (code, error) = at(&["play", "--human", "4"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("seats 0 to 3"), "{error}");
    let (code, error) = at(&["play", "--ruleset", "grid", "--human", "8"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("seats 0 to 3"), "{error}");
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
            "not a JSON object without blanks",
        ),
        (
            [
                "analyse",
                "classic{\"base\":\"power-grab\"} hand=R5 sizes=1,1 top=R3",
            ],
            "classic before the braces says already",
        ),
        (["analyse", "power-grab hand=R5"], "`sizes` is missing"),
        (
            ["analyse", "grid hand=R5 sizes=1,1 top=R3"],
            "key `top`: unknown",
        ),
        (
            [
                "analyse",
                "grid{\"hand_size\":55} hand=R5,R6 sizes=2,1 board=R3",
            ],
            "a whole number from 1 to 54",
        ),
        (
            [
                "analyse",
                "grid hand=R5,R6 sizes=2,1,1,1,1,1,1,1,1 board=R3",
            ],
            "2 to 8 can play (GR-1)",
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

/// A game against these bots would take minutes.
#[test]
fn whoever_leaves_the_table_ends_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let slow = dir.path().join("slow.toml");
    std::fs::write(
        &slow,
        "policy = \"monte-carlo\"\n[params]\nmilliseconds = 300\n",
    )
    .unwrap();
    let bots = format!("balanced,{0},{0}", slow.display());
    for typed in ["quit\n", ""] {
        let begun = std::time::Instant::now();
        let out = sit(&["--bots", &bots], &["--review-playouts", "0"], typed);
        assert_eq!(out.status.code(), Some(130));
        assert!(text(&out.stderr).contains("you left the table"));
        assert!(begun.elapsed().as_secs() < 30);
    }
}

/// Invalid text is not an answer, and no reason to lose the game.
#[test]
fn bytes_that_are_no_text_do_not_end_the_game() {
    let bots = ["--bots", "balanced,balanced"];
    let out = sit(&bots, &["--review-playouts", "0"], b"\xe9\n1\nquit\n");
    let told = text(&out.stdout);
    assert_eq!(out.status.code(), Some(130));
    assert!(told.contains("is none of the options"), "{told}");
    let answered = told.split("is none of the options").nth(1).unwrap();
    assert!(answered.contains("(you): Y3U"), "{told}");
}

#[test]
fn a_position_has_one_question() {
    let position = "classic hand=R5,R6 sizes=2,3 top=R9";
    let out = powergrab(package())
        .args(&["analyse", position, "--question", "2", "--notation"])
        .output();
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stderr));
}

#[test]
fn options_that_are_alike_have_figures_too() {
    let keep = "power-grab ask=keep hand=R1,R1 sizes=2,1 top=R3U towers=0000";
    let json = analysed(&[keep]);
    for option in json["options"].as_array().unwrap() {
        assert!(option["playouts"].as_u64() > Some(0), "{option}");
    }
}
