//! Games that are stepped through from outside.
//!
//! | file | holds |
//! |---|---|
//! | `table` | who learns, who plays against it, what an episode is: fixed for all episodes |
//! | `episode` | one episode at a learner's decision |
//! | `single` | [`Env`]: one game that owns its rules |
//! | `game_state` | [`GameState`]: one game in which every seat is asked, as a value to copy and to play on |
//! | `position` | [`EpisodePosition`]: where one game stands, as a value that can be written down; [`Positions`]: where many stand |
//! | `vector` | [`VectorEnv`]: many games stepped at once, into arrays of the caller |
//! | `part` | some of them, stepped one after the other |
//! | `sequence` | the episodes of one environment |
//! | `rows` | these arrays |
//! | `pool` | threads that step them |
//! | `rollouts` | decisions with the value of every option |
//! | `places` | the page that says what the places mean |
//! | `error` | what a caller can do wrong |
//!
//! Every episode follows from its place alone (seed, environment, number of the episode), so it is the same however many environments and
//! threads there are. Deals are those of [`Purpose::Tune`](powergrab_engine::rng::Purpose::Tune): no match or test ever meets them.
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
