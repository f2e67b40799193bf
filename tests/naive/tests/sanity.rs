//! Cards are conserved (asserted inside, in debug builds), statistics are plausible, options have
//! their effects.

use naive::games::{Setting, Twists, play_game, play_round};
use naive::grid::{grid_deck, play_grid};
use naive::grid_figures::GridOptions;
use naive::options::Options;
use naive::{Rng, Table};

const WILD: Twists = Twists {
    bluff: 0.5,
    forget: 0.3,
    overlook: 0.4,
    decline: 0.4,
    voluntary: 0.2,
};

fn setting(ruleset: &str, seats: usize, twists: Twists, changes: &[(&str, &str)]) -> Setting {
    let mut options = Options::official(ruleset).unwrap();
    for (key, value) in changes {
        options.set(key, value).unwrap();
    }
    Setting::new(options, twists, seats).unwrap()
}

fn rounds(setting: &Setting, count: u64) -> Table {
    let mut table = Table::default();
    for round in 0..count {
        table.add(&play_round(setting, &mut Rng::new(7, round)).values(setting.seats));
    }
    table
}

fn mean(table: &Table, name: &str) -> f64 {
    table
        .get(name)
        .unwrap_or_else(|| panic!("no metric {name}"))
        .mean
}

fn trace(setting: &Setting, seed: u64) -> String {
    let mut text = String::new();
    play_game(setting, &mut Rng::new(seed, 0), Some(&mut text));
    text
}

#[test]
fn decks_have_the_right_size() {
    for (ruleset, size) in [
        ("power-grab", 112),
        ("green-lantern", 112),
        ("classic", 108),
    ] {
        let cards = Options::official(ruleset).unwrap().cards().unwrap();
        assert_eq!(cards.len(), size, "{ruleset}");
    }
    let cards = Options::official("power-grab").unwrap().cards().unwrap();
    assert_eq!(cards.iter().filter(|card| card.icon.is_some()).count(), 32);
    assert_eq!(
        cards.iter().filter(|card| card.icon == Some('O')).count(),
        8
    );
    assert_eq!(grid_deck().len(), 108);
}

#[test]
fn all_rulesets_run_with_all_seats_and_twists() {
    for (ruleset, most) in [("power-grab", 6), ("green-lantern", 10), ("classic", 10)] {
        for seats in 2..=most {
            for twists in [Twists::default(), WILD] {
                let table = rounds(&setting(ruleset, seats, twists, &[]), 20);
                assert!(mean(&table, "turns") > 5.0);
            }
        }
    }
    for seats in 2..=8 {
        for game in 0..20 {
            let metrics = play_grid(
                &GridOptions::official(),
                &grid_deck(),
                seats,
                &mut Rng::new(3, game),
                None,
            );
            assert!(metrics.draws as usize <= 108 - 7 * seats);
        }
    }
}

#[test]
fn random_bots_never_bluff_and_win_about_equally() {
    let table = rounds(&setting("power-grab", 4, Twists::default(), &[]), 2000);
    assert_eq!(mean(&table, "bluffs"), 0.0);
    assert_eq!(mean(&table, "guilty"), 0.0);
    assert_eq!(mean(&table, "uno_caught"), 0.0);
    assert!((mean(&table, "won_by_position_1") - 0.25).abs() < 0.05);
    assert!((mean(&table, "claims_U") - mean(&table, "claims_!")).abs() < 0.4);
    assert!(mean(&table, "instant_uno") > 0.1);
    assert!(mean(&table, "challenges") < mean(&table, "wild_draw_fours") * 0.5);
}

