//! The guard "hidden cards stay hidden": every registered bot, on thousands of real positions of
//! every ruleset, decides the same after a redeal of the cards that it cannot see.

use crate::support::{bot, shipped};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _};
use powergrab_engine::cards::{Card, Colour, Seat, Tower};
use powergrab_engine::game::{Action, Game as _, NoObserver, Observable as _, Options, Pile};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Drawing, Family, Phase, Rules, Shedding, Stacking, View};
use test_support::times;

/// Returns an action by its face rather than by its copy.
fn said(view: View<'_>, action: Action) -> (Option<Card>, Option<u8>) {
    (view.card(action), action.choice_number())
}

/// Returns the options by face, in order, with those that are bluffs.
fn faces(view: View<'_>, options: &Options) -> Vec<(Option<Card>, Option<u8>, bool)> {
    let face = |a| (view.card(a), a.choice_number(), options.is_bluff(a));
    options.iter().map(face).collect()
}

/// Returns all information of a view, as text.
fn everything(view: View<'_>) -> String {
    let cards = |set: powergrab_engine::cards::CardSet| -> Vec<String> {
        set.iter().map(|s| view.card_at(s).to_string()).collect()
    };
    let seats: Vec<_> = (0..view.n_seats() as Seat)
        .map(|seat| {
            (
                view.hand_size(seat),
                view.towers(seat),
                view.score(seat),
                *view.record(seat),
                cards(view.shown(seat)),
                Colour::ALL.map(|c| view.colour_bounds(seat, c)),
                view.after(seat),
            )
        })
        .collect();
    let table = (
        view.phase(),
        view.top(),
        view.colour(),
        view.colour_before(),
        view.pile(),
        view.on_turn(),
        view.dealer(),
        view.turn(),
        view.round(),
        view.drawn(),
        view.to_the_left(),
        (view.open_bluff(), view.stack()),
    );
    format!(
        "{:?} {:?} {table:?} {:?} {seats:?}",
        cards(view.hand()),
        cards(view.discards()),
        Tower::ALL.map(|t| view.owner(t)),
    )
}

/// Returns a learner's observation and mask.
fn learned(view: View<'_>, options: &Options) -> (Vec<u8>, Vec<u8>) {
    let game = view.game();
    let mut page = vec![0; game.n_features()];
    let mut mask = vec![0; game.n_actions()];
    view.encode(&mut page);
    game.mask(view, options, &mut mask);
    (page, mask)
}

/// Situations that a run encountered.
#[derive(Debug, Default)]
struct Seen {
    decisions: u32,
    moved: u32,
    shown: u32,
    bounded: u32,
    bluffs: u32,
    challenges: u32,
    gifts: u32,
    kept: u32,
    caught: u32,
    stacks: u32,
    exchanges: u32,
}

