//! Episodes are determined by their place alone, play the driver's games, and allocate no memory.

use powergrab_bots::strategy::{BotGame, Players, resolve};
use powergrab_engine::cards::{Card, Seat};
use powergrab_engine::game::{Action, Driver, NoObserver, Observable, Unit};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, Rules, Scoring, Shedding};
use powergrab_env::{
    Autoreset, Env, Illegal, LearnerTable, LearnerTableError, Reward, StepArrays, VectorEnv,
};
use std::num::NonZero;
use test_support::times;

fn game(family: Family, players: usize) -> Shedding {
    Shedding::new(Rules::official(family), players).unwrap()
}

fn grid(players: usize) -> Grid {
    Grid::new(grid::Rules::official(), players).unwrap()
}

/// Arrays of a caller.
struct Arrays {
    bytes: [Vec<u8>; 7],
    floats: [Vec<f32>; 2],
}

impl Arrays {
    fn new<G: BotGame + Observable>(table: &LearnerTable<G>, n: usize) -> Arrays {
        let game = table.game();
        let (f, a) = (game.n_features(), game.n_actions());
        let bytes = [n * f, n * a, n * a, n, n, n, n * f].map(|len| vec![0; len]);
        let floats = [n, n * game.n_seats()].map(|len| vec![0.0; len]);
        Arrays { bytes, floats }
    }

    fn rows(&mut self) -> StepArrays<'_> {
        let [
            observations,
            masks,
            legal,
            n_legal,
            seats,
            ended,
            final_observations,
        ] = &mut self.bytes;
        let [reward, rewards] = &mut self.floats;
        StepArrays {
            observations,
            masks,
            legal,
            n_legal,
            seats,
            reward,
            rewards,
            ended,
            final_observations,
        }
    }
}

/// Trace of an environment: its rows as text, without the entries beyond the legal actions.
type Diary = Vec<Vec<(Vec<u8>, Vec<u8>, u8, f32, u8)>>;

/// Steps `n` environments at a table by the last legal action, which is a colour, a card or a
/// choice, and records every row.
fn diary_at<G: BotGame + Observable>(
    table: LearnerTable<G>,
    n: usize,
    threads: usize,
    autoreset: Autoreset,
    steps: usize,
) -> Diary {
    let mut arrays = Arrays::new(&table, n);
    let (f, a) = (table.game().n_features(), table.game().n_actions());
    let threads = NonZero::new(threads).unwrap();
    let mut envs = VectorEnv::new(table, n, 5, autoreset, threads).unwrap();
    envs.reset(None, arrays.rows());
    let mut diary: Diary = vec![Vec::new(); n];
    let mut step = 0;
    loop {
        for (env, notes) in diary.iter_mut().enumerate() {
            let bytes = &arrays.bytes;
            notes.push((
                bytes[0][env * f..(env + 1) * f].to_vec(),
                bytes[1][env * a..(env + 1) * a].to_vec(),
                bytes[4][env],
                arrays.floats[0][env],
                bytes[5][env],
            ));
        }
        if step == steps {
            return diary;
        }
        let actions: Vec<i64> = (0..n)
            .map(|env| {
                let last = usize::from(arrays.bytes[3][env]) - 1;
                i64::from(arrays.bytes[2][env * a + (step % 3).min(last)])
            })
            .collect();
        envs.step(actions.into_iter(), arrays.rows()).unwrap();
        step += 1;
    }
}

/// Records the same at a table of Power Grab.
fn diary(n: usize, threads: usize, autoreset: Autoreset, steps: usize) -> Diary {
    let bots = vec![resolve("greedy").unwrap(); 2];
    let game = game(Family::PowerGrab, 3);
    let table = LearnerTable::new(game, &[1], bots, Unit::Round, Reward::Win).unwrap();
    diary_at(table, n, threads, autoreset, steps)
}

/// Records the same at a table of Grid.
fn diary_of_grid(n: usize, threads: usize, autoreset: Autoreset, steps: usize) -> Diary {
    let bots = vec![resolve("grid-greedy").unwrap(); 2];
    let table = LearnerTable::new(grid(3), &[1], bots, Unit::Round, Reward::Win).unwrap();
    diary_at(table, n, threads, autoreset, steps)
}

