//! The decisions behind a line of a trace, and their positions.

use powergrab_engine::game::Game as _;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay;
use powergrab_lab::trace::replay::{Decisions, Fault, FoundDecisions};
use std::collections::BTreeMap;

/// Returns a golden trace by its name: of the engine's tests, or of these.
fn golden(name: &str) -> String {
    let dir = if name.contains("chaos") {
        "/../engine/tests/text/golden_traces"
    } else {
        "/tests/experiments/golden_traces"
    };
    let path = format!("{}{dir}/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Finds the decisions of a line.
fn find(name: &str, text: &str, line: u64) -> Result<FoundDecisions, Fault> {
    replay::find(name, text.as_bytes(), line, &Catalog::default())
}

#[test]
fn a_line_of_a_trace_tells_its_own_decisions_or_where_the_nearest_are() {
    let (mut wilds, mut silent) = (0, 0);
    for name in [
        "power-grab-chaos-1",
        "green-lantern-chaos-3",
        "classic-random-4",
    ] {
        let text = golden(name);
        let n_lines = text.lines().count() as u64;
        for line in 1..=n_lines {
            let told: serde_json::Value =
                serde_json::from_str(text.lines().nth(line as usize - 1).unwrap()).unwrap();
            let found = match find(name, &text, line) {
                Ok(found) => found,
                // A forced play, a pass, an effect.
                Err(fault) => {
                    let lines = nearest(&fault.to_string());
                    assert!(!lines.is_empty(), "{fault}");
                    let asked = ["block", "challenge", "caught", "instant-uno"];
                    assert!(
                        !asked.iter().any(|event| told["event"] == *event),
                        "{fault}"
                    );
                    for near in lines {
                        assert!(find(name, &text, near).is_ok(), "{near}");
                    }
                    silent += 1;
                    continue;
                }
            };
            let found: &Decisions<Shedding> = found.decisions().unwrap();
            // The line belongs to the seat that decided.
            for asked in &found.asked {
                let seat = asked.ask.seat;
                assert!(told["seat"] == seat || told["by"] == seat, "{name}:{line}");
            }
            for asked in &found.asked {
                let position = found.game.view(&asked.state, asked.ask.seat).notation();
                assert!(found.game.read_position(&position).is_ok(), "{position}");
                assert!(asked.ask.options.has(asked.answer));
            }
            // A card laid down is the decision there.
            let last = found.asked.last().unwrap();
            let view = found.game.view(&last.state, last.ask.seat);
            if told["event"] == "play" && view.phase().text() == "turn" {
                let done = view.text(&last.ask.options, last.answer);
                assert_eq!(told["card"], done, "{name}:{line}");
                assert_eq!(told["seat"], last.ask.seat);
            }
            // The colour of a wild card is the second decision of its line.
            if told["event"] == "play" && view.phase().text() == "colour" {
                let done = view.text(&last.ask.options, last.answer);
                assert_eq!(told["colour"], done, "{name}:{line}");
                wilds += 1;
            }
        }
        let beyond = find(name, &text, n_lines + 1).unwrap_err();
        assert!(beyond.to_string().contains("no such decision"), "{beyond}");
    }
    assert!(wilds > 10 && silent > 100, "{wilds} {silent}");
}

/// Returns the lines that a message names as nearest.
fn nearest(message: &str) -> Vec<u64> {
    let (_, lines) = message.split_once("nearest decision").unwrap_or_default();
    let numbers = lines.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn a_line_of_a_trace_of_grid_tells_its_own_decisions_or_where_the_nearest_are() {
    let mut told_of: BTreeMap<&str, u32> = BTreeMap::new();
    for name in ["grid-random-2", "grid-random-4", "grid-mixed-3"] {
        let text = golden(name);
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for (at, told) in lines.iter().enumerate() {
            let line = at as u64 + 1;
            let found = match find(name, &text, line) {
                Ok(found) => found,
                Err(fault) => {
                    let lines = nearest(&fault.to_string());
                    assert!(!lines.is_empty(), "{fault}");
                    for near in lines {
                        assert!(find(name, &text, near).is_ok(), "{near}");
                    }
                    continue;
                }
            };
            let found: &Decisions<Grid> = found.decisions().unwrap();
            assert_eq!(told["seat"], found.asked[0].ask.seat, "{name}:{line}");
            for asked in &found.asked {
                let position = found.game.view(&asked.state, asked.ask.seat).notation();
                assert!(found.game.read_position(&position).is_ok(), "{position}");
            }
            // The line contains the decisions: a card or a line, then the place or the payment.
            let done: Vec<(&str, String)> = found
                .asked
                .iter()
                .map(|asked| {
                    let view = found.game.view(&asked.state, asked.ask.seat);
                    (view.phase().text(), view.text(asked.answer))
                })
                .collect();
            let text_of = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            for (question, answer) in &done {
                let due = match (told["event"].as_str().unwrap(), *question) {
                    ("place" | "reverse" | "lay", "turn") => text_of(&told["card"]),
                    ("score", "turn") => format!("score {}", text_of(&told["line"])),
                    ("reverse", "line") => text_of(&told["line"]),
                    ("place", "position") => format!("{},{}", told["at"][0], told["at"][1]),
                    _ => continue,
                };
                *told_of.entry(question).or_insert(0) += 1;
                assert_eq!(*answer, due, "{name}:{line}");
            }
        }
        let beyond = find(name, &text, lines.len() as u64 + 1).unwrap_err();
        assert!(beyond.to_string().contains("no such decision"), "{beyond}");
    }
    for question in ["turn", "position", "line"] {
        assert!(told_of.get(question).is_some_and(|n| *n > 3), "{told_of:?}");
    }
}
