//! Games: played to the end, taken back, changed, traced.

use super::{answer_with, error, game, ok};
use powergrab_board::Board;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::trace::replay;
use serde_json::{Value, json};

/// Rulesets and house rules, with numbers of seats.
const GAMES: [(&str, usize); 8] = [
    ("power-grab", 2),
    ("power-grab:stack=cross:draw=until-playable", 4),
    ("power-grab:force_play=true:seven_zero=true", 6),
    ("power-grab:challenge=false:bluff=false:upcard=plain", 3),
    ("green-lantern:draw=until-playable", 10),
    ("classic:stack=same", 5),
    ("grid", 2),
    ("grid", 8),
];

fn others(ruleset: &str, seats: usize) -> Vec<&'static str> {
    match ruleset {
        "grid" => vec!["grid-greedy"; seats - 1],
        _ => vec!["balanced"; seats - 1],
    }
}

/// Plays a person's game to its end.
fn play(board: &mut Board, ruleset: &str, seats: usize, seed: u64) -> (Value, Value) {
    let mut game = game(ruleset, &others(ruleset, seats), seed);
    game["unit"] = json!("round");
    let mut n = seed as usize;
    while answer_with(board, &mut game, n) {
        n = n.wrapping_mul(31).wrapping_add(7);
    }
    let shown = ok(board, &json!({ "do": "game", "game": game }));
    assert_eq!(shown["over"], json!(true));
    (game, shown)
}

fn trace_of(shown: &Value) -> String {
    let lines = shown["lines"].as_array().unwrap().iter();
    lines
        .map(|line| line.as_str().unwrap().to_owned() + "\n")
        .collect()
}

#[test]
fn games_of_all_kinds_end_and_their_traces_are_right() {
    let mut board = Board::default();
    for (ruleset, seats) in GAMES {
        let (game, shown) = play(&mut board, ruleset, seats, 3);
        let trace = trace_of(&shown);
        let checked = replay::verify("trace", trace.as_bytes(), &Catalog::default());
        assert_eq!(checked.expect(ruleset).games, 1);
        // A new board plays the same from the description alone.
        let again = ok(
            &mut Board::default(),
            &json!({ "do": "game", "game": game }),
        );
        assert_eq!(again, shown, "{ruleset}");
        // The decisions that the replay finds are those of the game.
        let found = ok(&mut board, &json!({ "do": "trace", "text": trace }));
        assert_eq!(found["fault"], Value::Null);
        let keys = |mark: &Value| {
            ["at", "seat", "question", "done", "round", "turn"].map(|key| mark[key].clone())
        };
        let marks = |shown: &Value| -> Vec<_> {
            shown["marks"]
                .as_array()
                .unwrap()
                .iter()
                .map(keys)
                .collect()
        };
        assert_eq!(marks(&found), marks(&shown), "{ruleset}");
    }
}

#[test]
fn moves_taken_back_lead_to_the_same_question() {
    let mut board = Board::default();
    let mut game = game("power-grab", &["greedy", "balanced"], 5);
    let mut questions = Vec::new();
    for n in 0..12 {
        questions.push(ok(&mut board, &json!({ "do": "game", "game": game })));
        assert!(answer_with(&mut board, &mut game, n));
    }
    for question in questions.iter().rev() {
        game["moves"].as_array_mut().unwrap().pop();
        let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
        assert_eq!(&shown, question);
    }
    assert_eq!(questions.len(), 12);
}

/// Returns the number of the first decision at the beginning of a turn after some others.
fn a_turn(shown: &Value, after: u64) -> u64 {
    let marks = shown["marks"].as_array().unwrap().iter();
    let mut turns = marks.filter(|m| m["question"] == "turn" && m["at"].as_u64() > Some(after));
    turns.next().unwrap()["at"].as_u64().unwrap()
}

