//! Requests and their answers: games, changes, hints, refusals, traces, and nonsense.

mod games;
mod hints;
mod mutations;
mod refusals;

use powergrab_board::Board;
use serde_json::{Value, json};

/// Asks a board; returns what is under `ok`.
fn ok(board: &mut Board, request: &Value) -> Value {
    let mut answer = answer(board, request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].take()
}

/// Asks a board; returns what is under `error`.
fn error(board: &mut Board, request: &Value) -> String {
    let answer = answer(board, request);
    match answer["error"].as_str() {
        Some(text) => text.to_owned(),
        None => panic!("{request} has no error: {answer}"),
    }
}

fn answer(board: &mut Board, request: &Value) -> Value {
    serde_json::from_str(&board.answer(&request.to_string())).unwrap()
}

/// Returns a game by this ruleset with a person in seat 0.
fn game(ruleset: &str, others: &[&str], seed: u64) -> Value {
    let mut seats = vec!["you"];
    seats.extend(others);
    json!({ "ruleset": ruleset, "seats": seats, "seed": seed.to_string(), "moves": [] })
}

/// Answers the question of a person with the option of this number, modulo their number; returns
/// `false` at the end of the game.
fn answer_with(board: &mut Board, game: &mut Value, nth: usize) -> bool {
    let shown = ok(board, &json!({ "do": "game", "game": game }));
    let Some(options) = shown["ask"]["options"].as_array() else {
        return false;
    };
    let option = &options[nth % options.len()]["text"];
    let next = json!({ "at": shown["ask"]["at"], "play": option });
    game["moves"].as_array_mut().unwrap().push(next);
    true
}
