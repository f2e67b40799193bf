//! Experiments from a request to files, compared with slower computations: matches, balance,
//! objectives, records, traces.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod analysis;
mod balance;
mod balance_games;
mod cluster;
mod dictionary;
mod distil;
mod drama;
mod objectives;
mod planted;
mod positions;
mod records;
mod review;
mod rulesets;
mod second_opinion;
mod tables;
mod traces;
mod variant;
mod why;
