//! Tests of `distil`: a card is reproducible, its figures are those of matches, and it finds rules
//! that are known.

use crate::planted::{number, text};
use powergrab_bots::strategy::register::from_text;
use powergrab_bots::strategy::rules::Line;
use powergrab_bots::strategy::{Bot, BotGame as _};
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::distil::request::DistilRequest;
use powergrab_lab::matches::quick::Match;
use powergrab_lab::study::driver::{Ended, play};
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::study::traits::Results;
use powergrab_table::typed::Table;
use std::num::NonZero;
use test_support::times;

fn request(teacher: &str) -> DistilRequest {
    DistilRequest {
        search_deals: times(150, 800).into(),
        deals: times(75, 400).into(),
        unit: "round".to_owned(),
        name: Some("card".to_owned()),
        ..DistilRequest::new(teacher)
    }
}

fn played(request: &DistilRequest, threads: usize) -> Results {
    let options = StudyOptions {
        threads: NonZero::new(threads),
        ..StudyOptions::default()
    };
    let study = request.study(&Catalog::default(), options, false).unwrap();
    match play(&*study).unwrap() {
        Ended::Whole { results, .. } => results,
        _ => panic!("it was stopped"),
    }
}

fn table(results: &Results, name: &str) -> Table {
    let file = results.files.iter().find(|file| file.name == name);
    file.unwrap().table().unwrap().clone()
}

fn card(results: &Results) -> Bot<Shedding> {
    let file = results.files.iter().find(|file| file.name == "card.toml");
    let text = String::from_utf8(file.unwrap().bytes().to_vec()).unwrap();
    from_text::<Shedding>("card", "card.toml", &text)
        .unwrap()
        .bot
}

#[test]
fn a_card_is_the_same_with_any_threads_and_its_file_is_the_card() {
    let request = DistilRequest {
        lines: 2,
        ..request("balanced")
    };
    let one = played(&request, 1);
    let three = played(&request, 3);
    for (a, b) in one.files.iter().zip(&three.files) {
        assert!(a.name == b.name && a.bytes() == b.bytes(), "{}", a.name);
    }
    let lines = table(&one, "lines.csv");
    let described = card(&one).describe();
    for row in 0..lines.n_rows {
        assert_eq!(
            described["external"]["lines"][row],
            *text(&lines, "text", row)
        );
    }
    assert!((1..=2).contains(&lines.n_rows));
    let steps = table(&one, "steps.csv");
    assert_eq!(text(&steps, "taken", 0), "true");
}

/// Win rates of a card are those of a match on other deals, within four standard errors.
#[test]
fn figures_of_a_card_are_those_of_a_match() {
    let request = DistilRequest {
        lines: 2,
        deals: times(800, 2000).into(),
        ..request("balanced")
    };
    let results = played(&request, 2);
    let strength = table(&results, "strength.csv");
    for row in 0..strength.n_rows {
        let bot = text(&strength, "bot", row);
        let opponents = text(&strength, "opponents", row);
        let a_match = Match::new("power-grab").unwrap();
        let a_match = match &*bot {
            "card" => a_match.bot(card(&results)),
            _ => a_match.bot_named(&bot).unwrap(),
        };
        let a_match = a_match.bot_named(&opponents).unwrap();
        let played = a_match
            .deals(2000)
            .seed(9)
            .unit(Unit::Round)
            .play()
            .unwrap();
        let own = played.record(&bot).unwrap();
        let (value, se) = ("win_rate", "se");
        let value = number(&strength, value, row).unwrap();
        let se = number(&strength, se, row).unwrap();
        let error = 4.0 * se * std::f64::consts::SQRT_2;
        assert!(
            (value - own.win_rate).abs() < error,
            "{bot}, {opponents}: {value}"
        );
    }
}

/// A teacher that is a list itself: the card finds its rule, and keeps its edge.
#[test]
fn a_known_rule_is_found_again() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("teacher.toml");
    let rule = "play another card rather than a wild";
    std::fs::write(
        &path,
        format!("policy = \"rules\"\n[params]\nlines = [{rule:?}]\n"),
    )
    .unwrap();
    let request = DistilRequest {
        lines: 1,
        search_deals: times(1000, 2000).into(),
        deals: times(1000, 2000).into(),
        ..request(path.to_str().unwrap())
    };
    let lines = table(&played(&request, 2), "lines.csv");
    let found = text(&lines, "text", 0);
    let line = Line::parse(Shedding::VOCABULARY, &found).unwrap();
    // It may find a circumstance in which the rule is better still.
    assert_eq!(line.preference.to_string(), rule);
    assert!(number(&lines, "loss", 0).unwrap() > 0.02);
    assert!(number(&lines, "low", 0).unwrap() > 0.0);
}

#[test]
fn a_search_without_a_gain_says_that_the_card_is_empty() {
    let request = DistilRequest {
        search_deals: 1,
        deals: 20,
        ..request("greedy")
    };
    let results = played(&request, 1);
    assert_eq!(table(&results, "lines.csv").n_rows, 0);
    let said = &results.result["answers"][0];
    assert!(
        said.as_str()
            .unwrap()
            .starts_with("No line gains for certain"),
        "{said}"
    );
}

#[test]
fn there_are_cards_of_grid_too() {
    let request = DistilRequest {
        ruleset: "grid".to_owned(),
        lines: 1,
        search_deals: times(20, 200).into(),
        deals: times(10, 100).into(),
        unit: "game".to_owned(),
        ..request("grid-champion")
    };
    let results = played(&request, 2);
    assert!(results.told.contains("grid-greedy"), "{}", results.told);
}

#[test]
fn wrong_requests_are_refused_with_the_remedy() {
    let refused = |request: DistilRequest| {
        let options = StudyOptions::default();
        let study = request.study(&Catalog::default(), options, false);
        let Err(StudyError::Input(message)) = study else {
            panic!("it was accepted");
        };
        message
    };
    for (request, part) in [
        (request("nobody"), "nobody"),
        (
            DistilRequest {
                lines: 0,
                ..request("balanced")
            },
            "--lines 0: must be from 1 to 20",
        ),
        (
            DistilRequest {
                seats: 11,
                ..request("balanced")
            },
            "--seats 11: must be from 2 to 10",
        ),
        (
            DistilRequest {
                seats: 9,
                ..request("balanced")
            },
            "PG-",
        ),
        (
            DistilRequest {
                deals: 0,
                ..request("balanced")
            },
            "--deals 0: must be from 1",
        ),
        (
            DistilRequest {
                unit: "hour".to_owned(),
                ..request("balanced")
            },
            "--unit hour: must be game or round",
        ),
        (
            DistilRequest {
                name: Some("a b".to_owned()),
                ..request("balanced")
            },
            "--name a b",
        ),
        (
            DistilRequest {
                name: Some("greedy".to_owned()),
                ..request("balanced")
            },
            "not that of another bot",
        ),
        (
            DistilRequest {
                field: vec!["nobody".to_owned()],
                ..request("balanced")
            },
            "nobody",
        ),
        (
            DistilRequest {
                ruleset: "grid".to_owned(),
                ..request("balanced")
            },
            "Grid",
        ),
    ] {
        let message = refused(request);
        assert!(message.contains(part), "{part}: {message}");
    }
}
