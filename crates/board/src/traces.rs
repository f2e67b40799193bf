//! A game of a trace, with its decisions.

use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay;
use serde_json::{Value, json};

/// Checks a game of a trace, and returns its lines and decisions.
///
/// # Errors
/// Fails if the trace does not have that game.
pub fn trace(text: &str, number: u64, catalog: &Catalog) -> Result<Value, String> {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let begins = |line: &str| {
        // Most lines are of other events.
        line.contains("\"game\"")
            && serde_json::from_str::<Value>(line).is_ok_and(|line| line["event"] == "game")
    };
    let starts: Vec<usize> = (0..lines.len()).filter(|at| begins(lines[*at])).collect();
    let n_games = starts.len();
    let place = usize::try_from(number).ok().filter(|n| *n < n_games);
    let Some(place) = place else {
        return Err(match n_games {
            0 => "this is no trace: a game begins with a line {\"event\":\"game\",…".to_owned(),
            _ => format!("the trace has games 0 to {}, not {number}", n_games - 1),
        });
    };
    let end = starts.get(place + 1).copied().unwrap_or(lines.len());
    let own = &lines[starts[place]..end];
    let decisions = replay::decisions("the trace", own.join("\n").as_bytes(), catalog);
    let (marks, over, fault) = match decisions {
        Ok(found) => {
            let mark = |(at, decision): (usize, &replay::DecisionText)| {
                json!({
                    "at": at, "line": decision.line.saturating_sub(1), "seat": decision.seat,
                    "question": decision.question, "done": decision.done,
                    "round": decision.round, "turn": decision.turn,
                    "position": decision.position,
                })
            };
            // Where the lines end, silence is no answer yet.
            let n = own.len() as u64;
            let told = found.decisions.iter();
            let told = told.filter(|decision| found.is_over || decision.line <= n);
            let marks: Vec<Value> = told.enumerate().map(mark).collect();
            (marks, found.is_over, None)
        }
        Err(fault) => {
            let fault = json!({ "line": fault.line, "rule": fault.rule, "message": fault.message });
            (Vec::new(), false, Some(fault))
        }
    };
    Ok(json!({ "n_games": n_games, "lines": own, "marks": marks, "over": over, "fault": fault }))
}
