//! Properties of the rules, in random games: cards conserved, legal moves compared with slow
//! readings of the rules, paused and forked games that continue equally.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod conformance;
mod grid;
mod shedding;
