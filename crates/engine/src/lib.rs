//! The games of powergrab: cards, rules as data, positions, views, notation. Without bots, threads
//! or clocks; only the feature `files` reads files.
//!
//! One direction of flow: `rng`, `config`, `cpu` → `cards` → `game` → `shedding` → `grid` →
//! `trace`.
#![warn(missing_docs)]
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

pub mod cards;
pub mod config;
pub mod cpu;
pub mod game;
pub mod grid;
pub mod rng;
pub mod shedding;
pub mod trace;
