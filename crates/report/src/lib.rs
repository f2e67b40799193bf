//! What powergrab writes, and reads again: tables, pages, traces and their replay, the directories of runs.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod replay;
pub mod report;

pub use powergrab_lab::{
    ArenaGame, arena, cards, config, cpu, game, grid, lab, rng, rulesets, shedding, stats,
    strategy, trace, with_ruleset,
};
