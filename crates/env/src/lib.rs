//! Games that are stepped from outside.
//!
//! | file | holds |
//! |---|---|
//! | `table` | the learners, their opponents, the unit of an episode: fixed for all episodes |
//! | `episode` | one episode at a learner's decision |
//! | `single` | [`Env`]: one game that owns its rules |
//! | `game_state` | [`GameState`]: one game in which every seat is asked, as a value to copy and continue |
//! | `position` | [`EpisodePosition`]: the position of one game, as a serialisable value; [`Positions`]: those of many |
//! | `vector` | [`VectorEnv`]: many games stepped at once, into arrays of the caller |
//! | `part` | some of them, stepped one after the other |
//! | `sequence` | the episodes of one environment |
//! | `rows` | these arrays |
//! | `pool` | threads that step them |
//! | `rollouts` | decisions with the value of every option |
//! | `places` | the page about the meaning of the places |
//! | `error` | errors of a caller |
//!
//! Every episode is determined by its seed, its environment and its number, so it is the same for
//! any number of environments and threads. Deals are those of
//! [`Purpose::Tune`](powergrab_engine::rng::Purpose::Tune): no match or test ever meets them.
#![warn(missing_docs)]
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

mod episode;
mod error;
mod game_state;
mod part;
pub mod places;
mod pool;
mod position;
pub mod rollouts;
mod rows;
mod sequence;
mod single;
mod table;
mod vector;

pub use error::{Illegal, LearnerTableError};
pub use game_state::{GameState, Playable, StatePosition};
pub use part::Autoreset;
pub use position::{EpisodePosition, Positions, RestoreError};
pub use rows::StepArrays;
pub use single::{Env, Step};
pub use table::{LearnerTable, Reward};
pub use vector::VectorEnv;
