//! Playing games: seating, one game at a table, many deals in parallel. Without statistics formulas
//! or files.
//!
//! | file | holds |
//! |---|---|
//! | `seating` | circular orders and rotations of a line-up, as index generators |
//! | `format` | the line-ups of a tournament |
//! | `experiment` | the experiment, checked once |
//! | `play` | one game at one table, counted |
//! | `parallel_deals` | work on many deals in parallel other than runs of games |
//! | `remote_game` | one game that waits for its bots |
//! | `remote_games` | many games at once, for slow bots |
//! | `run` | many deals in parallel, independent of their order |
//! | `worker` | one thread's part of a run |
//! | `threads` | the threads of all runs, started once |
//! | `collect` | collectors of a run, its control, its results |
//! | `chunk_queue` | the queue of deals and of results; the store of finished pieces |
//! | `part` | a run split into parts; its missing deals |
//! | `piece` | finished pieces of a study |
//! | `tournament` | the configuration file of a tournament |
//! | `rng_baseline` | the baseline for the engine's speed |
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub(crate) mod bare_games;
mod chunk_queue;
pub mod collect;
mod compiled;
pub mod experiment;
pub mod format;
pub mod hero_sums;
pub mod parallel_deals;
pub mod part;
pub mod piece;
pub mod play;
mod remote_game;
mod remote_games;
pub mod resample;
pub mod rng_baseline;
pub mod run;
pub mod seating;
pub mod tally;
mod threads;
pub mod tournament;
pub mod worker;

pub use compiled::ArenaGame;
