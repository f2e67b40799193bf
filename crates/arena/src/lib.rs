//! Plays games: who sits where, one game at a table, many deals in parallel. No statistics formulas and no files here.
//!
//! | file | holds |
//! |---|---|
//! | `seating` | circular orders and rotations of a line-up, as index generators |
//! | `format` | the line-ups of a tournament |
//! | `experiment` | what is to be played, checked once |
//! | `play` | one game at one table, counted |
//! | `parallel_deals` | work on many deals in parallel that is no run of games |
//! | `remote_game` | one game that waits for its bots |
//! | `remote_games` | many games at once, for bots that take their time |
//! | `run` | many deals in parallel, in an order that shows nowhere |
//! | `worker` | one thread's part of a run |
//! | `threads` | the threads of all runs, started once |
//! | `collect` | what a run collects, how it is controlled, how it ends |
//! | `chunk_queue` | where workers take deals and hand in what they collected; the store of finished pieces |
//! | `part` | a run split into parts; what is missing of it |
//! | `tournament` | the configuration file of a tournament |
//! | `rng_baseline` | the kernel that the engine's speed is measured against |
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
