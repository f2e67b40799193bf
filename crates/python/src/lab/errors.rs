//! Exceptions: the library's errors, each with its remedy. The classes are declared in Python,
//! `powergrab/_errors.py`.

use powergrab_engine::config::visible;
use powergrab_lab::study::study_error::StudyError;
use powergrab_table::csv::TableError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Kinds of exception, by the names of their classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Bad input: names, files, keys, values.
    Input,
    /// A required file or part is missing.
    Missing,
    /// Files cannot be read or written, or threads cannot be started.
    Io,
    /// A check found a fault.
    Fault,
    /// Stopped before anything was finished.
    Interrupted,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Input => "InputError",
            Class::Missing => "MissingError",
            Class::Io => "ResultsError",
            Class::Fault => "FaultError",
            Class::Interrupted => "Interrupted",
        }
    }

    /// Returns an exception of this class with this message.
    pub fn error(self, message: impl Into<String>) -> PyErr {
        let message = message.into();
        let message = visible(&message);
        let made = Python::attach(|py| {
            static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
            let import = || py.import("powergrab._errors").map(Bound::unbind);
            let module = MODULE.get_or_try_init(py, import)?.bind(py);
            let class = module.getattr(self.name())?;
            class.call1((message,)).map(PyErr::from_value)
        });
        made.unwrap_or_else(|e| e)
    }
}

/// Returns the exception for a study's error.
pub fn study_error(e: StudyError) -> PyErr {
    let class = match e {
        StudyError::Input(_) => Class::Input,
        StudyError::Missing(_) => Class::Missing,
        StudyError::Io(_) => Class::Io,
        StudyError::Cancelled => Class::Interrupted,
    };
    class.error(e.to_string())
}

/// Returns the exception for a table that cannot be read.
pub fn table_error(e: &TableError) -> PyErr {
    Class::Input.error(e.to_string())
}

/// Returns the exception for bad input.
pub fn input(e: impl std::fmt::Display) -> PyErr {
    Class::Input.error(e.to_string())
}

/// Adds the finished results to the exception that stopped the work. A Ctrl-C becomes the package's
/// own exception, which is also one.
pub fn with_result(py: Python<'_>, stopped: PyErr, result: Py<PyAny>) -> PyErr {
    let error = if stopped.is_instance_of::<PyKeyboardInterrupt>(py) {
        Class::Interrupted.error("stopped; the exception's `result` holds what was finished")
    } else {
        stopped
    };
    let set = error.value(py).setattr(intern!(py, "result"), result);
    set.err().unwrap_or(error)
}
