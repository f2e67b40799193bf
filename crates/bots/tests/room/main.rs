//! Bots from outside: what must hold for every bot, what each is named for, files that are wrong; rulesets of any shape; what searches and policies share.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

extern crate powergrab_arena as powergrab;

#[cfg(all(feature = "process", feature = "modules"))]
mod bad_strategies;
mod bots;
mod characters;
mod explained;
mod field;
mod guilt;
mod house;
mod impossible;
mod net;
mod net_kernels;
mod redeal;
mod register;
mod ruleset_properties;
mod rulesets;
mod search;
mod support;
