//! `net`: refuses damaged weights, treats colours equally, names the games it cannot play, explains
//! what it does, and advises searches.

use crate::support::bot;
use powergrab_bots::strategy::net::{Weights, WeightsError};
use powergrab_bots::strategy::register;
use powergrab_bots::strategy::{BotGame as _, Player as _, ShedPolicy};
use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::game::{Game as _, NoObserver, Observable as _, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Phase, Rules, Shedding, rules_file};
use test_support::times;

const BYTES: &[u8] = include_bytes!("../../strategies/uno-v1.pgnet");

/// Calls `each` with every position of some rounds of `greedy` in which a seat is asked.
pub fn each_position(
    game: &Shedding,
    rounds: u64,
    look: &mut dyn FnMut(&Round<Shedding>, &powergrab_engine::game::Ask),
) {
    let greedy = bot::<Shedding>("policy = \"greedy\"");
    let mut player = Shedding::player(&greedy.policy, 0);
    let mut rng = Rng::from_key(1);
    for number in 0..rounds {
        let mut round = Round::new(game, Pile::new(Rng::from_key(number)));
        round.deal(
            game,
            (number % game.n_seats() as u64) as Seat,
            &mut NoObserver,
        );
        while let Some(ask) = round.ask(game, &mut NoObserver) {
            look(&round, &ask);
            let view = game.view(&round.state, ask.seat);
            let action = player.decide(view, &ask.options, &mut rng);
            round.answer(game, action, &mut NoObserver);
        }
    }
}

#[test]
fn a_flipped_bit_anywhere_is_noticed() {
    let whole = Weights::read(BYTES).unwrap();
    let again = Weights::read(&whole.to_bytes()).unwrap();
    assert!(again.networks == whole.networks && again.provenance == whole.provenance);
    let mut rng = Rng::from_key(7);
    for _ in 0..times(250, 1000) {
        let bit = rng.below(8 * BYTES.len() as u32) as usize;
        let mut bytes = BYTES.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = Weights::read(&bytes).unwrap_err();
        let known = [WeightsError::Magic, WeightsError::Checksum];
        assert!(known.contains(&error), "bit {bit}: {error}");
    }
    for length in [0, 7, 8, 20, 40, BYTES.len() - 1] {
        Weights::read(&BYTES[..length]).unwrap_err();
    }
}

/// A file of weights is a file, even if it is named like the built-in one.
#[test]
fn a_file_of_weights_is_never_what_is_built_in() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().join("mine.toml");
    let made = |weights: &str| {
        let text = format!("policy = \"net\"\n[params]\nweights = \"{weights}\"");
        register::from_text::<Shedding>("mine", at.to_str().unwrap(), &text).map(|file| file.bot)
    };
    let missing = made("uno-v1.pgnet").unwrap_err().to_string();
    assert!(
        missing.contains("uno-v1.pgnet: cannot be read"),
        "{missing}"
    );
    let mut weights = Weights::read(BYTES).unwrap();
    weights.provenance = "trained at home".into();
    std::fs::write(dir.path().join("uno-v1.pgnet"), weights.to_bytes()).unwrap();
    let [mine, built_in] = ["uno-v1.pgnet", "built-in:uno-v1"].map(|name| made(name).unwrap());
    let ShedPolicy::Net(policy) = &mine.policy else {
        panic!("a net");
    };
    assert_eq!(policy.weights.provenance, "trained at home");
    // Manifests distinguish them.
    assert_eq!(mine.describe()["weights"], policy.weights.checksum);
    assert_ne!(mine.describe(), built_in.describe());
    assert_eq!(built_in.describe(), made_without(&at).describe());
    let unknown = made("built-in:uno-v9").unwrap_err().to_string();
    assert!(unknown.contains("built-in:uno-v1 is"), "{unknown}");
}

fn made_without(at: &std::path::Path) -> powergrab_bots::strategy::Bot<Shedding> {
    let file = register::from_text("mine", at.to_str().unwrap(), "policy = \"net\"");
    file.unwrap().bot
}

/// A seat with the same cards in other colours has the same features; names of colours and cards
/// change accordingly.
#[test]
fn colours_are_alike() {
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 3).unwrap();
        let features = game.features().unwrap();
        let mut page = vec![0; features.n_bytes()];
        let mut n_orders = std::collections::HashSet::new();
        each_position(&game, 30, &mut |round, ask| {
            let view = game.view(&round.state, ask.seat);
            game.encode(view, &mut page);
            let order = features.order(&page);
            n_orders.insert(order);
            let names = features.names(order);
            // The colour in force comes first, the others by the number of their cards in the hand.
            let held = |colour: Colour| {
                let own = view
                    .hand()
                    .iter()
                    .filter(|slot| view.card_at(*slot).colour() == Some(colour));
                own.count()
            };
            let mut by_name = [0; 4];
            for colour in Colour::ALL {
                by_name[usize::from(names[colour.index()])] = held(colour);
            }
            if view.phase() == Phase::Upcard {
                assert!(by_name.is_sorted_by(|a, b| a >= b));
            } else {
                let first = view.colour().map(|colour| names[colour.index()]);
                assert_eq!(first, Some(0));
                assert!(by_name[1..].is_sorted_by(|a, b| a >= b), "{by_name:?}");
            }
            let mut rows = Vec::new();
            features.rows(&page, order, |row| rows.push(row));
            assert!(rows.iter().all(|row| usize::from(*row) < features.n_rows()));
            let n_on = rows.len();
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), n_on, "no row is on twice");
            let mut places = Vec::new();
            game.each_legal(view, &ask.options, |place| {
                places.push(features.action(order, place));
            });
            assert!(places.iter().all(|place| *place < features.n_actions()));
            places.sort_unstable();
            places.dedup();
            let n_legal = places.len();
            game.each_legal(view, &ask.options, |_| places.push(0));
            assert_eq!(places.len(), 2 * n_legal, "no two actions have one place");
        });
        assert!(n_orders.len() >= 20, "{} orders", n_orders.len());
    }
}

