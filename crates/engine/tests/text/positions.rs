//! Positions as text: one seat's knowledge is written and parsed back, and impossible positions are
//! refused with the reason.

use powergrab_engine::game::notation::{PositionKey, When, ruleset_of, seats_of, split};
use powergrab_engine::game::{Ask, Game as _, NoObserver, Pile, Textual};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding, State, rules_file};
use proptest::prelude::*;
use std::collections::BTreeMap;
use test_support::{chaotic_choice, times, varied_rules};

/// Returns the rules that a position's text names.
fn rules_of(text: &str) -> Rules {
    let word = ruleset_of(text).unwrap();
    let rules = match split(word).unwrap() {
        None => rules_file::resolve(word),
        Some((name, options)) => {
            let base = Family::ALL.into_iter().find(|f| f.name() == name);
            rules_file::from_json(name, base, &options)
        }
    };
    rules.unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Checks that the first table of a page has a row for each key, in this order.
fn documented<G: Textual>(page: &str) {
    let row = |key: &PositionKey<G>| {
        let row = format!("| `{}` | {} | {} |", key.key, key.meaning, key.default);
        row.replace("|  |", "| |")
    };
    let keys = G::POSITION.iter().filter(|key| key.is_in(When::Asked));
    let expected: Vec<String> = keys.map(row).collect();
    let rows: Vec<&str> = page.lines().filter(|l| l.starts_with("| `")).collect();
    assert_eq!(rows[..expected.len()], expected);
}

#[test]
fn the_keys_of_positions_are_documented() {
    let path = format!("{}/../../docs/analysis.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(path).unwrap();
    let (shedding, grid) = page.split_once("### Grid").unwrap();
    documented::<Shedding>(shedding);
    documented::<Grid>(grid);
}

fn options_text(game: &Shedding, state: &State, ask: &Ask) -> Vec<String> {
    let view = game.view(state, ask.seat);
    ask.options
        .iter()
        .map(|a| view.text(&ask.options, a))
        .collect()
}

/// Plays rounds, and writes and parses every `every`-th decision's position. Counts decisions by
/// question.
fn there_and_back(
    game: &Shedding,
    seed: u64,
    rounds: u64,
    every: u32,
) -> Result<BTreeMap<&'static str, u32>, TestCaseError> {
    let mut rng = Rng::from_key(seed);
    let mut state = game.new_game();
    let mut seen = BTreeMap::new();
    for round in 0..rounds {
        let mut pile = Pile::new(Rng::from_key(rng.next_u64()));
        let dealer = (round % game.n_seats() as u64) as u8;
        game.start_round(&mut state, dealer, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let view = game.view(&state, ask.seat);
            if rng.below(every) == 0 {
                *seen.entry(view.phase().text()).or_insert(0) += 1;
                let text = view.notation();
                prop_assert_eq!(seats_of::<Shedding>(&text), Ok(game.n_seats()));
                prop_assert_eq!(rules_of(&text).to_json(), game.rules().to_json());
                let back = game.read_position(&text);
                let back = back.map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
                prop_assert_eq!(back.seat, ask.seat);
                prop_assert_eq!(game.check(&back.state), Ok(()));
                let again = game.view(&back.state, back.seat);
                prop_assert_eq!(again.notation(), text.clone());
                // It asks the same question.
                let options = game.options_of(&back.state);
                let there = Ask {
                    seat: back.seat,
                    options,
                };
                prop_assert_eq!(
                    options_text(game, &back.state, &there),
                    options_text(game, &state, &ask),
                    "{}",
                    text
                );
            }
            let action = chaotic_choice(&ask.options, &mut rng);
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
        if game.is_over(&state) {
            game.reset_game(&mut state);
        }
    }
    Ok(seen)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(times(12, 24)) })]

    #[test]
    fn positions_go_out_and_come_back(
        family in prop::sample::select(Family::ALL.to_vec()),
        n in 2usize..=6,
        seed in any::<u64>(),
        variant in 0..3u8,
        house in any::<[bool; 6]>(),
    ) {
        let game = Shedding::new(varied_rules(family, variant, house), n).unwrap();
        there_and_back(&game, seed, 6, 4)?;
    }
}

