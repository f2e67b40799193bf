//! PG-14 to PG-16: the empty draw pile, deadlock and the last turn, the score.

use crate::cards::deck;
use crate::scene::Setting;
use powergrab_engine::cards::Symbol;
use powergrab_engine::game::Game as _;
use powergrab_engine::shedding::{End, Phase, Reshuffle, Rules, Scoring};

/// Red 1 is on top. Seat 0 holds R2 and RD2, seat 1 R3 and R4, and the draw pile has these.
fn short_pile(pile: &'static [(&'static str, usize)]) -> Setting {
    Setting::power_grab("R1", &["R2 RD2 R9", "R3 R4 R6"]).rules(move |r| {
        let mut all = vec![
            ("R1", 1),
            ("R2", 1),
            ("RD2", 1),
            ("R9", 1),
            ("R3", 1),
            ("R4", 1),
            ("R6", 1),
        ];
        all.extend(pile);
        r.deck = deck(&all);
    })
}

#[test]
fn pg_14_all_discards_but_the_top_become_the_draw_pile_when_a_card_is_needed() {
    let mut scene = short_pile(&[("B9", 1)]).draws("B9 R1").start();
    scene.answer(0, "R2").answer(1, "-");
    assert_eq!(scene.told(), ["play 0 R2", "draw 1 [B9] turn", "pass 1"]);
    scene.answer(0, "-");
    // The draw pile is empty; red 1 lies under red 2.
    assert_eq!(scene.told(), ["reshuffle 1", "draw 0 [R1] turn"]);
    assert_eq!(scene.top().to_string(), "R2");
}

#[test]
fn pg_14_in_the_middle_of_a_draw_it_is_two_lines() {
    let mut scene = short_pile(&[("B9", 1)]).draws("B9 R1").start();
    scene.answer(0, "R2").answer(1, "R3");
    scene.told();
    scene.answers(0, "RD2 yes");
    // R1 R2 R3 are under the Draw Two.
    assert_eq!(
        scene.told(),
        [
            "play 0 RD2",
            "uno 0",
            "draw 1 [B9] draw-two",
            "reshuffle 3",
            "draw 1 [R1] draw-two",
            "miss 1"
        ]
    );
}

#[test]
fn pg_14_on_empty_shuffles_as_soon_as_the_last_card_is_drawn() {
    let on_empty = |r: &mut Rules| r.reshuffle = Reshuffle::OnEmpty;
    let mut scene = short_pile(&[("B9", 1)]).rules(on_empty).draws("B9").start();
    scene.answer(0, "R2").answer(1, "-");
    assert_eq!(
        scene.told(),
        ["play 0 R2", "draw 1 [B9] turn", "reshuffle 1", "pass 1"]
    );
    // In the middle of a draw it makes no difference.
    let mut scene = short_pile(&[("B9", 1)])
        .rules(on_empty)
        .draws("B9 R1")
        .start();
    scene.answer(0, "R2").answer(1, "R3").answers(0, "RD2 yes");
    assert_eq!(
        scene.told()[4..],
        [
            "draw 1 [B9] draw-two",
            "reshuffle 3",
            "draw 1 [R1] draw-two",
            "miss 1"
        ]
    );
    // At the exact end of a draw the discards follow at once.
    let mut scene = short_pile(&[("B9", 1), ("B8", 1)])
        .rules(on_empty)
        .draws("B8 B9")
        .start();
    scene.answer(0, "R2").answer(1, "R3").answers(0, "RD2 yes");
    assert_eq!(
        scene.told()[4..],
        ["draw 1 [B8,B9] draw-two", "reshuffle 3", "miss 1"]
    );
    // The last card is drawn while no card is under the top one: then the pile is refilled when a
    // card is needed.
    let mut scene = short_pile(&[("B9", 1)])
        .rules(on_empty)
        .draws("B9 R1")
        .start();
    scene.answer(0, "-");
    assert_eq!(scene.told(), ["draw 0 [B9] turn", "pass 0"]);
    scene.answer(1, "R3").answer(0, "-");
    assert_eq!(
        scene.told(),
        ["play 1 R3", "reshuffle 1", "draw 0 [R1] turn"]
    );
}

