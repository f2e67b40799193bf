//! Deal, turns and ends, GR-1 to GR-3, by number, on written scenes.

use super::scene::{InOrder, Scene};
use powergrab_engine::game::{Game as _, NoObserver};
use powergrab_engine::grid::{End, Grid, PlayersError, Rules};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use test_support::card_texts;

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| (*s).to_owned()).collect()
}

#[test]
fn gr_1_two_to_eight_players_as_far_as_the_deck_deals() {
    for n in [0, 1, 9] {
        let error = Grid::new(Rules::official(), n).unwrap_err();
        assert!(matches!(error, PlayersError::Number { .. }));
        assert!(error.to_string().contains("2 to 8 can play (GR-1)"));
    }
    let rules = |hand_size, first_seat| Rules {
        hand_size,
        first_seat,
        ..Rules::official()
    };
    assert!(Grid::new(rules(13, None), 8).is_ok());
    let error = Grid::new(rules(14, None), 8).unwrap_err().to_string();
    assert!(error.contains("hand_size = 1 to 13"), "{error}");
    assert!(Grid::new(rules(0, None), 2).is_err());
    let error = Grid::new(rules(7, Some(3)), 3).unwrap_err().to_string();
    assert!(error.contains("seats are numbered 0 to 2"), "{error}");
}

#[test]
fn gr_1_the_deal_and_the_first_seat() {
    let game = Grid::new(Rules::official(), 5).unwrap();
    let mut state = game.new_game();
    game.start_round(&mut state, 3, &mut InOrder::default(), &mut NoObserver);
    assert_eq!(state.left(), 108 - 35);
    assert!((0..5).all(|seat| state.hand(seat).len() == 7));
    assert_eq!((state.first(), state.seat()), (3, 3));
    assert_eq!(game.position(&state, 3), 0);
    assert_eq!(game.position(&state, 2), 4);
    // Random, each seat as often as the others.
    let mut counts = [0; 5];
    for deal in 0..5000 {
        let seeds = Seeds::new(1, Purpose::Test).deal(deal).round(0);
        counts[game.lead(&state, &seeds) as usize] += 1;
    }
    assert!(counts.iter().all(|c| (850..1150).contains(c)), "{counts:?}");
    let fixed = Rules {
        first_seat: Some(2),
        ..Rules::official()
    };
    let game = Grid::new(fixed, 5).unwrap();
    let seeds = Seeds::new(1, Purpose::Test).deal(0).round(0);
    assert_eq!(game.lead(&state, &seeds), 2);
}

#[test]
fn gr_2_a_turn_is_a_card_drawn_and_one_move_to_the_left() {
    let mut scene = Scene::new(&["R1 R2", "Y1 Y2", "G1 G2"], "R9 Y9 G9 B9");
    scene
        .go("place R2 0,0")
        .go("place Y9 1,0")
        .go("place G1 0,1");
    assert_eq!(
        scene.told(),
        strings(&[
            "deal [[R1,R2],[Y1,Y2],[G1,G2]] 0",
            "draw 0 [R9] turn",
            "place 0 R2 [0,0]",
            "draw 1 [Y9] turn",
            "place 1 Y9 [1,0]",
            "draw 2 [G9] turn",
            "place 2 G1 [0,1]",
            "draw 0 [B9] turn",
        ])
    );
    assert_eq!(scene.state.turn(), 4);
}

#[test]
fn gr_2_while_the_grid_is_filled_who_cannot_place_shows_its_hand() {
    let mut scene = Scene::new(&["R1 R2", "YR W", "G1 G2"], "R9 W4 G9 B9 YD2 B8 Y7 YS Y6");
    scene.go("place R1 0,0");
    assert_eq!(
        scene.told()[3..],
        strings(&["draw 1 [W4] turn", "pass 1", "draw 2 [G9] turn"])
    );
    // The hand of seat 1 is public now, and no other one.
    let known = |scene: &Scene, by| {
        let view = scene.game.view(&scene.state, by);
        (0..3)
            .map(|seat| card_texts(&scene.game, view.shown(seat)))
            .collect::<Vec<_>>()
    };
    for seat in [0, 2] {
        assert_eq!(known(&scene, seat), ["", "YR W W4", ""]);
        for key in 0..50 {
            let view = scene.game.view(&scene.state, seat);
            let other = view.redeal(&mut Rng::from_key(key));
            assert_eq!(card_texts(&scene.game, other.hand(1)), "YR W W4");
        }
    }
    scene.go("place G9 1,0").go("place B9 0,1");
    assert_eq!(
        scene.told()[3..],
        strings(&["draw 1 [YD2] turn", "pass 1", "draw 2 [B8] turn"])
    );
    assert_eq!(known(&scene, 0), ["", "YD2 YR W W4", ""]);
    // Cards that it draws afterwards are secret again; a Skip can be placed.
    scene.go("place B8 1,1").go("place R9 2,0");
    assert_eq!(scene.told()[3..], strings(&["draw 1 [YS] turn"]));
    assert_eq!(known(&scene, 0), ["", "YD2 YR W W4", ""]);
    scene.place_at([2, 1]);
    assert_eq!(known(&scene, 0), ["", "YD2 YR W W4", ""]);
}

