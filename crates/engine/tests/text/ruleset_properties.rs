//! Properties of any ruleset, and of any text that claims to be one.

use powergrab_engine::cards::{Card, Colour, Deck, Symbol, Tower};
use powergrab_engine::config::ConfigError;
use powergrab_engine::shedding::options::OPTIONS;
use powergrab_engine::shedding::rules_file;
use powergrab_engine::shedding::rules_file::{BUILTIN, from_json, resolve};
use powergrab_engine::shedding::{
    BLOCKABLE, Drawing, Family, IconLayout, NextDealer, Reshuffle, Rules, Scoring, Shedding,
    Stacking, TwoPlayerReverse, Upcard,
};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Rules, ConfigError> {
    rules_file::parse("f.toml", text, Some("mine"))
}

/// Returns every card that the rules have a text for.
fn all_cards() -> Vec<Card> {
    let icons = || std::iter::once(None).chain(Tower::ALL.map(Some));
    let colours = || std::iter::once(None).chain(Colour::ALL.map(Some));
    colours()
        .flat_map(|c| Symbol::ALL.map(|s| (c, s)))
        .flat_map(|(c, s)| icons().filter_map(move |i| Card::new(c, s, i)))
        .collect()
}

/// Returns the official deck with some icons, or any deck that 2 players can play with some hand
/// size.
fn decks(family: Family) -> BoxedStrategy<Deck> {
    let word = (1..=9u8, "[UNO!]").prop_map(|(n, icon)| format!("{n}{icon}"));
    let text = prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "));
    let icons = prop::collection::vec(text, 4).prop_filter_map("3 icons on a number", |texts| {
        IconLayout::parse(&texts.iter().map(String::as_str).collect::<Vec<_>>()).ok()
    });
    let cards = prop::sample::subsequence(all_cards(), 0..40);
    let own = (cards, 1..=8usize).prop_filter_map("too large or small", |(cards, most)| {
        let counts = cards
            .iter()
            .enumerate()
            .map(|(i, card)| (*card, 1 + i % most));
        Deck::new(counts).ok().filter(|deck| {
            let others = deck.cards().iter();
            others
                .filter(|c| c.symbol() != Symbol::WildDrawFour)
                .count()
                > 2
        })
    });
    prop_oneof![icons.prop_map(move |icons| family.deck(&icons)), own].boxed()
}

/// Returns rulesets of every kind that 2 or more players can play.
fn variants() -> BoxedStrategy<Rules> {
    let family = prop::sample::select(Family::ALL.to_vec());
    family
        .prop_flat_map(|family| {
            let flags = any::<[bool; 8]>();
            let choices = (
                0..3usize,
                0..2usize,
                0..2usize,
                0..2usize,
                0..3usize,
                0..2usize,
                0..3usize,
            );
            let towers = (
                0..16u8,
                prop::array::uniform4(prop::sample::subsequence(BLOCKABLE.to_vec(), 0..=4)),
            );
            let numbers = (
                1..=60u8,
                1..=1_000_000u32,
                1..=1_000_000u32,
                1..=1_000_000u32,
            );
            let dealer = prop::option::of(0..10u8);
            let points = prop::array::uniform9(0..=1000u16);
            (
                decks(family),
                flags,
                choices,
                towers,
                numbers,
                dealer,
                points,
            )
                .prop_map(move |parts| {
                    let (deck, flags, choices, (towers, protects), numbers, dealer, points) = parts;
                    let mut rules = Rules::official(family);
                    rules.name = "mine".to_owned();
                    rules.deck = deck;
                    [
                        rules.opening_draw_skips,
                        rules.wild_after_draw,
                        rules.instant_uno,
                        rules.block_last,
                        rules.force_play,
                        rules.challenge,
                        rules.bluff,
                        rules.seven_zero,
                    ] = flags;
                    rules.stack = [Stacking::Off, Stacking::Same, Stacking::Cross][choices.4];
                    rules.draw = [Drawing::One, Drawing::UntilPlayable][choices.5];
                    rules.upcard = [Upcard::Sheet, Upcard::Number, Upcard::Plain][choices.6];
                    if rules.deck.slots(|c| c.symbol().number().is_some()).len() <= 2 {
                        rules.upcard = Upcard::Sheet;
                    }
                    rules.next_dealer =
                        [NextDealer::Left, NextDealer::Winner, NextDealer::Random][choices.0];
                    rules.reshuffle = [Reshuffle::OnNeed, Reshuffle::OnEmpty][choices.1];
                    rules.scoring = [Scoring::Opponents, Scoring::Own][choices.2];
                    rules.two_player_reverse =
                        [TwoPlayerReverse::Turn, TwoPlayerReverse::Skip][choices.3];
                    (rules.towers, rules.protects) = (towers, protects);
                    (
                        rules.hand_size,
                        rules.max_turns,
                        rules.target_score,
                        rules.max_rounds,
                    ) = numbers;
                    for (symbol, points) in Symbol::ACTIONS.iter().zip(points) {
                        rules.points[symbol.index()] = points;
                    }
                    while rules.check_players(2).is_err() {
                        rules.hand_size -= 1;
                    }
                    rules.first_dealer = dealer;
                    if rules.players().is_none() {
                        rules.first_dealer = None;
                    }
                    rules
                })
        })
        .boxed()
}