#[test]
fn pg_14_without_discards_no_card_is_drawn_and_an_effect_stops_short() {
    // One card for two draws, and no card under the top one.
    let mut scene = Setting::power_grab("R1", &["RD2 R2 R9", "R3 R4 R6"])
        .rules(|r| {
            r.deck = deck(&[
                ("R1", 1),
                ("R2", 1),
                ("RD2", 1),
                ("R9", 1),
                ("R3", 1),
                ("R4", 1),
                ("R6", 1),
            ]);
        })
        .draws("R1")
        .start();
    scene.answer(0, "RD2");
    assert_eq!(
        scene.told(),
        [
            "play 0 RD2",
            "reshuffle 1",
            "draw 1 [R1] draw-two",
            "miss 1"
        ]
    );
    // A seat that will not play passes, also if it could have played; the draw has a line although
    // it draws nothing.
    scene.answer(0, "-");
    assert_eq!(scene.told(), ["draw 0 [] turn", "pass 0"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_15_deadlock_when_all_pass_in_succession_without_drawing() {
    let rules = |r: &mut Rules| r.deck = deck(&[("R1", 1), ("R2", 1), ("R3", 1), ("R4", 1)]);
    let mut scene = Setting::power_grab("R1", &["R2", "R3", "R4"])
        .rules(rules)
        .start();
    scene.answer(0, "-").answer(1, "-");
    scene.told();
    scene.answer(2, "-");
    assert_eq!(
        scene.told(),
        [
            "draw 2 [] turn",
            "pass 2",
            "round-end null deadlock [[R2],[R3],[R4]] [0,0,0] [0,0,0]"
        ]
    );
    assert_eq!((scene.state.end(), scene.state.turn()), (End::Deadlock, 3));
}

#[test]
fn pg_15_a_play_breaks_the_succession_and_seats_that_cannot_play_pass_by_themselves() {
    let rules = |r: &mut Rules| {
        r.deck = deck(&[
            ("R1", 1),
            ("R2", 1),
            ("B3", 1),
            ("B4", 1),
            ("R5", 1),
            ("G6", 1),
            ("G7", 1),
        ]);
    };
    let mut scene = Setting::power_grab("R1", &["R2 R5", "B3 B4", "G6 G7"])
        .rules(rules)
        .start();
    // Seat 0 passes, the others cannot do anything: three passes, though nobody but seat 0 was
    // asked.
    scene.answer(0, "-");
    assert!(scene.is_over());
    assert_eq!(scene.state.end(), End::Deadlock);
    let mut scene = Setting::power_grab("R1", &["R2 R5", "B3 B4", "G6 G7"])
        .rules(rules)
        .draws("R1")
        .start();
    // After a play there is a discard to draw, so the count starts again.
    scene.answers(0, "R2 yes");
    assert_eq!(
        scene.told(),
        ["play 0 R2", "uno 0", "reshuffle 1", "draw 1 [R1] turn"]
    );
    assert_eq!(scene.asked(), (1, Phase::Drawn));
}

#[test]
fn pg_15_after_the_last_turn_its_card_still_acts() {
    let mut scene = Setting::power_grab("R5", &["RD2 B9 B8", "R2 R3 R4"])
        .rules(|r| r.max_turns = 1)
        .draws("G1 G3")
        .start();
    scene.answer(0, "RD2");
    assert_eq!(
        scene.told(),
        [
            "play 0 RD2",
            "draw 1 [G1,G3] draw-two",
            "miss 1",
            "round-end null max-turns [[B8,B9],[R2,R3,R4,G1,G3]] [0,0] [0,0]"
        ]
    );
    assert_eq!(scene.state.end(), End::MaxTurns);
    // Going out on the last turn is going out.
    let mut scene = Setting::power_grab("R5", &["R1", "R2"])
        .rules(|r| r.max_turns = 1)
        .start();
    scene.answer(0, "R1");
    assert_eq!(scene.state.end(), End::Out);
}

#[test]
fn pg_15_missed_turns_do_not_count() {
    let mut scene = Setting::power_grab("R5", &["RS RS B8", "R2 R3 R4"])
        .rules(|r| r.max_turns = 2)
        .start();
    scene.answer(0, "RS");
    assert_eq!((scene.state.turn(), scene.asked()), (1, (0, Phase::Turn)));
    scene.answers(0, "RS yes");
    assert_eq!(scene.state.end(), End::MaxTurns);
}

#[test]
fn pg_16_the_winner_scores_what_the_others_hold() {
    let scene =
        Setting::power_grab("R5", &["R1 R9 R8 R7", "R2 Y3U BD1 BD2", "GS YR YG2 WT"]).start();
    assert_eq!(
        scene.game.tables().points_of(scene.state.hand(1)),
        2 + 3 + 20 + 20
    );
    assert_eq!(
        scene.game.tables().points_of(scene.state.hand(2)),
        20 + 20 + 50 + 50
    );
    let mut scene = Setting::power_grab("R5", &["R1", "W4", "YG2"]).start();
    scene.answer(0, "R1");
    assert_eq!(scene.points(), [100, 0, 0]);
    let mut other = Setting::power_grab("R5", &["R1", "W4", "YG2"])
        .rules(|r| r.points[Symbol::GrabTwo.index()] = 20)
        .start();
    other.answer(0, "R1");
    assert_eq!(other.points(), [70, 0, 0]);
}

#[test]
fn pg_16_the_first_to_the_target_wins() {
    let target = |r: &mut Rules| r.target_score = 100;
    let mut scene = Setting::power_grab("R5", &["R1", "B9", "YG2"])
        .rules(target)
        .start();
    scene.answer(0, "R1");
    assert!(!scene.game.is_over(&scene.state));
    scene.again(2, &["B1", "B9", "YG2"], "B5", "");
    scene.answer(0, "B1");
    assert_eq!(scene.scores(), [118, 0, 0]);
    assert!(scene.game.is_over(&scene.state));
    assert_eq!(scene.game.outcome(&scene.state).winners, 0b001);
}

#[test]
fn pg_16_own_scoring_the_lowest_total_wins_and_equals_share() {
    let own = |r: &mut Rules| {
        r.scoring = Scoring::Own;
        r.target_score = 50;
    };
    let mut scene = Setting::power_grab("R5", &["R1", "B9", "G9"])
        .rules(own)
        .start();
    scene.answer(0, "R1");
    assert_eq!(
        (scene.points(), scene.scores()),
        (&[0, 9, 9][..], &[0, 9, 9][..])
    );
    assert!(!scene.game.is_over(&scene.state));
    // Seat 0 has 50 left, the others are equal.
    scene.again(0, &["WT", "B9", "B8"], "B5", "");
    scene.answer(1, "B9");
    assert_eq!(scene.scores(), [50, 9, 17]);
    assert_eq!(scene.game.outcome(&scene.state).winners, 0b010);
    let mut scene = Setting::power_grab("R5", &["R1", "B9", "G9", "WT"])
        .rules(own)
        .start();
    scene.answer(0, "R1");
    assert_eq!(scene.game.outcome(&scene.state).winners, 0b0001);
}

#[test]
fn pg_16_shared_wins() {
    let mut scene = Setting::power_grab("R5", &["R9", "B9", "WT"])
        .rules(|r| {
            r.scoring = Scoring::Own;
            r.target_score = 60;
        })
        .start();
    scene.answer(0, "R9");
    assert_eq!(scene.scores(), [0, 9, 50]);
    scene.again(0, &["G9", "B1", "WT"], "B5", "");
    scene.answer(1, "B1");
    assert_eq!(scene.scores(), [9, 9, 100]);
    assert_eq!(scene.game.outcome(&scene.state).winners, 0b011);
}

#[test]
fn pg_16_a_game_that_is_stopped_has_no_winner() {
    let mut scene = Setting::power_grab("R5", &["R1", "B9"])
        .rules(|r| r.max_rounds = 2)
        .start();
    scene.answer(0, "R1");
    assert!(!scene.game.is_over(&scene.state));
    scene.again(1, &["B1", "B9"], "B5", "");
    scene.answer(0, "B1");
    assert!(scene.game.is_over(&scene.state));
    assert_eq!(scene.game.outcome(&scene.state).winners, 0);
}
