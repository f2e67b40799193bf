//! Everything that powergrab can be asked, from a request to files. No module uses a terminal or has
//! a game loop of its own, and what takes time is in `powergrab_arena` and `powergrab_experiments`:
//! this crate is not optimised in the release build.
//!
//! | directory | holds |
//! |---|---|
//! | `catalog` | games, rulesets, bots and configurations by their names |
//! | `games` | the games that ship, and the register of the laboratory's functions for a game |
//! | `study` | one way to run anything: directory, identity, checkpoint, resume, shards, merge, manifest |
//! | `matches` | matches and tournaments, their statistics and files; records, comparisons |
//! | `sweep` | sweeps over parameters, rules and seats |
//! | `tune` | the search for better parameters; self-play |
//! | `balance` | the value of towers, cards and rules |
//! | `analysis` | the value of each option of a decision |
//! | `decisions` | texts about kinds of decision |
//! | `distil` | strategy cards: rules in plain words, learned from a bot |
//! | `why` | the kinds of decision that make one bot win more than another |
//! | `review` | the kinds of decision that cost a bot most |
//! | `trace` | games in words, as traces, and replayed |
//! | `page` | a run as one HTML page |
//! | `cluster` | studies on any number of machines |
//! | `outputs`, `kinds`, `study_errors` | the registers of files, of studies and of their errors |
//! | `merge` | from checkpoints of parts to results |
//! | `schema` | JSON Schemas of the files that people write |
//! | `bench` | the speed of the laboratory |
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod analysis;
pub mod balance;
pub mod bench;
pub mod catalog;
pub mod cluster;
pub mod decisions;
pub mod distil;
pub mod games;
pub mod kinds;
pub mod matches;
pub mod merge;
pub mod outputs;
pub mod page;
pub mod review;
pub mod schema;
pub mod study;
mod study_errors;
pub mod sweep;
pub mod trace;
pub mod tune;
pub mod why;
