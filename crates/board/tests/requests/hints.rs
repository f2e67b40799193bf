//! Hints, chances, reasons and duels.

use super::{answer_with, error, game, ok};
use powergrab_board::Board;
use powergrab_bots::strategy::search::Goal;
use powergrab_lab::analysis::study::{AnalysisRequest, question_of};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::quick::Match;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use test_support::times;

/// A hint for a decision of a game, for its position, and the laboratory's analysis of it.
#[test]
fn hints_are_the_laboratorys_analysis() {
    let mut board = Board::default();
    for (ruleset, other) in [("power-grab", "balanced"), ("grid", "grid-greedy")] {
        let mut game = game(ruleset, &[other, other], 4);
        for n in 0..times(4, 10) as usize {
            let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
            let at = &shown["ask"]["at"];
            let text = shown["ask"]["position"].as_str().unwrap();
            let of_game = json!({ "do": "analyse", "game": game, "at": at, "playouts": 500 });
            let hint = ok(&mut board, &of_game);
            assert_eq!(hint["position"], json!(text));
            let request = AnalysisRequest {
                goal: Goal::Game,
                playout: None,
                no_beliefs: false,
                playouts: Some(500),
                time: None,
                seed: 1,
            };
            let catalog = Catalog::default();
            let question = question_of(text, &catalog).unwrap();
            let never = AtomicBool::new(false);
            let values = question.values(&request, &catalog, &never, &mut |_| Ok(()));
            let values = values.unwrap();
            assert_eq!(hint["playouts"], json!(values.playouts));
            for (option, (row, text)) in
                hint["options"].as_array().unwrap().iter().zip(&values.rows)
            {
                assert_eq!(option["option"], json!(text));
                assert_eq!(option["value"].as_f64(), Some(row.value));
                assert_eq!(option["low"].as_f64(), Some(row.low));
            }
            let of_text = json!({ "do": "analyse", "position": text, "playouts": 500 });
            assert_eq!(ok(&mut board, &of_text), hint);
            answer_with(&mut board, &mut game, n);
        }
    }
}

/// A hint in a game that is one round is about the round: the option that the playouts' bot takes
/// has the chance of the seat.
#[test]
fn a_hint_and_the_chances_are_about_the_same_thing() {
    let mut board = Board::default();
    for (unit, within) in [("game", 0.02), ("round", 0.04)] {
        let mut game = game("power-grab", &["balanced"], 2);
        game["unit"] = json!(unit);
        let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
        let at = &shown["ask"]["at"];
        let hint = json!({ "do": "analyse", "game": game, "at": at, "playouts": 10_000 });
        let hint = ok(&mut board, &hint);
        let options = hint["options"].as_array().unwrap();
        let usual = options.iter().find(|it| it["usual"] == true).unwrap();
        let asked =
            json!({ "do": "chances", "game": game, "at": at, "playouts": 10_000, "view": 0 });
        let chance = &ok(&mut board, &asked)["seats"][0]["chance"];
        let (value, chance) = (usual["value"].as_f64().unwrap(), chance.as_f64().unwrap());
        assert!((value - chance).abs() < within, "{unit}: {value} {chance}");
    }
}

#[test]
fn chances_of_all_seats_sum_to_one_and_know_only_what_the_seat_knows() {
    let mut board = Board::default();
    let mut game = game("power-grab", &["balanced", "monte-carlo"], 6);
    for unit in ["game", "round"] {
        game["unit"] = json!(unit);
        let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
        for view in [json!(0), Value::Null] {
            let asked = json!({
                "do": "chances", "game": game, "at": shown["ask"]["at"], "playouts": 300, "view": view,
            });
            let chances = ok(&mut board, &asked);
            let seats = chances["seats"].as_array().unwrap();
            let sum: f64 = seats
                .iter()
                .map(|seat| seat["chance"].as_f64().unwrap())
                .sum();
            // The rest of a game is drawn for each seat by itself.
            assert!((sum - 1.0).abs() < 0.03, "{unit}: {sum}");
            assert_eq!(ok(&mut board, &asked), chances);
        }
    }
    // Another seat's cards do not move what seat 0 can know.
    let at = json!(0);
    let mut other = game.clone();
    let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
    let round: Value = serde_json::from_str(shown["lines"][1].as_str().unwrap()).unwrap();
    let card = round["hands"][1][0].clone();
    let question = ok(&mut board, &json!({ "do": "game", "game": game }));
    assert_eq!(question["ask"]["at"], at);
    other["moves"] = json!([{ "at": 0, "card": card, "of": 1, "for": "W4" }]);
    let of = |board: &mut Board, game: &Value| {
        let asked = json!({ "do": "chances", "game": game, "at": 0, "playouts": 200, "view": 0 });
        ok(board, &asked)
    };
    assert_eq!(of(&mut board, &game), of(&mut board, &other));
}

