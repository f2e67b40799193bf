//! PG-8, PG-9 and PG-11: claiming towers, blocking, Instant UNO.

use crate::scene::{Scene, Setting};
use powergrab_engine::cards::Symbol;
use powergrab_engine::shedding::Phase;

#[test]
fn pg_8_an_icon_claims_from_wherever_the_tower_is() {
    let mut scene = Setting::power_grab("R1", &["R3U R7U R9", "G7U R2 B3"]).start();
    scene.answer(0, "R3U");
    assert_eq!(scene.told(), ["play 0 R3U", "claim 0 U null"]);
    let mut scene = Setting::power_grab("R1", &["R7U R3U G9", "G7U B2 B3"]).start();
    scene.answer(0, "R7U").answer(1, "G7U");
    assert_eq!(
        scene.told(),
        ["play 0 R7U", "claim 0 U null", "play 1 G7U", "claim 1 U 0"]
    );
    assert_eq!((scene.state.towers_of(0), scene.state.towers_of(1)), (0, 1));
}

#[test]
fn pg_8_nothing_happens_if_its_player_holds_the_tower_already() {
    let mut scene = Setting::power_grab("R1", &["R3U R7U R9", "R2 R4 B3"]).start();
    scene.answer(0, "R3U").answer(1, "R2");
    scene.told();
    scene.answers(0, "R7U yes");
    assert_eq!(scene.told(), ["play 0 R7U", "uno 0"]);
}

#[test]
fn pg_8_wild_grab_takes_one_it_does_not_hold_and_grab_two_takes_two() {
    let mut scene = Setting::power_grab("R1", &["R3U WT RG2 R9", "R2 R4 R6 B3"]).start();
    scene.answer(0, "R3U").answer(1, "R2");
    scene.told();
    scene.answers(0, "WT red");
    assert_eq!(scene.asked(), (0, Phase::Tower));
    assert_eq!(scene.options(), "N O !");
    scene.answer(0, "O").answer(1, "R4");
    scene.told();
    // Two are left for Grab-2-Towers: after the first choice the second has no alternative, and all
    // four lead to Instant UNO.
    scene.answer(0, "RG2");
    assert_eq!(scene.options(), "N !");
    scene.answers(0, "!");
    assert_eq!(
        scene.told(),
        ["play 0 RG2", "claim 0 ! null", "claim 0 N null"]
    );
    assert_eq!(scene.asked(), (0, Phase::InstantUno));
}

#[test]
fn pg_8_where_fewer_are_left_it_takes_what_there_is() {
    let mut scene = Setting::power_grab("R1", &["RG2 RD1 WT R9 R8 B1", "R2 R4 R5 YG2 R7 B3"])
        .rules(|r| r.towers = 0b0001)
        .draws("G1")
        .start();
    scene.answer(0, "RG2");
    assert_eq!(scene.told(), ["play 0 RG2", "claim 0 U null"]);
    scene.answer(1, "YG2");
    assert_eq!(scene.told(), ["play 1 YG2", "claim 1 U 0"]);
    // It holds the only tower: a Wild Grab-A-Tower finds nothing to take.
    let mut scene = Setting::power_grab("R1", &["RG2 WT R9 R8", "R2 R4 R5 B3"])
        .rules(|r| r.towers = 0b0001)
        .start();
    scene.answer(0, "RG2").answer(1, "R2");
    scene.told();
    scene.answers(0, "WT red");
    assert_eq!(scene.told(), ["play 0 WT R"]);
}

#[test]
fn pg_8_an_icon_whose_tower_is_not_in_the_game_claims_nothing() {
    let mut scene = Setting::power_grab("R1", &["R3U R9 R8", "R2 R4 B3"])
        .rules(|r| r.towers = 0b1110)
        .start();
    scene.answer(0, "R3U");
    assert_eq!(scene.told(), ["play 0 R3U"]);
}

