//! Tests of `powergrab review`: a run like any other, with an answer for people and for programs,
//! and the review of a game in a trace.

use crate::call::{ok, out, powergrab, says};
use crate::runs::same_bytes_however_played;
use powergrab_lab::page::Files;
use serde_json::Value;
use test_support::{cases, times};

const REVIEW: &str = "review --bots miser,greedy*2 --unit round --deals 50 --positions 2";

#[test]
fn the_bytes_are_the_same_however_it_is_played() {
    same_bytes_however_played(
        REVIEW,
        "all decisions",
        "2 of 3 blocks are missing: 0..20, 40..50",
    );
}

/// `analyse` opens each position, and lists the options that the review values.
#[test]
fn positions_open_in_the_analysis() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let reviews = [
        ("power-grab", "tipsy,greedy", times(8, 40)),
        ("grid", "random,grid-greedy", 12),
    ];
    for (ruleset, bots, deals) in cases(reviews, 2) {
        ok(
            home,
            &format!(
                "review --bots {bots} --ruleset {ruleset} --deals {deals} --positions 3 --out {ruleset}"
            ),
        );
        let file = "review_positions.csv";
        let text = std::fs::read_to_string(home.join(ruleset).join(file)).unwrap();
        let table = powergrab_lab::outputs::read(file, text.as_bytes()).unwrap();
        let cell = |name: &str, row| table.column(name).unwrap().values.text(row).into_owned();
        let own = (0..table.n_rows).filter(|row| cell("own", *row) == "true");
        assert_eq!(own.count(), 3, "{text}");
        let mut opened: Option<(String, Value)> = None;
        for row in 0..table.n_rows {
            let position = cell("position", row);
            // A row for each option: those of a position stand together.
            if opened.as_ref().is_none_or(|(open, _)| *open != position) {
                let args = ["analyse", &position, "--playouts", "8", "--format", "json"];
                let output = powergrab(home).args(&args).output();
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "{position}: {said}");
                opened = Some((position, serde_json::from_slice(&output.stdout).unwrap()));
            }
            let (_, json) = opened.as_ref().unwrap();
            let options = json["options"].as_array().unwrap();
            let option = cell("option", row);
            assert!(
                options.iter().any(|it| it["option"] == *option),
                "{option}: {json}"
            );
        }
    }
}

#[test]
fn the_answer_is_told_to_people_to_programs_and_on_a_page() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let deals = times(100, 200);
    let args = format!("review --bots forgetful,greedy --deals {deals} --positions 1");
    let json = out(home, &format!("{args} --format json --out run"));
    let json: Value = serde_json::from_str(&json).unwrap();
    let answer = json["answer"].as_str().unwrap();
    let says = "The costliest decisions of forgetful: forgetful forgets to call UNO";
    assert!(answer.starts_with(says), "{answer}");
    let kinds = json["kinds"].as_array().unwrap();
    let cost = |row: &Value| row["cost"].as_f64().unwrap();
    let total = cost(kinds.last().unwrap());
    let sum: f64 = kinds[..kinds.len() - 1].iter().map(cost).sum();
    assert!((sum - total).abs() < 1e-9);
    let unusual = json["choices"].as_array().unwrap().iter();
    let mut unusual = unusual.filter(|row| row["unusual"] == true);
    assert!(unusual.any(|row| row["action"] == "forgets to call UNO"));
    ok(home, "report run");
    let page = std::fs::read_to_string(home.join("run/report.html")).unwrap();
    assert!(page.contains("What its decisions cost"));
    assert!(page.contains("forgets to call UNO"));
    assert!(Files::read(&home.join("run")).is_ok());
    let told = out(home, &format!("{args} --out again"));
    assert!(told.contains("Unusual, compared with balanced"), "{told}");
    assert!(told.contains("powergrab analyse 'power-grab "), "{told}");
}

/// A game of a trace is reviewed decision by decision, as after `play --human`.
#[test]
fn a_game_of_a_trace_is_reviewed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(
        home,
        "play --bots tipsy,greedy,greedy --unit round --games 2 --seed 7 --trace games.jsonl",
    );
    let review = "review games.jsonl --seat 0 --playouts 100 --positions 1";
    let first = out(home, review);
    assert!(first.contains("what each decision cost"), "{first}");
    assert!(first.contains("tipsy[0]"), "{first}");
    let second = out(home, &format!("{review} --game 1"));
    assert_ne!(first, second);
    for (call, problem, code) in [
        ("review games.jsonl --seat 3", "there is no seat 3", 2),
        ("review games.jsonl --seat 0 --game 2", "no game 2", 2),
        ("review games.jsonl", "--seat", 2),
        ("review games.jsonl --seat 0 --deals 3", "--deals", 2),
        ("review nothing.jsonl --seat 0", "cannot be read", 2),
        ("review", "--bots", 2),
    ] {
        let text = says(home, call, code);
        assert!(text.contains(problem), "{call}: {text}");
    }
    ok(
        home,
        "play --ruleset grid --bots random,grid-greedy --seed 7 --trace grid.jsonl",
    );
    let grid = out(
        home,
        "review grid.jsonl --seat 0 --playouts 100 --positions 0",
    );
    assert!(grid.contains("points in all"), "{grid}");
}
