//! Plays games: who sits where, one game at a table, many deals in parallel. No statistics formulas and no files here.
//!
//! | file | holds |
//! |---|---|
//! | `seating` | circular orders and rotations of a line-up, as index generators |
//! | `format` | the line-ups of a tournament |
//! | `experiment` | what is to be played, checked once |
//! | `play` | one game at one table |
//! | `course` | a round that can be played on in several ways |
//! | `fold` | work on many deals in parallel that is no run of games |
//! | `listen` | one round at a table where somebody listens |
//! | `flights` | many games at once, for bots that take their time |
//! | `run` | many deals in parallel, in an order that shows nowhere |
//! | `threads` | the threads of all runs, started once |
//! | `line` | where workers take deals and hand in what they collected; the store that a run survives by |
//! | `part` | a run split into parts; what is missing of it |
//! | `tournament` | the configuration file of a tournament |
//! | `floor` | the kernel that the engine's speed is measured against |

pub mod course;
pub use crate::cpu;
pub mod experiment;
mod flights;
pub mod floor;
pub mod fold;
pub mod format;
mod line;
mod listen;
pub mod part;
pub mod play;
pub mod run;
pub mod seating;
mod threads;
pub mod tournament;