/// Seat 0 has taken the towers that it wants and seat 1 is to play `card` at it.
fn attacked(tower_card: &str, card: &str, draws: &str) -> Scene {
    let hands = [format!("{tower_card} R9 R8 R7"), format!("{card} B9 B8 R6")];
    let mut scene = Setting::power_grab("R1", &[&hands[0], &hands[1]])
        .draws(draws)
        .start();
    scene.answer(0, tower_card);
    scene.told();
    scene.answer(1, card);
    scene
}

#[test]
fn pg_9_each_tower_stops_its_card() {
    for (tower_card, card, tower) in [
        ("R3U", "RD1", "U"),
        ("R4N", "RD2", "N"),
        ("R2!", "RS", "!"),
        ("R5O", "W4", "O"),
    ] {
        let mut scene = attacked(tower_card, card, "");
        if card == "W4" {
            scene.answer(1, "red");
            assert_eq!(scene.options(), "accept block challenge");
        } else {
            assert_eq!(scene.options(), "accept block");
        }
        assert_eq!(scene.asked(), (0, Phase::React));
        scene.answer(0, "block");
        let told = scene.told();
        assert_eq!(told[1], format!("block 0 {tower}"));
        assert_eq!(told.len(), 2, "nothing happens to it");
        // An ordinary turn, matching the card or the colour named as usual.
        assert_eq!(
            (scene.asked(), scene.options()),
            ((0, Phase::Turn), "R7 R8 R9 -".to_owned())
        );
    }
}

#[test]
fn pg_9_it_is_free_not_to_block_and_keeps_the_tower() {
    let mut scene = attacked("R3U", "RD1", "G1");
    scene.answer(0, "accept");
    assert_eq!(
        scene.told(),
        ["play 1 RD1", "draw 0 [G1] draw-one", "miss 0"]
    );
    assert_eq!(scene.state.towers_of(0), 1);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_9_other_towers_stop_nothing_and_some_cards_cannot_be_blocked() {
    let mut scene = attacked("R3U", "RD2", "G1 G2");
    assert_eq!(
        scene.told(),
        ["play 1 RD2", "draw 0 [G1,G2] draw-two", "miss 0"]
    );
    let scene = attacked("R3U", "RR", "");
    assert_eq!(scene.asked(), (0, Phase::Turn));
}

#[test]
fn pg_9_what_a_tower_stops_is_data() {
    let protects = |r: &mut powergrab_engine::shedding::Rules| {
        r.protects = [vec![Symbol::Skip, Symbol::DrawTwo], vec![], vec![], vec![]];
    };
    for (card, stopped) in [("RS", true), ("RD2", true), ("RD1", false)] {
        let hands = ["R3U R9 R8 R7".to_owned(), format!("{card} B9 B8 R6")];
        let mut scene = Setting::power_grab("R1", &[&hands[0], &hands[1]])
            .rules(protects)
            .draws("G1 G2")
            .start();
        scene.answer(0, "R3U").answer(1, card);
        assert_eq!(scene.asked().1 == Phase::React, stopped, "{card}");
    }
    // A tower that stops nothing.
    let mut scene = Setting::power_grab("R1", &["R4N R9 R8 R7", "RD2 B9 B8 R6"])
        .rules(protects)
        .draws("G1 G2")
        .start();
    scene.answer(0, "R4N").answer(1, "RD2");
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_11_instant_uno_keeps_one_card_of_its_choice() {
    let mut scene = Setting::power_grab("R1", &["RG2 YG2 R9 B3", "R6 BG2 B7 Y8"]).start();
    scene.answers(0, "RG2 U N");
    scene.answers(1, "BG2 O !");
    scene.told();
    scene.answer(0, "YG2");
    assert_eq!(scene.asked(), (0, Phase::Tower));
    scene.answers(0, "O");
    assert_eq!(scene.asked(), (0, Phase::InstantUno));
    scene.told();
    scene.answer(0, "yes");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Keep), "R9 B3 -".replace(" -", ""))
    );
    scene.answers(0, "B3 yes");
    assert_eq!(scene.told(), ["instant-uno 0 B3 [R9]", "uno 0"]);
    // The towers are back in the middle; the discards went under the top card, which stays, with
    // its colour unchanged.
    assert_eq!((scene.state.towers_of(0), scene.state.towers_of(1)), (0, 0));
    assert_eq!(scene.top().to_string(), "YG2");
    assert_eq!(scene.state.colour().word(), "yellow");
    assert_eq!(scene.hand(0), "B3");
}

