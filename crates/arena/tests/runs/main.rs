//! Runs: nothing depends on threads, chunks or merging. Bots that answer in batches, bots that
//! start runs of their own. No game allocates.

mod allocation;
mod batches;
mod blocks;
mod nested;

use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Control, Done, Workers};
use powergrab_arena::tally::Tally;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// Returns the tally of these deals, played by `threads` threads, in chunks of `chunk` deals if
/// given.
fn run<G: ArenaGame>(
    experiment: &Experiment<G>,
    deals: u64,
    threads: usize,
    chunk: Option<NonZero<u64>>,
) -> Done<Tally> {
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let workers = Workers {
        threads: NonZero::new(threads),
        chunk,
    };
    let tally = Tally::new(experiment);
    G::run(experiment, 0..deals, workers, tally, control, None).unwrap()
}
