//! Experiments made of arena runs. Nothing here has a game loop of its own.
//!
//! | file | holds |
//! |---|---|
//! | `analyse` | what each option of one decision is worth |
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |
//! | `review` | what each decision of a game cost |
//! | `solver` | tiny positions solved exactly |
//! | `ladder` | how strong a search is by its budget |
//! | `sight` | what hidden information is worth |
//! | `playouts` | how fast playouts are |
//! | `quick` | one match from Rust: bots in, figures out |

pub mod analyse;
pub mod bench;
pub mod ladder;
pub mod playouts;
mod quick;
pub mod review;
pub mod sight;
pub mod solver;

pub use quick::{Match, MatchError, MatchResult};
