//! No allocation from the first deal to the last score, for every ruleset and every built-in bot.
//! The counting allocator is that of all tests of runs; each thread has a count of its own.

use powergrab_arena::play::TablePlay;
use powergrab_bots::strategy::{
    Bot, BotGame, BuiltIn, Player as _, Players, ShedPlayer, register, resolve,
};
use powergrab_engine::game::{Driver, NoObserver, Observable, Unit};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::rules_file::builtin;
use powergrab_engine::shedding::{Drawing, Family, Rules, Shedding, Stacking};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use test_support::times;

/// The system's allocator with a counter of requests.
struct Counting;

thread_local! {
    // By thread, so that requests of the test harness and of other tests do not count.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    // Nothing to count in a thread that is being torn down.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory that it
// hands out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of this thread's memory requests during `work`.
fn asked(work: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    work();
    ASKED.get() - before
}

/// Returns a strategy file's text as a bot.
fn bot<G: BotGame>(text: &str) -> Bot<G> {
    register::from_text("test", "test.toml", text).unwrap().bot
}

/// Returns the built-in bot, with a budget suitable for thousands of decisions.
fn shipped<G: BotGame>(built_in: &BuiltIn) -> Bot<G> {
    match built_in.name {
        "monte-carlo" => resolve("monte-carlo:playouts=3").unwrap(),
        name => resolve(name).unwrap(),
    }
}

/// Returns the built-in bots, and two strategies with extreme habits.
fn bots() -> Vec<Bot<Shedding>> {
    let mut bots: Vec<Bot<Shedding>> = Shedding::STRATEGIES.iter().map(shipped).collect();
    let forgetful = "policy = \"greedy\"\n[params]\nuno_call = 0.5\nuno_catch = 0.5";
    let wild = "policy = \"heuristic\"\n[params]\nchallenge_at = 0\ntemperature = 1";
    bots.extend([bot(forgetful), bot(wild)]);
    bots
}

#[test]
fn the_counter_works() {
    assert_eq!(asked(|| drop(black_box(Box::new(7)))), 1);
    assert!(asked(|| drop(black_box([1u8; 100].repeat(2).repeat(2)))) >= 2);
}

#[test]
fn games_for_two_do_not_allocate() {
    games_do_not_allocate(2);
}

#[test]
fn games_for_three_do_not_allocate() {
    games_do_not_allocate(3);
}

#[test]
fn games_for_four_do_not_allocate() {
    games_do_not_allocate(4);
}

#[test]
fn games_for_six_do_not_allocate() {
    games_do_not_allocate(6);
}

/// Checks games of `n` players: each bot against itself, and all of them mixed.
fn games_do_not_allocate(n: usize) {
    let bots = bots();
    let n_official = u64::from(times(1, 5));
    let n_house = u64::from(times(1, 2));
    let salts = [0; 10];
    let mut n_rounds = 0u64;
    let mut n_games = 0u64;
    let mut n_tables = 0u64;
    // The official rules, and house rules, which ask more questions.
    let mut sets: Vec<Rules> = Family::ALL.map(Rules::official).into();
    let mut all = Rules::official(Family::PowerGrab);
    (all.stack, all.draw) = (Stacking::Cross, Drawing::UntilPlayable);
    (all.force_play, all.seven_zero) = (true, true);
    sets.push(all);
    sets.extend(["party", "strict"].map(|name| builtin(name).unwrap()));
    for mut rules in sets {
        // Until a seat can play, hands become large and searching bots slow.
        let (n_deals, unit) = match rules.has_house_rules() {
            false => (n_official, Unit::Game),
            true => {
                rules.max_turns = times(60, rules.max_turns);
                (n_house, Unit::Round)
            }
        };
        let game = Shedding::new(rules.clone(), n).unwrap();
        // Bots with weights for the game. The networks' inputs are laid out once per game.
        let suits = |b: &&Bot<Shedding>| Shedding::suits(&b.policy, &game).is_ok();
        let bots: Vec<&Bot<Shedding>> = bots.iter().filter(suits).collect();
        n_tables += bots.len() as u64 + 1;
        let mut table = TablePlay::new(&game);
        let seeds = Seeds::new(3, Purpose::Test);
        // Each bot against itself, and all of them mixed.
        for line_up in 0..=bots.len() {
            let mut players: Vec<ShedPlayer> = (0..n)
                .map(|seat| {
                    let bot = bots
                        .get(line_up)
                        .unwrap_or(&bots[(seat * 3 + n) % bots.len()]);
                    Shedding::player(&bot.policy, seat as u8)
                })
                .collect();
            let count = asked(|| {
                for deal in 0..n_deals {
                    for player in &mut players {
                        player.new_game();
                    }
                    table.play(
                        &mut Players(&mut players),
                        &salts,
                        seeds.deal(deal),
                        unit,
                        &mut NoObserver,
                        |_, _, metrics, _| n_rounds += u64::from(metrics[0] > 0),
                    );
                    n_games += 1;
                }
            });
            let name = bots.get(line_up).map_or("all of them", |b| &b.name);
            assert_eq!(count, 0, "{name} at {} with {n} players", rules.name);
        }
    }
    // One of the bots has weights for the official rules only: half of these six tables.
    assert_eq!(n_tables, 6 * bots.len() as u64 + 3);
    let n_bots = bots.len() as u64;
    assert_eq!(n_games, 3 * (n_official * (n_bots + 1) + n_house * n_bots));
    assert!(
        n_rounds > 3 * n_games,
        "{n_rounds} rounds in {n_games} games"
    );
}

/// With `value = "game"` a strategy builds a model of rounds once per ruleset and number of seats;
/// after that, no decision and no playout allocates. Nor does a search that uses a network, once
/// its inputs are laid out for the game.
#[test]
fn chances_of_games_do_not_allocate() {
    let salts = [0; 10];
    let params = "value = \"game\"\nplayout = \"greedy\"\n";
    let flat = format!("policy = \"monte-carlo\"\n[params]\nplayouts = 24\n{params}");
    let network = "network = \"net\"\nnetwork_cut = 2\nplayout = \"greedy\"\n";
    let network = format!("policy = \"monte-carlo\"\n[params]\nplayouts = 24\n{network}");
    for (policy, bot) in [
        ("monte-carlo", bot::<Shedding>(&flat)),
        ("monte-carlo with a network", bot(&network)),
    ] {
        for n in [2, 4] {
            let game = Shedding::new(Rules::official(Family::PowerGrab), n).unwrap();
            let mut table = TablePlay::new(&game);
            let mut players: Vec<ShedPlayer> = (0..n)
                .map(|seat| Shedding::player(&bot.policy, seat as u8))
                .collect();
            let mut n_rounds = 0;
            let mut play = |deals: std::ops::Range<u64>| {
                for deal in deals {
                    table.play(
                        &mut Players(&mut players),
                        &salts,
                        Seeds::new(3, Purpose::Test).deal(deal),
                        Unit::Round,
                        &mut NoObserver,
                        |_, _, _, _| n_rounds += 1,
                    );
                }
            };
            let first = asked(|| play(0..1));
            assert!(
                first > 0 && first < 800,
                "{policy} {n}: {first}, the model, and what a network sees"
            );
            assert_eq!(asked(|| play(1..5)), 0, "{policy} with {n} players");
            assert_eq!(n_rounds, 5);
        }
    }
}

#[test]
fn games_of_grid_do_not_allocate() {
    let bots: Vec<Bot<Grid>> = Grid::STRATEGIES.iter().map(shipped).collect();
    let n_deals = u64::from(times(2, 5));
    let salts = [0; 10];
    let mut n_games = 0;
    for n in [2, 3, 4, 8] {
        let game = Grid::new(powergrab_engine::grid::Rules::official(), n).unwrap();
        let mut table = TablePlay::new(&game);
        let seeds = Seeds::new(3, Purpose::Test);
        for line_up in 0..=bots.len() {
            let mut players: Vec<_> = (0..n)
                .map(|seat| {
                    let bot = bots.get(line_up).unwrap_or(&bots[seat % bots.len()]);
                    Grid::player(&bot.policy, seat as u8)
                })
                .collect();
            let count = asked(|| {
                for deal in 0..n_deals {
                    table.play(
                        &mut Players(&mut players),
                        &salts,
                        seeds.deal(deal),
                        Unit::Game,
                        &mut NoObserver,
                        |_, _, metrics, _| n_games += u64::from(metrics[0] > 8),
                    );
                }
            });
            let name = bots.get(line_up).map_or("all of them", |b| &b.name);
            assert_eq!(count, 0, "{name} at grid with {n} players");
        }
    }
    assert_eq!(n_games, 4 * n_deals * (bots.len() as u64 + 1));
}

/// Returns the number of memory requests for a learner's observations and actions, in games of the
/// first bot in all seats, and the number of decisions.
fn learned<G: BotGame + Observable>(game: &G, bot: &Bot<G>) -> (u64, u32) {
    let seats = 0..game.n_seats() as u8;
    let mut players: Vec<_> = seats.map(|seat| G::player(&bot.policy, seat)).collect();
    let mut seats = Players(&mut players);
    let mut driver = Driver::new(game);
    let (mut page, mut mask) = (vec![0; game.n_features()], vec![0; game.n_actions()]);
    let mut decisions = 0;
    let count = asked(|| {
        for deal in 0..10 {
            driver.begin_game(
                game,
                Seeds::new(4, Purpose::Test).deal(deal),
                &[],
                Unit::Round,
            );
            driver.begin_round(game, &mut NoObserver);
            while let Some(ask) = driver.ask(game, &mut NoObserver) {
                let view = game.view(driver.state(), ask.seat);
                game.encode(view, &mut page);
                game.mask(view, &ask.options, &mut mask);
                for action in ask.options.iter() {
                    let place = game.index_of(view, action);
                    assert!(game.action_at(view, &ask.options, place).is_some());
                }
                game.prefetch(driver.state());
                decisions += 1;
                driver.decide(game, &ask, &mut seats, &mut NoObserver);
            }
        }
    });
    (count, decisions)
}

#[test]
fn what_learners_get_does_not_allocate() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 4).unwrap();
    let (count, decisions) = learned(&game, &shipped(&Shedding::STRATEGIES[0]));
    assert!(count == 0 && decisions > 300, "{count} {decisions}");
    let game = Grid::new(powergrab_engine::grid::Rules::official(), 4).unwrap();
    let (count, decisions) = learned(&game, &shipped(&Grid::STRATEGIES[0]));
    assert!(count == 0 && decisions > 300, "{count} {decisions}");
}

