//! Positions as text: the rules they name, and bots that answer them as in the game.

use powergrab_bots::strategy::register::from_text;
use powergrab_bots::strategy::{Bot, BotGame, Player as _, resolve};
use powergrab_engine::game::{Ask, NoObserver, Pile, Textual};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, Rules, Shedding, notation, rules_file};
use powergrab_lab::catalog::Catalog;
use proptest::prelude::*;
use test_support::{times, varied_rules};

/// Returns a strategy file's text as a bot.
fn bot(text: &str) -> Bot<Shedding> {
    from_text("test", "test.toml", text).unwrap().bot
}

/// Returns bots with many bluffs, challenges and forgotten calls.
fn wild_field() -> Vec<Bot<Shedding>> {
    vec![
        bot(
            "policy = \"heuristic\"\n[params]\nbluff = 1\nbluff_bias = 20\nuno_call = 0.5\nuno_catch = 0.5",
        ),
        bot("policy = \"heuristic\"\n[params]\nchallenge_at = 0\nuno_call = 0.5\nuno_catch = 0.5"),
        bot("policy = \"random\""),
    ]
}

/// Returns the rules that a position's text names.
fn rules_of(text: &str) -> Rules {
    let ruleset = Catalog::default().of_position(text).unwrap();
    ruleset.rules().cloned().unwrap()
}

/// Returns the rules of Grid that a position's text names.
fn grid_rules_of(text: &str) -> grid::Rules {
    let ruleset = Catalog::default().of_position(text).unwrap();
    ruleset.rules().cloned().unwrap()
}

/// Plays rounds by these bots and writes every `every`-th decision's position: it names the rules
/// in force, as `is_named` says, and `judge`, which considers everything, gives the same answer
/// when it is parsed again. Returns the number of positions.
fn answered_alike<G: BotGame + Textual>(
    game: &G,
    field: &[Bot<G>],
    judge: &Bot<G>,
    seed: u64,
    rounds: u32,
    every: u32,
    is_named: impl Fn(&str) -> bool,
) -> Result<u32, TestCaseError> {
    let mut rng = Rng::from_key(seed);
    let mut state = game.new_game();
    let mut n = 0;
    for round in 0..rounds {
        let seeds = Seeds::new(seed, Purpose::Test).deal(0).round(round);
        let mut pile = Pile::new(seeds.table());
        let lead = game.lead(&state, &seeds);
        game.start_round(&mut state, lead, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let view = game.view(&state, ask.seat);
            if rng.below(every) == 0 {
                n += 1;
                let text = G::notation(view);
                prop_assert!(is_named(&text), "{}", text);
                let mut back = game.read_position(&text).unwrap();
                let mut no_cards = Pile::new(Rng::from_key(0));
                let again = game.advance(&mut back.state, &mut no_cards, &mut NoObserver);
                let again = again.expect("the same question");
                let mut player = G::player(&judge.policy, ask.seat);
                let mut answer = |view: G::View<'_>, ask: &Ask| {
                    let action = player.decide(view, &ask.options, &mut Rng::from_key(9));
                    G::option_text(view, &ask.options, action)
                };
                let there = answer(game.view(&back.state, back.seat), &again);
                prop_assert_eq!(there, answer(view, &ask), "{}", text);
            }
            let bot = &field[usize::from(ask.seat) % field.len()];
            let action = G::player(&bot.policy, ask.seat).decide(view, &ask.options, &mut rng);
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
        if game.is_over(&state) {
            game.reset_game(&mut state);
        }
    }
    Ok(n)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_is_answered_as_the_game_is(
        family in prop::sample::select(Family::ALL.to_vec()),
        n in 2usize..=6,
        seed in any::<u64>(),
        variant in 0..3u8,
        house in any::<[bool; 6]>(),
    ) {
        let game = Shedding::new(varied_rules(family, variant, house), n).unwrap();
        let balanced = resolve("balanced").unwrap();
        let fingerprint = game.rules().to_json();
        let is_named = |text: &str| rules_of(text).to_json() == fingerprint;
        answered_alike(&game, &wild_field(), &balanced, seed, 6, 4, is_named)?;
    }
    #[test]
    fn a_position_of_grid_is_answered_as_the_game_is(n in 2usize..=8, seed in any::<u64>(), variant in 0..3u8) {
        let rules = grid::Rules {
            hand_size: [7, 2, 12][usize::from(variant)],
            first_seat: (variant == 1).then_some(1),
            ..grid::Rules::official()
        };
        let game = Grid::new(rules, n).unwrap();
        let field = ["random", "grid-heuristic", "grid-greedy"].map(|name| resolve(name).unwrap());
        let is_named = |text: &str| grid_rules_of(text).to_json() == game.rules().to_json();
        answered_alike(&game, &field, &field[1], seed, 6, 4, is_named)?;
    }
}

