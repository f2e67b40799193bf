//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `again` | games of a run that is over, from its manifest |
//! | `balance` | what towers, cards and rules are worth |
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |
//! | `quick` | one match from Rust: bots in, figures out |

pub mod again;
pub mod balance;
pub mod bench;
mod quick;

pub use quick::{Match, MatchError, MatchResult};