/// Plays games of `bots` and checks every decision.
fn play(game: &Shedding, bots: &[Bot<Shedding>], n_rounds: u32, seed: u64, seen: &mut Seen) {
    let n = game.n_seats();
    let seeds = Seeds::new(seed, Purpose::Test);
    let mut rng = seeds.deal(0).plan();
    let mut state = game.new_game();
    for round in 0..n_rounds {
        let seeds = seeds.deal(1).round(round);
        let mut pile = Pile::new(seeds.table());
        let mut rngs: Vec<Rng> = (0..n).map(|s| seeds.bot(s as Seat, 0)).collect();
        let lead = game.lead(&state, &seeds);
        game.start_round(&mut state, lead, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let seat = ask.seat as usize;
            let bot = &bots[seat];
            let view = game.view(&state, ask.seat);
            let before = rngs[seat].clone();
            let action =
                Shedding::player(&bot.policy, ask.seat).decide(view, &ask.options, &mut rngs[seat]);
            assert!(ask.options.has(action), "{}: {action:?}", bot.name);

            let mut other = view.redeal(&mut rng);
            assert_eq!(game.check(&other), Ok(()));
            let mut other_pile = Pile::new(Rng::from_key(rng.next_u64()));
            powergrab_engine::game::Chance::refill(&mut other_pile, game.draw_pile(&other));
            let again = game.advance(&mut other, &mut other_pile, &mut NoObserver);
            let again = again.expect("the same question");
            let other_view = game.view(&other, ask.seat);
            assert_eq!(again.seat, ask.seat);
            assert_eq!(
                faces(other_view, &again.options),
                faces(view, &ask.options),
                "{}",
                bot.name
            );
            assert_eq!(everything(other_view), everything(view));
            assert_eq!(
                learned(other_view, &again.options),
                learned(view, &ask.options)
            );
            let mut other_rng = before;
            let other_action = Shedding::player(&bot.policy, ask.seat).decide(
                other_view,
                &again.options,
                &mut other_rng,
            );
            assert_eq!(
                said(other_view, other_action),
                said(view, action),
                "{} at {:?} sees hidden cards: {}",
                bot.name,
                view.phase(),
                everything(view)
            );
            assert_eq!(other_rng, rngs[seat], "{} draws otherwise", bot.name);

            let others = (0..n as Seat).filter(|s| *s != ask.seat);
            seen.decisions += 1;
            seen.moved += u32::from(others.clone().any(|s| other.hand(s) != state.hand(s)));
            seen.shown += u32::from(others.clone().any(|s| !view.shown(s).is_empty()));
            seen.bounded += u32::from(others.clone().any(|s| {
                Colour::ALL
                    .iter()
                    .any(|&c| view.colour_bounds(s, c) != (0, view.hand_size(s)))
            }));
            seen.bluffs += u32::from(ask.options.is_bluff(action));
            seen.challenges += u32::from(
                view.phase() == Phase::React
                    && action.choice_number() == Some(powergrab_engine::shedding::CHOICE_CHALLENGE),
            );
            seen.gifts += u32::from(view.phase() == Phase::Gift);
            seen.kept += u32::from(view.phase() == Phase::Keep);
            seen.caught += u32::from(view.phase() == Phase::Catch);
            seen.exchanges += u32::from(view.phase() == Phase::Exchange);
            seen.stacks += u32::from(view.phase() == Phase::React && action.slot().is_some());
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
            assert_eq!(game.check(&state), Ok(()));
        }
        if game.is_over(&state) {
            game.reset_game(&mut state);
        }
    }
}

/// Returns a field with many bluffs, challenges and forgotten calls.
fn wild_field() -> [Bot<Shedding>; 2] {
    [
        bot(
            "policy = \"heuristic\"\n[params]\nbluff = 1\nbluff_bias = 20\nuno_call = 0.5\nuno_catch = 0.5",
        ),
        bot("policy = \"heuristic\"\n[params]\nchallenge_at = 0\nuno_call = 0.5\nuno_catch = 0.5"),
    ]
}

#[test]
fn every_registered_bot_decides_the_same_when_hidden_cards_move() {
    let n_rounds = times(1, 6);
    for built_in in Shedding::STRATEGIES {
        let tested = shipped(built_in, 8);
        let mut seen = Seen::default();
        for family in Family::ALL {
            for n in 2..=6 {
                let game = Shedding::new(Rules::official(family), n).unwrap();
                let [bluffer, sheriff] = wild_field();
                let mut bots = vec![tested.clone(), bluffer, sheriff];
                bots.extend((3..n).map(|_| tested.clone()));
                bots.truncate(n);
                play(&game, &bots, n_rounds, n as u64, &mut seen);
            }
        }
        println!("{}: {seen:?}", built_in.name);
        assert!(seen.decisions > 4_000 * n_rounds / 12, "{seen:?}");
        assert!(seen.moved > seen.decisions * 9 / 10, "{seen:?}");
    }
}

