//! The experiments of powergrab, from a request to files. Nothing here knows a terminal, and nothing has a game loop of its own.
//!
//! | directory | holds |
//! |---|---|
//! | `catalog` | games, rulesets, bots and configurations by their names |
//! | `games` | the games that ship, and the register of what the laboratory does with a game |
//! | `study` | one way to run anything: directory, identity, checkpoint, resume, shards, merge, manifest |
//! | `table` | tables: columns declared once; writers |
//! | `matches` | matches and tournaments, their statistics and files; records, comparisons |
//! | `sweep` | sweeps over parameters, rules and seats |
//! | `tune` | the search for better parameters; self-play |
//! | `balance` | what towers, cards and rules are worth |
//! | `analysis` | what each option of a decision is worth |
//! | `why` | why one bot wins more than another |
//! | `trace` | games in words, as traces, and replayed |
//! | `page` | a run as one HTML page |
//! | `outputs`, `merge`, `study_errors` | the registers of files, of studies and of their errors |
//! | `bench` | how fast the laboratory is |
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
pub mod games;
pub mod matches;
pub mod merge;
pub mod outputs;
pub mod page;
pub mod study;
mod study_errors;
pub mod sweep;
pub mod table;
pub mod trace;
pub mod tune;
pub mod why;
