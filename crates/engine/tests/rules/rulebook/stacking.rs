//! HR-1: stacking.

use crate::cards::deck;
use crate::scene::{Scene, Setting};
use powergrab_engine::game::Game as _;
use powergrab_engine::shedding::{End, Family, Phase, Rules, Stacking};

fn classic(upcard: &str, hands: &[&str]) -> Setting {
    Setting::new(Family::Classic, upcard, hands)
}

fn same(rules: &mut Rules) {
    rules.stack = Stacking::Same;
}

fn cross(rules: &mut Rules) {
    rules.stack = Stacking::Cross;
}

#[test]
fn hr_1_a_stack_of_six_over_a_reversed_direction() {
    let hands = [
        "RR R9 B9 B8",
        "GD2 G1 G2 G3",
        "YD2 Y1 Y2 Y3",
        "RD2 R1 R2 G9",
    ];
    let mut scene = classic("R5", &hands)
        .rules(same)
        .draws("B1 B2 B3 B4 B5 B6")
        .start();
    scene.answer(0, "RR").answer(3, "RD2");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((2, Phase::React), "YD2 accept".to_owned())
    );
    assert_eq!(scene.game.view(&scene.state, 2).stack(), 2);
    scene.answer(2, "YD2").answer(1, "GD2");
    // Nobody else can stack: seat 0 draws them all, and the seat after it plays.
    assert_eq!(
        scene.told(),
        [
            "play 0 RR",
            "play 3 RD2",
            "play 2 YD2",
            "play 1 GD2",
            "draw 0 [B1,B2,B3,B4,B5,B6] draw-two",
            "miss 0"
        ]
    );
    assert_eq!(scene.asked(), (3, Phase::Turn));
    // A stacked card is a turn (PG-15), and lies on top like any other.
    assert_eq!(
        (scene.state.turn(), scene.top().to_string()),
        (4, "GD2".to_owned())
    );
    assert_eq!(scene.game.view(&scene.state, 3).stack(), 0);
}

#[test]
fn hr_1_same_takes_the_same_symbol_and_cross_what_draws_as_many() {
    let options = |stack: fn(&mut Rules), card: &str| {
        let hands = [&format!("{card} R1 R2 R3 R4")[..], "YD1 GD2 W4 B1 B2"];
        let mut scene = Setting::power_grab("R5", &hands).rules(stack).start();
        scene.answer(0, card);
        if card == "W4" {
            scene.answer(0, "green");
        }
        (scene.asked().1 == Phase::React).then(|| scene.options())
    };
    let off: fn(&mut Rules) = |_| ();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(options(off, "RD1"), None);
    assert_eq!(options(same, "RD1"), some("YD1 accept"));
    assert_eq!(options(same, "RD2"), some("GD2 accept"));
    // Green is named, and the seat holds a green card: its own Wild Draw Four would be a bluff.
    assert_eq!(options(same, "W4"), some("accept challenge W4?"));
    assert_eq!(options(cross, "RD1"), some("YD1 GD2 W4 accept"));
    assert_eq!(options(cross, "RD2"), some("GD2 W4 accept"));
    assert_eq!(options(cross, "W4"), some("accept challenge W4?"));
    assert_eq!(options(off, "W4"), some("accept challenge"));
}

#[test]
fn hr_1_two_seats_stack_to_and_fro() {
    let mut scene = classic("R5", &["RD2 YD2 R1", "GD2 BD2 B1"])
        .rules(same)
        .draws("B2 B3 B4 B5 B6 B7 B8 B9")
        .start();
    scene.answer(0, "RD2").answer(1, "GD2");
    scene.answer(0, "YD2").answer(0, "yes");
    scene.answer(1, "BD2").answer(1, "yes");
    assert_eq!(
        scene.told()[4..],
        [
            "play 1 BD2",
            "uno 1",
            "draw 0 [B2,B3,B4,B5,B6,B7,B8,B9] draw-two",
            "miss 0"
        ]
    );
}

