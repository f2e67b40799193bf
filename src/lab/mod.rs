//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |
//! | `quick` | one match from Rust: bots in, figures out |

pub mod bench;
mod quick;

pub use quick::{Match, MatchError, MatchResult};
