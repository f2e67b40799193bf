//! powergrab: a laboratory for strategy in UNO Power Grab and its family.
//!
//! This crate is the command line and the façade: the rooms themselves are crates of their own in `crates/`. One direction of
//! flow; imports point only to the left:
//!
//! cards → rules engines (`shedding`, `grid`) → strategies → arena → statistics → lab → reports → command line.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod cli;

pub use powergrab_studies::{
    ArenaGame, arena, cards, config, cpu, game, grid, lab, replay, report, rng, rulesets, session,
    shedding, stats, strategy, studies, with_ruleset,
};
