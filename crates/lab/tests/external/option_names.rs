//! Options have one name each, faces one number each, and stored views can be read later.

use powergrab_engine::cards::Card;
use powergrab_engine::game::{NoObserver, OptionName, OwnedView, Pile, Textual};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use serde_json::Value;
use test_support::times;

/// Plays some rounds at random; returns the number of options.
fn compare<G: Textual>(game: &G, other: &G, rounds: u32) -> usize {
    assert!(game.is_same(&game.clone()) && !game.is_same(other));
    let mut rng = Rng::from_key(7);
    let (mut state, mut pile) = (game.new_game(), Pile::new(Rng::from_key(4)));
    let mut n = 0;
    let mut kept: Vec<(OwnedView<G>, Value)> = Vec::new();
    for _ in 0..rounds {
        game.start_round(&mut state, 1, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let view = game.view(&state, ask.seat);
            kept.push((G::owned_view(view), G::view_json(view, true)));
            for action in ask.options.iter() {
                let name = G::option_name(view, &ask.options, action);
                assert_eq!(name.to_string(), G::option_text(view, &ask.options, action));
                if let OptionName::Card(card) | OptionName::Bluff(card) = name {
                    assert!(card.face() < Card::FACES);
                }
                n += 1;
            }
            let action = ask.options.nth(rng.below(ask.options.len()));
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
    }
    for (owned, seen) in &kept {
        assert_eq!(G::view_json(owned.view(game), true), *seen);
    }
    let (mut owned, _) = kept.swap_remove(kept.len() / 2);
    G::renew(&mut owned, kept[0].0.view(game));
    assert_eq!(G::view_json(owned.view(game), true), kept[0].1);
    n
}

#[test]
fn options_have_the_names_of_their_texts() {
    let table = |n| Shedding::new(Rules::official(Family::PowerGrab), n).unwrap();
    assert!(compare(&table(4), &table(3), times(2, 5)) > times(120, 300) as usize);
    let table = |n| Grid::new(grid::Rules::official(), n).unwrap();
    assert!(compare(&table(2), &table(3), times(2, 5)) > times(40, 100) as usize);
}
