//! Positions of Grid as text: one seat's knowledge is written and parsed back.

use super::grid_refusals::rules_of;
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::notation::seats_of;
use powergrab_engine::game::{Ask, Game as _, NoObserver, Pile};
use powergrab_engine::grid::{Grid, Rules, State, View};
use powergrab_engine::rng::Rng;
use proptest::prelude::*;
use std::collections::BTreeMap;
use test_support::{card_texts, times};

fn options_text(view: View<'_>, ask: &Ask) -> Vec<String> {
    ask.options.iter().map(|a| view.text(a)).collect()
}

/// Returns all information of a view, as text.
fn everything(view: View<'_>) -> String {
    let of = |set: CardSet| card_texts(view.game(), set);
    let seats: Vec<_> = (0..view.n_seats() as Seat)
        .map(|seat| {
            let record = *view.record(seat);
            let (pile, shown) = (of(view.score_pile(seat)), of(view.shown(seat)));
            let size = view.hand_size(seat);
            (size, pile, view.points_won(seat), shown, record)
        })
        .collect();
    let board: Vec<_> = (0..16).map(|cell| view.top(cell)).collect();
    let table = (
        (view.phase(), view.on_turn(), view.first(), view.turn()),
        (view.pile(), view.positions(), view.corner(), board),
        (of(view.buried()), of(view.unseen()), view.counts()),
        (view.chosen(), view.line(), view.due().to_vec()),
        (of(view.hand()), of(view.hand_left())),
    );
    let lines = powergrab_engine::grid::Line::ALL;
    let needs = view.is_full().then(|| lines.map(|line| view.needs(line)));
    format!("{table:?} {seats:?} {needs:?} {:?}", view.ended())
}

/// Returns all cards of a position by their location, including the copies.
fn cards(game: &Grid, state: &State) -> String {
    let n = game.n_seats() as Seat;
    let hands: Vec<_> = (0..n).map(|seat| state.hand(seat)).collect();
    let piles: Vec<_> = (0..n).map(|seat| state.pile(seat)).collect();
    let tops = (0..16).filter(|cell| state.board().occupied() >> cell & 1 == 1);
    let tops: Vec<u8> = tops.map(|cell| state.board().top(cell)).collect();
    format!(
        "{hands:?} {piles:?} {tops:?} {:?} {}",
        state.buried(),
        state.left()
    )
}

/// Number of questions of each kind, and of unusual situations.
type Seen = BTreeMap<&'static str, u32>;

/// Writes the position of a question and parses it back.
fn there_and_back(
    game: &Grid,
    state: &State,
    ask: &Ask,
    seen: &mut Seen,
) -> Result<(), TestCaseError> {
    let view = game.view(state, ask.seat);
    let text = view.notation();
    for (what, is) in [
        (view.phase().text(), true),
        ("corner", text.contains(" corner=")),
        ("shown", text.contains(" shown=")),
        ("own shown", !view.shown(ask.seat).is_empty()),
        ("paid", text.contains(" paid=")),
        ("passes", view.record(ask.seat).passes > 0),
    ] {
        *seen.entry(what).or_insert(0) += u32::from(is);
    }
    prop_assert_eq!(seats_of::<Grid>(&text), Ok(game.n_seats()));
    prop_assert_eq!(rules_of(&text).to_json(), game.rules().to_json());
    let back = game.read_position(&text);
    let back = back.map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
    prop_assert_eq!(back.seat, ask.seat);
    prop_assert_eq!(game.check(&back.state), Ok(()));
    let again = game.view(&back.state, back.seat);
    prop_assert_eq!(again.notation(), text.clone());
    prop_assert_eq!(everything(again), everything(view), "{}", text);
    // It asks the same question.
    let (mut state_back, mut pile) = (back.state, Pile::new(Rng::from_key(0)));
    let there = game.advance(&mut state_back, &mut pile, &mut NoObserver);
    let there = there.ok_or_else(|| TestCaseError::fail(text.clone()))?;
    prop_assert_eq!(
        options_text(again, &there),
        options_text(view, ask),
        "{}",
        text
    );
    // The same random numbers deal the same worlds, down to the copies of the cards.
    for key in 0..4 {
        let world = view.redeal(&mut Rng::from_key(key));
        let other = again.redeal(&mut Rng::from_key(key));
        prop_assert_eq!(cards(game, &other), cards(game, &world), "{}", text);
    }
    Ok(())
}

/// Plays games and checks every `every`-th decision's position.
fn play(
    game: &Grid,
    seed: u64,
    games: u64,
    every: u32,
    seen: &mut Seen,
) -> Result<(), TestCaseError> {
    let mut rng = Rng::from_key(seed);
    let mut state = game.new_game();
    for _ in 0..games {
        let mut pile = Pile::new(Rng::from_key(rng.next_u64()));
        let first = rng.below(game.n_seats() as u32) as Seat;
        let first = game.rules().first_seat.unwrap_or(first);
        game.start_round(&mut state, first, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            if rng.below(every) == 0 {
                there_and_back(game, &state, &ask, seen)?;
            }
            let action = ask.options.nth(rng.below(ask.options.len()));
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_go_out_and_come_back(n in 2usize..=8, seed in any::<u64>(), variant in 0..3u8) {
        let rules = Rules {
            hand_size: [7, 2, 12][usize::from(variant)],
            first_seat: (variant == 1).then_some(1),
            ..Rules::official()
        };
        let game = Grid::new(rules, n).unwrap();
        play(&game, seed, 6, 4, &mut Seen::new())?;
    }
}

#[test]
fn every_question_can_be_written() {
    let mut seen = Seen::new();
    for (n, hand_size) in [(2, 7), (4, 1), (3, 3)] {
        let rules = Rules {
            hand_size,
            ..Rules::official()
        };
        let game = Grid::new(rules, n).unwrap();
        play(&game, 5, times(20, 60).into(), 1, &mut seen).unwrap();
    }
    for what in [
        "turn",
        "position",
        "line",
        "pay",
        "corner",
        "shown",
        "own shown",
        "paid",
        "passes",
    ] {
        assert!(seen.get(what).is_some_and(|n| *n > 5), "{what}: {seen:?}");
    }
}