#[test]
fn every_question_can_be_written() {
    let mut seen = BTreeMap::new();
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 3).unwrap();
        for (phase, n) in there_and_back(&game, 5, times(40, 150).into(), 2).unwrap() {
            *seen.entry(phase).or_insert(0) += n;
        }
    }
    for phase in [
        "turn",
        "drawn",
        "gift",
        "colour",
        "tower",
        "instant-uno",
        "keep",
        "call",
        "catch",
        "react",
        "upcard",
    ] {
        assert!(seen.contains_key(phase), "{phase}: {seen:?}");
    }
}

/// A stack is written as a whole, because its cards may be in the draw pile again (HR-1, PG-12,
/// PG-14).
#[test]
fn a_stack_need_not_lie_under_its_top_card() {
    let text = "classic{\"stack\":\"same\"} seat=1 turn-of=0 ask=react hand=R5,YD2 sizes=3,2 top=RD2 under=B3";
    let game = Shedding::new(rules_of(text), 2).unwrap();
    for (stack, is_right) in [(4, true), (16, true), (18, false), (3, false), (2, false)] {
        let read = game.read_position(&format!("{text} stack={stack}"));
        assert_eq!(read.is_ok(), is_right, "{stack}: {read:?}");
    }
}

/// A card acts on the next seat, so its player follows from the seat that is asked about it.
#[test]
fn who_played_the_card_that_acts_need_not_be_said() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 3).unwrap();
    for (dir, before) in [("left", 2), ("right", 1)] {
        let text = format!("power-grab ask=react hand=R5 sizes=1,2,3 top=W4 colour=R dir={dir}");
        let read = |text: &str| {
            let position = game.read_position(text).unwrap();
            game.view(&position.state, 0).notation()
        };
        assert_eq!(read(&text), read(&format!("{text} turn-of={before}")));
    }
}