#[test]
fn rare_knowledge_is_kept() {
    let mut seen = Seen::default();
    for family in Family::ALL {
        for n in 2..=6 {
            for rule in 0..3 {
                let mut rules = Rules::official(family);
                rules.wild_after_draw = rule == 1;
                rules.hand_size = [7, 12, 3][rule];
                let game = Shedding::new(rules, n).unwrap();
                let [bluffer, sheriff] = wild_field();
                let mut bots = vec![bluffer.clone(), sheriff.clone()];
                bots.push(bot("policy = \"random\""));
                bots.push(bot("policy = \"heuristic\"\n[params]\nuno_call = 0"));
                bots.extend([bluffer, sheriff]);
                bots.truncate(n);
                play(&game, &bots, times(20, 40), 100 + rule as u64, &mut seen);
            }
        }
    }
    println!("{seen:?}");
    for (what, count) in [
        ("cards shown", seen.shown),
        ("bounds", seen.bounded),
        ("bluffs", seen.bluffs),
        ("challenges", seen.challenges),
        ("gifts", seen.gifts),
        ("Instant UNOs", seen.kept),
        ("catches", seen.caught),
    ] {
        assert!(count > 100, "only {count} {what}");
    }
}

/// Under house rules, knowledge of hands moves with them, and stacks are public.
#[test]
fn every_registered_bot_decides_the_same_under_house_rules() {
    let sets = house_rules();
    let n_rounds = times(1, 6);
    let share = |of_twelve: u32| of_twelve * n_rounds / 12;
    // The learned bot has no weights for house rules.
    for built_in in Shedding::STRATEGIES.iter().filter(|b| b.name != "net") {
        let tested = shipped(built_in, 8);
        let mut seen = Seen::default();
        for (i, n) in (0..sets.len()).zip([3, 2, 4, 6, 5, 3]) {
            let game = Shedding::new(sets[i].clone(), n).unwrap();
            let [bluffer, sheriff] = wild_field();
            let mut bots = vec![tested.clone(), bluffer, sheriff];
            bots.extend((3..n).map(|_| tested.clone()));
            bots.truncate(n);
            play(&game, &bots, n_rounds, i as u64, &mut seen);
        }
        println!("{}: {seen:?}", built_in.name);
        assert!(seen.decisions > share(1_000), "{seen:?}");
        assert!(
            seen.shown > share(500) && seen.exchanges > share(20),
            "{seen:?}"
        );
        assert!(
            seen.stacks > share(20) && seen.bounded > share(100),
            "{seen:?}"
        );
    }
}

/// Returns house rules in various combinations.
fn house_rules() -> Vec<Rules> {
    let with = |family, change: &dyn Fn(&mut Rules)| {
        let mut rules = Rules::official(family);
        rules.seven_zero = true;
        change(&mut rules);
        rules
    };
    let (stack, draw) = (Stacking::Cross, Drawing::UntilPlayable);
    vec![
        with(Family::Classic, &|r| (r.stack, r.draw) = (stack, draw)),
        with(Family::Classic, &|r| {
            (r.force_play, r.stack) = (true, Stacking::Same);
        }),
        with(Family::GreenLantern, &|r| {
            (r.stack, r.bluff) = (stack, false);
        }),
        with(Family::PowerGrab, &|r| (r.stack, r.draw) = (stack, draw)),
        with(Family::PowerGrab, &|r| {
            (r.stack, r.draw, r.force_play, r.bluff) = (stack, draw, true, false);
        }),
        with(Family::GreenLantern, &|r| {
            (r.stack, r.challenge, r.hand_size) = (Stacking::Same, false, 12);
        }),
    ]
}

/// The guard's guard: the comparison above detects a hand that differs.
#[test]
fn a_seat_whose_hand_moved_sees_it() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 3).unwrap();
    let mut state = game.new_game();
    let mut pile = Pile::new(Rng::from_key(4));
    game.start_round(&mut state, 0, &mut pile, &mut NoObserver);
    let mut rng = Rng::from_key(5);
    let other = game.view(&state, 1).redeal(&mut rng);
    assert_eq!(
        everything(game.view(&state, 1)),
        everything(game.view(&other, 1))
    );
    assert_ne!(
        everything(game.view(&state, 2)),
        everything(game.view(&other, 2))
    );
}