#[test]
fn hr_1_a_tower_blocks_the_whole_stack() {
    let hands = ["R1 YD2 G1 G2", "R4N Y3 B1 B2", "RD2 G3 G4 G6"];
    let mut scene = Setting::power_grab("R5", &hands).rules(same).start();
    scene.answer(0, "R1").answer(1, "R4N").answer(2, "RD2");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::React), "YD2 accept".to_owned())
    );
    scene.answer(0, "YD2");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((1, Phase::React), "accept block".to_owned())
    );
    assert_eq!(scene.game.view(&scene.state, 1).stack(), 4);
    scene.told();
    scene.answer(1, "block");
    assert_eq!(scene.told(), ["block 1 N"]);
    // An ordinary turn on the Draw Two, and the stack is gone for good.
    assert_eq!(
        (scene.asked(), scene.options()),
        ((1, Phase::Turn), "Y3 -".to_owned())
    );
    assert_eq!(scene.game.view(&scene.state, 1).stack(), 0);
}

/// A Draw Two by seat 0, a Wild Draw Four on it by seat 1, who also holds these. Red was in force.
fn stacked_four(rest: &str, draws: &str) -> Scene {
    let mut scene = classic(
        "R5",
        &["RD2 B1 B2 B3", &format!("W4 {rest}"), "W4 G1 G2 G3"],
    )
    .rules(cross)
    .draws(draws)
    .start();
    scene.answer(0, "RD2").answers(1, "W4 blue");
    assert_eq!(scene.told(), ["play 0 RD2", "play 1 W4 B"]);
    assert_eq!(
        (scene.asked(), scene.options()),
        ((2, Phase::React), "W4 accept challenge".to_owned())
    );
    assert_eq!(scene.game.view(&scene.state, 2).stack(), 6);
    scene
}

#[test]
fn hr_1_a_guilty_player_draws_the_whole_stack() {
    // It is judged by the colour in force before it, which is the Draw Two's.
    let mut scene = stacked_four("R9 Y2 Y3", "B4 B5 B6 B7 B8 B9");
    scene.answer(2, "challenge");
    assert_eq!(
        scene.told(),
        [
            "challenge 2 1 true",
            "draw 1 [B4,B5,B6,B7,B8,B9] challenge-guilty"
        ]
    );
    // The challenger takes an ordinary turn, in which stacking is not possible.
    assert_eq!(
        (scene.asked(), scene.options()),
        ((2, Phase::Turn), "W4 -".to_owned())
    );
}

#[test]
fn hr_1_an_innocent_players_challenger_draws_the_stack_and_two_more() {
    let mut scene = stacked_four("B9 Y2 Y3", "B4 B5 B6 B7 B8 Y4 Y5 Y6");
    scene.answer(2, "challenge");
    assert_eq!(
        scene.told(),
        [
            "challenge 2 1 false",
            "draw 2 [Y4,Y5,Y6,B4,B5,B6,B7,B8] challenge-lost",
            "miss 2"
        ]
    );
    assert_eq!(scene.asked(), (0, Phase::Turn));
}

#[test]
fn hr_1_accepted_a_stacked_four_is_drawn_with_the_rest() {
    let mut scene = stacked_four("B9 Y2 Y3", "B4 B5 B6 B7 B8 Y4");
    scene.answer(2, "accept");
    assert_eq!(
        scene.told(),
        ["draw 2 [Y4,B4,B5,B6,B7,B8] draw-four", "miss 2"]
    );
}

