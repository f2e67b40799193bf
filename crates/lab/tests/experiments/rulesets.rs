//! Rulesets by name and by file.

use powergrab_engine::cards::CardSet;
use powergrab_engine::game::{Chance, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::{grid, shedding};
use powergrab_lab::catalog::{Catalog, RuleData};
use std::collections::BTreeSet;

#[test]
fn variants_are_inside_by_name_as_their_files_say() {
    let catalog = Catalog::default();
    for (name, text) in shedding::rules_file::NAMED {
        let inside = catalog.builtin(name).unwrap();
        assert_eq!(catalog.parse("file", text, Some(name)).unwrap(), inside);
        let rules: &shedding::Rules = inside.rules().unwrap();
        assert!(rules.is_variant() && rules.name == *name);
        let house = |key| {
            shedding::options::option(key)
                .unwrap()
                .rule
                .starts_with("HR-")
        };
        let turned_on = rules.differences().into_iter().any(house);
        assert_eq!(rules.has_house_rules(), turned_on, "{name}");
    }
    let all = catalog.builtin_names();
    let names: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(names.len(), all.len(), "names twice");
}

#[test]
fn options_go_after_a_ruleset_with_a_deck_of_its_own() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../configs/rulesets/variants/towers-in-classic.toml"
    );
    let catalog = Catalog::default();
    let plain = catalog.ruleset(file).unwrap();
    let rules = catalog.ruleset(&format!("{file}:hand_size=4")).unwrap();
    let hand_size = rules.rules::<shedding::Rules>().unwrap().hand_size;
    assert_eq!((hand_size, rules.deck()), (4, plain.deck()));
    let both = catalog
        .ruleset(&format!("{file}:icons="))
        .unwrap_err()
        .to_string();
    assert!(both.contains("icons"), "{both}");
}

#[test]
fn a_file_goes_to_the_game_of_its_base() {
    let catalog = Catalog::default();
    let grid = catalog
        .parse("f.toml", "base = \"grid\"\nhand_size = 5", Some("x"))
        .unwrap();
    assert!(grid.rules::<grid::Rules>().is_some());
    let shed = catalog
        .parse("f.toml", "base = \"classic\"\nhand_size = 5", Some("x"))
        .unwrap();
    assert!(shed.rules::<shedding::Rules>().is_some());
    for name in catalog.official_names() {
        let ruleset = catalog.ruleset(name).unwrap();
        assert_eq!((ruleset.name(), ruleset.base()), (name, name));
        assert!(!ruleset.is_variant());
        let most = *ruleset.players().unwrap().end();
        let plays = |players| match (ruleset.rules(), ruleset.rules()) {
            (Some(rules), _) => shedding::Rules::game(rules, players).is_ok(),
            (_, Some(rules)) => grid::Rules::game(rules, players).is_ok(),
            _ => panic!("{name}: another game"),
        };
        assert!(plays(most) && !plays(most + 1), "{name}");
    }
}

#[test]
fn an_unknown_base_or_name_is_told_all_that_there_are() {
    let catalog = Catalog::default();
    let error = catalog.parse("f.toml", "base = \"gird\"", None);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("did you mean `grid`?") && error.contains("classic"),
        "{error}"
    );
    let error = catalog.ruleset("gird").unwrap_err().to_string();
    assert!(
        error.contains("did you mean `grid`?") && error.contains("classic"),
        "{error}"
    );
    let error = catalog
        .parse("f.toml", "base = \"grid\"\ntowers = \"U\"", Some("x"))
        .unwrap_err();
    assert!(
        error.to_string().contains("key `towers`: unknown"),
        "{error}"
    );
}

/// A draw pile that counts the cards taken off it.
struct Counted(Pile, usize);

impl Chance for Counted {
    fn fill(&mut self, n: u8) {
        self.0.fill(n);
    }
    fn refill(&mut self, cards: CardSet) {
        self.0.refill(cards);
    }
    fn draw(&mut self) -> u8 {
        self.1 += 1;
        self.0.draw()
    }
    fn put_back(&mut self, slot: u8) {
        self.0.put_back(slot);
    }
}

/// Returns the minimum number of cards that a deal of three players takes off the pile.
fn fewest_dealt<R: RuleData>(rules: &R) -> usize {
    let game = rules.game(3).unwrap();
    let deal = |key| {
        let pile = Counted(Pile::new(Rng::from_key(key)), 0);
        let mut round = Round::new(&game, pile);
        round.deal(&game, 0, &mut NoObserver);
        round.chance.1
    };
    (0..20).map(deal).min().unwrap()
}

/// An upcard that is put back or makes a seat draw takes more, never fewer (PG-4, PG-5, GR-1).
#[test]
fn a_deal_takes_so_many_cards_off_the_pile() {
    let catalog = Catalog::default();
    let one_card = ["classic:hand_size=1", "grid:hand_size=1"];
    for name in catalog.builtin_names().into_iter().chain(one_card) {
        let ruleset = catalog.ruleset(name).unwrap();
        let fewest = match (ruleset.rules(), ruleset.rules()) {
            (Some(rules), _) => fewest_dealt::<shedding::Rules>(rules),
            (_, Some(rules)) => fewest_dealt::<grid::Rules>(rules),
            _ => panic!("{name}: another game"),
        };
        assert_eq!(fewest, ruleset.dealt(3), "{name}");
    }
}