#[test]
fn a_bots_game_goes_on_from_each_change() {
    let mut board = Board::default();
    let mut game = json!({
        "ruleset": "power-grab", "seats": ["balanced", "greedy", "balanced"], "seed": "8",
    });
    let plain = ok(&mut board, &json!({ "do": "game", "game": game }));
    let at = a_turn(&plain, 10);
    let lines = |shown: &Value| shown["lines"].as_array().unwrap().clone();
    let line = plain["marks"][at as usize]["line"].as_u64().unwrap() as usize;
    let other = |board: &mut Board, game: &mut Value, change: Value| {
        game["moves"] = json!([change]);
        let changed = ok(board, &json!({ "do": "game", "game": game }));
        // Nothing before the change moves.
        assert_eq!(lines(&changed)[..line], lines(&plain)[..line]);
        changed
    };
    let moved = other(
        &mut board,
        &mut game,
        json!({ "at": at, "tower": "U", "to": 2 }),
    );
    assert!(
        lines(&moved)[line]
            .as_str()
            .unwrap()
            .contains("intervention")
    );
    let seat = plain["marks"][at as usize]["seat"].clone();
    let drawn = other(&mut board, &mut game, json!({ "at": at, "play": "draw" }));
    assert_eq!(drawn["marks"][at as usize]["done"], json!("draw"));
    let random = other(
        &mut board,
        &mut game,
        json!({ "at": at, "seat": seat, "bot": "random" }),
    );
    assert_eq!(random["marks"][at as usize]["bot"], json!("random"));
    // A person takes over.
    let person = other(
        &mut board,
        &mut game,
        json!({ "at": at, "seat": seat, "bot": "you" }),
    );
    assert_eq!(person["ask"]["at"], json!(at));
    // Without the change, the game is the first one again.
    game["moves"] = json!([]);
    assert_eq!(
        ok(&mut board, &json!({ "do": "game", "game": game })),
        plain
    );
}

#[test]
fn a_card_is_exchanged_with_one_of_the_draw_pile() {
    let mut board = Board::default();
    let mut game = game("classic", &["greedy"], 2);
    let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
    let card = shown["ask"]["hand"][0].as_str().unwrap().to_owned();
    game["moves"] = json!([{ "at": shown["ask"]["at"], "card": card, "of": 0, "for": "W4" }]);
    let changed = ok(&mut board, &json!({ "do": "game", "game": game }));
    let hand = |shown: &Value| shown["ask"]["hand"].as_array().unwrap().clone();
    assert_eq!(hand(&changed).len(), hand(&shown).len());
    assert!(hand(&changed).contains(&json!("W4")));
    game["moves"][0]["for"] = json!("Q9");
    assert!(error(&mut board, &json!({ "do": "game", "game": game })).contains("Q9"));
}

/// PG-6
#[test]
fn the_top_card_is_exchanged_with_one_of_the_draw_pile() {
    let mut board = Board::default();
    let mut game = game("classic", &["greedy"], 2);
    let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
    let at = &shown["ask"]["at"];
    for (top, options) in [("B0", "blue"), ("W", "")] {
        game["moves"] = json!([{ "at": at, "top": top }]);
        let changed = ok(&mut board, &json!({ "do": "game", "game": game }));
        let position = changed["ask"]["position"].as_str().unwrap();
        assert!(position.contains(&format!(" top={top} ")), "{position}");
        assert_eq!(changed["ask"]["hand"], shown["ask"]["hand"]);
        for refused in changed["ask"]["refused"].as_array().unwrap() {
            assert!(
                refused["why"].as_str().unwrap().contains(options),
                "{refused}"
            );
        }
        // The position can be played on by itself.
        let alone = json!({ "position": position, "seats": ["you", "greedy"] });
        let alone = ok(&mut board, &json!({ "do": "game", "game": alone }));
        assert_eq!(alone["ask"]["options"], changed["ask"]["options"]);
    }
    for (top, said) in [
        ("Q9", "Q9"),
        ("R5U", "R5U"),
        ("WP", "WP is not in the draw pile"),
    ] {
        game["moves"][0]["top"] = json!(top);
        let why = error(&mut board, &json!({ "do": "game", "game": game }));
        assert!(why.contains(said), "{why}");
    }
    let grid = json!({ "ruleset": "grid", "seats": ["you", "grid-greedy"], "moves": [{ "at": 0, "top": "R5" }] });
    assert!(error(&mut board, &json!({ "do": "game", "game": grid })).contains("no discard pile"));
}

