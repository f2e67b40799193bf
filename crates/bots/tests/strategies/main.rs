//! Strategies: requirements of every bot, the behaviour each is named for, searches.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod bots;
mod characters;
mod driver;
mod explained;
mod field;
mod games;
mod goals;
mod grid;
mod grid_random;
mod guilt;
mod house;
mod net;
mod net_kernels;
mod redeal;
mod register;
mod rules;
mod search;
mod search_parts;
#[path = "../support/mod.rs"]
mod support;
