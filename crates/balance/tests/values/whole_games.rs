//! The value of a tower in the whole game: `[towers]` with `unit = "game"`.

use crate::variant::{rules, table};
use powergrab_arena::play::TablePlay;
use powergrab_arena::run::{Control, Workers};
use powergrab_balance::seating_pool::SeatedLineUp;
use powergrab_balance::towers::{Rates, TowerResults, Towers};
use powergrab_bots::strategy::{Bot, BotGame as _, Players, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Driver, NoObserver, Unit};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_engine::shedding::Shedding;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

fn found(
    tables: &[SeatedLineUp],
    deals: u64,
    unit: Unit,
    null: bool,
    threads: usize,
) -> TowerResults {
    let cancel = AtomicBool::new(false);
    let control = Control {
        cancel: &cancel,
        progress: &|_| {},
    };
    let workers = Workers {
        threads: NonZero::new(threads),
        chunk: None,
    };
    let rates = Rates {
        turns: 0.03,
        blocks: 0.05,
        null,
    };
    let seeds = Seeds::new(3, Purpose::Play);
    let towers = Towers {
        tables,
        rates,
        unit,
        seeds,
    };
    towers.run(0..deals, workers, control).unwrap().unwrap()
}

/// A game continued in its rounds is the arena's game, whatever was copied on the way (PG-16).
#[test]
fn forks_play_the_games_of_the_arena() {
    let game = Shedding::new(rules("scoring = \"own\""), 3).unwrap();
    let bots: Vec<Bot<Shedding>> = ["random", "balanced", "bluffer"]
        .map(|name| resolve(name).unwrap())
        .into();
    let players = || -> Vec<_> {
        let seats = bots.iter().enumerate();
        seats
            .map(|(seat, bot)| Shedding::player(&bot.policy, seat as Seat))
            .collect()
    };
    let salts = [0; 3];
    for deal in 0..30 {
        let seeds = Seeds::new(8, Purpose::Play).deal(deal);
        let mut table = TablePlay::new(&game);
        let mut silent = NoObserver;
        table.play(
            &mut Players(&mut players()),
            &salts,
            seeds,
            Unit::Game,
            &mut silent,
            |_, _, _, _| {},
        );
        let mut driver = Driver::new(&game);
        driver.begin_game(&game, seeds, &salts, Unit::Game);
        driver.begin_round(&game, &mut NoObserver);
        for _ in 0..5 {
            let ask = driver.ask(&game, &mut NoObserver).unwrap();
            let mut fork = driver.clone();
            fork.finish(&game, &mut Players(&mut players()), &mut NoObserver);
            fork.finish_game(&game, &mut Players(&mut players()), &mut NoObserver);
            assert!(fork.round_number() > 0);
            assert_eq!(fork.state().scores(), table.state().scores());
            driver.decide(&game, &ask, &mut Players(&mut players()), &mut NoObserver);
        }
    }
}

#[test]
fn a_null_swap_changes_no_game_and_threads_change_no_figure() {
    let tables = [
        table(
            &rules("target_score = 200"),
            &["balanced", "random", "bluffer"],
        ),
        table(&rules("target_score = 200"), &["greedy", "greedy"]),
    ];
    let null = found(&tables, 40, Unit::Game, true, 2).worth(&tables);
    assert!(null.len() > 20);
    for row in &null {
        let game = row.game.unwrap();
        for e in [row.effect.win, row.effect.points, game.win, game.points] {
            assert_eq!((e.value, e.se), (0.0, Some(0.0)), "{row:?}");
        }
    }
    let moved = found(&tables, 40, Unit::Game, false, 1);
    let rows = moved.worth(&tables);
    let by_three = found(&tables, 40, Unit::Game, false, 3);
    assert_eq!(rows, by_three.worth(&tables));
    assert_eq!(moved.blocks(&tables), by_three.blocks(&tables));
    assert!(moved.blocks(&tables).iter().all(|row| row.game.is_some()));
    let changed = rows.iter().filter(|r| r.game.unwrap().points.value != 0.0);
    assert!(changed.count() > rows.len() / 2);
    // Samples come from all rounds of a game.
    let rounds = found(&tables, 40, Unit::Round, false, 2).worth(&tables);
    let samples = |rows: &[powergrab_balance::towers::WorthRow]| -> u64 {
        let all = rows.iter().filter(|row| row.by == "all");
        all.map(|row| row.effect.samples).sum()
    };
    assert!(rounds.iter().all(|row| row.game.is_none()));
    assert!(samples(&rows) > 2 * samples(&rounds), "{}", samples(&rows));
}

/// If a single round decides the game, a tower has the same value in the game as in the round
/// (PG-16).
#[test]
fn a_game_of_one_round_is_that_round() {
    let tables = [table(
        &rules("target_score = 1"),
        &["random", "random", "random"],
    )];
    let rows = found(&tables, 1500, Unit::Game, false, 2).worth(&tables);
    let all: Vec<_> = rows.iter().filter(|row| row.by == "all").collect();
    assert_eq!(all.len(), 4);
    for row in all {
        let game = row.game.unwrap();
        // A round without a winner, or without points, is followed by another.
        assert!(
            (game.win.value - row.effect.win.value).abs() < 0.002,
            "{row:?}"
        );
        assert!((game.points.value - row.effect.points.value).abs() < 0.2);
    }
}

/// Towers without effect in a round have no effect in the game (PG-9, PG-11).
#[test]
fn useless_towers_win_no_games() {
    let rules = rules(
        "target_score = 150\ninstant_uno = false\nprotects = { U = [], N = [], O = [], \"!\" = [] }",
    );
    let tables = [table(&rules, &["random", "random", "random"])];
    let rows = found(&tables, 800, Unit::Game, false, 2).worth(&tables);
    for row in rows.iter().filter(|row| row.by == "all") {
        let game = row.game.unwrap();
        for e in [game.win, game.points] {
            assert!(e.value.abs() <= 4.0 * e.se.unwrap(), "{row:?}");
        }
        assert!(game.win.se.unwrap() < 0.03, "{row:?}");
    }
}
