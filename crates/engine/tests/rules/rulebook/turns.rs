//! PG-6, PG-7 and PG-17: playable cards, the order of a play, two players.

use crate::scene::Setting;
use powergrab_engine::shedding::{Phase, TwoPlayerReverse};

#[test]
fn pg_6_colour_number_symbol_or_wild_and_drawing_is_always_free() {
    let scene = Setting::power_grab("R5O", &["R1 Y5 B5O G9", "R2 R3 R4 R6"]).start();
    assert_eq!(scene.options(), "R1 Y5 B5O -");
    let scene = Setting::power_grab("RS", &["R1 R2 R3 R4", "YS BD1 WT G7"]).start();
    assert_eq!(scene.options(), "YS WT -");
}

#[test]
fn pg_6_icons_are_never_matched() {
    // Blue 9 has the icon of the red 5, but neither its colour nor its number.
    let scene = Setting::power_grab("R5O", &["B9O R1", "R2 R3"]).start();
    assert_eq!(scene.options(), "R1 -");
}

#[test]
fn pg_6_the_drawn_card_and_no_other_may_be_played() {
    let mut scene = Setting::power_grab("R5", &["R1 WT B9", "R2 R3 R4"])
        .draws("R9")
        .start();
    scene.answer(0, "-");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Drawn), "R9 -".to_owned())
    );
    scene.answer(0, "R9");
    assert_eq!(scene.told(), ["draw 0 [R9] turn", "play 0 R9 drawn"]);
    // It may be kept.
    let mut scene = Setting::power_grab("R5", &["R1 WT B9", "R2 R3 R4"])
        .draws("R9")
        .start();
    scene.answers(0, "- -");
    assert_eq!(scene.told(), ["draw 0 [R9] turn", "pass 0"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_6_wild_after_draw() {
    let hands = ["R1 WT B9", "R2 R3 B4"];
    let mut scene = Setting::power_grab("R5", &hands)
        .rules(|r| r.wild_after_draw = true)
        .draws("G9")
        .start();
    scene.answer(0, "-");
    assert_eq!(scene.options(), "WT -");
    scene.answers(0, "WT blue U");
    assert_eq!(
        scene.told(),
        ["draw 0 [G9] turn", "play 0 WT B", "claim 0 U null"],
        "not the card just drawn"
    );
    // Only after a card was really drawn: here the draw pile is empty and there are no discards.
    let mut scene = Setting::power_grab("R5", &["WT", "R2"])
        .rules(|r| {
            r.wild_after_draw = true;
            r.deck = crate::cards::deck(&[("R5", 1), ("WT", 1), ("R2", 1)]);
        })
        .start();
    scene.answer(0, "-");
    assert_eq!(scene.told(), ["draw 0 [] turn", "pass 0"]);
}

#[test]
fn pg_6_a_wild_is_matched_by_the_colour_named() {
    let mut scene = Setting::power_grab("R5", &["WT R9 R8", "R1 G2 WT"]).start();
    scene.answers(0, "WT green N");
    assert_eq!(scene.options(), "G2 WT -");
}

#[test]
fn pg_7_reverse_draws_and_skip() {
    let hands = ["RR RD1 RD2 RS", "R1 R2 R3 R4", "R6 R7 R8 R9"];
    let mut scene = Setting::power_grab("R5", &hands).start();
    scene.answer(0, "RR");
    assert_eq!(scene.asked(), (2, Phase::Turn));
    for (play, drawn, told) in [
        ("RD1", "B1", Some("draw 1 [B1] draw-one")),
        ("RD2", "B1 B2", Some("draw 1 [B1,B2] draw-two")),
        ("RS", "", None),
    ] {
        let mut scene = Setting::power_grab("R5", &hands).draws(drawn).start();
        scene.answer(0, play);
        let mut expected = vec![format!("play 0 {play}")];
        expected.extend(told.map(str::to_owned));
        expected.push("miss 1".to_owned());
        assert_eq!(scene.told(), expected);
        assert_eq!(scene.asked(), (2, Phase::Turn));
    }
}

#[test]
fn pg_17_between_two_players_reverse_turns_or_skips() {
    let hands = ["RR R1 R2", "R6 R7 R8"];
    let mut scene = Setting::power_grab("R5", &hands).start();
    scene.answer(0, "RR");
    assert_eq!(scene.told(), ["play 0 RR"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
    assert!(!scene.state.to_the_left());
    let skip =
        |r: &mut powergrab_engine::shedding::Rules| r.two_player_reverse = TwoPlayerReverse::Skip;
    let mut scene = Setting::power_grab("R5", &hands).rules(skip).start();
    scene.answer(0, "RR");
    assert_eq!(scene.told(), ["play 0 RR", "miss 1"]);
    assert_eq!(scene.asked(), (0, Phase::Turn));
    // Three players are unaffected.
    let mut scene = Setting::power_grab("R5", &["RR R1 R2", "R6 R7 R8", "R3 R4 R9"])
        .rules(skip)
        .start();
    scene.answer(0, "RR");
    assert_eq!(scene.told(), ["play 0 RR"]);
    // As an upcard, PG-5 applies as always: the dealer begins and nobody misses a turn.
    let mut scene = Setting::power_grab("RR", &["R1 R2", "R6 R7"])
        .rules(skip)
        .start();
    assert!(scene.told().is_empty());
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_17_no_tower_stops_a_skipping_reverse() {
    let mut scene = Setting::power_grab("R5", &["R4 RR R1", "R2! R7 R8"])
        .rules(|r| r.two_player_reverse = TwoPlayerReverse::Skip)
        .start();
    scene.answer(0, "R4").answer(1, "R2!");
    scene.told();
    scene.answers(0, "RR yes");
    assert_eq!(scene.told(), ["play 0 RR", "uno 0", "miss 1"]);
    assert_eq!(scene.asked(), (0, Phase::Turn));
}
