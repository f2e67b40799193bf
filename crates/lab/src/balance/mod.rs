//! `balance`: what each tower, block and card is worth, what rules change, how much is luck. Experiments made of rounds that are
//! played on in several ways (forks of a `game::Driver`) and of arena runs; everything clusters by deal.
//!
//! An experiment is one file, or one folder: its table in the configuration, how it is played, its tallies, its tables with their
//! meanings, what is printed and drawn of them. It signs in [`EXPERIMENTS`].
//!
//! | file | holds |
//! |---|---|
//! | `experiment` | what an experiment is |
//! | `config` | the configuration file; what of it decides the results |
//! | `seating_pool` | who sits at the tables |
//! | `tables` | what the tables of results have in common |
//! | `towers` | ownership of towers changed at sampled turns; blocks made and not made |
//! | `cards` | one card of a dealt hand exchanged |
//! | `variants` | rules changed, on the same deals: ablations and rulings |
//! | `drama` | the course of rounds |
//! | `variance_shares` | luck and skill: variance shares by source |
//! | `search`, `candidates`, `retune` | designs as a Pareto front; its finalists played again by bots tuned anew |

mod candidates;
pub mod cards;
pub mod config;
pub mod drama;
pub mod experiment;
pub mod optimise;
pub mod plan;
pub mod request;
pub mod retune;
pub mod search;
mod seating_pool;
pub mod setup;
pub mod sheets;
pub mod study;
pub mod tables;
pub mod towers;
pub mod variance_shares;
pub mod variants;
pub mod work;

pub use experiment::{Entry, Experiment, Outcome, PrintedPart, Setting};
pub use seating_pool::{SeatedLineUp, SeatedLineUpError};
pub use tables::{Effect, GameEffect, Place};

/// Every experiment, in the order in which they are played: their register.
pub const EXPERIMENTS: &[&Entry] = &[
    &towers::ENTRY,
    &cards::ENTRY,
    &variants::ABLATIONS,
    &variants::RULINGS,
    &drama::ENTRY,
    &variance_shares::ENTRY,
];
