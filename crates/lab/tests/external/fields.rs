//! The fields of a view are listed once: each is in JSON, in docs/protocol.md and docs/wasm.md, and
//! none reveals hidden cards.

use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{NoObserver, Observable as _, Pile, Textual, ViewField};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding, Stacking};
use serde_json::Value;
use std::collections::BTreeSet;
use test_support::times;

/// Plays rounds at random. Every field must have the same value in a view and after a redeal of the
/// hidden cards, and JSON must have the keys of the fields. Returns the observed keys.
fn keys_seen<G: Searchable + Textual>(game: &G, rounds: u32) -> BTreeSet<String> {
    let mut rng = Rng::from_key(5);
    let (mut state, mut pile) = (game.new_game(), Pile::new(Rng::from_key(8)));
    let mut seen = BTreeSet::new();
    let mut note = |fields: &[ViewField<G>], view: G::View<'_>, seat: Seat, json: &Value| {
        let told = fields
            .iter()
            .filter(|field| field.in_message(view, seat, true).is_some());
        let names: Vec<&str> = told.map(|field| field.name).collect();
        let keys = json.as_object().unwrap().keys();
        assert_eq!(keys.collect::<Vec<_>>(), names);
        seen.extend(names.into_iter().map(str::to_owned));
    };
    for _ in 0..rounds {
        game.start_round(&mut state, 1, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let seats = 0..game.n_seats() as Seat;
            let view = game.view(&state, ask.seat);
            let other = G::redeal(view, &mut rng);
            let again = game.view(&other, ask.seat);
            let whose = seats.clone().map(|seat| (G::SEAT_FIELDS, seat));
            for (fields, seat) in whose.chain([(G::FIELDS, ask.seat)]) {
                for ViewField { name, value, .. } in fields {
                    assert_eq!(value(view, seat), value(again, seat), "{name}");
                }
            }
            let json = G::view_json(view, true);
            note(G::FIELDS, view, ask.seat, &json);
            for seat in seats {
                note(
                    G::SEAT_FIELDS,
                    view,
                    seat,
                    &json["players"][usize::from(seat)],
                );
            }
            let action = ask.options.nth(rng.below(ask.options.len()));
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
    }
    seen
}

/// Returns a page of the documents, split at the beginning of Grid.
fn page(name: &str, heading: &str) -> [String; 2] {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (shedding, grid) = text.split_once(heading).unwrap();
    [shedding.to_owned(), grid.to_owned()]
}

/// Checks that the documents have a row for each field, and for each position in the page for
/// modules.
fn documented<G: Textual>(protocol: &str, wasm: &str) {
    let first_cells = wasm.lines().filter_map(|line| line.split('|').nth(1));
    let numbers = first_cells.flat_map(|cell| cell.split(','));
    let places: BTreeSet<usize> = numbers.filter_map(|at| at.trim().parse().ok()).collect();
    for field in G::FIELDS.iter().chain(G::SEAT_FIELDS) {
        let row = format!("\n| `{}` | {} |\n", field.name, field.meaning);
        let has_row = protocol.contains(&row);
        assert_eq!(has_row, field.is_in_messages(), "{row}");
    }
    let of_table = G::FIELDS.iter().filter_map(|field| field.place);
    for place in of_table {
        assert!(places.contains(&place.at), "{place:?}");
    }
    for at in [G::MODULE.seats, G::MODULE.options] {
        assert!(places.contains(&at), "{at}");
    }
}

/// Checks that the sections for learners are contiguous.
fn no_gap<G: Textual>() {
    for fields in [G::FIELDS, G::SEAT_FIELDS] {
        let sections = fields.iter().flat_map(|field| field.sections);
        let mut bytes: Vec<_> = sections.filter(|section| section.len > 0).collect();
        bytes.sort_by_key(|section| section.at);
        bytes.iter().fold(0, |next, section| {
            assert_eq!(section.at, next, "{}", section.name);
            next + section.len
        });
    }
}

fn names<G: Textual>() -> BTreeSet<String> {
    let fields = G::FIELDS.iter().chain(G::SEAT_FIELDS);
    let told = fields.filter(|field| field.is_in_messages());
    told.map(|field| field.name.to_owned()).collect()
}

#[test]
fn fields_tell_nothing_hidden_and_are_all_told() {
    let mut seen = BTreeSet::new();
    for family in Family::ALL {
        let mut rules = Rules::official(family);
        rules.stack = Stacking::Cross;
        let game = Shedding::new(rules, 4).unwrap();
        seen.extend(keys_seen(&game, times(2, 20)));
    }
    assert_eq!(seen, names::<Shedding>());
    let mut seen = BTreeSet::new();
    let official = grid::Rules::official();
    // With small hands seats have to pass and show them (GR-2).
    for hand_size in [official.hand_size, 1] {
        let rules = grid::Rules {
            hand_size,
            ..official.clone()
        };
        seen.extend(keys_seen(&Grid::new(rules, 3).unwrap(), times(12, 40)));
    }
    assert_eq!(seen, names::<Grid>());
}

#[test]
fn fields_are_documented() {
    let protocol = page("protocol.md", "\n## Grid\n");
    let wasm = page("wasm.md", "\n## The view of Grid\n");
    documented::<Shedding>(&protocol[0], &wasm[0]);
    documented::<Grid>(&protocol[1], &wasm[1]);
    no_gap::<Shedding>();
    no_gap::<Grid>();
    assert!(wasm[0].contains(&format!("{} bytes", Shedding::MODULE.size)));
    assert!(wasm[0].contains(&format!("(Grid: {})", Grid::MODULE.size)));
}