#[test]
fn twists_bring_the_rare_rules() {
    let text: String = (0..5)
        .map(|seed| trace(&setting("power-grab", 4, WILD, &[]), seed))
        .collect();
    for part in [
        "\"caught\"",
        "\"why\":\"uno\"",
        "\"guilty\":true",
        "\"guilty\":false",
        "\"instant-uno\"",
        "\"block\"",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let text: String = (0..5)
        .map(|seed| trace(&setting("green-lantern", 4, WILD, &[]), seed))
        .collect();
    assert!(text.contains("\"give\"") && !text.contains("\"claim\""));
}

#[test]
fn options_do_what_they_say() {
    let plain = Twists::default();
    let table = rounds(&setting("power-grab", 4, plain, &[("towers", "UN")]), 200);
    assert_eq!(mean(&table, "claims_O") + mean(&table, "instant_uno"), 0.0);
    assert!(mean(&table, "claims_U") > 1.0);
    let table = rounds(
        &setting("power-grab", 4, plain, &[("max_turns", "10")]),
        200,
    );
    assert!(mean(&table, "max_turns_stop") > 0.9 && table.get("turns").unwrap().max == 10.0);
    let table = rounds(
        &setting("power-grab", 4, plain, &[("protects", "U:,N:,O:,!:")]),
        200,
    );
    assert_eq!(mean(&table, "blocks_U") + mean(&table, "blocks_!"), 0.0);
    // A tiny deck runs out: draws stop early, rounds end in deadlocks (PG-14, PG-15).
    let deck = ("deck", "R1:3,Y2:3,R2:1,Y1:1,G3:2,B4:1");
    let tiny = setting(
        "classic",
        2,
        plain,
        &[deck, ("hand_size", "3"), ("max_turns", "200")],
    );
    let table = rounds(&tiny, 500);
    assert!(mean(&table, "deadlock") > 0.0 && mean(&table, "deadlock") < 1.0);
    // Every seat adds up its remaining cards; a win may be shared.
    let game = play_game(
        &setting("classic", 3, plain, &[("scoring", "own")]),
        &mut Rng::new(1, 1),
        None,
    );
    assert!(game.scores.iter().max() >= Some(&500));
    assert!(
        game.winners
            .iter()
            .all(|winner| game.scores[*winner] == *game.scores.iter().min().unwrap())
    );
}

/// The four house rules that no rule sheet has, all at once.
const HOUSE: [(&str, &str); 5] = [
    ("stack", "cross"),
    ("draw", "until-playable"),
    ("force_play", "true"),
    ("seven_zero", "true"),
    ("next_dealer", "winner"),
];

#[test]
fn house_rules_are_seen_in_traces() {
    let texts = |twists| -> String {
        (0..5)
            .map(|seed| trace(&setting("classic", 4, twists, &HOUSE), seed))
            .collect()
    };
    let text = texts(WILD);
    for part in [
        "\"swap\"",
        "\"rotate\"",
        "\"challenge-lost\"",
        "\"challenge-guilty\"",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // Four twos, or a two and a four, and so on: more than any single card demands.
    let drawn = |line: &&str| line.contains("\"draw-") && line.matches(',').count() > 2 + 6;
    assert!(texts(Twists::default()).lines().any(|line| drawn(&line)));
    let none = trace(&setting("classic", 4, WILD, &[("challenge", "false")]), 1);
    assert!(!none.contains("\"event\":\"challenge\""));
    let honest = rounds(&setting("classic", 4, WILD, &[("bluff", "false")]), 200);
    assert_eq!(mean(&honest, "bluffs"), 0.0);
    let plain = Twists::default();
    let turns = |changes: &[(&str, &str)]| {
        mean(
            &rounds(&setting("classic", 4, plain, changes), 500),
            "turns",
        )
    };
    assert!(turns(&[("draw", "until-playable")]) > turns(&[]));
}

#[test]
fn rules_that_cannot_be_played_are_refused() {
    for (ruleset, seats, key, value) in [
        ("power-grab", 7, "hand_size", "7"),
        ("classic", 4, "hand_size", "26"),
        ("power-grab", 4, "towers", "UX"),
        ("power-grab", 4, "deck", "W4:60,R1:28"),
    ] {
        let mut options = Options::official(ruleset).unwrap();
        options.set(key, value).unwrap();
        assert!(
            Setting::new(options, Twists::default(), seats).is_err(),
            "{ruleset} {seats} {key}={value}"
        );
    }
}

#[test]
fn a_trace_changes_nothing() {
    for twists in [Twists::default(), WILD] {
        let setting = setting("power-grab", 4, twists, &[]);
        let mut text = String::new();
        let traced = play_game(&setting, &mut Rng::new(5, 0), Some(&mut text));
        let plain = play_game(&setting, &mut Rng::new(5, 0), None);
        assert_eq!(traced.scores, plain.scores);
        assert_eq!(traced.rounds.len(), text.matches("\"round-end\"").count());
    }
}
