//! Tests of `why`: shares add up, planted rules are found, and equal bots yield no kinds.

use crate::planted::{RULES, catalog, first_named, is_of, number, text, why};
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::quick::Match;
use powergrab_lab::why::request::WhyRequest;

/// The win rates are those of matches on the same deals, and the shares add up to their difference.
#[test]
fn shares_add_up_to_the_difference_that_a_match_shows() {
    for unit in [Unit::Game, Unit::Round] {
        for seats in [2, 3] {
            let request = WhyRequest {
                seats,
                unit: unit.text().to_owned(),
                seed: 7,
                ..WhyRequest::new("hoarder", "greedy", 60)
            };
            let table = why(&request, &Catalog::default());
            let total = table.n_rows - 1;
            let shares = (0..total).map(|row| number(&table, "share", row).unwrap());
            let whole = number(&table, "share", total).unwrap();
            assert!((shares.sum::<f64>() - whole).abs() < 1e-12);
            let mut a_match = Match::new("power-grab")
                .unwrap()
                .bot_named("hoarder")
                .unwrap();
            for _ in 1..seats {
                a_match = a_match.bot_named("greedy").unwrap();
            }
            let result = a_match.deals(60).seed(7).unit(unit).play().unwrap();
            let own = result.record("hoarder").unwrap();
            let difference = own.win_rate - own.fair_share;
            assert!((difference - whole).abs() < 1e-12, "{difference} {whole}");
        }
    }
}

/// Bots that draw random numbers get the numbers that they would draw alone.
#[test]
fn bots_that_roll_dice_are_compared_with_themselves_alone() {
    for (first, second) in [
        ("random", "random"),
        ("tipsy", "tipsy"),
        ("balanced", "balanced"),
    ] {
        let table = why(&WhyRequest::new(first, second, 20), &Catalog::default());
        assert_eq!(number(&table, "share", table.n_rows - 1), Some(0.0));
        assert_eq!(number(&table, "per_round", table.n_rows - 1), Some(0.0));
        assert_eq!(first_named(&table), None);
    }
    let request = WhyRequest::new("random", "greedy", 40);
    let table = why(&request, &Catalog::default());
    let a_match = Match::new("power-grab").unwrap().deals(40);
    let a_match = a_match
        .bot_named("random")
        .unwrap()
        .bot_named("greedy")
        .unwrap();
    let own = a_match.play().unwrap().record("random").unwrap();
    let whole = number(&table, "share", table.n_rows - 1).unwrap();
    assert!((own.win_rate - own.fair_share - whole).abs() < 1e-12);
}

/// Tests some of the planted rules; `cargo run --release -p powergrab-lab --example
/// planted_differences` tests all of them.
#[test]
fn planted_rules_are_named_first() {
    for name in ["no-grab", "draws-late", "no-call"] {
        let planted = RULES.iter().find(|rule| rule.name == name).unwrap();
        let request = WhyRequest {
            unit: "round".to_owned(),
            search_deals: Some(400),
            ..WhyRequest::new("planted", "balanced", 1000)
        };
        let table = why(&request, &catalog(&[*planted]));
        let row = first_named(&table).unwrap_or_else(|| panic!("{name}: nothing is named"));
        let said = text(&table, "sentence", row);
        assert!(is_of(&table, row, planted), "{name}: {said}");
        assert!(number(&table, "share", row).unwrap() < 0.0, "{name}");
    }
}

/// `why` also names kinds of Grid's decisions.
#[test]
fn kinds_of_grid_are_named_too() {
    let request = WhyRequest {
        ruleset: "grid".to_owned(),
        ..WhyRequest::new("grid-greedy", "random", 60)
    };
    let table = why(&request, &Catalog::default());
    let row = first_named(&table).expect("dice play badly");
    assert!(text(&table, "sentence", row).starts_with("grid-greedy "));
}

#[test]
fn wrong_questions_are_refused_with_the_remedy() {
    let refused = |request: WhyRequest| {
        let catalog = Catalog::default();
        let study = request.study(&catalog, Default::default(), false);
        study.err().expect("it is refused").to_string()
    };
    let good = || WhyRequest::new("balanced", "greedy", 10);
    for (request, says) in [
        (
            WhyRequest {
                first: "balancd".to_owned(),
                ..good()
            },
            "did you mean `balanced`",
        ),
        (
            WhyRequest { seats: 1, ..good() },
            "--seats 1: must be from 2 to",
        ),
        (WhyRequest { seats: 9, ..good() }, "PG-"),
        (
            WhyRequest {
                kinds: 99,
                ..good()
            },
            "--kinds 99: must be from 1 to",
        ),
        (
            WhyRequest {
                orders: 0,
                ..good()
            },
            "--orders 0: must be from 1 to",
        ),
        (
            WhyRequest {
                deals: 3..3,
                ..good()
            },
            "3..3 has no deals",
        ),
        (
            WhyRequest {
                unit: "hand".to_owned(),
                ..good()
            },
            "--unit hand: must be game or round",
        ),
        (
            WhyRequest {
                ruleset: "grid".to_owned(),
                ..good()
            },
            "balanced",
        ),
    ] {
        let text = refused(request);
        assert!(text.contains(says), "{says}: {text}");
    }
}