#[test]
fn gr_2_what_was_shown_and_leaves_the_hand_is_known_no_more() {
    // Seat 1 shows a Draw Two, a Reverse and two Wilds, among other cards that it draws later.
    let hands = ["R1 R2 R3 R4 R5 R6 R7", "YD2 YR GR W W4 BD2 RD2"];
    let mut scene = Scene::new(&hands, "R8 GD2 R9 G3 Y8 G4 Y9 G5 B1 G6 B2 B3 B4 B5");
    scene.go("place R1 0,0");
    assert_eq!(
        scene.told()[3..5],
        strings(&["draw 1 [GD2] turn", "pass 1"])
    );
    let known = |scene: &Scene| {
        let view = scene.game.view(&scene.state, 0);
        card_texts(&scene.game, view.shown(1))
    };
    assert_eq!(known(&scene), "RD2 YD2 YR GD2 GR BD2 W W4");
    for (own, at, next) in [
        ("R2", "1,0", "2,0"),
        ("R3", "0,1", "1,1"),
        ("R4", "2,1", "0,2"),
    ] {
        scene.go(&format!("place {own} {at}"));
        // Seat 1 has one number to place, which it drew, and is only asked for the position.
        assert_eq!(scene.ask.unwrap().seat, 1);
        let (column, row) = next.split_once(',').unwrap();
        scene.place_at([column.parse().unwrap(), row.parse().unwrap()]);
        assert_eq!(known(&scene), "RD2 YD2 YR GD2 GR BD2 W W4");
    }
    // The ninth position is the only one for its only number; then the Grid is full and it may lay
    // the shown cards.
    scene.go("place R5 1,2").go("place R6 0,0").go("lay GD2");
    assert_eq!(known(&scene), "RD2 YD2 YR GR BD2 W W4");
}

#[test]
fn gr_2_in_a_full_grid_only_plain_wilds_cannot_move_and_the_pass_tells_so() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 W W"],
        "G4 B8 W B7 W",
    );
    // Seat 1 scores everything it can except two Wilds and a 4, places the 4, and holds only Wilds.
    scene.go("score row0 G1 G2 G3").go("place Y9 0,0");
    assert_eq!(scene.told().last().unwrap(), "draw 1 [W] turn");
    assert_eq!(scene.hand(1), "G4 W W W");
    scene.go("place G4 1,1");
    scene.go("place Y1 0,0");
    // Four Wilds can pay for any line, so it must score and may not pass.
    assert_eq!(scene.hand(1), "W W W W");
    assert!(
        scene
            .options()
            .iter()
            .all(|o| o.starts_with("row") || o.starts_with("column"))
    );
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 W"],
        "G5 B8 G6 B7 W B6 R1",
    );
    scene.go("score row0 G1 G2 G3").go("place Y9 0,0");
    scene.go("score row1 G4 G5 G6").go("place Y1 0,0");
    // Two Wilds against lines of three numbers: it can do nothing.
    assert_eq!(
        scene.told()[7..],
        strings(&["draw 1 [W] turn", "pass 1", "draw 0 [B6] turn"])
    );
    let view = scene.game.view(&scene.state, 0);
    assert_eq!(card_texts(&scene.game, view.shown(1)), "W W");
}

#[test]
fn gr_3_an_empty_hand_ends_the_game_at_once() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 G5"],
        "R6 B8 B9 Y8",
    );
    scene.go("score row0 G1 G2 G3").go("place Y9 0,0");
    scene.go("place B9 0,0").go("place Y1 0,0");
    assert!(scene.ask.is_some());
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 RS R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 W"],
        "W4 B8 B5",
    );
    scene.go("score row0 G1 G2 W").go("place Y9 0,0");
    // G3, G4 and W4 are left, and a 5 comes: G4 and B5 for the row with a Skip, then two are left.
    scene.go("score row1 G4 B5").go("place Y1 0,0");
    assert_eq!(scene.hand(1).split(' ').count(), 3);
    assert!(scene.ask.is_some());
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 G5"],
        "G6 B8 R9",
    );
    scene.go("score row1 G4 G5 G6").go("place B8 0,0");
    // G1, G2, G3 and R9 are left against R8/B8 R2 R3: place the 9 in the corner and a 1 comes.
    scene.go("place R9 2,2");
    assert_eq!(scene.hand(1), "G1 G2 G3");
}

