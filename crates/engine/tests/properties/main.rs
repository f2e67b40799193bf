//! Properties of the rules, over games at random: cards conserved, legal moves against slow readings of the rules, paused and forked games
//! that go on the same.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod grid;
mod shedding;
