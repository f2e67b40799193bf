//! A line of the file against the line that the engine's event makes: whether they agree, and the words where they do not.

use super::fault::Problem;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::record::{CardTexts, Record};
use powergrab_engine::shedding::Event;
use serde_json::Value;

/// A text cut to what a terminal can bear.
pub fn short(text: &str) -> String {
    const MOST: usize = 200;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// The rule that asks for such a line.
pub fn rule(record: &Record) -> &'static str {
    match (record.event(), record.text("why")) {
        ("draw", "upcard") => "PG-5",
        ("draw", "draw-one" | "draw-two") => "PG-7",
        ("draw", "draw-four" | "challenge-lost" | "challenge-guilty") => "PG-10",
        ("draw", "uno") => "PG-12",
        ("round-end", "out") => "PG-13",
        _ => record.rule(),
    }
}

/// Whether the line stands only where a rule gives leave: that rule is concerned when one stands where it must not.
fn by_leave(record: &Record) -> bool {
    const DUE: [&str; 6] = ["round", "play", "draw", "miss", "pass", "round-end"];
    let event = record.event();
    let mut shapes = Event::SCHEMAS.iter();
    shapes.any(|shape| shape.event == event) && !DUE.contains(&event)
}

/// What the engine expects, without cards that only the file can know.
pub fn due_text(due: &Record) -> String {
    match (due.event(), due.get::<Seat>("seat")) {
        ("draw", Some(seat)) => {
            let n = due.get::<CardTexts>("cards").unwrap_or_default().len();
            format!("a `draw` of {n} by seat {seat}, why {:?}", due.text("why"))
        }
        _ => short(&due.line()),
    }
}

/// The problem where the engine tells `due` and the file has `found`.
pub fn difference(due: &Record, found: &Record) -> Problem {
    let expected = due_text(due);
    let line = short(&found.line());
    let same = |key| due.get::<Value>(key) == found.get::<Value>(key);
    let seat = due.get::<Seat>("seat").unwrap_or_default();
    match (due.event(), found.event()) {
        ("round-end", "round-end") if same("winner") && same("why") => (
            "PG-16",
            format!("the count at the round's end: expected {expected}, found {line}"),
        ),
        ("draw", "play") if same("seat") && due.text("why") == "turn" => (
            "PG-6",
            format!(
                "no card in seat {seat}'s hand may be played: expected {expected}, found {line}"
            ),
        ),
        ("pass", "play") if same("seat") => (
            "PG-6",
            format!(
                "seat {seat} has drawn and may play nothing: expected {expected}, found {line}"
            ),
        ),
        (one, other) => {
            let rule = match by_leave(found) && one != other {
                true => rule(found),
                false => rule(due),
            };
            (rule, format!("expected {expected}, found {line}"))
        }
    }
}

/// The problem where the file ends and the engine goes on.
pub fn ended(due: &Record) -> Problem {
    (
        "TRACE",
        format!(
            "the file ends in the middle of a game: expected {}",
            due_text(due)
        ),
    )
}
