//! Bots written in Python that answer many questions in one call.

use crate::lab::bots::{attached, crash};
use crate::lab::errors::input;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use powergrab_bots::strategy::{AnswersBatches, Batched, Fault, Questions};
use powergrab_engine::config::{NAMES, is_name};
use pyo3::intern;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::fmt;

/// A Python function `decide_batch(observations, masks)`.
pub struct BatchFunction {
    function: Py<PyAny>,
    name: String,
}

impl fmt::Debug for BatchFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "decide_batch of {}", self.name)
    }
}

/// Returns the bot of an object with a method `decide_batch`, which takes observations
/// (`uint8 (n, F)`) and masks (`int8 (n, A)`) and returns `n` action indices; `None` if it has no
/// such method.
pub fn bot(py: Python<'_>, name: &str, bot: &Bound<'_, PyAny>) -> PyResult<Option<Batched>> {
    let method = intern!(py, "decide_batch");
    if !bot.hasattr(method)? {
        return Ok(None);
    }
    if !is_name(name) {
        return Err(input(format!("a bot called {name:?}: give it {NAMES}")));
    }
    let function = bot.getattr(method)?.unbind();
    let name = bot.get_type().qualname()?.to_string();
    let function = BatchFunction { function, name };
    Ok(Some(Batched::new(function)))
}

impl BatchFunction {
    fn ask(&self, py: Python<'_>, questions: Questions<'_>) -> PyResult<Vec<i64>> {
        let rows = questions.len;
        let observations = PyArray1::from_slice(py, questions.observations)
            .reshape([rows, questions.n_features()])?;
        let masks =
            PyArray1::from_slice(py, questions.masks).reshape([rows, questions.n_actions()])?;
        let masks: Bound<'_, PyArray2<i8>> = masks
            .call_method1("view", ("int8",))?
            .cast_into()
            .map_err(PyErr::from)?;
        let given = self.function.bind(py).call1((observations, masks))?;
        let numbers = py
            .import("numpy")?
            .call_method1("asarray", (given,))?
            .call_method1("astype", ("int64",))?;
        let numbers: Bound<'_, PyArray1<i64>> =
            numbers.call_method1("reshape", (-1,))?.cast_into()?;
        Ok(numbers.readonly().to_vec()?)
    }
}

impl AnswersBatches for BatchFunction {
    fn answer(&self, questions: Questions<'_>) -> Result<Vec<i64>, Fault> {
        attached(|py| self.ask(py, questions).map_err(|e| crash(py, &e)))
    }

    fn describe(&self) -> Value {
        json!({ "python": self.name, "answers": "in batches" })
    }
}