/// A change and the answer to the same decision, in one request and in two.
#[test]
fn an_answer_after_a_change_is_one_of_the_changed_options() {
    let base = game("power-grab", &["balanced"], 1);
    let mut seen = 0;
    for (out, into) in [("B2", "R5"), ("G1", "B5"), ("G1", "W4"), ("G1", "G1")] {
        for play in [out, into, "draw", "bluff W4"] {
            let change = json!({ "at": 0, "card": out, "of": 0, "for": into });
            let answer = json!({ "at": 0, "play": play });
            let with = |moves: &[&Value]| {
                let mut game = base.clone();
                game["moves"] = json!(moves);
                json!({ "do": "game", "game": game })
            };
            let at_once = Board::default().answer(&with(&[&change, &answer]).to_string());
            let mut board = Board::default();
            let changed = board.answer(&with(&[&change]).to_string());
            let in_steps = board.answer(&with(&[&change, &answer]).to_string());
            assert_eq!(at_once, in_steps, "{out} {into} {play}");
            let changed: Value = serde_json::from_str(&changed).unwrap();
            let options = changed["ok"]["ask"]["options"].as_array();
            let is_option = options.is_some_and(|all| all.iter().any(|o| o["text"] == json!(play)));
            assert_eq!(
                at_once.starts_with(r#"{"ok""#),
                is_option,
                "{out} {into} {play}: {at_once}"
            );
            seen += u32::from(is_option);
        }
    }
    assert!(seen > 4, "{seen}");
}

#[test]
fn long_games_and_searches_are_refused() {
    let mut board = Board::default();
    let endless = r#"classic{"deck":{"R0":40},"force_play":true,"challenge":false}"#;
    let position = format!("{endless} hand=R0,R0 sizes=2,2 top=R0");
    for (request, said) in [
        (
            json!({ "do": "game", "game": { "position": position, "seats": ["greedy", "greedy"] } }),
            "shorter",
        ),
        (
            json!({ "do": "game", "game": { "ruleset": "classic:max_turns=1000000", "seats": ["you", "greedy"] } }),
            "at most 10000",
        ),
        (
            json!({ "do": "game", "game": { "ruleset": "classic", "seats": ["you", "monte-carlo:milliseconds=5"] } }),
            "not reproducible",
        ),
        (
            json!({ "do": "game", "game": { "ruleset": "classic", "seats": ["you", "monte-carlo:playouts=1000000"] } }),
            "20000",
        ),
        (
            json!({ "do": "duel", "a": "monte-carlo:playouts=1000000", "b": "greedy", "seats": 2, "deals": 1 }),
            "20000",
        ),
        (
            json!({ "do": "explain", "game": { "ruleset": "classic", "seats": ["greedy", "greedy"] }, "at": 0, "bot": "monte-carlo:milliseconds=5" }),
            "not reproducible",
        ),
        (
            json!({ "do": "game", "game": { "ruleset": "classic", "seats": ["you", "greedy"], "moves": [{ "at": 99, "play": "draw" }] } }),
            "decision 99",
        ),
    ] {
        let text = error(&mut board, &request);
        assert!(text.contains(said), "{request}: {text}");
    }
}

#[test]
fn a_trace_of_the_beginning_of_a_game_has_its_decisions() {
    let mut board = Board::default();
    let mut game = game("power-grab", &["balanced"], 9);
    for n in 0..6 {
        assert!(answer_with(&mut board, &mut game, n));
    }
    let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
    let found = ok(
        &mut board,
        &json!({ "do": "trace", "text": trace_of(&shown) }),
    );
    assert_eq!(
        (&found["fault"], &found["over"]),
        (&Value::Null, &json!(false))
    );
    let (marks, known) = (
        found["marks"].as_array().unwrap(),
        shown["marks"].as_array().unwrap(),
    );
    assert_eq!(marks.len(), known.len());
    // A line that breaks the rules is a fault all the same.
    let broken = trace_of(&shown) + "{\"event\":\"uno\",\"seat\":1}\n";
    let found = ok(&mut board, &json!({ "do": "trace", "text": broken }));
    assert!(found["fault"].is_object(), "{found}");
}

#[test]
fn a_game_begins_with_a_position() {
    let mut board = Board::default();
    for (position, seats) in [
        (
            "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS",
            3,
        ),
        (
            "grid hand=R3,B7,YS,RR sizes=4,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2",
            2,
        ),
    ] {
        let bot = if position.starts_with("grid") {
            "grid-greedy"
        } else {
            "greedy"
        };
        let mut seats = vec![bot; seats];
        seats[0] = "you";
        let mut game = json!({ "position": position, "seats": seats, "moves": [] });
        let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
        assert_eq!(shown["ask"]["seat"], json!(0));
        let start: Value = serde_json::from_str(shown["lines"][1].as_str().unwrap()).unwrap();
        assert_eq!(start["event"], json!("position"));
        let hand = shown["ask"]["hand"].as_array().unwrap();
        for card in hand {
            assert!(position.contains(card.as_str().unwrap()), "{card}");
        }
        let mut n = 0;
        while answer_with(&mut board, &mut game, n) && n < 5000 {
            n += 1;
        }
        let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
        assert_eq!(shown["over"], json!(true));
    }
}

#[test]
fn wrong_games_say_what_is_wrong() {
    let mut board = Board::default();
    let good = || game("power-grab", &["greedy"], 1);
    let with = |key: &str, value: Value| {
        let mut game = good();
        game[key] = value;
        game
    };
    for (game, said) in [
        (with("ruleset", json!("power-grub")), "power-grab"),
        (
            with("ruleset", json!("/etc/passwd")),
            "files are not read here",
        ),
        (with("seats", json!(["you"])), "PG-1"),
        (with("seats", json!([])), "0 seats"),
        (with("seats", json!(["you", "greedie"])), "greedy"),
        (
            with("seats", json!(["you", "../mine.toml"])),
            "files are not read here",
        ),
        (with("seed", json!(1)), "string"),
        (with("seed", json!("-1")), "whole number"),
        (with("unit", json!("hand")), "`game` or `round`"),
        (with("colour", json!("red")), "unknown field"),
        (
            with("position", json!("power-grab hand=R5 sizes=1,1 top=R3")),
            "either",
        ),
        (
            with("moves", json!([{ "at": 0, "play": "Q" }])),
            "is not an option",
        ),
        (
            with("moves", json!([{ "at": 0, "tower": "X", "to": 0 }])),
            "tower",
        ),
        (
            with("moves", json!([{ "at": 0, "tower": "U", "to": 9 }])),
            "not in the game",
        ),
        (
            with("moves", json!([{ "at": 0, "seat": 7, "bot": "greedy" }])),
            "no seat 7",
        ),
        (with("moves", json!([{ "at": 0 }])), "a move has `play`"),
    ] {
        let text = error(&mut board, &json!({ "do": "game", "game": game }));
        assert!(text.contains(said), "{game}: {text}");
    }
    let late = with(
        "moves",
        json!([{ "at": 0, "play": "draw" }, { "at": 0, "play": "draw" }]),
    );
    assert!(error(&mut board, &json!({ "do": "game", "game": late })).contains("order"));
}
