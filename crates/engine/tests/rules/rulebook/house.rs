//! HR-2 to HR-6: drawing until playable, forced play, Wild Draw Fours without challenges or bluffs,
//! seven and zero, the upcard.

use crate::cards::deck;
use crate::scene::{Scene, Setting};
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::Game as _;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Drawing, End, Family, Phase, Rules, Stacking, Upcard};

fn classic(upcard: &str, hands: &[&str]) -> Setting {
    Setting::new(Family::Classic, upcard, hands)
}

fn same(rules: &mut Rules) {
    rules.stack = Stacking::Same;
}

fn cross(rules: &mut Rules) {
    rules.stack = Stacking::Cross;
}

fn until_playable(rules: &mut Rules) {
    rules.draw = Drawing::UntilPlayable;
}

/// Returns the seat's knowledge of another's hand, as texts.
fn known(scene: &Scene, seat: Seat, of: Seat) -> String {
    let view = scene.game.view(&scene.state, seat);
    let texts = view.shown(of).iter();
    let texts: Vec<String> = texts.map(|slot| view.card_at(slot).to_string()).collect();
    texts.join(" ")
}

#[test]
fn hr_2_a_seat_draws_until_a_card_comes_that_fits() {
    let mut scene = classic("R5", &["G1 G2", "B1 B2", "Y1 Y2"])
        .rules(until_playable)
        .draws("G7 B7 Y9 R9 B8 B9 Y5")
        .start();
    // In the order of drawing.
    assert_eq!(scene.told(), ["draw 0 [G7,B7,Y9,R9] turn"]);
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Drawn), "R9 -".to_owned())
    );
    // It may keep it.
    scene.answer(0, "-");
    assert_eq!(scene.told(), ["pass 0", "draw 1 [B8,B9,Y5] turn"]);
    scene.answer(1, "Y5");
    assert_eq!(scene.told()[0], "play 1 Y5 drawn");
}

#[test]
fn hr_2_a_wild_draw_four_ends_the_drawing_even_as_a_bluff() {
    let draws = |bluff: bool| {
        let mut scene = classic("R5", &["R1 G2", "B1 B2"])
            .rules(move |r| {
                until_playable(r);
                r.bluff = bluff;
            })
            .draws("G7 W4 B7 Y5")
            .start();
        scene.answer(0, "-");
        (scene.told(), scene.options())
    };
    let (told, options) = draws(true);
    assert_eq!(
        (told, options),
        (vec!["draw 0 [G7,W4] turn".to_owned()], "- W4?".to_owned())
    );
    // HR-4: here it could not be laid down.
    let (told, options) = draws(false);
    let line = "draw 0 [G7,W4,B7,Y5] turn".to_owned();
    assert_eq!((told, options), (vec![line], "Y5 -".to_owned()));
}

#[test]
fn hr_2_a_reshuffle_in_the_middle_is_between_two_lines() {
    let mut scene = classic("R1", &["R2 G3", "R3 B4"])
        .rules(|r| {
            until_playable(r);
            r.deck = deck(&[
                ("R1", 1),
                ("R2", 1),
                ("R3", 1),
                ("G3", 1),
                ("B4", 1),
                ("B8", 1),
                ("B9", 1),
            ]);
        })
        .draws("B9 B8 R2 B4")
        .start();
    scene.answers(0, "R2 yes").answers(1, "R3 yes");
    // Green 3 matches red 3.
    scene.answer(0, "-");
    assert_eq!(
        scene.told()[4..],
        ["draw 0 [B9,B8] turn", "reshuffle 2", "draw 0 [R2] turn"]
    );
    assert_eq!(scene.options(), "R2 -");
}

#[test]
fn hr_2_a_deadlock_while_drawing_until_playable() {
    let mut scene = classic("R1", &["R2 G3", "B6 B4"])
        .rules(|r| {
            until_playable(r);
            r.deck = deck(&[
                ("R1", 1),
                ("R2", 1),
                ("G3", 1),
                ("B6", 1),
                ("B4", 1),
                ("B8", 1),
                ("B9", 1),
            ]);
        })
        .draws("B9 B8")
        .start();
    // It draws although it could play; no card that can be drawn matches, and then nobody plays.
    scene.answer(0, "-");
    assert_eq!(
        scene.told(),
        ["draw 0 [B9,B8] turn", "pass 0", "draw 1 [] turn", "pass 1"]
    );
    scene.answer(0, "-");
    let told = scene.told();
    assert_eq!(told[..2], ["draw 0 [] turn", "pass 0"]);
    assert!(scene.is_over());
    assert_eq!(scene.state.end(), End::Deadlock);
}

