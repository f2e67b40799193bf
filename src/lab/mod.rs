//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `quick` | one match from Rust: bots in, figures out |

mod quick;

pub use quick::{Match, MatchError, MatchResult};
