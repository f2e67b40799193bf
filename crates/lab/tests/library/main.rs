//! The library from outside: traces, independent simulators, runs, statistics, experiments, bots from outside.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod analysis;
mod arena;
mod balance;
mod balance_games;
mod dictionary;
mod drama;
mod grid;
mod intervals;
mod listening;
mod option_names;
mod positions;
mod process_bots;
#[path = "../../../../tests/program/python.rs"]
mod python;
mod records;
mod rust_bots;
mod scorings;
mod search;
mod second_opinion;
mod served;

mod statistics;
mod support;
#[path = "../../../bots/tests/room/support.rs"]
mod test_bots;
mod traces;
mod variant;
mod wasm_bots;
