//! A policy's explanation of its options is the reason for its play; common functions of policies.

use powergrab_bots::strategy::grid::features::{Payment, points, power, sum};
use powergrab_bots::strategy::shed::masks::{cheapest, dearest};
use powergrab_bots::strategy::shed::worth::{ItemisedSum, PartSum as _, Term};
use powergrab_bots::strategy::{BotGame as _, Greedy, Heuristic, Player as _, ShedPolicy, resolve};
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::{Game as _, NoObserver, Pile, Round};
use powergrab_engine::grid::tables::{unary, unit};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Phase, Rules, Shedding, Stacking};
use std::collections::HashMap;
use std::sync::Arc;

#[test]
fn planes_find_the_dearest_and_the_cheapest_cards() {
    let mut rng = Rng::from_key(3);
    for family in Family::ALL {
        let mut rules = Rules::official(family);
        rules.points[14] = 137;
        rules.points[18] = 3;
        let game = Shedding::new(rules, 4).unwrap();
        let t = game.tables();
        for _ in 0..300 {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let more = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let hand = CardSet::from_bits(bits & more) & t.all;
            let points = |slot| t.points_of(CardSet::one(slot));
            for (found, wanted) in [
                (dearest(t, hand), hand.iter().map(points).max()),
                (cheapest(t, hand), hand.iter().map(points).min()),
            ] {
                let all: CardSet = hand.iter().filter(|&s| Some(points(s)) == wanted).collect();
                assert_eq!(found, all);
            }
        }
    }
}

/// Its explanation is the reason: it takes the first option with the highest score.
#[test]
fn greedy_plays_what_it_explains() {
    let rules = Rules::official(Family::PowerGrab);
    let game = Shedding::new(rules, 4).expect("four may play");
    let mut rng = Rng::from_key(4);
    let mut round = Round::new(&game, Pile::new(Rng::from_key(2)));
    let mut bot = Greedy::default();
    let (mut n_cards, mut n_colours) = (0, 0);
    for number in 0..20 {
        round.deal(&game, number % 4 as Seat, &mut NoObserver);
        while let Some(ask) = round.ask(&game, &mut NoObserver) {
            let view = game.view(&round.state, ask.seat);
            let action = bot.decide(view, &ask.options, &mut rng);
            if let Some(reasons) = bot.explain(view, &ask.options) {
                let scores: Vec<f64> = reasons.scores().iter().map(|s| s[0]).collect();
                let best = scores.iter().copied().fold(f64::MIN, f64::max);
                let first = scores.iter().position(|s| *s == best).unwrap_or(0);
                let first = view.text(&ask.options, ask.options.nth(first as u32));
                assert_eq!(scores.len(), ask.options.len() as usize);
                assert_eq!(first, view.text(&ask.options, action));
                n_cards += u32::from(view.phase() == Phase::Turn);
                n_colours += u32::from(view.phase() == Phase::Colour);
            }
            round.answer(&game, action, &mut NoObserver);
        }
    }
    assert!(n_cards > 200 && n_colours > 10);
}

fn shipped() -> Vec<Arc<Heuristic>> {
    let bots = Shedding::STRATEGIES
        .iter()
        .map(|s| resolve::<Shedding>(s.name).unwrap());
    bots.filter_map(|bot| match bot.policy {
        ShedPolicy::Heuristic(policy) => Some(policy),
        _ => None,
    })
    .collect()
}

/// Its explanation is the reason: without randomness, it takes an option with the highest sum.
#[test]
fn a_heuristic_plays_what_it_explains() {
    let mut asked: HashMap<&str, u32> = HashMap::new();
    for (i, mut policy) in (0u64..).zip(shipped()) {
        if policy.noise.temperature > 0.0 {
            continue;
        }
        let mut house = Rules::official(Family::Classic);
        (house.stack, house.seven_zero) = (Stacking::Cross, true);
        let official = [Family::PowerGrab, Family::GreenLantern].map(Rules::official);
        for rules in official.into_iter().chain([house]) {
            let game = Shedding::new(rules, 4).unwrap();
            let mut rng = Rng::from_key(i);
            let mut round = Round::new(&game, Pile::new(Rng::from_key(i + 50)));
            for number in 0..40 {
                round.deal(&game, number % 4 as Seat, &mut NoObserver);
                while let Some(ask) = round.ask(&game, &mut NoObserver) {
                    let (view, options) = (game.view(&round.state, ask.seat), &ask.options);
                    let action = policy.decide(view, options, &mut rng);
                    let reasons = Heuristic::explain(&policy, view, options);
                    let sums: Vec<f64> = reasons.scores().iter().map(|s| s.iter().sum()).collect();
                    assert_eq!(sums.len(), options.len() as usize);
                    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let chosen = options.iter().position(|option| option == action).unwrap();
                    let by_chance = reasons.notes().iter().any(|n| n.contains("probability"))
                        || matches!(view.phase(), Phase::Call | Phase::Catch);
                    assert!(
                        by_chance || sums[chosen] >= most - 1e-9,
                        "{i} {}: {} of {sums:?}",
                        view.phase().text(),
                        view.text(options, action)
                    );
                    *asked.entry(view.phase().text()).or_default() += 1;
                    round.answer(&game, action, &mut NoObserver);
                }
            }
        }
    }
    // Every kind of question occurred.
    let kinds = [
        "turn",
        "drawn",
        "gift",
        "colour",
        "tower",
        "instant-uno",
        "keep",
        "react",
        "exchange",
        "upcard",
    ];
    for kind in kinds {
        assert!(
            asked.get(kind).is_some_and(|n| *n >= 3),
            "{kind}: {asked:?}"
        );
    }
}

/// The terms of an itemised sum add up to the plain sum.
#[test]
fn parts_add_up() {
    let parts = [(Term::Points, 0.1), (Term::Wild, -8.0), (Term::Points, 0.7)];
    let (mut plain, mut ledger) = (f64::NOTHING, ItemisedSum::NOTHING);
    for (term, value) in parts {
        plain = plain.with(term, value);
        ledger = ledger.with(term, value).plus(ItemisedSum::NOTHING);
    }
    assert_eq!(plain.total().to_bits(), ledger.total().to_bits());
    assert_eq!(ledger.parts()[Term::Wild as usize], -8.0);
}

#[test]
fn a_payment_lays_what_it_has() {
    let counts = unit(9) * 2 + unit(3);
    let line = unary(unit(9) + unit(9) + unit(4));
    let payment = Payment::new(line, unary(counts));
    assert_eq!((payment.points, payment.wilds()), (18, 1));
    assert_eq!(points(counts), 21);
    assert_eq!(sum(payment.lacking), 4);
}

#[test]
fn powers_between_whole_ones_lie_on_straight_lines() {
    assert_eq!(power(0.5, 3.0), 0.125);
    assert_eq!(power(0.5, 1.5), 0.5 * 0.75);
    assert_eq!(power(0.3, 0.0), 1.0);
}
