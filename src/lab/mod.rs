//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |
//! | `compare` | two finished runs side by side |
//! | `until` | runs that stop by themselves |
//! | `quick` | one match from Rust: bots in, figures out |

pub mod bench;
pub mod compare;
mod quick;
pub mod until;

pub use quick::{Match, MatchError, MatchResult};
