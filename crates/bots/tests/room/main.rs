//! Bots from outside: what must hold for every bot, what each is named for, files that are wrong; rulesets of any shape.

extern crate powergrab_arena as powergrab;

#[cfg(all(feature = "process", feature = "modules"))]
mod bad_strategies;
mod bots;
mod characters;
mod field;
mod guilt;
mod house;
mod impossible;
mod net;
mod redeal;
mod ruleset_properties;
mod support;
