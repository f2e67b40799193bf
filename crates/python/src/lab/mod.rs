//! Experiments as calls, tables, rulesets, exceptions, bots written in Python.
//!
//! | file | holds |
//! |---|---|
//! | `experiments` | the calls |
//! | `background` | work beside the interpreter: progress, Ctrl-C |
//! | `run`, `table` | what an experiment comes to: files, tables |
//! | `errors` | exceptions |

mod background;
mod errors;
mod experiments;
mod run;
pub mod table;

pub use errors::{input, study_error};

use powergrab_studies::report::manifest;
use pyo3::prelude::*;

/// Registers what this directory offers.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    manifest::set_commit(powergrab_stamp::commit!());
    module.add("__version__", manifest::VERSION)?;
    module.add("__commit__", manifest::commit())?;
    module.add_class::<run::Run>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(run::load, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::run_match, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::records, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::tournament, module)?)?;
    Ok(())
}
