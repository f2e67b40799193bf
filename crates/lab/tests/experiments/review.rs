//! Tests of `review`: costs add up to what a match shows, planted mistakes are named, and a bot that
//! plays as the reference has no costs.

use crate::planted::{MISTAKES, catalog, costliest, is_of, number, review, text};
use powergrab_engine::game::Unit;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::quick::Match;
use powergrab_lab::review::request::ReviewRequest;
use test_support::{cases, times};

fn request(bots: &[&str], deals: u64) -> ReviewRequest {
    ReviewRequest {
        positions: 0,
        ..ReviewRequest::new(bots, deals)
    }
}

/// Returns the win rate of the first bot against the second.
fn win_rate(bots: [&str; 2], unit: Unit) -> f64 {
    let mut a_match = Match::new("power-grab").unwrap();
    for bot in bots {
        a_match = a_match.bot_named(bot).unwrap();
    }
    let result = a_match.deals(2000).seed(3).unit(unit).play().unwrap();
    result.record(bots[0]).unwrap().win_rate
}

/// The costs of a game add up to the difference between the win rates of the reference and the bot
/// (the performance difference lemma), whether the opponent is as strong as the reference or weaker.
#[test]
fn costs_add_up_to_the_difference_that_a_match_shows() {
    for (bot, opponent, unit, deals) in [
        ("tipsy", "greedy", Unit::Game, times(20, 160)),
        ("random", "hoarder", Unit::Round, times(100, 800)),
    ] {
        let request = ReviewRequest {
            unit: unit.text().to_owned(),
            ..request(&[bot, opponent], deals.into())
        };
        let (table, _) = review(&request, &Catalog::default());
        let total = table.n_rows - 1;
        let cost = number(&table, "cost", total).unwrap();
        let se = number(&table, "cost_se", total).unwrap();
        let lost = win_rate(["balanced", opponent], unit) - win_rate([bot, opponent], unit);
        // The match has an error of its own, below a point.
        assert!(
            (cost - lost).abs() < 3.0 * se + 0.015,
            "{bot}: {cost} {lost} {se}"
        );
        let parts = (0..total).map(|row| number(&table, "cost", row).unwrap());
        assert!((parts.sum::<f64>() - cost).abs() < 1e-9);
    }
}

/// At three seats, the odds of a game distinguish the seats.
#[test]
fn costs_add_up_at_three_seats() {
    let bots = ["random", "greedy", "greedy"];
    let (table, _) = review(&request(&bots, times(20, 120).into()), &Catalog::default());
    let total = table.n_rows - 1;
    let cost = number(&table, "cost", total).unwrap();
    let se = number(&table, "cost_se", total).unwrap();
    let rate = |bot: &str| {
        let mut a_match = Match::new("power-grab").unwrap();
        for name in [bot, "greedy", "greedy"] {
            a_match = a_match.bot_named(name).unwrap();
        }
        a_match
            .deals(1500)
            .seed(3)
            .play()
            .unwrap()
            .record(bot)
            .unwrap()
            .win_rate
    };
    let lost = rate("balanced") - rate("random");
    assert!((cost - lost).abs() < 3.0 * se + 0.02, "{cost} {lost} {se}");
}

/// Tests some of the planted mistakes; `cargo run --release -p powergrab-lab --example
/// planted_differences reviews` tests all of them.
#[test]
fn planted_mistakes_are_named_first() {
    for name in cases(["no-wild", "wrong-colour", "no-call"], 3) {
        let mistake = MISTAKES
            .iter()
            .find(|mistake| mistake.name == name)
            .unwrap();
        let request = ReviewRequest {
            unit: "round".to_owned(),
            ..request(&["planted", "balanced"], times(400, 800).into())
        };
        let (table, told) = review(&request, &catalog(&[*mistake]));
        let row = costliest(&table).unwrap_or_else(|| panic!("{name}: nothing is named\n{told}"));
        assert!(is_of(&table, row, mistake), "{name}: {told}");
    }
}

/// A bot that never plays a wild card is told so by its habits.
#[test]
fn unusual_habits_are_told() {
    let mistake = MISTAKES.iter().find(|it| it.name == "no-wild").unwrap();
    let request = request(&["planted", "greedy"], times(30, 60).into());
    let (_, told) = review(&request, &catalog(&[*mistake]));
    assert!(
        told.contains("- planted never plays a Wild Grab-A-Tower, though it could"),
        "{told}"
    );
}

