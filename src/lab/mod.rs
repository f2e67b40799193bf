//! Experiments made of arena runs: each a question, its runs and its figures.
//!
//! | file | holds |
//! |---|---|
//! | `bench` | how fast the laboratory is, against the floor of its own random numbers |

pub mod bench;
