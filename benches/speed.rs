//! The laboratory's speed with a benchmark crate: `cargo bench -p powergrab-benches`, with
//! `-- arena` for a part.
//!
//! Each figure is for a batch of games. Items per second are rounds, and decisions in the last
//! group: a decision takes the reciprocal in seconds. `powergrab bench` measures the same and
//! prints a checksum and ratios to the floor measured at the same time; on a machine that others
//! use too, prefer its figures.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use powergrab_arena::rng_baseline::rng_baseline;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_lab::bench::Bench;
use powergrab_lab::catalog::Catalog;
use std::num::NonZero;

fn main() {
    divan::main();
}

/// Bots and numbers of players.
const TABLES: [(&str, usize); 6] = [
    ("random", 2),
    ("random", 4),
    ("random", 6),
    ("greedy", 2),
    ("greedy", 4),
    ("greedy", 6),
];

/// Games in a batch.
const GAMES: u64 = 500;

fn table((bot, players): (&str, usize)) -> Bench<Shedding> {
    let rules = Rules::official(Family::PowerGrab);
    Bench::new(&rules, bot, players, &Catalog::default()).expect("a table for these")
}

/// Only the random numbers.
#[divan::bench(args = TABLES)]
fn floor_alone(bencher: Bencher<'_, '_>, seated: (&str, usize)) {
    let table = table(seated);
    let (rounds, load) = (table.engine(0..GAMES), table.load());
    bencher
        .counter(ItemsCount::new(rounds))
        .bench(|| rng_baseline(black_box(rounds), load));
}

/// The engine and its bots, without statistics.
#[divan::bench(args = TABLES)]
fn engine(bencher: Bencher<'_, '_>, seated: (&str, usize)) {
    let table = table(seated);
    bencher
        .counter(ItemsCount::new(table.engine(0..GAMES)))
        .bench(|| table.engine(black_box(0..GAMES)));
}

/// The arena on one thread, with the statistics of `match`.
#[divan::bench(args = TABLES)]
fn arena(bencher: Bencher<'_, '_>, seated: (&str, usize)) {
    let table = table(seated);
    bencher
        .counter(ItemsCount::new(table.engine(0..GAMES)))
        .bench(|| table.arena(black_box(0..GAMES), NonZero::new(1)));
}

/// The engine, measured in decisions.
#[divan::bench(args = TABLES)]
fn decisions(bencher: Bencher<'_, '_>, seated: (&str, usize)) {
    let table = table(seated);
    let asked = table.load().choices * table.engine(0..GAMES) as f64;
    bencher
        .counter(ItemsCount::new(asked as u64))
        .bench(|| table.engine(black_box(0..GAMES)));
}
