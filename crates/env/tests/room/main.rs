//! Environments from outside: episodes, positions, and what an observation says.

mod episodes;
mod game_states;
mod observation;
mod observation_grid;
mod positions;
#[path = "../../../bots/tests/room/times.rs"]
mod times;