#[test]
fn hr_3_who_can_play_has_to() {
    let forced = |r: &mut Rules| r.force_play = true;
    let mut scene = classic("R5", &["R1 R2 R6 G1", "R3 B2 B4 B6", "Y1 Y2 Y4 Y6"])
        .rules(forced)
        .draws("Y9")
        .start();
    assert_eq!(scene.options(), "R1 R2 R6");
    scene.answer(0, "R1");
    // Seat 1 has one card that matches, and seat 2 draws one that does not.
    assert_eq!(
        scene.told(),
        ["play 0 R1", "play 1 R3", "draw 2 [Y9] turn", "pass 2"]
    );
    // It is public that seat 2 had no red card.
    let view = scene.game.view(&scene.state, 0);
    assert_eq!(
        view.colour_bounds(2, powergrab_engine::cards::Colour::Red),
        (0, 1)
    );
    // A drawn card that matches is played.
    let mut scene = classic("R5", &["G1 G2", "R3 B2"])
        .rules(forced)
        .draws("R9")
        .start();
    assert_eq!(scene.told()[..2], ["draw 0 [R9] turn", "play 0 R9 drawn"]);
}

#[test]
fn hr_3_a_bluff_forces_nobody() {
    let forced = |r: &mut Rules| r.force_play = true;
    // Honest, it is forced like any other card.
    let mut scene = classic("R5", &["W4 G1 G2", "R3 B2 B3"])
        .rules(forced)
        .start();
    assert_eq!(scene.asked(), (0, Phase::Colour));
    scene.answer(0, "blue");
    assert_eq!(scene.told(), ["play 0 W4 B"]);
    // If it would be a bluff, the card of the colour is forced, and the bluff may be played
    // instead.
    let scene = classic("R5", &["W4 R1 G2", "R3 B2 B3"])
        .rules(forced)
        .start();
    assert_eq!(scene.options(), "R1 W4?");
    let mut scene = Setting::power_grab("R5", &["W4 R1 G2", "R3 B2 B3"])
        .rules(|r| {
            r.force_play = true;
            r.bluff = false;
        })
        .start();
    // Only red 1 is left (HR-4 as well), and nobody is asked.
    assert_eq!(scene.told()[0], "play 0 R1");
}

#[test]
fn hr_3_nobody_has_to_stack() {
    let mut scene = classic("R5", &["RD2 R1 R2", "GD2 R3 G2"])
        .rules(|r| {
            same(r);
            r.force_play = true;
        })
        .draws("B1 B2")
        .start();
    scene.answer(0, "RD2");
    assert_eq!(scene.options(), "GD2 accept");
    scene.answer(1, "accept");
    assert_eq!(scene.told()[1..], ["draw 1 [B1,B2] draw-two", "miss 1"]);
}

#[test]
fn hr_4_nobody_challenges() {
    let mut scene = classic("R5", &["W4 R1 R2", "G3 R3 G2"])
        .rules(|r| r.challenge = false)
        .draws("B1 B2 B3 B4")
        .start();
    assert_eq!(scene.options(), "R1 R2 - W4?");
    // The bluff is not challenged.
    scene.answers(0, "W4 red");
    assert_eq!(
        scene.told(),
        ["play 0 W4 R", "draw 1 [B1,B2,B3,B4] draw-four", "miss 1"]
    );
}

#[test]
fn hr_4_nobody_bluffs() {
    let honest = |r: &mut Rules| {
        cross(r);
        r.bluff = false;
    };
    let mut scene = classic("R5", &["W4 RD2 R2 R4", "W4 R3 G2 G3"])
        .rules(honest)
        .draws("B1 B2")
        .start();
    assert_eq!(scene.options(), "R2 R4 RD2 -");
    // Nor on a stack.
    scene.answer(0, "RD2");
    assert_eq!(scene.told()[1..], ["draw 1 [B1,B2] draw-two", "miss 1"]);
    // A Wild Draw Four reveals that its player has no card of the colour, which is used in every
    // redeal.
    let mut scene = classic("R5", &["W4 B1 B2 B4", "Y4 R3 G2 G3"])
        .rules(honest)
        .start();
    scene.answers(0, "W4 green");
    assert_eq!(scene.options(), "accept challenge");
    let view = scene.game.view(&scene.state, 1);
    let red = powergrab_engine::cards::Colour::Red;
    assert_eq!(view.colour_bounds(0, red), (0, 0));
    let mut rng = Rng::from_key(3);
    for _ in 0..200 {
        let guess = view.redeal(&mut rng);
        let reds = scene.game.tables().colours[red.index()];
        assert!(!guess.hand(0).meets(reds));
    }
}