/// Plays games step by step with the driver, with a fork at each decision of every second round.
fn games_in_steps<G: BotGame>(game: &G, bot: &Bot<G>) -> u64 {
    let seats = 0..game.n_seats() as u8;
    let mut players: Vec<_> = seats.map(|seat| G::player(&bot.policy, seat)).collect();
    let mut seats = Players(&mut players);
    let mut driver = Driver::new(game);
    let mut n_forks = 0;
    let count = asked(|| {
        for deal in 0..4 {
            driver.begin_game(
                game,
                Seeds::new(3, Purpose::Test).deal(deal),
                &[],
                Unit::Game,
            );
            assert!(!driver.announce(game, &mut seats));
            loop {
                driver.begin_round(game, &mut NoObserver);
                while let Some(ask) = driver.ask(game, &mut NoObserver) {
                    if driver.round_number().is_multiple_of(2) {
                        let mut fork = driver.clone();
                        fork.finish(game, &mut seats, &mut NoObserver);
                        n_forks += 1;
                    }
                    driver.decide(game, &ask, &mut seats, &mut NoObserver);
                }
                if driver.is_over(game) {
                    break;
                }
            }
        }
    });
    assert_eq!(count, 0);
    n_forks
}

#[test]
fn forks_do_not_allocate() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 4).unwrap();
    assert!(games_in_steps(&game, &bot("policy = \"greedy\"")) > 100);
    let game = Grid::new(powergrab_engine::grid::Rules::official(), 3).unwrap();
    assert!(games_in_steps(&game, &bot("policy = \"grid-greedy\"")) > 100);
}
