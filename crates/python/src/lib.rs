//! The Python package of powergrab, compiled: `powergrab._native`. The package around it is in
//! `python/`.
//!
//! | directory | holds |
//! |---|---|
//! | `lab` | experiments as calls, tables, rulesets, exceptions, bots written in Python |
//! | `env` | environments, observations, bots that answer in batches, records of decisions |
//! | `program` | the command line |
//! | `detach` | work without the interpreter's lock |
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod detach;
mod env;
mod lab;
mod program;

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;

/// Registers a class.
///
/// Python's allocator aligns objects to 16 bytes and PyO3 stores a class inline, so values with a
/// larger alignment (a position) must be boxed: otherwise the class does not compile.
fn add_class<T: PyClass + PyTypeInfo>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const {
        assert!(
            align_of::<T>() <= 16,
            "put what is aligned to more than 16 bytes into a box"
        );
    };
    module.add_class::<T>()
}

/// The compiled part of the package. Each directory registers its own classes and functions.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    detach::register(module)?;
    lab::register(module)?;
    env::register(module)?;
    module.add_function(wrap_pyfunction!(program::run_program, module)?)?;
    Ok(())
}
