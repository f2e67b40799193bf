//! Common parts of searching bots: budgets, means with their errors, the chance of winning the
//! game.

use powergrab_bots::strategy::search::{Budget, Odds, OptionValue, Race, Searchable as _};
use powergrab_bots::strategy::{BotGame as _, Players, ShedPlayer, resolve};
use powergrab_engine::cards::{SEAT_SLOTS, Seat};
use powergrab_engine::game::{Driver, Game as _, NoObserver, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::{Family, NextDealer, Rules, Scoring, Shedding};
use std::time::{Duration, Instant};
use test_support::times;

#[test]
fn playouts_are_spent_in_equal_parts() {
    let mut spender = Budget::Playouts(100).begin(3);
    spender.next_part();
    assert_eq!((spender.worlds(0, 8), spender.worlds(4, 8)), (4, 0));
    assert_eq!(spender.worlds(2, 8), 2, "17 of 33 are left");
    spender.next_part();
    assert_eq!(spender.worlds(0, 8), 4, "what was spent before is over");
    let poor = Budget::Playouts(2).begin(3);
    assert_eq!(poor.worlds(0, 8), 1, "at the least one world");
    let mut rich = Budget::Playouts(1000).begin(1);
    rich.next_part();
    assert_eq!((rich.worlds(0, 8), rich.worlds(125, 8)), (125, 0));
}

#[test]
fn time_is_spent_in_small_steps_and_ends() {
    // Before the spender's own clock starts, or an idle machine is fast enough to see a part end
    // too early.
    let began = Instant::now();
    let mut spender = Budget::Time(Duration::from_millis(30)).begin(2);
    for part in 1..=2u64 {
        spender.next_part();
        let mut played = 0;
        loop {
            let more = spender.worlds(played, 8);
            if more == 0 {
                break;
            }
            assert_eq!(more, 4);
            played += more;
        }
        assert!(began.elapsed() >= Duration::from_millis(15 * part));
        assert!(played >= 4);
    }
    // Every part has a world, even if it is late.
    std::thread::sleep(Duration::from_millis(1));
    assert_eq!((spender.worlds(0, 64), spender.worlds(1, 64)), (1, 0));
}

#[test]
fn means_and_errors_by_hand() {
    let mut e = OptionValue::default();
    assert!(e.error().is_infinite());
    for (x, first) in [(1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (1.0, 0.0)] {
        e.add(x, first, 1.0);
    }
    assert_eq!((e.n, e.mean(), e.gain()), (4, 0.75, 0.5));
    // Sample variances 1/4 and 1/3, four values.
    assert!((e.error() - (0.25f64 / 4.0).sqrt()).abs() < 1e-12);
    assert!((e.gain_error() - (1.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
}

#[test]
fn a_weight_counts_like_so_many_worlds_in_the_mean() {
    let (mut weighed, mut plain) = (OptionValue::default(), OptionValue::default());
    for (x, w) in [(0.2, 3.0), (0.8, 1.0)] {
        weighed.add(x, 0.5, w);
        for _ in 0..w as u32 {
            plain.add(x, 0.5, 1.0);
        }
    }
    assert!((weighed.mean() - plain.mean()).abs() < 1e-12);
    assert!((weighed.gain() - plain.gain()).abs() < 1e-12);
    // Two worlds carry less information than four.
    assert!(weighed.error() > plain.error());
}

fn classic(n: usize) -> Shedding {
    Shedding::new(Rules::official(Family::Classic), n).unwrap()
}

/// Returns the race of two by rounds of `greedy`.
fn race_of_two() -> Race {
    let bot = resolve::<Shedding>("greedy").unwrap();
    Race::new(&classic(2), &mut Shedding::player(&bot.policy, 0))
}

#[test]
fn two_equal_players_have_equal_chances_and_the_leader_more() {
    let race = race_of_two();
    let at = |a, b| race.of_two([a, b]);
    assert!((at(0, 0) - 0.5).abs() < 0.02, "{}", at(0, 0));
    assert!(at(250, 0) > 0.65 && at(0, 250) < 0.35);
    assert!(at(495, 495) > 0.45 && at(495, 0) > 0.9);
    // One of the two wins a position: first the one, first the other, half each way.
    for (a, b) in [(50, 200), (350, 150), (450, 475)] {
        let sum = at(a, b) + at(b, a);
        assert!((sum - 1.0).abs() < 0.1, "{a} {b}: {sum}");
    }
}

#[test]
fn the_table_agrees_with_races_that_are_run() {
    let race = race_of_two();
    for [a, b] in [[0, 0], [200, 100], [100, 300], [450, 400]] {
        let mut scores = [0; SEAT_SLOTS];
        (scores[0], scores[1]) = (a, b);
        // Seat 1 deals, seat 0 begins.
        let run = race.finish(&scores, 1, 0, 20_000, 7);
        let table = race.of_two([a, b]);
        // The standard error of the race is 0.0035.
        assert!((run - table).abs() < 0.015, "{a} {b}: {run} {table}");
    }
}

/// With `scoring = "own"` the winner of a round gets nothing, and may deal the next (PG-3, PG-16).
#[test]
fn the_winner_deals_whatever_points_say() {
    let mut rules = Rules::official(Family::Classic);
    rules.scoring = Scoring::Own;
    rules.next_dealer = NextDealer::Winner;
    // The first seat wins, so the seats win in turn.
    let round = [0, 40, 0, 0, 0, 0, 0, 0, 0, 0];
    let race = Race::of_rounds(&rules, 2, vec![round]);
    assert_eq!(race.winner(&round), Some(0));
    let mut scores = [0; SEAT_SLOTS];
    for (begins, other, wins) in [(30, 0, 0.0), (0, 30, 1.0), (0, 0, 1.0)] {
        (scores[0], scores[1]) = (begins, other);
        assert_eq!(race.finish(&scores, 1, 0, 3, 7), wins);
        assert_eq!(race.of_two([begins, other]), wins);
    }
    // Nobody won: all got something.
    assert_eq!(race.winner(&[10, 40, 0, 0, 0, 0, 0, 0, 0, 0]), None);
}

#[test]
fn chances_at_a_table_add_up_and_grow_with_points() {
    let game = classic(4);
    let bot = resolve::<Shedding>("greedy").unwrap();
    let mut player = Shedding::player(&bot.policy, 0);
    let mut first = Odds::default();
    let odds = [0, 1, 2, 3].map(|seat: Seat| {
        let position =
            format!("classic seat={seat} hand=R5,B7 sizes=2,2,2,2 top=R3 scores=120,300,0,60");
        let position = game.read_position(&position).unwrap();
        first.prepare(game.view(&position.state, seat), &mut player);
        first.clone()
    });
    for (winner, lacks) in [(0, 380), (1, 200), (2, 500), (3, 440)] {
        let chances = |points| odds.each_ref().map(|o| o.after_win(&game, winner, points));
        let steps: Vec<[f64; 4]> = (0..=lacks / 20).map(|step| chances(20 * step)).collect();
        let at = usize::from(winner);
        assert!(steps.windows(2).all(|w| w[1][at] >= w[0][at] - 0.03));
        assert_eq!(steps[lacks as usize / 20][at], 1.0);
        for chances in &steps {
            // The same finishes for all seats, each won by one.
            let sum: f64 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{winner}: {chances:?}");
        }
    }
}

/// Luck of the rounds that were drawn is not taken for the strength of a seat.
#[test]
fn players_that_are_alike_have_the_same_odds() {
    let game = classic(2);
    let policy = resolve::<Shedding>("greedy").unwrap().policy;
    let mut players = [0, 1].map(|seat| Shedding::player(&policy, seat));
    let odds = game.odds_of(&mut players);
    let mut compared = 0;
    let mut driver = Driver::new(&game);
    for deal in 0..20 {
        let seeds = Seeds::new(6, Purpose::Test).deal(deal);
        driver.begin_game(&game, seeds, &[0, 0], Unit::Game);
        driver.begin_round(&game, &mut NoObserver);
        let mut chances = [0, 1].map(|seat| {
            // The odds of the line-up, and those of the policy against itself.
            let mut both = [odds.clone(), Default::default()];
            for odds in &mut both {
                odds.prepare(game.view(driver.state(), seat), &mut players[0]);
            }
            both
        });
        driver.finish(&game, &mut Players(&mut players), &mut NoObserver);
        for [of_seats, alone] in &mut chances {
            let [of_seats, alone] =
                [of_seats, alone].map(|odds| odds.chance(&game, driver.state()));
            assert!((of_seats - alone).abs() < 0.01, "{of_seats} {alone}");
            compared += 1;
        }
    }
    assert_eq!(compared, 40);
}

/// The odds of a line-up know each seat's strength: after the first rounds of games, the mean chance
/// of a seat is the share of the games that it wins.
#[test]
fn the_odds_of_a_line_up_are_those_of_its_games() {
    let n_games = u64::from(times(700, 1500));
    for names in [&["balanced", "random"][..], &["random", "greedy", "greedy"]] {
        let game = classic(names.len());
        let players = || -> Vec<ShedPlayer> {
            let player = |(seat, name): (Seat, &&str)| {
                Shedding::player(&resolve::<Shedding>(name).unwrap().policy, seat)
            };
            (0..).zip(names).map(player).collect()
        };
        let mut odds = game.odds_of(&mut players());
        let mut seats = players();
        let mut driver = Driver::new(&game);
        let seeds = Seeds::new(5, Purpose::Test);
        let mut differences = Vec::new();
        for deal in 0..n_games {
            let salts = vec![0; names.len()];
            driver.begin_game(&game, seeds.deal(deal), &salts, Unit::Game);
            driver.begin_round(&game, &mut NoObserver);
            odds.prepare(game.view(driver.state(), 0), &mut seats[0]);
            let mut chance = None;
            loop {
                driver.finish(&game, &mut Players(&mut seats), &mut NoObserver);
                chance.get_or_insert_with(|| odds.chance(&game, driver.state()));
                if driver.is_over(&game) {
                    break;
                }
                driver.begin_round(&game, &mut NoObserver);
            }
            let winners = game.outcome(driver.state()).winners;
            let won = f64::from(winners & 1) / f64::from(winners.count_ones());
            differences.push(won - chance.unwrap());
        }
        let n = n_games as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|x| (x - mean) * (x - mean)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        assert!(mean.abs() < 3.0 * error, "{names:?}: {mean} {error}");
        assert!(error < 0.02);
    }
}
