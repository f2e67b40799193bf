//! The same for Grid, where a game is one round: every metric of `rounds.csv` and the winners by
//! position.

use super::{Clusters, Estimates, LIMIT};
use naive::Rng;
use naive::grid::{grid_deck, play_grid};
use naive::grid_figures::GridOptions;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::resolve;
use powergrab_engine::game::{Game as _, Unit};
use powergrab_engine::grid::{Grid, Rules};
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_experiments::names::Names;
use powergrab_lab::matches::summary::{ROUNDS_PER_GAME, Summary};
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use test_support::times;

/// Returns the number of games that each plays.
fn n_games() -> u64 {
    times(250, 6_000).into()
}

fn arena(rules: Rules, seats: usize) -> Estimates {
    let experiment = Experiment {
        tables: vec![Grid::new(rules, seats).unwrap()],
        bots: vec![resolve("random").unwrap()],
        line_ups: vec![LineUp {
            table: 0,
            bots: vec![0; seats],
        }],
        unit: Unit::Game,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(4, Purpose::Test),
    };
    let names = Names {
        rulesets: vec!["grid".to_owned()],
        bots: vec!["random".to_owned()],
        metrics: Grid::METRICS,
        seat_metrics: Grid::SEAT_METRICS,
    };
    let workers = Workers {
        threads: NonZero::new(1),
        chunk: None,
    };
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| (),
    };
    let tally = Tally::new(&experiment);
    let done = run(&experiment, 0..n_games(), workers, tally, control).unwrap();
    let summary = Summary::new(&done.collected, &names);
    let metrics = summary
        .round_rows()
        .into_iter()
        .map(|row| (row.metric.to_owned(), (row.mean, row.ratio.se().unwrap())));
    let seats = summary.seat_rows();
    let positions = seats.iter().map(|row| {
        let name = format!("won_by_position_{}", row.position.unwrap());
        (name, (row.record.win_rate, row.record.se.unwrap()))
    });
    metrics.chain(positions).collect()
}

fn simulator(options: &GridOptions, seats: usize) -> Estimates {
    let deck = grid_deck();
    let mut clusters = Clusters::default();
    for i in 0..n_games() {
        let game = play_grid(options, &deck, seats, &mut Rng::new(5, i), None);
        for (name, value) in game.values(seats) {
            clusters.add(&name, value.unwrap(), 1.0);
        }
    }
    clusters.estimates()
}

/// Compares the two with these changes of the rules, in the simulator's notation.
fn agree(seats: usize, changes: &[(&str, &str)]) {
    let mut options = GridOptions::official();
    for (key, value) in changes {
        options.set(key, value).unwrap();
    }
    let json = serde_json::from_str(&options.json()).unwrap();
    let rules = Rules::from_json("second opinion", &json).unwrap();
    assert_eq!(rules.is_variant(), options.is_variant());
    let (ours, theirs) = (arena(rules, seats), simulator(&options, seats));
    let (mut n_compared, mut bad, mut table) = (0, false, String::new());
    for (metric, &(mean, se)) in &ours {
        if metric == ROUNDS_PER_GAME {
            assert_eq!((mean, se), (1.0, 0.0));
            continue;
        }
        let Some(&(other, other_se)) = theirs.get(metric) else {
            panic!("the simulator has no {metric}");
        };
        let se = (se * se + other_se * other_se).sqrt();
        let off = mean - other;
        let z = if off == 0.0 { 0.0 } else { off / se };
        let far = z.abs() > LIMIT;
        bad |= far;
        let mark = if far { " <--" } else { "" };
        let _ = writeln!(
            table,
            "{metric:<20}{mean:>14.6}{other:>14.6}{se:>12.6}{z:>9.2}{mark}"
        );
        n_compared += 1;
    }
    println!("{seats} seats {changes:?}\n{table}");
    assert!(
        !bad,
        "more than {LIMIT} standard errors at {seats} seats {changes:?}:\n{table}"
    );
    assert_eq!(n_compared, Grid::METRICS.len() + seats, "{ours:?}");
}

#[test]
fn grid_for_two_and_three() {
    agree(2, &[]);
    agree(3, &[]);
}

#[test]
fn grid_for_four_and_eight() {
    agree(4, &[]);
    agree(8, &[]);
}

#[test]
fn grid_by_other_rules() {
    agree(3, &[("hand_size", "3"), ("first_seat", "2")]);
}
