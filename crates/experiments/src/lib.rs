//! Experiments: what is played, added up and shown as tables. Requests, files and runs are in
//! `powergrab_lab`, which builds on this crate.
//!
//! This crate has to be fast. `powergrab_lab` plays nothing itself, so it is not optimised in the
//! release build.
//!
//! | module | holds |
//! |---|---|
//! | `analysis` | the value of each option of a decision, and of information |
//! | `decisions` | kinds of decision, by features in words |
//! | `why` | hybrids of two bots, and the share of each kind of decision |
//! | `review` | the cost of a bot's decisions, and its habits |
//! | `proposals` | lines that would make a strategy card agree with its teacher |
//! | `records` | games and decisions as rows |
//! | `faults`, `names` | failures of bots; names of bots and rulesets |
//! | `compiled` | compiles what is generic over the game, once for each game |
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

pub mod analysis;
mod compiled;
pub mod decisions;
pub mod faults;
pub mod names;
pub mod proposals;
pub mod records;
pub mod review;
pub mod why;

pub use compiled::ExperimentGame;