#[test]
fn hr_5_a_seven_exchanges_with_a_seat_that_holds_one_card() {
    let mut scene = classic("R5", &["R7 R1 B9", "R3 R4 G7", "R8 R9 Y1"])
        .rules(|r| r.seven_zero = true)
        .draws("Y2")
        .start();
    scene.answer(0, "R1").answer(1, "R3").answer(2, "R8");
    scene.answer(0, "-");
    scene.answers(1, "R4 yes").answers(2, "R9 yes");
    scene.told();
    scene.answer(0, "R7");
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Exchange), "to-1 to-2".to_owned())
    );
    scene.answer(0, "to-2");
    // A single received card needs no UNO call; towers and scores stay.
    assert_eq!(scene.told(), ["play 0 R7", "swap 0 2"]);
    assert_eq!(
        (scene.hand(0), scene.hand(2)),
        ("Y1".to_owned(), "Y2 B9".to_owned())
    );
    assert_eq!(scene.asked(), (1, Phase::Turn));
    // Both know the cards they gave away, and nobody else does.
    assert_eq!(known(&scene, 0, 2), "Y2 B9");
    assert_eq!(known(&scene, 2, 0), "Y1");
    assert_eq!(known(&scene, 1, 0) + &known(&scene, 1, 2), "");
}

#[test]
fn hr_5_uno_is_called_before_the_hands_move() {
    let mut scene = classic("R5", &["R7 R1 B9", "R3 R4 G2"])
        .rules(|r| r.seven_zero = true)
        .draws("R8 Y9")
        .start();
    scene.answer(0, "R1").answer(1, "R3");
    scene.told();
    // With two seats there is no choice of the other seat. It forgets, is caught, and the hand of
    // three moves.
    scene.answer(0, "R7").answer(0, "no").answer(1, "yes");
    assert_eq!(
        scene.told(),
        ["play 0 R7", "caught 0 1", "draw 0 [R8,Y9] uno", "swap 0 1"]
    );
    assert_eq!(scene.hand(1), "R8 Y9 B9");
    // A last 7 ends the round, and no hand moves.
    let mut scene = classic("R5", &["R7", "R3"])
        .rules(|r| r.seven_zero = true)
        .start();
    scene.answer(0, "R7");
    assert!(scene.is_over());
    assert_eq!(scene.told()[0], "play 0 R7");
}

#[test]
fn hr_5_a_zero_moves_three_hands_and_what_is_known_of_them() {
    // Seat 1 challenges seat 0 and sees its hand; then seat 2 plays a 0.
    let mut scene = classic("R5", &["W4 R1 B8 B7", "G1 G4 G6 G8", "G0 Y3 Y4 G9"])
        .rules(|r| r.seven_zero = true)
        .draws("B1 B2 B3 B4")
        .start();
    scene
        .answers(0, "W4 green")
        .answer(1, "challenge")
        .answer(1, "G1");
    scene.told();
    assert_eq!(known(&scene, 1, 0), "R1 B7 B8");
    scene.answer(2, "G0");
    assert_eq!(scene.told(), ["play 2 G0", "rotate"]);
    assert_eq!(scene.hand(1), "R1 B1 B2 B3 B4 B7 B8");
    assert_eq!(scene.hand(2), "G4 G6 G8");
    assert_eq!(scene.hand(0), "Y3 Y4 G9");
    // Each knows all of the hand that it gave away.
    assert_eq!(known(&scene, 0, 1), "R1 B1 B2 B3 B4 B7 B8");
    assert_eq!(known(&scene, 1, 2), "G4 G6 G8");
    assert_eq!(known(&scene, 2, 0), "Y3 Y4 G9");
    // Nobody else knew more, and a seat's knowledge of what is now its own hand is irrelevant.
    assert_eq!(
        known(&scene, 2, 1) + &known(&scene, 0, 2) + &known(&scene, 1, 0),
        ""
    );
    // Knowledge of a hand moves with it: seat 0 plays the next 0, to the right.
    let mut scene = classic("R5", &["R0 R1 R2 R6", "W4 R3 B8 B7", "G1 G4 G6 RR"])
        .rules(|r| r.seven_zero = true)
        .draws("B1 B2 B3 B4")
        .start();
    scene
        .answer(0, "R1")
        .answers(1, "W4 red")
        .answer(2, "challenge");
    assert_eq!(known(&scene, 2, 1), "R3 B7 B8");
    scene.answer(2, "RR").answer(1, "R3").answer(0, "R0");
    // To the right: 0 to 2, 2 to 1, 1 to 0. Seat 2 knows two cards of seat 1's hand, wherever it
    // is; seat 1 all of it.
    assert_eq!(scene.hand(0), "B1 B2 B3 B4 B7 B8");
    assert_eq!(known(&scene, 2, 0), "B7 B8");
    assert_eq!(known(&scene, 1, 0), "B1 B2 B3 B4 B7 B8");
    assert_eq!(known(&scene, 2, 1), "G1 G4 G6");
    assert_eq!(known(&scene, 0, 2), "R2 R6");
}

