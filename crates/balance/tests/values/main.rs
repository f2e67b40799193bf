//! The experiments of `balance` compared with slower computations, and with matches.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod drama;
mod towers;
mod variant;
mod whole_games;