#[test]
fn a_duel_is_the_match_with_the_same_seed() {
    let mut board = Board::default();
    let duel = |deals: u64| json!({ "do": "duel", "a": "greedy", "b": "random", "seats": 3, "deals": deals, "seed": "5" });
    let first = ok(&mut board, &duel(100));
    assert_eq!(
        (&first["games"], &first["low"]),
        (&json!(300), &Value::Null)
    );
    let more = ok(&mut board, &duel(400));
    assert_eq!(more, ok(&mut Board::default(), &duel(400)));
    let made = Match::new("power-grab").unwrap();
    let bots = ["greedy", "random", "random"].into_iter();
    let made = bots.fold(made, |made, bot| made.bot_named(bot).unwrap());
    let played = made.deals(400).seed(5).play().unwrap();
    let rate = played.record("greedy").unwrap().win_rate;
    assert_eq!(more["rate"].as_f64(), Some(rate));
    assert!(
        more["low"].as_f64() > Some(0.34) && more["high"].as_f64() <= Some(1.0),
        "{more}"
    );
    let wrong = json!({ "do": "duel", "a": "greedy", "b": "random", "seats": 3, "deals": 0 });
    assert!(error(&mut board, &wrong).contains("1 to"));
}

#[test]
fn a_bot_gives_its_reasons() {
    let mut board = Board::default();
    let game = json!({ "ruleset": "power-grab", "seats": ["balanced", "random"], "seed": "2" });
    let shown = ok(&mut board, &json!({ "do": "game", "game": game }));
    let marks = shown["marks"].as_array().unwrap();
    let mut explained = 0;
    for mark in marks
        .iter()
        .filter(|mark| mark["seat"] == json!(0))
        .take(30)
    {
        let asked = json!({ "do": "explain", "game": game, "at": mark["at"] });
        let reasons = ok(&mut board, &asked);
        assert_eq!(reasons["choice"], mark["done"]);
        let terms = reasons["terms"].as_array().unwrap();
        let best = terms
            .iter()
            .filter(|term| term["value"].is_f64())
            .max_by(|a, b| {
                a["value"]
                    .as_f64()
                    .unwrap()
                    .total_cmp(&b["value"].as_f64().unwrap())
            });
        if let Some(best) = best {
            explained += 1;
            assert_eq!(best["option"], mark["done"], "{reasons}");
        }
    }
    assert!(explained > 10, "{explained}");
}

#[test]
fn the_catalogue_lists_what_games_may_name() {
    let mut board = Board::default();
    let catalog = ok(&mut board, &json!({ "do": "catalog" }));
    for (of, ruleset) in [("shedding", "power-grab"), ("grid", "grid")] {
        for bot in catalog["bots"][of].as_array().unwrap() {
            let game =
                json!({ "ruleset": ruleset, "seats": [bot["name"], "you"], "unit": "round" });
            // Cards of other numbers of seats still sit.
            ok(&mut board, &json!({ "do": "game", "game": game }));
        }
    }
    for ruleset in catalog["rulesets"].as_array().unwrap() {
        assert!(ruleset["players"][0].as_u64() >= Some(2), "{ruleset}");
        assert!(!ruleset["options"].as_array().unwrap().is_empty());
    }
}
