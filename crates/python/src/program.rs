//! The command line, for `powergrab` in an environment where the package is installed.

use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::manifest;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with these arguments, of which the first is its name. Returns the exit code.
#[pyfunction]
pub fn run_program(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| powergrab::cli::run(manifest::commit(), Catalog::default(), args))
}
