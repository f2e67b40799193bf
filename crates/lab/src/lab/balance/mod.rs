//! `balance`: what each tower, block and card is worth, what rules change, how much is luck. Experiments made of rounds that are
//! played on in several ways (forks of a `game::Driver`) and of arena runs; everything clusters by deal.
//!
//! | file | holds |
//! |---|---|
//! | `config`, `identity` | the configuration file; what of it decides the results |
//! | `seating_pool` | who sits at the tables |
//! | `cards` | one card of a dealt hand exchanged |
//! | `changes` | changes of the rules |
//! | `variants` | rules changed, on the same deals: ablations and rulings |
//! | `drama` | the course of rounds |
//! | `variance_shares` | luck and skill: variance shares by source |
//! | `search`, `candidates`, `retune` | designs as a Pareto front; its finalists played again by bots tuned anew |
//! | `warnings` | what was asked for and could not be measured |
//! | `towers`, `tower_results` | ownership of towers changed at sampled turns; blocks made and not made |

mod candidates;
pub mod cards;
pub mod chances;
mod changes;
pub mod config;
pub mod drama;
mod identity;
pub mod retune;
pub mod search;
mod seating_pool;
mod tower_results;
pub mod towers;
pub mod variance_shares;
pub mod variants;
pub mod warnings;

pub use seating_pool::{SeatedLineUp, SeatedLineUpError};

use crate::stats::moments::Estimate;

/// Where a row of results belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The ruleset's name.
    pub ruleset: String,
    /// The number of players.
    pub players: usize,
    /// The bots at the table, in the order of the line-up, joined by `+`.
    pub line_up: String,
}

/// What a change does to the seat concerned: in the chance of winning the round, and in points of the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// How often it was tried.
    pub samples: u64,
    /// How many deals there were, those without samples included.
    pub deals: u64,
    /// The change in the chance of winning the round.
    pub win: Estimate,
    /// The change in the points that the round brings (PG-16).
    pub points: Estimate,
}

/// What a change does to the seat concerned in the game that the round belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameEffect {
    /// The change in the chance of winning the game; a shared win counts in parts.
    pub win: Estimate,
    /// The change in the points that the seat has at the game's end (PG-16).
    pub points: Estimate,
}
