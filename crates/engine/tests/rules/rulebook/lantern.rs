//! GL-4, GL-5, and common rules of Green Lantern and Power Grab.

use crate::scene::Setting;
use powergrab_engine::game::Game as _;
use powergrab_engine::shedding::Phase;

#[test]
fn gl_4_all_yellow_cards_are_given_away_then_the_colour_is_named() {
    let mut scene = Setting::green_lantern(
        "R5",
        &["WP Y1 Y2 B9 B8", "R1 R2 R3 R4 B6", "G1 G2 G3 G4 G6"],
    )
    .start();
    scene.answer(0, "WP");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Gift), "to-1 to-2".to_owned())
    );
    scene.answers(0, "to-2 to-1");
    assert_eq!(scene.asked(), (0, Phase::Colour));
    scene.answer(0, "blue");
    // The trace has the play first, then one line per receiver.
    assert_eq!(
        scene.told(),
        ["play 0 WP B", "give 0 1 [Y2]", "give 0 2 [Y1]"]
    );
    assert_eq!(scene.hand(0), "B8 B9");
    assert_eq!(
        (scene.hand(1).contains("Y2"), scene.hand(2).contains("Y1")),
        (true, true)
    );
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn gl_4_one_seat_may_receive_several() {
    let mut scene = Setting::green_lantern(
        "R5",
        &["WP Y1 Y2 B9 B8", "R1 R2 R3 R4 B6", "G1 G2 G3 G4 G6"],
    )
    .start();
    scene.answers(0, "WP to-1 to-1 red");
    assert_eq!(scene.told(), ["play 0 WP R", "give 0 1 [Y1,Y2]"]);
    // Giver and receiver know the cards, the others only their number.
    let shown = |by| scene.game.view(&scene.state, by).shown(1).len();
    assert_eq!((shown(0), shown(2)), (2, 0));
}

#[test]
fn gl_4_without_yellow_cards_it_is_a_plain_wild() {
    let mut scene = Setting::green_lantern("R5", &["WP B9 B8", "G1 R2 R3"]).start();
    scene.answers(0, "WP green");
    assert_eq!(scene.told(), ["play 0 WP G"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn gl_4_it_may_empty_the_hand() {
    let mut scene = Setting::green_lantern("R5", &["WP Y1 Y9", "R1 R2 R3", "G1 G2 G3"]).start();
    scene.answers(0, "WP to-1 to-2 yellow");
    assert!(scene.is_over());
    assert_eq!(
        scene.told(),
        [
            "play 0 WP Y",
            "give 0 1 [Y1]",
            "give 0 2 [Y9]",
            "round-end 0 out [[],[R1,R2,R3,Y1],[Y9,G1,G2,G3]] [22,0,0] [22,0,0]"
        ]
    );
}

#[test]
fn gl_4_it_may_leave_one_card_which_is_uno() {
    let mut scene = Setting::green_lantern("R5", &["WP Y1 B9", "R1 R2 R3", "G1 G2 G3"]).start();
    scene.answers(0, "WP to-1 yellow");
    assert_eq!(scene.asked(), (0, Phase::Call));
    scene.answer(0, "yes");
    assert_eq!(scene.told(), ["play 0 WP Y", "give 0 1 [Y1]", "uno 0"]);
}

#[test]
fn gl_4_a_gift_is_no_play_of_its_receiver() {
    // Seat 1 gets its second card and need not call; one that goes from two to one by giving must.
    let mut scene = Setting::green_lantern("R5", &["WP Y1 B9 B8", "R1 R2 R3 R4"]).start();
    scene.answers(0, "WP yellow");
    assert_eq!(
        scene.told(),
        ["play 0 WP Y", "give 0 1 [Y1]"],
        "between two there is no choice"
    );
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn gl_5_points() {
    let mut scene = Setting::green_lantern("R5", &["R1 B1", "WP G0", "W4 GR"])
        .draws("B2")
        .start();
    assert_eq!(scene.game.tables().points_of(scene.state.hand(1)), 50);
    assert_eq!(scene.game.tables().points_of(scene.state.hand(2)), 70);
    scene.answers(0, "R1 yes");
    let w = Setting::green_lantern("R5", &["R1 B1", "W GS", "YD2 GR"]).start();
    assert_eq!(w.game.tables().points_of(w.state.hand(1)), 70);
    assert_eq!(w.game.tables().points_of(w.state.hand(2)), 40);
}

#[test]
fn green_lantern_has_no_towers() {
    let mut scene = Setting::green_lantern("R5", &["RD2 R1 R2", "R3 R4 R6"])
        .draws("B1 B2")
        .start();
    scene.answer(0, "RD2");
    assert_eq!(
        scene.told(),
        ["play 0 RD2", "draw 1 [B1,B2] draw-two", "miss 1"]
    );
    assert!((0..2).all(|seat| scene.state.towers_of(seat) == 0));
}
