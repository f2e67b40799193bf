//! What every study of powergrab needs around it, once: directory, identity, checkpoints, parts, merging.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod session;

pub use powergrab_report::{
    ArenaGame, arena, cards, config, cpu, game, grid, lab, replay, report, rng, rulesets, shedding,
    stats, strategy, trace, with_ruleset,
};
