//! The experiments of powergrab, made of runs of the arena: matches, sweeps, tuning, balance, ladders, analysis.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod lab;

pub use powergrab_arena::{
    ArenaGame, arena, cards, config, cpu, game, grid, rng, rulesets, shedding, stats, strategy,
    trace, with_ruleset,
};
