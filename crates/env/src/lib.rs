//! Environments for learners: games whose learners' seats are answered for from outside, and whose other seats are bots.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod env;

pub use powergrab_bots::{
    cards, config, cpu, game, grid, rng, rulesets, shedding, strategy, trace, with_ruleset,
};
