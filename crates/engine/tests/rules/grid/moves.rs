//! Moves and score, GR-4 to GR-9, by number, on written scenes.

use super::scene::Scene;
use powergrab_engine::game::{Game as _, NoObserver};
use powergrab_engine::grid::{End, Grid, Line, Rules, tables};
use test_support::card_texts;

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| (*s).to_owned()).collect()
}

#[test]
fn gr_4_while_the_grid_is_filled_placing_is_the_only_move() {
    let mut scene = Scene::new(&["R1 RR RD2 W W4 RS", "Y1 YR YD2 W W4 YS"], "R2 Y2 R3 Y3");
    assert_eq!(scene.options(), ["R1", "R2", "RS"]);
    scene.go("place RS 0,0");
    assert_eq!(scene.options(), ["Y1", "Y2", "YS"]);
    // Next to it or diagonal to it.
    scene.choose("Y1");
    let mut around = scene.positions();
    around.sort_unstable();
    let all = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [x, y]));
    let mut near: Vec<[i8; 2]> = all.filter(|at| *at != [0, 0]).collect();
    near.sort_unstable();
    assert_eq!(around, near);
}

#[test]
fn gr_4_all_must_fit_into_some_square_of_three() {
    let mut scene = Scene::new(
        &["R1 R2 R3 R4 R5", "Y1 Y2 Y3 Y4 Y5"],
        "R6 Y6 R7 Y7 R8 Y8 R9",
    );
    scene
        .go("place R1 0,0")
        .go("place Y1 1,1")
        .go("place R2 2,2");
    scene.choose("Y2");
    // The square is settled; of its cells only those next to a card.
    let mut open = scene.positions();
    open.sort_unstable();
    assert_eq!(open, [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
    scene.place_at([2, 0]);
    // In a row of three the square may still extend two rows up or down, but cards must touch.
    let mut scene = Scene::new(
        &["R1 R2 R3 R4 R5", "Y1 Y2 Y3 Y4 Y5"],
        "R6 Y6 R7 Y7 R8 Y8 R9",
    );
    scene
        .go("place R1 0,0")
        .go("place Y1 -1,0")
        .go("place R2 1,0");
    scene.choose("Y2");
    let open = scene.positions();
    assert_eq!(open.len(), 6);
    assert!(
        open.iter()
            .all(|[x, y]| (-1..=1).contains(x) && y.abs() == 1)
    );
}

#[test]
fn gr_4_once_filled_a_card_goes_on_top_of_any_stack() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y9", "G1 G2 GS G4 G5"],
        "G6 B8 G7",
    );
    scene.choose("GS");
    assert_eq!(scene.positions().len(), 9);
    scene.place_at([2, 1]);
    assert_eq!(scene.tops(), "R1 R2 R3 R4 R5 GS R7 R8 R9");
    scene.go("place Y9 2,1");
    assert_eq!(scene.tops(), "R1 R2 R3 R4 R5 Y9 R7 R8 R9");
    let view = scene.game.view(&scene.state, 0);
    assert_eq!(card_texts(&scene.game, view.buried()), "R6 GS");
    assert_eq!(scene.told()[0], "place 1 GS [2,1]");
}

#[test]
fn gr_5_a_reverse_turns_whole_stacks_at_the_ends_of_a_line() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 YR", "G1 G2 GR G4 G5"],
        "G6 B8 G7 B7 G3",
    );
    scene.go("place G6 0,0").go("reverse YR row0");
    assert_eq!(scene.tops(), "R3 R2 G6 R4 R5 R6 R7 R8 R9");
    scene.go("reverse GR column2");
    assert_eq!(scene.tops(), "R3 R2 R9 R4 R5 R6 R7 R8 G6");
    assert_eq!(
        (scene.pile(0), scene.pile(1)),
        ("YR".to_owned(), "GR".to_owned())
    );
    assert_eq!(scene.told()[2], "reverse 0 YR row0");
    // The lines changed with the stacks: 3, 4 and 7 in the first column, 9, 6 and 6 in the last.
    let view = scene.game.view(&scene.state, 0);
    let needs = Line::ALL.map(|line| view.needs(line));
    let of = |numbers: [u8; 3]| tables::unary(numbers.iter().map(|v| 1u64 << (4 * v)).sum());
    assert_eq!(needs[0], of([3, 2, 9]));
    assert_eq!(needs[3], of([3, 4, 7]));
    assert_eq!(needs[5], of([9, 6, 6]));
}

#[test]
fn gr_6_a_draw_two_and_gr_7_a_wild_draw_four_are_laid_for_cards() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 W4", "G1 G2 GD2 G4 G5"],
        "G6 B1 B2 B3 Y5 Y6 Y7 Y8 G9",
    );
    scene.go("lay GD2").go("lay W4");
    assert_eq!(
        scene.told(),
        strings(&[
            "lay 1 GD2",
            "draw 1 [B1,B2] draw-two",
            "draw 0 [B3] turn",
            "lay 0 W4",
            "draw 0 [Y5,Y6,Y7,Y8] draw-four",
            "draw 1 [G9] turn",
        ])
    );
    assert_eq!(
        (scene.pile(0), scene.pile(1)),
        ("W4".to_owned(), "GD2".to_owned())
    );
    assert_eq!(scene.hand(0), "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 B3");
}

#[test]
fn gr_7_a_plain_wild_can_only_be_used_in_scoring() {
    let scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 W4", "G1 W W4 GS GR"],
        "GD2",
    );
    assert_eq!(
        scene.options(),
        ["G1", "GD2", "GS", "GR", "W4", "row0", "column0"]
    );
}