#[test]
fn it_takes_what_it_explains() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let net = bot::<Shedding>("policy = \"net\"");
    let mut player = Shedding::player(&net.policy, 0);
    let mut rng = Rng::from_key(1);
    let mut n = 0;
    each_position(&game, 20, &mut |round, ask| {
        let view = game.view(&round.state, ask.seat);
        let reasons = player.explain(view, &ask.options).unwrap();
        let action = player.decide(view, &ask.options, &mut rng);
        let scores: Vec<f64> = reasons.scores().iter().map(|s| s[0]).collect();
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let taken = ask.options.iter().position(|a| a == action).unwrap();
        assert_eq!(scores[taken], best);
        n += usize::from(scores.len() > 1);
    });
    assert!(n > 200, "{n}");
}

#[test]
fn it_says_which_games_it_has_no_weights_for() {
    let net = bot::<Shedding>("policy = \"net\"");
    let ShedPolicy::Net(policy) = &net.policy else {
        panic!("a net");
    };
    let game =
        |name: &str, seats| Shedding::new(rules_file::resolve(name).unwrap(), seats).unwrap();
    policy.check(&game("power-grab", 2)).unwrap();
    let house = policy.check(&game("party", 2)).unwrap_err();
    assert!(house.contains("house rules"), "{house}");
    let many = policy.check(&game("classic", 9)).unwrap_err();
    assert!(many.contains("power-grab at 2 seats"), "{many}");
    // If asked anyway, it fails with an error and stops the run.
    let game = game("party", 2);
    let mut player = Shedding::player(&net.policy, 0);
    let mut fault = None;
    each_position(&game, 1, &mut |round, ask| {
        let view = game.view(&round.state, ask.seat);
        player.decide(view, &ask.options, &mut Rng::from_key(1));
        fault = fault.take().or(player.fault());
    });
    let fault = fault.unwrap();
    assert!(
        fault.stops && fault.detail.contains("house rules"),
        "{fault}"
    );
}

/// Returns a search with a network and other keys.
fn asking(keys: &str) -> powergrab_bots::strategy::Bot<Shedding> {
    bot(&format!(
        "policy = \"monte-carlo\"\n[params]\nplayouts = 32\n{keys}"
    ))
}

/// Returns the number of decisions between options in which a search agrees with the network, and
/// in which it does not.
fn as_the_network(keys: &str) -> (u32, u32) {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let (net, search) = (bot::<Shedding>("policy = \"net\""), asking(keys));
    let mut players = [&net, &search].map(|bot| Shedding::player(&bot.policy, 0));
    let (mut same, mut other) = (0, 0);
    each_position(&game, 10, &mut |round, ask| {
        let view = game.view(&round.state, ask.seat);
        let mut rng = Rng::from_key(1);
        let actions = players
            .each_mut()
            .map(|player| player.decide(view, &ask.options, &mut rng));
        let [net, search] = actions.map(|action| game.index_of(view, action));
        if ask.options.len() > 1 {
            *if net == search { &mut same } else { &mut other } += 1;
        }
    });
    (same, other)
}

#[test]
fn a_search_that_trusts_its_network_alone_plays_like_it() {
    let (same, other) = as_the_network("network = \"net\"\nnetwork_weight = 1000000\ncaution = 0");
    assert!(same > 80 && other <= 1, "{same} {other}");
    // An option without a sufficient gain is not taken either.
    let (same, other) = as_the_network("network = \"net\"\ncaution = 5");
    assert!(same > 80 && other <= 2, "{same} {other}");
    // With playouts of its own it departs from the network, to the end of the round or not.
    for keys in ["", "network_cut = 1"] {
        let keys = format!("network = \"net\"\nnetwork_weight = 0\ncaution = 0\n{keys}");
        let (same, other) = as_the_network(&keys);
        assert!(same > 40 && other > 5, "{keys}: {same} {other}");
    }
}

#[test]
fn a_search_says_which_games_its_network_or_its_playouts_have_no_weights_for() {
    let classic = Shedding::new(Rules::official(Family::Classic), 9).unwrap();
    for keys in ["network = \"net\"", "playout = \"net\""] {
        let search = asking(keys);
        let wrong = Shedding::suits(&search.policy, &classic).unwrap_err();
        assert!(wrong.contains("weights of its own"), "{wrong}");
    }
    Shedding::suits(&asking("").policy, &classic).unwrap();
}
