//! Comparison of a line of the file with that of the engine's event, and the message if they
//! differ.

use super::fault::Problem;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::record::{CardTexts, Record};
use powergrab_engine::shedding::{Event, Why};
use serde_json::Value;

/// Cuts a text to a length suitable for a terminal.
pub fn short(text: &str) -> String {
    const MOST: usize = 200;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// Returns the rule that requires such a line.
pub fn rule(record: &Record) -> &'static str {
    match record.event() {
        "draw" => record.get("why").map_or(record.rule(), Why::rule),
        "round-end" if record.text("why") == "out" => "PG-13",
        _ => record.rule(),
    }
}

/// Returns whether the line is only permitted by a rule, not always due. If such a line is wrong,
/// that rule is violated.
fn by_leave(record: &Record) -> bool {
    const DUE: [&str; 6] = ["round", "play", "draw", "miss", "pass", "round-end"];
    let event = record.event();
    let mut shapes = Event::SCHEMAS.iter();
    shapes.any(|shape| shape.event == event) && !DUE.contains(&event)
}

/// Describes the expected line, without cards that only the file can know.
pub fn due_text(due: &Record) -> String {
    match (due.event(), due.get::<Seat>("seat")) {
        ("draw", Some(seat)) => {
            let n = due.get::<CardTexts>("cards").unwrap_or_default().len();
            format!("a `draw` of {n} by seat {seat}, why {:?}", due.text("why"))
        }
        _ => short(&due.line()),
    }
}

/// Returns the problem if the engine expects `due` and the file has `found`.
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

/// How the message of a file that ends before its game begins, or ends.
pub const EARLY_END: &str = "the file ends in the middle of a game";

/// Returns whether the problem is that the file ends before the game. The content of a line stands
/// inside a message, never at its ends.
pub fn is_early_end((_, message): &Problem) -> bool {
    message.starts_with(EARLY_END) || message.ends_with(EARLY_END)
}

/// Returns the problem if the file ends before the game.
pub fn ended(due: &Record) -> Problem {
    ("TRACE", format!("{EARLY_END}: expected {}", due_text(due)))
}
