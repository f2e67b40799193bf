//! PG-12 and PG-13: calling UNO, going out.

use crate::scene::Setting;
use powergrab_engine::shedding::{Phase, Rules};

#[test]
fn pg_12_a_play_that_leaves_one_card_must_be_called() {
    let mut scene = Setting::power_grab("R5", &["R1 B9", "R2 R3", "R4 R6"]).start();
    scene.answer(0, "R1");
    assert_eq!(scene.asked(), (0, Phase::Call));
    scene.answer(0, "yes");
    assert_eq!(scene.told(), ["play 0 R1", "uno 0"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_12_the_first_seat_that_notices_makes_it_draw_two() {
    let mut scene = Setting::power_grab("R5", &["R1 B9", "R2 R3", "R4 R6", "R7 R8"])
        .draws("G1 G3")
        .start();
    scene.answers(0, "R1 no");
    assert_eq!(scene.asked(), (1, Phase::Catch));
    scene.answer(1, "no");
    assert_eq!(scene.asked(), (2, Phase::Catch));
    scene.answer(2, "yes");
    assert_eq!(
        scene.told(),
        ["play 0 R1", "caught 0 2", "draw 0 [G1,G3] uno"]
    );
    assert_eq!(scene.asked(), (1, Phase::Turn));
    // Nobody notices: no event and no draw.
    let mut scene = Setting::power_grab("R5", &["R1 B9", "R2 R3", "R4 R6"]).start();
    scene.answers(0, "R1 no").answer(1, "no").answer(2, "no");
    assert_eq!(scene.told(), ["play 0 R1"]);
    assert_eq!(
        (scene.hand(0), scene.asked()),
        ("B9".to_owned(), (1, Phase::Turn))
    );
}

#[test]
fn pg_12_the_turn_order_is_that_before_the_reverse_turns() {
    let mut scene = Setting::power_grab("R5", &["RR B9", "R2 R3", "R4 R6"])
        .draws("G1 G3")
        .start();
    scene.answers(0, "RR no");
    assert_eq!(
        scene.asked(),
        (1, Phase::Catch),
        "PG-7: the catch is (4), the turning is (5)"
    );
    scene.answer(1, "yes");
    assert_eq!(scene.asked(), (2, Phase::Turn));
}

#[test]
fn pg_12_the_turn_order_may_go_to_the_right() {
    let mut scene = Setting::power_grab("RR", &["R4 B9", "R2 R3", "R6 R8", "R1 R7"]).start();
    scene.answers(3, "R1 no");
    for seat in [2, 1, 0] {
        assert_eq!(scene.asked(), (seat, Phase::Catch));
        scene.answer(seat, "no");
    }
    assert_eq!(scene.asked(), (2, Phase::Turn));
}

#[test]
fn pg_12_the_penalty_comes_before_the_card_acts() {
    let mut scene = Setting::power_grab("R5", &["RD1 B9", "R2 R3", "R4 R6"])
        .draws("G1 G3 G4")
        .start();
    scene.answers(0, "RD1 no").answer(1, "no").answer(2, "yes");
    assert_eq!(
        scene.told(),
        [
            "play 0 RD1",
            "caught 0 2",
            "draw 0 [G1,G3] uno",
            "draw 1 [G4] draw-one",
            "miss 1"
        ]
    );
}

#[test]
fn pg_13_the_round_is_over_and_nothing_else_happens_to_plain_cards() {
    // An icon claims nothing any more, a Skip skips nobody, a Reverse turns nothing.
    for last in ["R3U", "RS", "RR", "RG2"] {
        let mut scene = Setting::power_grab("R5", &[last, "G9", "B1"]).start();
        scene.answer(0, last);
        assert!(scene.is_over());
        let told = scene.told();
        assert_eq!(told[0], format!("play 0 {last}"));
        assert_eq!(told[1], "round-end 0 out [[],[G9],[B1]] [10,0,0] [10,0,0]");
        assert_eq!(told.len(), 2);
    }
}

#[test]
fn pg_13_a_last_wild_names_a_colour_first() {
    let mut scene = Setting::power_grab("R5", &["WT", "G9", "B1"]).start();
    scene.answers(0, "WT green");
    assert_eq!(
        scene.told(),
        [
            "play 0 WT G",
            "round-end 0 out [[],[G9],[B1]] [10,0,0] [10,0,0]"
        ]
    );
}

#[test]
fn pg_13_a_last_draw_card_still_acts_and_counts_in_the_score() {
    for (last, draws, why, points) in [
        ("RD1", "B8", "draw-one", 18),
        ("RD2", "B8 B7", "draw-two", 25),
    ] {
        let mut scene = Setting::power_grab("R5", &[last, "G9", "B1"])
            .draws(draws)
            .start();
        scene.answer(0, last);
        let told = scene.told();
        let list = draws.replace(' ', ",");
        let mut sorted: Vec<&str> = list.split(',').collect();
        sorted.sort_unstable();
        assert_eq!(told[1], format!("draw 1 [{}] {why}", sorted.join(",")));
        assert!(
            told[2].starts_with("round-end 0 out"),
            "nobody misses a turn: {told:?}"
        );
        assert_eq!(scene.points(), [points, 0, 0]);
    }
}

#[test]
fn pg_13_a_last_wild_draw_four_cannot_be_challenged() {
    let mut scene = Setting::power_grab("R5", &["W4", "G9", "B1"])
        .draws("B2 B3 B4 B5")
        .start();
    scene.answers(0, "W4 blue");
    assert_eq!(
        scene.told()[..2],
        ["play 0 W4 B", "draw 1 [B2,B3,B4,B5] draw-four"]
    );
    assert!(scene.is_over());
    assert_eq!(scene.points(), [9 + 14 + 1, 0, 0]);
}

/// Returns a scene in which seat 1 holds tower O or U when seat 0 goes out with `last`.
fn last_at_a_tower(last: &str, tower_card: &str, block_last: bool) -> crate::scene::Scene {
    let hands = [format!("R1 {last}"), format!("{tower_card} B9")];
    let mut scene = Setting::power_grab("R5", &[&hands[0], &hands[1]])
        .rules(|r: &mut Rules| r.block_last = block_last)
        .draws("B2 B3 B4 B5")
        .start();
    scene
        .answers(0, "R1 yes")
        .answers(1, &format!("{tower_card} yes"));
    scene.told();
    scene.answer(0, last);
    if last == "W4" {
        scene.answer(0, "red");
    }
    scene
}

#[test]
fn pg_13_block_last() {
    for (last, tower_card, tower) in [("RD1", "R3U", "U"), ("RD2", "R4N", "N"), ("W4", "R5O", "O")]
    {
        let mut scene = last_at_a_tower(last, tower_card, true);
        assert_eq!(
            (scene.asked(), scene.options()),
            ((1, Phase::React), "accept block".to_owned())
        );
        scene.answer(1, "block");
        assert_eq!(scene.told()[1], format!("block 1 {tower}"));
        assert!(scene.is_over());
        assert_eq!(scene.points(), [9, 0]);
        // It may decline.
        let mut scene = last_at_a_tower(last, tower_card, true);
        scene.answer(1, "accept");
        assert!(scene.told()[1].starts_with("draw 1"));
        // The alternative reading: not at all.
        let scene = last_at_a_tower(last, tower_card, false);
        assert!(scene.is_over());
        assert!(scene.points()[0] > 9);
    }
}
