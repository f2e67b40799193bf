//! The arithmetic of `net` is correct, and the same in all instructions of this processor.

use crate::net::each_position;
use crate::support::bot;
use powergrab_bots::strategy::net::{Hidden, Layers, NetPlayer, OrderedObservation, PackedLayers};
use powergrab_bots::strategy::{Player as _, ShedPolicy};
use powergrab_engine::cpu::Instructions;
use powergrab_engine::game::{Action, Ask, Game as _, NoObserver, Observable as _, Pile, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{ActiveRows, Family, Features, Rules, Shedding};
use test_support::times;

fn official(family: Family, seats: usize) -> Shedding {
    Shedding::new(Rules::official(family), seats).unwrap()
}

/// Returns numbers from `-most` to `most`.
fn some(rng: &mut Rng, n: usize, most: i32) -> Vec<i32> {
    let one = |_| (i64::from(rng.below(2 * most as u32 + 1)) - i64::from(most)) as i32;
    (0..n).map(one).collect()
}

fn some_small(rng: &mut Rng, n: usize, most: i32) -> Vec<i16> {
    let numbers = some(rng, n, most);
    numbers.iter().map(|number| *number as i16).collect()
}

/// Returns bytes of which none, some or most are 0, with any values.
fn any_page(rng: &mut Rng, n: usize) -> Vec<u8> {
    let zeros = rng.below(5);
    let byte = |_| match rng.below(4) {
        lot if lot < zeros => 0,
        _ => rng.below(256) as u8,
    };
    (0..n).map(byte).collect()
}

#[test]
fn rows_are_found_at_once_as_one_by_one() {
    let mut found = ActiveRows::default();
    let mut check = |features: &Features, page: &[u8], order: usize| {
        let mut rows = Vec::new();
        features.rows(page, order, |row| rows.push(row));
        features.find_active(page, order, &mut found);
        assert_eq!(found.as_slice(), rows);
    };
    let mut rng = Rng::from_key(3);
    for family in Family::ALL {
        // The rule sheets define the numbers of seats.
        for game in (2..=10).filter_map(|n| Shedding::new(Rules::official(family), n).ok()) {
            let features = game.features().unwrap();
            let mut page = vec![0; features.n_bytes()];
            each_position(&game, 3, &mut |round, ask| {
                game.encode(game.view(&round.state, ask.seat), &mut page);
                check(features, &page, features.order(&page));
            });
            for _ in 0..times(50, 2000) {
                let page = any_page(&mut rng, features.n_bytes());
                check(features, &page, rng.below(24) as usize);
            }
        }
    }
}

/// Networks of any shape, with weights up to the limits of 16 bits and sums beyond those of 32:
/// every number of the second layer.
#[test]
fn all_instructions_come_to_the_same_numbers() {
    let mut rng = Rng::from_key(5);
    let mut n_distinct = std::collections::HashSet::new();
    for family in [Family::PowerGrab, Family::Classic] {
        for seats in [2, 4, 6] {
            let game = official(family, seats);
            let features = game.features().unwrap();
            for _ in 0..times(12, 400) {
                let first = 64 * (1 + rng.below(8) as usize);
                let second = match rng.below(3) {
                    0 => [64, 128][rng.below(2) as usize],
                    _ => 1 + rng.below(128) as usize,
                };
                let most = [100, 3000, i32::from(i16::MAX)];
                let [most_rows, most_weights, most_bias] =
                    [(); 3].map(|()| most[rng.below(3) as usize]);
                let most_bias2 = most_bias * [1, 1000, 60_000][rng.below(3) as usize];
                let mut rows = some_small(&mut rng, features.n_rows() * first, most_rows);
                rows[0] = i16::MIN;
                let mut layers = Layers {
                    first,
                    second,
                    rows: rows.into(),
                    bias1: some_small(&mut rng, first, most_bias),
                    weights2: some_small(&mut rng, first * second, most_weights),
                    bias2: some(&mut rng, second, most_bias2),
                    // The outputs are the second layer's activations.
                    weights3: vec![0; second * second],
                    bias3: vec![0; second],
                };
                for place in 0..second {
                    layers.weights3[place * second + place] = 1;
                }
                layers.weights2[0] = i16::MIN;
                assert!(layers.is_sound(features.n_rows(), second));
                let layers = PackedLayers::new(layers);
                let mut hidden = Hidden::default();
                for _ in 0..5 {
                    let page = any_page(&mut rng, features.n_bytes());
                    let seen = OrderedObservation {
                        features,
                        observation: &page,
                        order: rng.below(24) as usize,
                    };
                    let mut out = |instructions| -> Vec<i32> {
                        layers.forward(instructions, seen, &mut hidden);
                        (0..second)
                            .map(|place| layers.output(&hidden, place))
                            .collect()
                    };
                    let plain = out(Instructions::PLAIN);
                    for instructions in Instructions::available() {
                        let name = instructions.name();
                        assert_eq!(out(instructions), plain, "{name}: {first} to {second}");
                    }
                    n_distinct.extend(plain);
                }
            }
        }
    }
    assert!(n_distinct.len() > 1000, "{}", n_distinct.len());
}

/// Returns the decisions of `net` in some rounds.
fn decisions(game: &Shedding, rounds: u64, instructions: Instructions) -> Vec<Action> {
    let net = bot::<Shedding>("policy = \"net\"");
    let ShedPolicy::Net(net) = &net.policy else {
        panic!("a net");
    };
    let mut player = NetPlayer::with(net.clone(), instructions);
    let mut rng = Rng::from_key(1);
    let mut actions = Vec::new();
    for number in 0..rounds {
        let mut round = Round::new(game, Pile::new(Rng::from_key(number)));
        round.deal(game, 0, &mut NoObserver);
        while let Some(Ask { seat, options }) = round.ask(game, &mut NoObserver) {
            let action = player.decide(game.view(&round.state, seat), &options, &mut rng);
            actions.push(action);
            round.answer(game, action, &mut NoObserver);
        }
    }
    actions
}

#[test]
fn games_are_the_same_in_all_instructions() {
    for family in Family::ALL {
        for seats in [2, 4, 6] {
            let game = official(family, seats);
            let rounds = u64::from(times(20, 1000));
            let plain = decisions(&game, rounds, Instructions::PLAIN);
            assert!(plain.len() > 500, "{}", plain.len());
            for instructions in Instructions::available() {
                let name = instructions.name();
                assert!(plain == decisions(&game, rounds, instructions), "{name}");
            }
        }
    }
}

/// The first two layers computed directly, number by number, compared with the kernels.
#[test]
fn the_kernel_is_the_sum_that_it_says() {
    let game = official(Family::PowerGrab, 2);
    let features = game.features().unwrap();
    let mut rng = Rng::from_key(11);
    let (first, second, outputs) = (128, 24, features.n_actions() + 1);
    let layers = Layers {
        first,
        second,
        rows: some_small(&mut rng, features.n_rows() * first, 3000).into(),
        bias1: some_small(&mut rng, first, 3000),
        weights2: some_small(&mut rng, first * second, 2000),
        bias2: some(&mut rng, second, 240_000),
        weights3: some_small(&mut rng, second * outputs, 2000),
        bias3: some(&mut rng, outputs, 30_000),
    };
    assert!(layers.is_sound(features.n_rows(), outputs));
    let rows: Vec<i16> = layers.rows.weights().collect();
    let layers = PackedLayers::new(layers);
    let mut page = vec![0; features.n_bytes()];
    let mut hidden = Hidden::default();
    let mut n = 0;
    each_position(&game, 30, &mut |round, ask| {
        game.encode(game.view(&round.state, ask.seat), &mut page);
        let order = features.order(&page);
        let seen = OrderedObservation {
            features,
            observation: &page,
            order,
        };
        let mut sums = layers.bias1.clone();
        features.rows(&page, order, |row| {
            let weights = &rows[usize::from(row) * first..][..first];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = i32::from(*sum)
                    .saturating_add(i32::from(*weight))
                    .clamp(-32768, 32767) as i16;
            }
        });
        let sums: Vec<i64> = sums
            .iter()
            .map(|sum| i64::from(*sum).clamp(0, 2047))
            .collect();
        let next: Vec<i64> = (0..second)
            .map(|place| {
                let weights = layers.weights2[place * first..][..first].iter();
                let products: i64 = weights.zip(&sums).map(|(w, s)| i64::from(*w) * s).sum();
                ((i64::from(layers.bias2[place]) + products) as i32 / 1024)
                    .clamp(0, 2047)
                    .into()
            })
            .collect();
        for instructions in Instructions::available() {
            layers.forward(instructions, seen, &mut hidden);
            for place in [0, 7, outputs - 1] {
                let weights = layers.weights3[place * second..][..second].iter();
                let products: i64 = weights.zip(&next).map(|(w, s)| i64::from(*w) * s).sum();
                let out = (i64::from(layers.bias3[place]) + products) as i32;
                assert_eq!(layers.output(&hidden, place), out);
            }
        }
        n += 1;
    });
    assert!(n > 300);
}