#[test]
fn the_reference_itself_costs_nothing() {
    let (table, told) = review(&request(&["balanced", "greedy"], 20), &Catalog::default());
    assert_eq!(number(&table, "cost", table.n_rows - 1), Some(0.0));
    assert_eq!(number(&table, "per_round", table.n_rows - 1), Some(0.0));
    assert!(
        told.starts_with("balanced makes the same choice as the reference in every decision."),
        "{told}"
    );
}

/// Parameters in which the bot differs from a reference of the same policy come with their target.
#[test]
fn parameters_that_differ_from_the_reference_are_named() {
    let differing = [
        ("balanced:uno_call=0", "uno_call 1 (not 0)"),
        ("balanced:draw_below=0", "draw_below -20 (not 0)"),
    ];
    for (bot, named) in cases(differing, 2) {
        let request = request(&[bot, "greedy"], times(80, 160).into());
        let (table, told) = review(&request, &Catalog::default());
        let row = costliest(&table).unwrap_or_else(|| panic!("{bot}: {told}"));
        assert!(text(&table, "parameters", row).contains(named), "{told}");
    }
}

/// A bot that is better than the reference is told so, and how to find its mistakes.
#[test]
fn a_bot_that_is_better_than_the_reference_is_told_so() {
    let request = ReviewRequest {
        unit: "round".to_owned(),
        playout: Some("greedy".to_owned()),
        ..request(&["balanced", "greedy"], times(300, 600).into())
    };
    let (_, told) = review(&request, &Catalog::default());
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.starts_with("balanced plays better than greedy here, by "),
        "{told}"
    );
    assert!(told.contains("To find its mistakes, use --search, or name a stronger --playout."));
}

/// With a search, the reference also improves on the playout policy.
#[test]
fn a_search_finds_mistakes_that_the_playout_policy_makes_too() {
    let request = ReviewRequest {
        search: true,
        unit: "round".to_owned(),
        ..request(&["greedy", "greedy"], times(150, 300).into())
    };
    let request = ReviewRequest {
        playout: Some("greedy".to_owned()),
        ..request
    };
    let (table, _) = review(&request, &Catalog::default());
    let total = table.n_rows - 1;
    assert!(number(&table, "per_round", total).unwrap() > 0.1);
    let cost = number(&table, "cost", total).unwrap();
    assert!(
        cost > 2.0 * number(&table, "cost_se", total).unwrap(),
        "{cost}"
    );
}

#[test]
fn grid_is_reviewed_too() {
    let deals = times(10, 100);
    let request = ReviewRequest {
        ruleset: "grid".to_owned(),
        worlds: times(8, 64),
        ..request(&["random", "grid-greedy"], deals.into())
    };
    let (table, told) = review(&request, &Catalog::default());
    // Few deals name no kind.
    match costliest(&table) {
        Some(row) => assert!(text(&table, "sentence", row).contains("random "), "{told}"),
        None => assert!(
            deals < 100 && told.contains("of random stands out"),
            "{told}"
        ),
    }
}

#[test]
fn wrong_questions_are_refused_with_the_remedy() {
    let good = || ReviewRequest::new(&["miser", "greedy"], 10);
    let refused = |request: ReviewRequest| {
        let study = request.study(&Catalog::default(), Default::default(), false);
        study.err().expect("it is refused").to_string()
    };
    for (request, says) in [
        (
            ReviewRequest::new(&["misr", "greedy"], 10),
            "did you mean `miser`",
        ),
        (
            ReviewRequest::new(&["miser"], 10),
            "--bots names 1: name 2 to",
        ),
        (
            ReviewRequest {
                worlds: 1,
                ..good()
            },
            "--worlds 1: must be from 8 to",
        ),
        (
            ReviewRequest { kinds: 0, ..good() },
            "--kinds 0: must be from 1 to",
        ),
        (
            ReviewRequest {
                deals: 3..6,
                ..good()
            },
            "--deals 3..6: at least 4",
        ),
        (
            ReviewRequest {
                deals: 3..3,
                ..good()
            },
            "3..3 has no deals",
        ),
        (
            ReviewRequest {
                unit: "hand".to_owned(),
                ..good()
            },
            "--unit hand: must be game or round",
        ),
        (
            ReviewRequest {
                playout: Some("monte-carlo".to_owned()),
                ..good()
            },
            "monte-carlo",
        ),
        (
            ReviewRequest {
                ruleset: "grid".to_owned(),
                ..good()
            },
            "miser",
        ),
    ] {
        let text = refused(request);
        assert!(text.contains(says), "{says}: {text}");
    }
}
