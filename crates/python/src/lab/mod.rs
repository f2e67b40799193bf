//! Experiments as calls, tables, rulesets, exceptions, bots written in Python.

use powergrab_studies::report::manifest;
use pyo3::prelude::*;

/// Registers what this directory offers.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    manifest::set_commit(powergrab_stamp::commit!());
    module.add("__version__", manifest::VERSION)?;
    module.add("__commit__", manifest::commit())?;
    Ok(())
}
