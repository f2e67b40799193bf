//! Requests of any bytes: an answer, never a panic.

use super::ok;
use powergrab_board::Board;
use powergrab_engine::rng::Rng;
use serde_json::{Value, json};

/// Returns requests of every kind.
fn requests() -> Vec<String> {
    let game = json!({
        "ruleset": "power-grab:stack=cross", "seats": ["you", "balanced", "greedy"], "seed": "3",
        "unit": "round", "moves": [{ "at": 0, "play": "draw" }],
    });
    let mut board = Board::default();
    let mut bots =
        json!({ "ruleset": "green-lantern", "seats": ["balanced", "greedy"], "unit": "round" });
    let shown = ok(&mut board, &json!({ "do": "game", "game": bots }));
    let lines: Vec<&str> = shown["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| l.as_str().unwrap())
        .collect();
    let round: Value = serde_json::from_str(lines[1]).unwrap();
    let marks = shown["marks"].as_array().unwrap();
    let turn = marks.iter().position(|mark| mark["question"] == "turn");
    let change = |into: &str| {
        json!([
            { "at": 0, "card": round["hands"][1][0], "of": 1, "for": into },
            { "at": turn, "top": "G7" },
            { "at": 3, "seat": 0, "bot": "you" },
        ])
    };
    // One of these is in the draw pile.
    for into in ["W", "W4", "WP", "R1", "B9"] {
        bots["moves"] = change(into);
        let asked = json!({ "do": "game", "game": bots });
        if board.answer(&asked.to_string()).starts_with(r#"{"ok""#) {
            break;
        }
    }
    let text = lines[..20].join("\n");
    let grid = json!({ "ruleset": "grid", "seats": ["you", "grid-greedy"] });
    let position = "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS";
    let all = [
        json!({ "do": "game", "game": game }),
        json!({ "do": "game", "game": bots, "from": 3 }),
        json!({ "do": "game", "game": grid }),
        json!({ "do": "game", "game": { "position": position, "seats": ["you", "greedy", "random"] } }),
        json!({ "do": "analyse", "game": grid, "at": 0, "playouts": 20 }),
        json!({ "do": "analyse", "position": position, "playouts": 20, "value": "points" }),
        json!({ "do": "chances", "game": game, "at": 0, "playouts": 3, "view": null }),
        json!({ "do": "explain", "game": game, "at": 0, "bot": "balanced" }),
        json!({ "do": "trace", "text": text, "game": 0 }),
        json!({ "do": "strategy", "bot": "balanced:bluff=0.3" }),
        json!({ "do": "duel", "a": "greedy", "b": "random", "seats": 2, "deals": 2 }),
    ];
    all.iter().map(Value::to_string).collect()
}

/// Changes some bytes of a text: one replaced, removed, doubled, or a piece of another text put in.
fn mutated(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(5) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            3 => bytes[at] = b"0123456789-{}[]\",:"[rng.below(18) as usize],
            _ => {
                let from = rng.below(other.len() as u32) as usize;
                let piece = &other.as_bytes()[from..(from + 12).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
        if bytes.is_empty() {
            bytes.push(b'{');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn the_requests_that_are_mutated_are_right() {
    let mut board = Board::default();
    for request in requests() {
        let answer = board.answer(&request);
        assert!(answer.starts_with(r#"{"ok":"#), "{request}: {answer}");
    }
}

/// `POWERGRAB_LONG_TESTS=1` makes a hundred thousand of them.
#[test]
fn mutated_requests_are_answered() {
    let n = match std::env::var_os("POWERGRAB_LONG_TESTS") {
        Some(_) => 100_000,
        None => 2_000,
    };
    let requests = requests();
    let mut board = Board::default();
    let mut rng = Rng::from_key(1);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..n {
        let mut pick = || &requests[rng.below(requests.len() as u32) as usize];
        let (text, other) = (pick().clone(), pick().clone());
        // A mutated number may ask for a long answer; that is no fault.
        let text = mutated(&text, &other, &mut rng);
        let long = ["playouts\":", "deals\":"].iter().any(|key| {
            let digits = text.split(key).nth(1).unwrap_or("");
            digits.chars().take_while(char::is_ascii_digit).count() > 3
        });
        if long {
            continue;
        }
        let answer: Value = serde_json::from_str(&board.answer(&text)).unwrap();
        match answer["error"].is_string() {
            true => wrong += 1,
            false => right += 1,
        }
    }
    assert!(right > n / 50 && wrong > n / 4, "{right} {wrong}");
}

#[test]
fn requests_that_are_too_long_are_refused() {
    let long = "x".repeat(powergrab_board::MAX_REQUEST + 1);
    let answer = Board::default().answer(&long);
    assert!(answer.contains("at most"), "{answer}");
}