#[test]
fn gr_3_going_out_stops_everything() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 G5"],
        "G6 B8 YD2 B7 R4 R7",
    );
    scene.go("score row0 G1 G2 G3").go("place B8 2,2");
    scene.go("score row1 G4 G5 G6");
    assert_eq!(scene.hand(1), "YD2");
    scene.go("place B7 2,2");
    // R4 and the Draw Two: the hand cannot be emptied by laying one.
    assert_eq!(scene.hand(1), "R4 YD2");
    scene.go("place R4 2,1");
    assert!(scene.ask.is_some() && !scene.game.is_over(&scene.state));

    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 RS",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 G3 G4 G5"],
        "G6 B8 G7 B9 G8",
    );
    scene.go("score row0 G1 G2 G3").go("place B8 0,0");
    scene.go("score row1 G4 G5 G6").go("place B9 0,0");
    assert_eq!(scene.hand(1), "G7 G8");
    scene.told();
    scene.go("score row2 G7 G8");
    assert_eq!(scene.told(), strings(&["score 1 row2 [G7,G8]"]));
    assert_eq!(scene.ask, None);
    assert_eq!(scene.state.end(), End::Out);
    assert_eq!(scene.state.scores()[..2], [-(1 + 2 + 3 + 4 + 9), 36]);
    assert_eq!(scene.game.outcome(&scene.state).winners, 0b10);
}

#[test]
fn gr_3_no_card_to_draw_ends_the_game() {
    let rules = Rules {
        hand_size: 54,
        ..Rules::official()
    };
    let game = Grid::new(rules, 2).unwrap();
    let mut state = game.new_game();
    let mut chance = InOrder::default();
    game.start_round(&mut state, 1, &mut chance, &mut NoObserver);
    assert_eq!(game.advance(&mut state, &mut chance, &mut NoObserver), None);
    assert_eq!((state.end(), state.turn()), (End::Deck, 0));
    assert!(game.is_over(&state));
    // And in the course of a game, at the beginning of a turn.
    let mut scene = Scene::short("R1 R2 R3 R4 R5 R6 R7 R8 R9", ["Y1", "Y2"], "B1");
    assert_eq!(scene.state.left(), 0);
    scene.go("place Y2 0,0");
    assert_eq!(scene.told(), strings(&["place 1 Y2 [0,0]"]));
    assert_eq!((scene.ask, scene.state.end()), (None, End::Deck));
}

#[test]
fn gr_3_a_draw_that_takes_the_last_cards_goes_through() {
    for (card, draws) in [("YD2", "B1 B2 B3"), ("W4", "B1 B2 B3 B4 B5")] {
        let mut scene = Scene::short("R1 R2 R3 R4 R5 R6 R7 R8 R9", ["Y1", card], draws);
        scene.go(&format!("lay {card}"));
        let why = if card == "W4" {
            "draw-four"
        } else {
            "draw-two"
        };
        let drawn = draws["B1 ".len()..].replace(' ', ",");
        assert_eq!(
            scene.told(),
            [format!("lay 1 {card}"), format!("draw 1 [{drawn}] {why}")]
        );
        // It was due and drawn; the next seat has nothing to draw.
        assert_eq!((scene.ask, scene.state.end()), (None, End::Deck));
        assert_eq!(scene.state.seat(), 0);
    }
}

#[test]
fn gr_3_the_draw_pile_may_end_in_the_middle_of_a_draw() {
    let tops = "R1 R2 R3 R4 R5 R6 R7 R8 R9";
    let mut scene = Scene::short(tops, ["Y1", "W4"], "B1 B2 B3");
    scene.go("lay W4");
    assert_eq!(
        scene.told(),
        strings(&["lay 1 W4", "draw 1 [B2,B3] draw-four"])
    );
    assert_eq!((scene.ask, scene.state.end()), (None, End::Deck));
    assert_eq!(scene.state.seat(), 1);
    // With nothing left at all, nothing is drawn and there is no event.
    let mut scene = Scene::short(tops, ["Y1", "GD2"], "B1");
    scene.go("lay GD2");
    assert_eq!(scene.told(), strings(&["lay 1 GD2"]));
    assert_eq!((scene.ask, scene.state.end()), (None, End::Deck));
    assert!(scene.pile(1).contains("GD2"));
}
