//! `random` against an independent simulator's statistics (`tests/fixtures/grid-random.csv`): the same rules and the same
//! bot, written by somebody else from RULES.md alone.

use powergrab::arena::play::{Table, Unit};
use powergrab::cards::Seat;
use powergrab::game::{Game as _, Silent};
use powergrab::grid::{Grid, Rules};
use powergrab::rng::{Purpose, Seeds};
use powergrab::strategy::grid::GridRandom;
use std::collections::BTreeMap;

const GAMES: u64 = 12_000;
const REFERENCE_GAMES: f64 = 400_000.0;

#[test]
fn random_agrees_with_an_independent_simulator() {
    let reference = include_str!("../fixtures/grid-random.csv");
    let mut compared = 0;
    for n in [2usize, 4, 8] {
        let game = Grid::new(Rules::official(), n).unwrap();
        let mut table = Table::new(&game);
        let mut players = vec![GridRandom; n];
        let salts = vec![0; n];
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        for deal in 0..GAMES {
            let seeds = Seeds::new(77, Purpose::Test).deal(deal);
            let mut values: Vec<(String, f64)> = Vec::new();
            table.play(
                &mut players,
                &salts,
                seeds,
                Unit::Game,
                &mut Silent,
                |game, s, metrics, _| {
                    for (metric, value) in Grid::METRICS.iter().zip(metrics) {
                        values.push((metric.name.to_owned(), f64::from(*value)));
                    }
                    let winners = game.outcome(s).winners;
                    let part = 1.0 / f64::from(winners.count_ones());
                    let mut mean = 0.0;
                    for seat in 0..n {
                        let position = game.position(s, seat as Seat) + 1;
                        let won = if winners >> seat & 1 == 1 { part } else { 0.0 };
                        mean += won * position as f64;
                        values.push((format!("won_by_position_{position}"), won));
                    }
                    values.push(("winner_position".to_owned(), mean));
                },
            );
            for (name, value) in values {
                *sums.entry(name).or_default() += value;
            }
        }
        for line in reference.lines().skip(2) {
            let cells: Vec<&str> = line.split(',').collect();
            if cells[0] != n.to_string() {
                continue;
            }
            let (mean, se): (f64, f64) = (cells[2].parse().unwrap(), cells[3].parse().unwrap());
            let own = sums[cells[1]] / GAMES as f64;
            // Its many games tell the variance of ours better than ours do, where something is rare.
            let variance = se * se * (1.0 + REFERENCE_GAMES / GAMES as f64);
            let z = (own - mean) / variance.sqrt().max(1e-9);
            println!("{n} {} {own} {mean} z {z:.2}", cells[1]);
            assert!(
                z.abs() < 4.0,
                "{} at {n}: {own} and not {mean}, z = {z}",
                cells[1]
            );
            compared += 1;
        }
    }
    // Ten counts and the winner's position at each number of seats, and each position's wins.
    assert_eq!(compared, 3 * 11 + 2 + 4 + 8);
}
