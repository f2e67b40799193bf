//! PG-10: Wild Draw Four, honest and not, accepted and challenged.

use crate::scene::{Scene, Setting};
use powergrab_engine::game::Game as _;
use powergrab_engine::shedding::Phase;

/// Red 5 is on top. Seat 0 holds these and plays a Wild Draw Four, naming `colour`.
fn four(hand: &str, colour: &str, draws: &str) -> Scene {
    let others = ["G1 B4N G4 G6", "G9 B6! G3 Y6"].map(|h| {
        let n = hand.split_whitespace().count();
        h.split_whitespace().take(n).collect::<Vec<_>>().join(" ")
    });
    let mut scene = Setting::power_grab("R5", &[hand, &others[0], &others[1]])
        .draws(draws)
        .start();
    scene.answers(0, &format!("W4 {colour}"));
    scene.told();
    scene
}

#[test]
fn pg_10_a_bluff_is_offered_last_and_marked() {
    let scene = Setting::power_grab("R5", &["W4 R1 B9", "G1 G2 G3"]).start();
    assert_eq!(scene.options(), "R1 - W4?");
    // Honest: it holds no red; wild cards have no colour, a matching number does not matter.
    let scene = Setting::power_grab("R5", &["W4 W4 WT B5", "G1 G2 G3 G4"]).start();
    assert_eq!(scene.options(), "B5 WT W4 -");
}

#[test]
fn pg_10_accepted_the_next_seat_draws_four_and_misses_its_turn() {
    let mut scene = four("W4 B9 B8 B7", "green", "B1 B2 B3 B4");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((1, Phase::React), "accept challenge".to_owned())
    );
    scene.answer(1, "accept");
    assert_eq!(scene.told(), ["draw 1 [B1,B2,B3,B4] draw-four", "miss 1"]);
    assert_eq!(scene.asked(), (2, Phase::Turn));
}

#[test]
fn pg_10_guilty_the_player_draws_and_the_challenger_takes_its_turn() {
    let mut scene = four("W4 R1 B8 B7", "green", "B1 B2 B3 B4");
    scene.answer(1, "challenge");
    assert_eq!(
        scene.told(),
        [
            "challenge 1 0 true",
            "draw 0 [B1,B2,B3,B4] challenge-guilty"
        ]
    );
    assert_eq!(
        (scene.asked(), scene.options()),
        ((1, Phase::Turn), "G1 G4 G6 -".to_owned())
    );
}

#[test]
fn pg_10_innocent_the_challenger_draws_six_and_misses_its_turn() {
    let mut scene = four("W4 B9 B8 B7", "green", "B1 B2 B3 B4 B5 B6");
    scene.answer(1, "challenge");
    assert_eq!(
        scene.told(),
        [
            "challenge 1 0 false",
            "draw 1 [B1,B2,B3,B4,B5,B6] challenge-lost",
            "miss 1"
        ]
    );
    assert_eq!(scene.asked(), (2, Phase::Turn));
}

#[test]
fn pg_10_judged_by_the_colour_in_force_before_not_the_one_named() {
    // Red was in force and is held; blue is named.
    let mut scene = four("W4 R1 B8", "blue", "B1 B2 B3 B4");
    scene.answer(1, "challenge");
    assert!(scene.told()[0].ends_with("true"));
    // Blue is held and named, red was in force and is not held.
    let mut scene = four("W4 B9 B8", "blue", "B1 B2 B3 B4 B5 B6");
    scene.answer(1, "challenge");
    assert!(scene.told()[0].ends_with("false"));
    // On a wild it is the colour named for that.
    let mut scene = Setting::power_grab("R5", &["WT B1 B2", "W4 G1 R9", "Y1 Y2 R3"])
        .draws("B6 B7 B8 B9")
        .start();
    scene.answers(0, "WT green U");
    assert_eq!(scene.options(), "G1 - W4?");
    scene.answers(1, "W4 red");
    scene.answer(2, "challenge");
    assert!(scene.told().contains(&"challenge 2 1 true".to_owned()));
}

#[test]
fn pg_10_what_happens_to_the_hand_before_the_challenge_changes_nothing() {
    // Forgets UNO and draws red cards: the Wild Draw Four stays honest.
    let mut scene = Setting::power_grab("R5", &["W4 B9", "G1 G3", "G4 Y3"])
        .draws("R1 R2 B1 B2 B3 B4 B5 B6")
        .start();
    scene.answers(0, "W4 green no").answer(1, "yes");
    scene.told();
    scene.answer(1, "challenge");
    assert_eq!(scene.told()[0], "challenge 1 0 false");
}

#[test]
fn pg_10_instant_uno_does_not_wash_a_bluff_clean() {
    let mut scene = Setting::power_grab("R5", &["RG2 YG2 W4 Y1 B9", "Y6 Y7 Y4 B1 WT"])
        .draws("G8 B3 B4 B6 B7")
        .start();
    scene
        .answers(0, "RG2 U N")
        .answers(1, "-")
        .answers(0, "YG2 O no");
    scene.answers(1, "Y6");
    scene.answers(0, "W4 red yes B9 yes");
    scene.told();
    scene.answer(1, "challenge");
    assert_eq!(
        scene.told(),
        [
            "challenge 1 0 true",
            "draw 0 [B3,B4,B6,B7] challenge-guilty"
        ]
    );
}

#[test]
fn pg_10_only_the_challenger_sees_the_hand() {
    let mut scene = four("W4 R1 B8 B7", "green", "B1 B2 B3 B4");
    scene.answer(1, "challenge");
    let view = |seat| scene.game.view(&scene.state, seat).shown(0).len();
    assert_eq!(
        (view(1), view(2)),
        (3, 0),
        "as it is at that moment, before the four are drawn"
    );
}