/// The long version: many rounds of the official rules, and every second decision.
#[test]
fn positions_of_many_rounds_are_answered_as_the_games_are() {
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 3).unwrap();
        let balanced = resolve("balanced").unwrap();
        let is_named = |text: &str| rules_of(text).to_json() == game.rules().to_json();
        let rounds = times(8, 150);
        let n = answered_alike(&game, &wild_field(), &balanced, 5, rounds, 2, is_named).unwrap();
        assert!(n > 20 * rounds, "{n}");
    }
    for (n, hand_size) in [(2, 7), (4, 1), (3, 3)] {
        let rules = grid::Rules {
            hand_size,
            ..grid::Rules::official()
        };
        let game = Grid::new(rules, n).unwrap();
        let field = ["random", "grid-heuristic", "grid-greedy"].map(|name| resolve(name).unwrap());
        let is_named = |text: &str| grid_rules_of(text).to_json() == game.rules().to_json();
        let rounds = times(3, 60);
        let n = answered_alike(&game, &field, &field[1], 5, rounds, 1, is_named).unwrap();
        assert!(n > rounds, "{n}");
    }
}

/// A variant's own name means nothing elsewhere, so its options are written out.
#[test]
fn shipped_variants_are_named_by_what_differs() {
    let dir = format!(
        "{}/../../configs/rulesets/variants",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut n = 0;
    let shipped = std::fs::read_dir(dir).unwrap();
    let shipped = shipped.map(|entry| rules_file::read(&entry.unwrap().path()).unwrap());
    let other_icons = "base = \"power-grab\"\nicons = \"1! 2U 3N 4O\"";
    let other_icons = rules_file::parse("icons.toml", other_icons, None).unwrap();
    for rules in shipped.chain([other_icons]) {
        let word = notation::ruleset(&rules);
        assert!(!word.contains(char::is_whitespace), "{word}");
        assert_eq!(rules_of(&word).fingerprint(), rules.fingerprint(), "{word}");
        n += 1;
    }
    assert!(n > 0);
}

/// A variant of Grid is named by its differences.
#[test]
fn variants_of_grid_are_written_out() {
    let mut rules = grid::Rules::official();
    assert_eq!(grid::notation::ruleset(&rules), "grid");
    (rules.hand_size, rules.first_seat) = (5, Some(1));
    let word = grid::notation::ruleset(&rules);
    assert_eq!(word, "grid{\"hand_size\":5,\"first_seat\":1}");
    assert_eq!(grid_rules_of(&word).fingerprint(), rules.fingerprint());
    for (text, part) in [
        ("grid{\"hand_sise\":5}", "did you mean `hand_size`"),
        ("grid{hand}", "not a JSON object without blanks"),
        ("grids{}", "did you mean `grid`"),
    ] {
        let error = Catalog::default()
            .of_position(text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    // By these rules seat 1 begins (GR-1).
    let game = Grid::new(rules, 2).unwrap();
    let text = "g hand=R5,R6 sizes=2,2 board=R3";
    assert!(game.read_position(text).is_ok());
    let text = "g seat=1 hand=R5,R6 sizes=2,2 board=R3";
    let error = game.read_position(text).unwrap_err().to_string();
    assert!(
        error.contains("seat 1 begins, so turn 2 is that of seat 0"),
        "{error}"
    );
}