#[test]
fn what_is_wrong_is_said() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 3).unwrap();
    let good = "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS";
    assert!(game.read_position(good).is_ok());
    for (from, to, part) in [
        (good, "", "begins with its ruleset"),
        (
            "power-grab ",
            "power-grab:stack=same ",
            "`power-grab:stack=same`: in a position, options stand in braces",
        ),
        (
            "hand=R5",
            "hand=R0",
            "`hand`: R0 is not in the deck of these rules",
        ),
        ("hand=R5", "hand=R55", "`hand`: \"R55\" is no card"),
        (
            "under=B3,BS",
            "under=R3U",
            "`under`: R3U lies on the table more than 1 time",
        ),
        (
            "hand=R5,R9,YD2,WT",
            "hand=R9,R9,R9,WT",
            "`hand`: R9 lies on the table more than 1 time",
        ),
        (
            "sizes=4,6,3",
            "sizes=4,6,100",
            "113 cards; the deck has 112",
        ),
        (
            "sizes=4,6,3",
            "sizes=5,6,3",
            "seat 0 holds 5 cards, `hand` has 4",
        ),
        (
            "sizes=4,6,3",
            "sizes=4,6",
            "`sizes` has 2 seats, the table 3",
        ),
        (
            "sizes=4,6,3",
            "sizes=4,0,3",
            "seat 1 holds no card: the round is over",
        ),
        ("sizes=4,6,3", "sizes=4,-6,3", "not a whole number"),
        (" sizes=4,6,3", "", "`sizes` is missing"),
        ("top=R3U", "seat=3 top=R3U", "seat 3 is not at the table"),
        ("top=R3U", "dealer=7 top=R3U", "`dealer`: seat 7"),
        ("top=R3U", "top=WT", "`colour` is missing"),
        (
            "top=R3U",
            "colour=B top=R3U",
            "the top card's colour is in force, R",
        ),
        ("top=R3U", "colour=X top=W4", "is not a colour"),
        (
            "top=R3U",
            "tpo=R3U",
            "key `tpo`: unknown; did you mean `top`?",
        ),
        ("top=R3U", "top=R3U top=R3U", "stands twice"),
        (
            "top=R3U",
            "top=R3U ask=trun",
            "`ask`: \"trun\" is no question; did you mean `turn`?",
        ),
        ("top=R3U", "top=R3U ask=catch", "in another seat's turn"),
        ("top=R3U", "top=R3U turn-of=1", "in the seat's own turn"),
        (
            "top=R3U",
            "top=R3U ask=react turn-of=2",
            "seat 0 has no choice here",
        ),
        (
            "top=R3U",
            "top=R3U ask=drawn",
            "`drawn` is the card just drawn",
        ),
        (
            "top=R3U",
            "top=R3U ask=drawn drawn=B0",
            "B0 is not in the deck",
        ),
        (
            "top=R3U",
            "top=R3U ask=drawn drawn=B8",
            "B8 is not in `hand`",
        ),
        (
            "top=R3U",
            "top=R3U ask=keep",
            "does not hold all four towers",
        ),
        (
            "top=R3U",
            "top=R3U ask=call",
            "UNO is called with one card left",
        ),
        ("top=R3U", "top=R3U ask=tower", "grabs no tower"),
        ("top=R3U", "top=R3U towers=01", "`towers` has four places"),
        (
            "top=R3U",
            "top=R3U towers=05--",
            "seat 5 is not at the table",
        ),
        (
            "top=R3U",
            "top=R3U scores=0,500,0",
            "seat 1 has reached 500",
        ),
        ("top=R3U", "top=R3U scores=0,5", "`scores` has 2 seats"),
        (
            "top=R3U",
            "top=R3U knows=1:R3U",
            "R3U lies on the table more than 1 time",
        ),
        (
            "top=R3U",
            "top=R3U knows=2:B1,B1,B2,B4",
            "`knows`: 4 cards of seat 2, which holds 3",
        ),
        ("top=R3U", "top=R3U bounds=1R9-", "no hidden cards agree"),
        ("top=R3U", "top=R3U bounds=1Q0-1", "is not a colour"),
        ("top=R3U", "top=R3U past=d1/x3/d0", "'x' is none of"),
        ("top=R3U", "top=R3U past=d1", "`past` has 1 seats"),
        ("top=R3U", "top=R3U past=/é/", "'é' is none of"),
        (
            "top=R3U",
            "top=R3U told=1>1:1",
            "`told`: seat 1 knows its own cards",
        ),
        ("top=R3U", "top=R3U told=2>1:100", "no hidden cards agree"),
        (
            "top=R3U",
            "top=W4 colour=R ask=react turn-of=2 judged=0",
            "`judged`: seat 2 held a card",
        ),
        (
            "top=R3U",
            "top=R3U marks=bluff",
            "`marks`: \"bluff\" is unknown",
        ),
        ("top=R3U", "top=R3U dir=up", "neither left nor right"),
        ("top=R3U", "R3U", "`R3U` is no key with a value"),
    ] {
        assert!(good.contains(from), "{from}");
        let text = good.replace(from, to);
        let error = game.read_position(&text).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let long = format!("{good} {}", "x".repeat(9000));
    assert!(game.read_position(&long).is_err());
}

/// A seat sees in its hand whether its own Wild Draw Four was a bluff (PG-10).
#[test]
fn a_seat_knows_its_own_bluff() {
    let game = Shedding::new(Rules::official(Family::Classic), 2).unwrap();
    for (hand, guilty) in [("R5", true), ("B5", false)] {
        let text = format!("classic ask=call hand={hand} sizes=1,3 top=W4 colour=R before=R");
        let position = game.read_position(&text).unwrap();
        let printed = game.view(&position.state, 0).notation();
        assert_eq!(printed.contains("marks=guilty"), guilty, "{printed}");
    }
    let mut rules = Rules::official(Family::PowerGrab);
    rules.instant_uno = false;
    let game = Shedding::new(rules, 2).unwrap();
    let keep = "power-grab ask=keep hand=R5,R6 sizes=2,3 top=R9 towers=0000";
    let error = game.read_position(keep).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("no Instant UNO"), "{error}");
}
