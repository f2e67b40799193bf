//! The experiments of `balance`: rounds continued in several ways (forks of a
//! [`Driver`](powergrab_engine::game::Driver)), and runs of the arena. All statistics cluster by
//! deal.
//!
//! An experiment is one file or one folder: its table in the configuration, its play, its tallies,
//! its tables with their meanings, its printed text and its plots. It is registered by a
//! line of `experiments!`.
//!
//! | file | holds |
//! |---|---|
//! | `experiment` | the interface of an experiment |
//! | `seating_pool` | the bots at the tables |
//! | `tables` | common columns of the tables of results |
//! | `towers` | ownership of towers changed at sampled turns; blocks made and omitted |
//! | `cards` | one card of a dealt hand exchanged |
//! | `variants` | rules changed, on the same deals: ablations and rulings |
//! | `drama` | the course of rounds |
//! | `variance_shares` | luck and skill: variance shares by source |
//!
//! This crate has to be fast. `powergrab_lab` plays nothing itself, so it is not optimised in the
//! release build.
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

pub mod experiment;
pub mod seating_pool;
pub mod tables;

pub use experiment::{Entry, Experiment, Outcome, PrintedPart, Setting};
pub use seating_pool::{Place, SeatedLineUp, SeatedLineUpError};
pub use tables::{Effect, GameEffect};

/// The modules of the experiments and their register. A line is a module and its entries.
macro_rules! experiments {
    ($($module:ident: $($entry:ident),+;)+) => {
        $(pub mod $module;)+

        /// The register: every experiment, in the order of play.
        pub const EXPERIMENTS: &[&Entry] = &[$($(&$module::$entry,)+)+];
    };
}

experiments! {
    towers: ENTRY;
    cards: ENTRY;
    variants: ABLATIONS, RULINGS;
    drama: ENTRY;
    variance_shares: ENTRY;
}
