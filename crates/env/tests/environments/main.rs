//! Environments from outside: episodes, positions, and what an observation says.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod episodes;
mod game_states;
mod observation;
mod observation_grid;
mod positions;
