//! Experiments from a request to files, compared with slower computations: matches, objectives,
//! traces.

#![allow(clippy::disallowed_methods, reason = "tests look behind the driver")]

mod cluster;
mod dictionary;
mod distil;
mod objectives;
mod planted;
mod positions;
mod review;
mod rulesets;
mod search_matches;
mod second_opinion;
mod tables;
mod traces;
mod why;
