//! Bots from outside the register in whole matches: programs, WebAssembly modules, served bots, bots
//! in Rust; their views and events.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod bad_strategies;
mod fields;
mod grid;
mod hearing;
mod modules;
mod option_names;
mod process;
mod rust;
mod served;
#[path = "../../../bots/tests/support/mod.rs"]
mod support;