#[test]
fn episodes_are_the_same_whatever_the_number_of_environments_and_threads() {
    for diary in [diary, diary_of_grid] {
        let alone = diary(1, 1, Autoreset::SameStep, 400);
        let many = diary(150, 1, Autoreset::SameStep, 400);
        assert_eq!(alone[0], many[0]);
        assert_eq!(many, diary(150, 3, Autoreset::SameStep, 400));
        assert_ne!(many[0], many[1]);
        let ended = many.iter().flatten().filter(|row| row.4 == 1).count();
        assert!(ended > 1000, "{ended}");
    }
}

#[test]
fn a_step_that_only_resets_ignores_its_action() {
    for diary in [diary, diary_of_grid] {
        let same = &diary(1, 1, Autoreset::SameStep, 200)[0];
        let next = &diary(1, 1, Autoreset::NextStep, 200)[0];
        let first_end = same.iter().position(|row| row.4 == 1).unwrap();
        assert_eq!(same[..first_end], next[..first_end]);
        let (end, begin) = (&next[first_end], &next[first_end + 1]);
        assert_eq!((end.4, end.3), (1, same[first_end].3));
        assert!(
            end.1.iter().all(|legal| *legal == 1),
            "every action will do"
        );
        assert_eq!((begin.4, begin.3), (0, 0.0));
        assert_eq!(
            begin.0, same[first_end].0,
            "the next episode's first observation"
        );
    }
}

