//! The Python package of powergrab, compiled: `powergrab._native`. The package around it is in `python/`.
//!
//! | directory | holds |
//! |---|---|
//! | `lab` | experiments as calls, tables, rulesets, exceptions, bots written in Python |
//! | `env` | environments, observations, bots that answer in batches, records of decisions |
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod env;
mod lab;

use pyo3::prelude::*;

/// The compiled part of the package. Each directory registers its own classes and functions.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    lab::register(module)?;
    env::register(module)?;
    Ok(())
}