#[test]
fn hr_1_where_cards_run_out_a_stack_stops_short() {
    // Nine cards: six are dealt, one is turned up, two are left; two are under the top card.
    let small = |r: &mut Rules| {
        same(r);
        r.deck = deck(&[
            ("R1", 1),
            ("RD2", 1),
            ("YD2", 1),
            ("R2", 1),
            ("R3", 1),
            ("R4", 1),
            ("R6", 1),
            ("B8", 1),
            ("B9", 1),
        ]);
    };
    let mut scene = classic("R1", &["RD2 R2", "YD2 R3", "R4 R6"])
        .rules(small)
        .draws("B8 B9 R1 RD2")
        .start();
    scene.answers(0, "RD2 yes").answers(1, "YD2 yes");
    assert_eq!(
        scene.told()[4..8],
        [
            "draw 2 [B8,B9] draw-two",
            "reshuffle 2",
            "draw 2 [R1,RD2] draw-two",
            "miss 2"
        ]
    );
    // Three cards for four draws.
    let mut scene = classic("R1", &["RD2 R2", "YD2 R3", "R4 R6"])
        .rules(|r| {
            small(r);
            r.deck = deck(&[
                ("R1", 1),
                ("RD2", 1),
                ("YD2", 1),
                ("R2", 1),
                ("R3", 1),
                ("R4", 1),
                ("R6", 1),
                ("B8", 1),
            ]);
        })
        .draws("B8 R1 RD2")
        .start();
    scene.answers(0, "RD2 yes").answers(1, "YD2 yes");
    assert_eq!(
        scene.told()[4..8],
        [
            "draw 2 [B8] draw-two",
            "reshuffle 2",
            "draw 2 [R1,RD2] draw-two",
            "miss 2"
        ]
    );
}

#[test]
fn hr_1_a_last_card_carries_the_stack() {
    let mut scene = classic("R5", &["RD2 R1", "R3 YD2", "G1 G2"])
        .rules(same)
        .draws("B1 B2 B3 B4 B6 B7")
        .start();
    // Seats 0 and 2 draw cards that do not match.
    scene.answer(0, "-").answers(1, "R3 yes");
    scene.told();
    scene.answer(0, "RD2").answer(1, "YD2");
    assert!(scene.is_over());
    assert_eq!(
        scene.told()[..3],
        ["play 0 RD2", "play 1 YD2", "draw 2 [B3,B4,B6,B7] draw-two"]
    );
    // Red 1, blue 1, without three blue ones: the cards of the others count, including the stack.
    assert_eq!(scene.points(), [0, 27, 0]);
}

#[test]
fn hr_1_nothing_is_stacked_on_a_last_card_but_a_tower_stops_it() {
    let mut scene = classic("R5", &["R1 RD2", "YD2 G9", "G2 G3"])
        .rules(same)
        .draws("B8 B9 B3 B4")
        .start();
    scene.answers(0, "R1 yes");
    scene.told();
    // Seat 1 may not lay its own Draw Two on it.
    scene.answer(0, "RD2");
    assert!(scene.is_over());
    assert_eq!(scene.told()[..2], ["play 0 RD2", "draw 1 [B3,B4] draw-two"]);
    // The whole stack stops at a tower (PG-13, PG-9).
    let hands = ["RD2 R1 G1", "R3 R8 YD2", "R4N Y1 GD2"];
    let mut scene = Setting::power_grab("R5", &hands)
        .rules(same)
        .draws("B1 B2")
        .start();
    scene.answer(0, "R1").answer(1, "R3").answer(2, "R4N");
    scene.answer(0, "-").answers(1, "R8 yes");
    scene.answer(0, "RD2").answer(1, "YD2");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((2, Phase::React), "accept block".to_owned())
    );
    scene.told();
    scene.answer(2, "block");
    assert!(scene.is_over());
    assert_eq!(scene.told()[0], "block 2 N");
}

#[test]
fn hr_1_nothing_is_stacked_on_an_upcard() {
    let scene = classic("RD2", &["YD2 R1 R2", "GD2 G1 G2"])
        .rules(cross)
        .draws("B1 B2")
        .start();
    assert_eq!(scene.asked(), (1, Phase::Turn));
    assert_eq!(scene.hand(0), "R1 R2 YD2 B1 B2");
}

#[test]
fn hr_1_no_turn_is_left_to_stack_in() {
    let mut scene = classic("R5", &["RD2 R1 R2", "GD2 G1 G2"])
        .rules(|r| {
            same(r);
            r.max_turns = 1;
        })
        .draws("B1 B2")
        .start();
    scene.answer(0, "RD2");
    assert!(scene.is_over());
    assert_eq!(scene.told()[1..3], ["draw 1 [B1,B2] draw-two", "miss 1"]);
    assert_eq!(scene.state.end(), End::MaxTurns);
}