#[test]
fn hr_5_towers_stay_and_a_guess_keeps_what_was_given_away() {
    let hands = ["R3U R7U R1 B9", "R4 R6 G2 G9", "R8 R9 Y1 Y9"];
    let mut scene = Setting::power_grab("R5", &hands)
        .rules(|r| r.seven_zero = true)
        .start();
    scene.answer(0, "R3U").answer(1, "R4").answer(2, "R8");
    scene.answer(0, "R7U").answer(0, "to-1");
    assert_eq!(scene.state.towers_of(0), 1);
    assert_eq!(scene.state.towers_of(1), 0);
    let view = scene.game.view(&scene.state, 0);
    let mut rng = Rng::from_key(7);
    let given: CardSet = view.shown(1);
    for _ in 0..100 {
        let guess = view.redeal(&mut rng);
        assert_eq!(scene.game.tables().copies.normalise(guess.hand(1)), given);
    }
}

#[test]
fn hr_6_cards_go_back_until_a_number_comes() {
    let number = |r: &mut Rules| r.upcard = Upcard::Number;
    let mut scene = Setting::power_grab("R5", &["R1 W4", "R2 G3"])
        .rules(number)
        .put_back("RG2 BS W4 WT BS")
        .start();
    assert_eq!(scene.told(), Vec::<String>::new());
    assert_eq!(scene.asked(), (0, Phase::Turn));
    assert_eq!(scene.game.draw_pile(&scene.state).len(), 112 - 4 - 1);
    // A deck of which a deal could leave no number is invalid.
    let mut rules = Rules::official(Family::Classic);
    number(&mut rules);
    (rules.deck, rules.hand_size) = (deck(&[("R5", 14), ("BS", 50)]), 7);
    let error = rules.check_players(2).unwrap_err().to_string();
    assert!(
        error.contains("only 14 cards that do not go back"),
        "{error}"
    );
    rules.deck = deck(&[("R5", 15), ("BS", 50)]);
    assert_eq!(rules.check_players(2), Ok(()));
    let names = [("sheet", 0), ("number", 1), ("plain", 1)];
    for (text, house) in names {
        rules.upcard = Upcard::from_text(text).unwrap();
        assert_eq!(rules.has_house_rules(), house == 1, "{text}");
    }
}

#[test]
fn hr_6_a_plain_upcard_does_nothing() {
    let plain = |upcard: &str| {
        Setting::power_grab(upcard, &["R1 YG2 YS", "R2 G3 B4", "R3 G4 B6"])
            .rules(|r| r.upcard = Upcard::Plain)
            .start()
    };
    for upcard in ["RD1", "RD2", "RR", "RS"] {
        let mut scene = plain(upcard);
        assert_eq!(scene.told(), Vec::<String>::new(), "{upcard}");
        assert_eq!(scene.asked(), (0, Phase::Turn), "{upcard}");
        // The direction stays.
        scene.answer(0, "R1");
        assert_eq!(scene.asked().0, 1, "{upcard}");
    }
    // By colour or by symbol.
    assert_eq!(plain("RS").options(), "R1 YS -");
    assert_eq!(plain("RG2").options(), "R1 YG2 -");
    // For a wild the first seat names the colour, and a Wild Draw Four goes back.
    let mut scene = plain("WT");
    assert_eq!(scene.asked(), (0, Phase::Upcard));
    scene.answer(0, "yellow");
    assert_eq!(scene.told(), ["colour 0 Y"]);
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Turn), "YS YG2 -".to_owned())
    );
    assert!(
        scene
            .game
            .rules()
            .goes_back(powergrab_engine::cards::Symbol::WildDrawFour)
    );
}
