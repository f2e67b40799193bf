//! The experiments of powergrab as calls: from what people ask to the files that come of it, without a terminal.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod studies;

pub use powergrab_session::{
    ArenaGame, arena, cards, config, cpu, game, grid, lab, replay, report, rng, rulesets, session,
    shedding, stats, strategy, trace, with_ruleset,
};
