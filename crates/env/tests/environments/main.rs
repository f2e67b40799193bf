//! Environments used from outside: episodes, positions, and the contents of an observation.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod episodes;
mod game_states;
mod observation;
mod observation_grid;
mod positions;
