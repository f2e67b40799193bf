//! Rulesets by name and by file.

use powergrab_bots::rulesets::{
    RuleData, Ruleset, builtin, builtin_names, official_names, parse, resolve,
};
use powergrab_bots::with_ruleset;
use powergrab_engine::cards::CardSet;
use powergrab_engine::game::{Chance, NoObserver, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding;

#[test]
fn variants_are_inside_by_name_as_their_files_say() {
    for (name, text) in shedding::rules_file::NAMED {
        let Some(Ruleset::Shedding(rules)) = builtin(name) else {
            panic!("{name} is not inside");
        };
        assert_eq!(
            parse("file", text, Some(name)).unwrap(),
            Ruleset::Shedding(rules.clone())
        );
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
    let names: std::collections::BTreeSet<&str> = builtin_names().collect();
    assert_eq!(names.len(), builtin_names().count(), "names twice");
}

#[test]
fn options_go_after_a_ruleset_with_a_deck_of_its_own() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../configs/rulesets/variants/towers-in-classic.toml"
    );
    let Ruleset::Shedding(plain) = resolve(file).unwrap() else {
        panic!("it is of classic");
    };
    let Ruleset::Shedding(rules) = resolve(&format!("{file}:hand_size=4")).unwrap() else {
        panic!("it is of classic");
    };
    assert_eq!((rules.hand_size, rules.deck), (4, plain.deck));
    let both = resolve(&format!("{file}:icons=")).unwrap_err().to_string();
    assert!(both.contains("icons"), "{both}");
}

#[test]
fn a_file_goes_to_the_game_of_its_base() {
    let grid = parse("f.toml", "base = \"grid\"\nhand_size = 5", Some("x")).unwrap();
    assert!(matches!(grid, Ruleset::Grid(_)));
    let shed = parse("f.toml", "base = \"classic\"\nhand_size = 5", Some("x")).unwrap();
    assert!(matches!(shed, Ruleset::Shedding(_)));
    for name in official_names() {
        let ruleset = resolve(name).unwrap();
        with_ruleset!(ruleset, rules => {
            assert_eq!((rules.name(), rules.base()), (name, name));
            assert!(!RuleData::is_variant(&rules));
            let players = RuleData::players(&rules).unwrap();
            assert!(rules.game(*players.end()).is_ok());
            assert!(rules.game(*players.end() + 1).is_err());
        });
    }
}

#[test]
fn an_unknown_base_or_name_is_told_all_that_there_are() {
    let error = parse("f.toml", "base = \"gird\"", None)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("did you mean `grid`?") && error.contains("classic"),
        "{error}"
    );
    let error = resolve("gird").unwrap_err().to_string();
    assert!(
        error.contains("did you mean `grid`?") && error.contains("classic"),
        "{error}"
    );
    let error = parse("f.toml", "base = \"grid\"\ntowers = \"U\"", Some("x")).unwrap_err();
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

/// PG-4, PG-5, GR-1: an upcard that is put back or makes somebody draw takes more, never less.
#[test]
fn a_deal_takes_so_many_cards_off_the_pile() {
    for name in official_names() {
        with_ruleset!(resolve(name).unwrap(), rules => {
            let game = rules.game(3).unwrap();
            let deal = |key| {
                let pile = Counted(Pile::new(Rng::from_key(key)), 0);
                let mut round = Round::new(&game, pile);
                round.deal(&game, 0, &mut NoObserver);
                round.chance.1
            };
            assert_eq!((0..20).map(deal).min(), Some(rules.dealt(3)), "{name}");
        });
    }
}
