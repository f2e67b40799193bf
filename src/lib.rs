//! powergrab: a laboratory for strategy in UNO Power Grab and its family.
//!
//! One direction of flow; imports point only to the left:
//!
//! cards → rules engines (`shedding`, `grid`) → strategies → arena → statistics → reports → command line;
//! `lab` stands on arena and statistics.
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod arena;
pub mod cards;
pub mod cli;
pub mod config;
pub mod cpu;
pub mod game;
pub mod grid;
pub mod lab;
pub mod replay;
pub mod report;
pub mod rng;
pub mod rulesets;
pub mod session;
pub mod shedding;
pub mod stats;
pub mod strategy;
