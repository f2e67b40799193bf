//! Environments, observations, bots that answer in batches, records of decisions.

use pyo3::prelude::*;

/// Registers what this directory offers.
pub fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