/// Returns `rules` with each single option of `from`.
fn with_one_option_of(rules: &Rules, from: &Rules) -> Vec<Rules> {
    let takes: [fn(&mut Rules, &Rules); 24] = [
        |r, f| r.deck = f.deck.clone(),
        |r, f| r.first_dealer = f.first_dealer,
        |r, f| r.next_dealer = f.next_dealer,
        |r, f| r.hand_size = f.hand_size,
        |r, f| r.opening_draw_skips = f.opening_draw_skips,
        |r, f| r.wild_after_draw = f.wild_after_draw,
        |r, f| r.towers = f.towers,
        |r, f| r.protects = f.protects.clone(),
        |r, f| r.instant_uno = f.instant_uno,
        |r, f| r.block_last = f.block_last,
        |r, f| r.reshuffle = f.reshuffle,
        |r, f| r.max_turns = f.max_turns,
        |r, f| r.points = f.points,
        |r, f| r.target_score = f.target_score,
        |r, f| r.scoring = f.scoring,
        |r, f| r.max_rounds = f.max_rounds,
        |r, f| r.two_player_reverse = f.two_player_reverse,
        |r, f| r.stack = f.stack,
        |r, f| r.draw = f.draw,
        |r, f| r.force_play = f.force_play,
        |r, f| r.challenge = f.challenge,
        |r, f| r.bluff = f.bluff,
        |r, f| r.seven_zero = f.seven_zero,
        |r, f| r.upcard = f.upcard,
    ];
    // Icons are a part of the deck.
    assert_eq!(takes.len() + 1, OPTIONS.len(), "an option is not tried");
    takes
        .map(|take| {
            let mut one = rules.clone();
            take(&mut one, from);
            one
        })
        .to_vec()
}

/// Checks the requirements of any accepted ruleset.
fn check_accepted(rules: &Rules) {
    let players = rules.players().expect("a ruleset that nobody can play");
    for n in 0..12 {
        let playable = Shedding::new(rules.clone(), n).is_ok();
        assert_eq!(playable, players.contains(&n), "{n} players");
    }
    let official = Rules::official(rules.family);
    assert_eq!(rules.is_variant(), !rules.differences().is_empty());
    assert!(rules.name != official.name || *rules == official);
}

proptest! {
    #[test]
    fn rules_survive_json_and_toml(rules in variants()) {
        let json = rules.to_json();
        let mut back = from_json("trace", None, &json).unwrap();
        // The name is stored separately.
        back.name.clone_from(&rules.name);
        prop_assert_eq!(&back, &rules);
        prop_assert_eq!(back.fingerprint(), rules.fingerprint());

        let mut table = toml::Table::try_from(&json).unwrap();
        if table.contains_key("deck") {
            table.remove("icons");
        }
        let text = toml::to_string(&table).unwrap();
        let back = parse(&text).unwrap();
        prop_assert_eq!(&back, &rules);
        prop_assert_eq!(back.fingerprint(), rules.fingerprint());
        check_accepted(&rules);
    }

    #[test]
    fn fingerprints_differ_with_any_option_and_not_with_the_name(a in variants(), b in variants()) {
        let mut renamed = a.clone();
        renamed.name = "other".to_owned();
        prop_assert_eq!(renamed.fingerprint(), a.fingerprint());
        for one in with_one_option_of(&a, &b) {
            prop_assert_eq!(one.fingerprint() == a.fingerprint(), one == a);
        }
    }

    #[test]
    fn the_order_in_a_file_makes_no_other_ruleset(stops in Just(vec!["D1", "D2", "W4", "S"]).prop_shuffle(), towers in Just(vec!["U", "N", "O", "!"]).prop_shuffle()) {
        let text = format!("base = \"power-grab\"\nprotects.U = {stops:?}\ntowers = \"{}\"", towers.concat());
        let rules = parse(&text).unwrap();
        prop_assert_eq!(rules.differences(), vec!["protects"]);
        let sorted = parse("base = \"power-grab\"\nprotects.U = [\"D1\", \"D2\", \"W4\", \"S\"]").unwrap();
        prop_assert_eq!(rules.fingerprint(), sorted.fingerprint());
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = parse(&text);
        let _ = parse(&format!("base = \"classic\"\n{text}"));
        let _ = resolve(&text);
        for option in OPTIONS {
            let _ = parse(&format!("base = \"classic\"\n{} = {text}", option.key));
        }
    }

    #[test]
    fn no_value_panics(key in 0..OPTIONS.len(), value in values()) {
        let text = format!("base = \"power-grab\"\n{} = {value}", OPTIONS[key].key);
        match parse(&text) {
            Ok(rules) => check_accepted(&rules),
            Err(error) => prop_assert!(error.problem.len() < 600, "{}", error),
        }
    }

    #[test]
    fn no_mutation_of_an_official_file_panics(
        which in 0..3usize,
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, "[ -~\n]{0,6}"), 1..6),
    ) {
        let mut text = BUILTIN[which].1.to_owned();
        for (at, length, new) in cuts {
            let at = at.index(text.len());
            text.replace_range(at..(at + length).min(text.len()), &new);
        }
        if let Ok(rules) = parse(&text) {
            check_accepted(&rules);
        }
    }
}

/// Returns TOML values that resemble a ruleset's.
fn values() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        (-3..130i64).prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|x| format!("{x:?}").to_lowercase()),
        any::<bool>().prop_map(|b| b.to_string()),
        "\"[UNO!0-9RYGBWDST ]{0,8}\"",
        Just("2026-11-21".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|v| format!("[{}]", v.join(", "))),
            prop::collection::btree_map("[RYGBUNO]?[0-9DWST][0-9UNO]?", inner, 0..6).prop_map(
                |m| {
                    let entries: Vec<String> =
                        m.iter().map(|(k, v)| format!("{k} = {v}")).collect();
                    format!("{{ {} }}", entries.join(", "))
                }
            ),
        ]
    })
    .boxed()
}
