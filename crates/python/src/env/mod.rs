//! Environments, observations, bots that answer in batches, records of decisions.
//!
//! | file | holds |
//! |---|---|
//! | `records` | every game or decision of a run, streamed |
//! | `setup` | from names to a table: rules, learners, opponents |
//! | `convert` | actions and seats between Python and the games |
//! | `state` | one game in which every seat is asked, as a value |
//! | `game` | one game, stepped by all its learners |
//! | `batch` | bots written in Python that answer many questions in one call |
//! | `rollouts` | decisions with the value of every option |
//! | `vector` | thousands of games and the arrays that they write into |

pub mod batch;
mod convert;
mod game;
pub mod records;
mod rollouts;
mod setup;
mod state;
mod vector;

use pyo3::prelude::*;

/// Registers the classes and functions of this directory.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::add_class::<game::Game>(module)?;
    crate::add_class::<state::LoadedGame>(module)?;
    crate::add_class::<state::GameState>(module)?;
    crate::add_class::<vector::Games>(module)?;
    crate::add_class::<rollouts::Rollouts>(module)?;
    crate::add_class::<records::Records>(module)?;
    crate::add_class::<records::RecordsIterator>(module)?;
    Ok(())
}