#[test]
fn gr_8_a_line_takes_a_card_of_each_number_in_any_colour() {
    let mut scene = Scene::full(
        "R1 R2 R3 RS R5 R6 YS GS R9",
        ["Y1 Y2 Y3 Y4 W4", "G1 B2 Y3 B5 B6"],
        "B9 B1",
    );
    let tops = scene.tops();
    // column0 is 1 alone, row2 9 alone, row1 5 and 6, row0 1 2 3, column1 2 and 5, column2 3 6 9.
    let lines = ["row0", "row1", "row2", "column0", "column1", "column2"];
    assert_eq!(scene.options()[6..], lines);
    scene.go("score row1 B5 B6");
    assert_eq!(scene.told()[0], "score 1 row1 [B5,B6]");
    assert_eq!(scene.tops(), tops, "the Grid stays as it is");
    assert_eq!(scene.pile(1), "B5 B6");
    assert_eq!(scene.hand(1), "Y3 G1 B2 B9");
}

#[test]
fn gr_8_a_line_of_skips_cannot_be_scored() {
    let scene = Scene::full(
        "RS YS GS R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 W4", "G1 W W W W4"],
        "B9",
    );
    let lines: Vec<String> = scene.options().into_iter().skip(3).collect();
    assert_eq!(lines, ["row1", "row2", "column0", "column1", "column2"]);
}

#[test]
fn gr_8_wilds_stand_for_numbers_also_for_those_held() {
    let mut scene = Scene::full(
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        ["Y1 Y2 Y3 Y4 Y6", "G1 G2 B2 W W4"],
        "GR B1",
    );
    // The line 1 2 3 lacks the 3; there are two wilds, so one is spare for a 1 or a 2.
    scene.apply(powergrab_engine::game::Action::choice(0));
    assert_eq!(scene.options(), ["G1", "W", "W4"]);
    scene.choose("W");
    // Now the last wild is needed for the 3.
    assert_eq!(scene.options(), ["G2", "B2"]);
    assert_eq!(scene.hand(1), "G1 G2 GR B2 W W4", "nothing is laid yet");
    assert_eq!(scene.told(), Vec::<String>::new());
    scene.choose("B2");
    assert_eq!(scene.told()[0], "score 1 row0 [W,B2,W4]");
    assert_eq!(scene.hand(1), "G1 G2 GR");
    assert_eq!(scene.pile(1), "B2 W W4");
}

#[test]
fn gr_8_the_same_number_twice_takes_two_cards() {
    let tops = "R1 Y1 G1 R4 R5 R6 R7 R8 R9";
    let scene = Scene::full(tops, ["Y2 Y3 Y4 Y6 Y8", "B1 B1 GS BS YS"], "G2");
    assert!(!scene.options().contains(&"row0".to_owned()));
    let mut scene = Scene::full(tops, ["Y2 Y3 Y4 Y6 Y8", "B1 B1 W4 BS YS"], "G2 B2");
    assert!(scene.options().contains(&"row0".to_owned()));
    scene.go("score row0 B1 W4 B1");
    assert_eq!(scene.told()[0], "score 1 row0 [B1,W4,B1]");
}

#[test]
fn gr_9_numbers_scored_count_for_and_numbers_held_against() {
    let mut scene = Scene::short("R1 R2 R3 R4 R5 R6 R7 R8 R9", ["Y1", "G7 G8 G9 W"], "BD2");
    let held: [i32; 2] = [0, 1].map(|seat| scene.game.tables().points(scene.state.hand(seat)));
    scene.go("score row2 G7 W G9");
    assert_eq!((scene.ask, scene.state.end()), (None, End::Deck));
    // 7 and 9 leave the hand and count; the Wild and the Draw Two are 0.
    assert_eq!(scene.state.scores()[..2], [-held[0], 16 - (held[1] - 16)]);
    assert_eq!(scene.game.score(&scene.state, 1), 32 - held[1]);
    assert!(scene.game.is_over(&scene.state));
}

#[test]
fn gr_9_equal_highest_scores_share_the_win() {
    // With no card to draw after the deal, both score minus their hands: 180 each of the 360 points
    // of the deck.
    let rules = Rules {
        hand_size: 54,
        ..Rules::official()
    };
    let game = Grid::new(rules, 2).unwrap();
    let mut state = game.new_game();
    // Every other card, so that each gets one of each pair of copies, and the zeros and wilds do
    // not matter.
    let mut script = powergrab_engine::trace::Script::new(&game.tables().deck);
    let (mut zero, mut one) = (Vec::new(), Vec::new());
    for (card, n) in game.tables().deck.counts() {
        for copy in 0..n {
            let hand = if n == 1 {
                card.colour()
                    .map_or(0, powergrab_engine::cards::Colour::index)
                    % 2
            } else {
                copy % 2
            };
            if hand == 0 {
                zero.push(card);
            } else {
                one.push(card);
            }
        }
    }
    assert_eq!((zero.len(), one.len()), (54, 54));
    script.push(zero.into_iter().chain(one));
    game.start_round(&mut state, 0, &mut script, &mut NoObserver);
    assert_eq!(game.advance(&mut state, &mut script, &mut NoObserver), None);
    assert_eq!(state.scores()[..2], [-180, -180]);
    assert_eq!(game.outcome(&state).winners, 0b11);
}
