//! A line of the file against the line that the engine's event makes: whether they agree, and the words where they do not.

use super::fault::Problem;
use crate::report::Record;

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
    match record {
        Record::Game { .. } => "TRACE",
        Record::Round { .. } => "PG-4",
        Record::Colour { .. } => "PG-5",
        Record::Play { .. } | Record::Pass { .. } => "PG-6",
        Record::Give { .. } => "GL-4",
        Record::Claim { .. } | Record::Intervention { .. } => "PG-8",
        Record::InstantUno { .. } => "PG-11",
        Record::Uno { .. } | Record::Caught { .. } => "PG-12",
        Record::Block { .. } => "PG-9",
        Record::Challenge { .. } => "PG-10",
        Record::Draw { why, .. } => match why.as_str() {
            "turn" => "PG-6",
            "upcard" => "PG-5",
            "draw-one" | "draw-two" => "PG-7",
            "draw-four" | "challenge-lost" | "challenge-guilty" => "PG-10",
            "uno" => "PG-12",
            _ => "TRACE",
        },
        Record::Swap { .. } | Record::Rotate {} => "HR-5",
        Record::Reshuffle { .. } => "PG-14",
        Record::Miss { .. } => "PG-7",
        Record::RoundEnd { why, .. } if why == "out" => "PG-13",
        Record::RoundEnd { .. } => "PG-15",
        Record::GameEnd { .. } => "PG-16",
        Record::Deal { .. } => "GR-1",
        Record::Place { .. } => "GR-4",
        Record::Reverse { .. } => "GR-5",
        Record::Lay { .. } => "GR-6",
        Record::Score { .. } => "GR-8",
    }
}

/// Lines that stand only where a rule gives leave: that rule is concerned when one stands where it must not.
fn by_leave(record: &Record) -> bool {
    matches!(
        record,
        Record::Colour { .. }
            | Record::Give { .. }
            | Record::Claim { .. }
            | Record::Intervention { .. }
            | Record::InstantUno { .. }
            | Record::Uno { .. }
            | Record::Caught { .. }
            | Record::Block { .. }
            | Record::Challenge { .. }
            | Record::Swap { .. }
            | Record::Rotate {}
            | Record::Reshuffle { .. }
    )
}

/// What the engine expects, without cards that only the file can know.
pub fn due_text(due: &Record) -> String {
    match due {
        Record::Draw { seat, cards, why } => {
            let n = cards.len();
            format!("a `draw` of {n} by seat {seat}, why {why:?}")
        }
        other => short(&other.line()),
    }
}

/// The problem where the engine tells `due` and the file has `found`.
pub fn difference(due: &Record, found: &Record) -> Problem {
    let expected = due_text(due);
    let line = short(&found.line());
    match (due, found) {
        (
            Record::RoundEnd { winner, why, .. },
            Record::RoundEnd {
                winner: winner2,
                why: why2,
                ..
            },
        ) if winner == winner2 && why == why2 => (
            "PG-16",
            format!("the count at the round's end: expected {expected}, found {line}"),
        ),
        (Record::Draw { seat, why, .. }, Record::Play { seat: player, .. })
            if seat == player && why == "turn" =>
        {
            (
                "PG-6",
                format!(
                    "no card in seat {seat}'s hand may be played: expected {expected}, found {line}"
                ),
            )
        }
        (Record::Pass { seat }, Record::Play { seat: player, .. }) if seat == player => (
            "PG-6",
            format!(
                "seat {seat} has drawn and may play nothing: expected {expected}, found {line}"
            ),
        ),
        _ => {
            let rule = if by_leave(found)
                && std::mem::discriminant(due) != std::mem::discriminant(found)
            {
                rule(found)
            } else {
                rule(due)
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
