//! Plays many deals in parallel, and makes statistics of them: line-ups, runs, tallies that merge exactly, intervals.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod arena;
mod compiled;
pub mod stats;

pub use compiled::ArenaGame;

pub use powergrab_bots::{
    cards, config, cpu, game, grid, rng, rulesets, shedding, strategy, trace, with_ruleset,
};
