//! Tests of `powergrab why`: a run like any other, with an answer for people and for programs.

use crate::call::{ok, out};
use crate::runs::same_bytes_however_played;
use powergrab_lab::page::Files;
use serde_json::Value;

const WHY: &str = "why hoarder greedy --seats 3 --unit round --deals 450 --search-deals 40";

#[test]
fn the_bytes_are_the_same_however_it_is_played() {
    same_bytes_however_played(
        WHY,
        "the whole difference",
        "2 of 3 blocks are missing: 0..200, 400..450",
    );
}

/// `analyse` opens each position, and lists both options among those that it values.
#[test]
fn positions_open_in_the_analysis() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (ruleset, bots) in [
        ("power-grab", "hoarder greedy"),
        ("grid", "grid-greedy random"),
    ] {
        ok(
            home,
            &format!("why {bots} --ruleset {ruleset} --deals 20 --positions 1 --out {ruleset}"),
        );
        let text = std::fs::read_to_string(home.join(ruleset).join("positions.csv")).unwrap();
        let table = powergrab_lab::outputs::read("positions.csv", text.as_bytes()).unwrap();
        assert!(table.n_rows > 2, "{text}");
        let cell = |name: &str, row| table.column(name).unwrap().values.text(row).into_owned();
        for row in 0..table.n_rows {
            let call = crate::call::powergrab(home);
            let position = cell("position", row);
            let args = ["analyse", &position, "--playouts", "8", "--format", "json"];
            let output = call.args(&args).output();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{position}: {said}");
            let json: Value = serde_json::from_slice(&output.stdout).unwrap();
            let options = json["options"].as_array().unwrap();
            for name in ["own", "other"] {
                let option = cell(name, row);
                assert!(
                    options.iter().any(|it| it["option"] == *option),
                    "{option}: {json}"
                );
            }
        }
    }
}

#[test]
fn the_answer_is_told_to_people_to_programs_and_on_a_page() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let json = out(
        home,
        "why balanced greedy --deals 100 --format json --out run",
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    let answer = json["answer"].as_str().unwrap();
    assert!(answer.starts_with("balanced beats greedy by "), "{answer}");
    let kinds = json["kinds"].as_array().unwrap();
    let share = |row: &Value| row["share"].as_f64().unwrap();
    let total = share(kinds.last().unwrap());
    let sum: f64 = kinds[..kinds.len() - 1].iter().map(share).sum();
    assert!((sum - total).abs() < 1e-12);
    let rates: Vec<f64> = serde_json::from_value(json["win_rates"].clone()).unwrap();
    assert!((rates[0] - rates[1] - total).abs() < 1e-12);
    ok(home, "report run");
    let page = std::fs::read_to_string(home.join("run/report.html")).unwrap();
    assert!(page.contains("What makes the difference"));
    assert!(page.contains("balanced beats greedy by "));
    assert!(Files::read(&home.join("run")).is_ok());
}