#[test]
fn pg_11_three_towers_are_not_four() {
    let mut scene = Setting::power_grab("R1", &["RG2 YG2 Y9 Y8", "BG2 Y6 Y4 Y3"]).start();
    scene.answers(0, "RG2 U N");
    scene.answers(1, "BG2 U O");
    scene.answers(0, "YG2 U O");
    assert_eq!(scene.state.towers_of(0), 0b0111);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_11_it_is_free_to_decline_and_asked_again_after_each_later_play() {
    let mut scene = Setting::power_grab("R1", &["RG2 YG2 Y8 Y7 Y5", "R6 YG2 B7 B8 Y3"])
        .rules(|r| {
            let mut deck = r.deck.counts();
            deck.push(("YG2".parse().unwrap(), 1));
            r.deck = powergrab_engine::cards::Deck::new(deck).unwrap();
        })
        .draws("B1")
        .start();
    scene.answers(0, "RG2 U N");
    scene.answers(1, "-");
    scene.told();
    scene.answers(0, "YG2 O");
    assert_eq!(scene.asked(), (0, Phase::InstantUno));
    scene.answer(0, "no");
    assert_eq!(scene.asked(), (1, Phase::Turn));
    scene.answer(1, "Y3");
    scene.answer(0, "Y8");
    assert_eq!(scene.asked(), (0, Phase::InstantUno), "asked again");
    scene.answer(0, "no");
    assert_eq!(scene.state.towers_of(0), 0b1111);
}

#[test]
fn pg_11_with_one_card_left_only_the_towers_go_back() {
    for (take, told) in [
        (
            "yes",
            vec![
                "play 0 YG2",
                "claim 0 O null",
                "claim 0 ! null",
                "instant-uno 0 B9 []",
                "uno 0",
            ],
        ),
        (
            "no",
            vec!["play 0 YG2", "claim 0 O null", "claim 0 ! null", "uno 0"],
        ),
    ] {
        let mut scene = Setting::power_grab("R1", &["RG2 YG2 B9", "Y6 Y7 R4"])
            .draws("R8")
            .start();
        scene.answers(0, "RG2 U N").answers(1, "- -");
        scene.told();
        scene.answers(0, "YG2 O");
        assert_eq!(scene.asked(), (0, Phase::InstantUno));
        scene.answers(0, take);
        scene.answers(0, "yes");
        assert_eq!(scene.told(), told);
        assert_eq!(
            scene.state.towers_of(0),
            if take == "yes" { 0 } else { 0b1111 }
        );
    }
}

#[test]
fn pg_11_not_without_the_option_or_with_fewer_than_four_towers_in_the_game() {
    for change in [
        (|r| r.instant_uno = false) as fn(&mut powergrab_engine::shedding::Rules),
        |r| r.towers = 0b0111,
    ] {
        let mut scene = Setting::power_grab("R1", &["RG2 YG2 B9 B8", "Y6 Y7 Y4 B1"])
            .rules(change)
            .draws("R8")
            .start();
        scene.answers(0, "RG2 U N");
        scene.answers(1, "-");
        scene.answer(0, "YG2");
        if scene.asked().1 == Phase::Tower {
            scene.answer(0, "O");
        }
        assert_eq!(scene.asked(), (1, Phase::Turn));
    }
}
