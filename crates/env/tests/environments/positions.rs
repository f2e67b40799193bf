//! A saved and restored position continues in the same way.

use powergrab_bots::strategy::{BotGame, resolve};
use powergrab_engine::game::{Observable, Unit};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_env::{Env, EpisodePosition, LearnerTable, RestoreError, Reward};

fn env(family: Family, learners: &[usize], opponents: &[&str], unit: Unit) -> Env<Shedding> {
    let game = Shedding::new(Rules::official(family), learners.len() + opponents.len()).unwrap();
    let bots = opponents.iter().map(|name| resolve(name).unwrap());
    let table = LearnerTable::new(game, learners, bots.collect(), unit, Reward::Points).unwrap();
    Env::new(table, 3)
}

/// Plays on by the same rule; returns the observations and rewards.
fn play_on<G: BotGame + Observable>(
    env: &mut Env<G>,
    steps: u32,
) -> Vec<(Vec<u8>, Vec<u8>, Vec<f32>)> {
    let (n, f, a) = {
        let game = env.table().game();
        let seats = powergrab_engine::game::Game::n_seats(game);
        (seats, game.n_features(), game.n_actions())
    };
    let mut seen = Vec::new();
    for step in 0..steps {
        let Some(ask) = env.ask() else { break };
        let (mut observation, mut mask) = (vec![0; f], vec![0; a]);
        env.observe(ask.seat, &mut observation, &mut mask);
        let action = ask.options.nth(step * 7 % ask.options.len());
        let step = env.step(action).unwrap();
        seen.push((observation, mask, step.rewards[..n].to_vec()));
    }
    seen
}

#[test]
fn what_comes_after_a_position_is_the_same() {
    // `bluffer` uses random numbers, `balanced` challenges, and games have many rounds.
    for (learners, opponents, unit) in [
        (
            &[1][..],
            &["bluffer", "balanced", "random"][..],
            Unit::Round,
        ),
        (&[0, 2], &["bluffer"], Unit::Game),
        (&[0, 1, 2, 3], &[], Unit::Game),
    ] {
        let mut n = 0;
        for episode in 0..20 {
            let mut first = env(Family::PowerGrab, learners, opponents, unit);
            assert!(first.position().is_none());
            first.reset(episode);
            play_on(&mut first, 3 + episode as u32 % 7);
            let written = serde_json::to_string(&first.position().unwrap()).unwrap();
            let after = play_on(&mut first, u32::MAX);
            assert!(first.ask().is_none());

            let position: EpisodePosition = serde_json::from_str(&written).unwrap();
            let mut second = env(Family::PowerGrab, learners, opponents, unit);
            second.reset(episode + 1);
            let step = second.restore(&position).unwrap();
            assert_eq!(step.ended, after.is_empty());
            assert_eq!(second.position(), Some(position));
            assert_eq!(play_on(&mut second, u32::MAX), after);
            n += after.len();
        }
        assert!(n > 100, "{n}");
    }
}

#[test]
fn grid_has_positions_too() {
    let env = || {
        let game = Grid::new(grid::Rules::official(), 3).unwrap();
        let bots = vec![resolve("grid-heuristic").unwrap()];
        Env::new(
            LearnerTable::new(game, &[0, 2], bots, Unit::Round, Reward::Win).unwrap(),
            3,
        )
    };
    let (mut first, mut second) = (env(), env());
    for episode in 0..20 {
        first.reset(episode);
        play_on(&mut first, 1 + episode as u32 % 5);
        let position = first.position().unwrap();
        let after = play_on(&mut first, u32::MAX);
        second.restore(&position).unwrap();
        assert_eq!(play_on(&mut second, u32::MAX), after);
        assert!(!after.is_empty());
    }
}

#[test]
fn a_position_of_another_table_or_a_damaged_one_is_refused_and_changes_nothing() {
    let mut there = env(Family::PowerGrab, &[0], &["greedy"], Unit::Round);
    there.reset(0);
    play_on(&mut there, 5);
    let position = there.position().unwrap();
    let others = [
        (
            "rules",
            env(Family::Classic, &[0], &["greedy"], Unit::Round),
        ),
        (
            "seats",
            env(Family::PowerGrab, &[0], &["greedy", "greedy"], Unit::Round),
        ),
        (
            "learners",
            env(Family::PowerGrab, &[1], &["greedy"], Unit::Round),
        ),
        (
            "unit",
            env(Family::PowerGrab, &[0], &["greedy"], Unit::Game),
        ),
        (
            "opponents",
            env(Family::PowerGrab, &[0], &["balanced"], Unit::Round),
        ),
    ];
    for (wrong, mut other) in others {
        other.reset(4);
        let before = other.position();
        match other.restore(&position) {
            Err(RestoreError::LearnerTable { key, theirs, own }) => {
                assert_eq!(key, wrong);
                assert_ne!(theirs, own);
            }
            other => panic!("{wrong}: {other:?}"),
        }
        assert_eq!(other.position(), before);
    }
    let text = serde_json::to_string(&position).unwrap();
    let damaged = |from: &str, to: &str| -> EpisodePosition {
        assert!(text.contains(from), "{text}");
        serde_json::from_str(&text.replacen(from, to, 1)).unwrap()
    };
    let illegal = there.restore(&damaged("\"actions\":[", "\"actions\":[9999,"));
    assert!(
        matches!(illegal, Err(RestoreError::Action { at: 0, .. })),
        "{illegal:?}"
    );
    let version = there.restore(&damaged("\"version\":1", "\"version\":2"));
    assert_eq!(version.unwrap_err(), RestoreError::Version(2));
    assert_eq!(there.position(), Some(position));
    assert!(serde_json::from_str::<EpisodePosition>("{}").is_err());
    assert!(
        serde_json::from_str::<EpisodePosition>(&text.replacen("{", "{\"more\":1,", 1)).is_err()
    );
}