/// Plays the same deals by the driver and by an environment whose learners, in seats 0 and 2, take
/// the first option; the bots are those of all four seats. `score` reads a seat's score from its
/// view.
fn same_as_the_driver<G: BotGame + Observable>(
    make: impl Fn() -> G,
    bots: [&str; 4],
    unit: Unit,
    score: impl Fn(G::View<'_>, Seat) -> i32,
) {
    let bots = bots.map(|bot| resolve::<G>(bot).unwrap());
    let others = vec![bots[1].clone(), bots[3].clone()];
    let table = LearnerTable::new(make(), &[0, 2], others, unit, Reward::Win).unwrap();
    let mut env = Env::new(table, 1);
    let rules = make();
    let mut driver = Driver::new(&rules);
    let seats = 0..4u8;
    let mut players: Vec<_> = seats
        .map(|seat: Seat| G::player(&bots[usize::from(seat)].policy, seat))
        .collect();
    let mut shares = 0.0;
    for deal in 0..30 {
        let seeds = Seeds::new(9, Purpose::Play).deal(deal);
        driver.begin_game(&rules, seeds, &[0; 4], unit);
        loop {
            driver.begin_round(&rules, &mut NoObserver);
            driver.finish(&rules, &mut Players(&mut players), &mut NoObserver);
            if driver.is_over(&rules) {
                break;
            }
        }
        let mut step = env.begin(seeds);
        while let Some(ask) = env.ask() {
            assert!(!step.ended && env.table().learns(ask.seat));
            step = env.step(ask.options.nth(0)).unwrap();
        }
        assert!(step.ended);
        let winners = match unit {
            Unit::Game => rules.outcome(driver.state()).winners,
            Unit::Round => rules.round_outcome(driver.state()).winners,
        };
        for seat in 0..4u8 {
            let scored = rules.score(driver.state(), seat);
            assert_eq!(score(env.view(seat), seat), scored);
            assert_eq!(
                step.rewards[usize::from(seat)] > 0.0,
                winners >> seat & 1 == 1
            );
        }
        shares += step.rewards.iter().sum::<f32>();
        assert_eq!(env.n_rounds(), driver.n_rounds());
    }
    assert!((shares - 30.0).abs() < 1e-4, "{shares}");
}

/// The games of an environment are those of the driver alone.
#[test]
fn learners_that_do_as_a_bot_does_play_its_games() {
    for (family, unit) in [
        (Family::PowerGrab, Unit::Game),
        (Family::GreenLantern, Unit::Round),
    ] {
        let bots = ["first-legal", "hoarder", "first-legal", "bluffer"];
        same_as_the_driver(
            || game(family, 4),
            bots,
            unit,
            |view, seat| view.score(seat) as i32,
        );
    }
    for unit in [Unit::Game, Unit::Round] {
        let bots = ["first-legal", "random", "first-legal", "grid-heuristic"];
        same_as_the_driver(
            || grid(4),
            bots,
            unit,
            |view, seat| view.score(seat).unwrap(),
        );
    }
}

/// In points, rewards of Grid are scores in hundreds.
#[test]
fn points_of_grid_are_hundreds() {
    let table = LearnerTable::new(grid(2), &[0, 1], vec![], Unit::Game, Reward::Points).unwrap();
    let mut env = Env::new(table, 2);
    let (mut above, mut below) = (0, 0);
    for episode in 0..20 {
        let mut step = env.reset(episode);
        while let Some(ask) = env.ask() {
            assert_eq!(step.rewards[..2], [0.0; 2]);
            let last = ask.options.len() - 1;
            step = env.step(ask.options.nth(last)).unwrap();
        }
        for seat in 0..2 {
            let score = env.view(seat).score(seat).unwrap();
            assert_eq!(step.rewards[usize::from(seat)], score as f32 / 100.0);
            (above, below) = (above + i32::from(score > 0), below + i32::from(score < 0));
        }
    }
    assert!(above > 0 && below > 0, "{above} {below}");
}

/// Plays episodes in which every seat learns, and examines every option of every decision. Returns
/// the places without options, and the number of decisions.
fn places_without_options<G: BotGame + Observable>(
    game: G,
    card: impl Fn(G::View<'_>, Action) -> Option<Card>,
) -> (Vec<String>, u32) {
    let learners: Vec<usize> = (0..game.n_seats()).collect();
    let table = LearnerTable::new(game, &learners, vec![], Unit::Round, Reward::Points).unwrap();
    let mut env = Env::new(table, 3);
    let (f, a) = (
        env.table().game().n_features(),
        env.table().game().n_actions(),
    );
    let (mut page, mut mask) = (vec![0; f], vec![0; a]);
    let mut places = vec![false; a];
    let mut decisions = 0;
    for episode in 0..u64::from(times(20, 60)) {
        env.reset(episode);
        let mut turn = 0;
        while let Some(ask) = env.ask() {
            env.observe(ask.seat, &mut page, &mut mask);
            let view = env.view(ask.seat);
            let game = env.table().game();
            let mut legal = vec![0; a];
            let mut of: Vec<Option<(Option<Card>, Option<u8>)>> = vec![None; a];
            for action in ask.options.iter() {
                let place = game.index_of(view, action);
                legal[place] = 1;
                places[place] = true;
                let back = env.action(place).unwrap();
                assert_eq!(game.index_of(view, back), place);
                let said = (card(view, action), action.choice_number());
                assert_eq!((card(view, back), back.choice_number()), said);
                // Different options have different places.
                assert_eq!(*of[place].get_or_insert(said), said);
            }
            assert_eq!(legal, mask);
            let mut told = Vec::new();
            game.each_legal(view, &ask.options, |place| told.push(place));
            let ones = (0..a).filter(|place| mask[*place] == 1);
            assert_eq!(told, ones.collect::<Vec<_>>(), "each once, in order");
            for place in (0..a + 20).filter(|place| mask.get(*place) != Some(&1)) {
                assert!(matches!(
                    env.action(place),
                    Err(Illegal::NotAnOption { .. })
                ));
            }
            decisions += 1;
            turn += 1;
            let n = (episode as u32 * 7 + turn) % ask.options.len();
            env.step(ask.options.nth(n)).unwrap();
            if turn > 3000 {
                break;
            }
        }
    }
    let all = env.table().game().action_places().into_iter();
    let unused = all.filter(|place| !places[place.at]);
    (unused.map(|place| place.name).collect(), decisions)
}

#[test]
fn every_option_has_a_place_and_the_place_gives_it_back() {
    for family in Family::ALL {
        let card = |view: powergrab_engine::shedding::View<'_>, action| view.card(action);
        let (unused, decisions) = places_without_options(game(family, 4), card);
        assert!(decisions > times(500, 1_000), "{decisions}");
        // Towers and gifts are asked for only if the rules have them.
        let rare = |name: &String| name.starts_with("tower-") || name.starts_with("seat-");
        let others: Vec<_> = unused.iter().filter(|name| !rare(name)).collect();
        match family {
            Family::PowerGrab => assert!(others.is_empty(), "{others:?}"),
            _ => assert!(others.iter().all(|name| *name == "block"), "{others:?}"),
        }
    }
    for players in [2, 4, 8] {
        let card = |view: grid::View<'_>, action| view.card(action);
        let (unused, decisions) = places_without_options(grid(players), card);
        assert!(decisions > times(1_000, 2_000), "{decisions}");
        assert!(unused.is_empty(), "{players} players: {unused:?}");
    }
}

#[test]
fn wrong_calls_change_nothing_and_say_what_is_right() {
    let four = || game(Family::PowerGrab, 4);
    let table = |learners: &[usize], n| {
        let bots = vec![resolve("random").unwrap(); n];
        LearnerTable::new(four(), learners, bots, Unit::Round, Reward::Win)
    };
    assert_eq!(
        table(&[], 4).unwrap_err(),
        LearnerTableError::NoLearner { seats: 4 }
    );
    let seat = |seat| LearnerTableError::Seat { seat, seats: 4 };
    assert_eq!(table(&[4], 3).unwrap_err(), seat(4));
    assert_eq!(table(&[1, 1], 2).unwrap_err(), seat(1));
    let wanted = LearnerTableError::Opponents {
        given: 2,
        wanted: 3,
    };
    assert_eq!(table(&[0], 2).unwrap_err(), wanted);
    let one = NonZero::<usize>::MIN;
    let none = VectorEnv::new(table(&[0], 3).unwrap(), 0, 1, Autoreset::SameStep, one);
    assert!(none.is_err());

    let table = table(&[0], 3).unwrap();
    let mut arrays = Arrays::new(&table, 2);
    let mut envs = VectorEnv::new(table, 2, 1, Autoreset::Disabled, one).unwrap();
    let before_reset = envs.step([0, 0].into_iter(), arrays.rows());
    assert_eq!(before_reset, Err(Illegal::Over { env: 0 }));
    envs.reset(None, arrays.rows());
    let observations = arrays.bytes[0].clone();
    let legal = i64::from(arrays.bytes[2][0]);
    let wrong = envs.step([legal, 9999].into_iter(), arrays.rows());
    assert_eq!(
        wrong,
        Err(Illegal::NotAnOption {
            env: 1,
            action: 9999
        })
    );
    let wrong = envs.step([legal].into_iter(), arrays.rows()).unwrap_err();
    assert!(wrong.to_string().contains("give one for each"), "{wrong}");
    assert_eq!(arrays.bytes[0], observations);
}

#[test]
fn the_page_says_what_the_code_does() {
    let page = powergrab_env::places::markdown().unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/observation.md");
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(
        kept == page,
        "docs/observation.md: write it anew with `cargo run -p powergrab-env --example places`"
    );
}

/// The winner of a round gets the highest reward in points, by either scoring (PG-16).
#[test]
fn points_reward_the_winner_under_every_scoring() {
    for scoring in [Scoring::Opponents, Scoring::Own] {
        let mut rules = Rules::official(Family::PowerGrab);
        rules.scoring = scoring;
        // The same episodes twice: one environment shows the winner, the other its points.
        let [mut win, mut points] = [Reward::Win, Reward::Points].map(|reward| {
            let game = Shedding::new(rules.clone(), 3).unwrap();
            let table =
                LearnerTable::new(game, &[0, 1, 2], Vec::new(), Unit::Round, reward).unwrap();
            Env::new(table, 16)
        });
        for episode in 0..20 {
            let mut rng = Rng::from_key(episode);
            let (mut won, mut got) = (win.reset(episode), points.reset(episode));
            while let Some(ask) = win.ask() {
                let action = ask.options.nth(rng.below(ask.options.len()));
                (won, got) = (win.step(action).unwrap(), points.step(action).unwrap());
            }
            let winner = won.rewards.iter().position(|reward| *reward == 1.0);
            let most = got.rewards[..3].iter().fold(f32::MIN, |a, b| a.max(*b));
            let winner = winner.expect("somebody goes out");
            assert_eq!(got.rewards[winner], most, "{scoring:?}: {:?}", got.rewards);
            assert!(got.rewards[..3].iter().any(|reward| *reward < most));
        }
    }
}
