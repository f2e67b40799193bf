//! Conversion of Python values to configuration values, and of JSON values to Python objects.

use super::errors::input;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple};
use serde_json::Value;

/// Maximum nesting of lists and dictionaries.
const MAX_DEPTH: usize = 16;

/// Converts a value to that of a configuration file; `key` is its name in messages.
pub fn to_toml(key: &str, value: &Bound<'_, PyAny>) -> PyResult<toml::Value> {
    nested(key, value, 0)
}

fn nested(key: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<toml::Value> {
    let wrong = |what: &str| input(format!("{key}: {what}"));
    if depth > MAX_DEPTH {
        return Err(wrong("is nested too deeply"));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if value.is_instance_of::<PyInt>() {
        let number: i64 = value
            .extract()
            .map_err(|_| wrong("a whole number beyond 64 bits"))?;
        return Ok(number.into());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text
            .to_str()
            .map_err(|_| wrong("a text that is not UTF-8"))?
            .into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| nested(key, &item?, depth + 1));
        return Ok(toml::Value::Array(items.collect::<PyResult<_>>()?));
    }
    if let Ok(table) = value.cast::<PyDict>() {
        return Ok(toml::Value::Table(entries(key, table, depth + 1)?));
    }
    let kind = value.get_type().name()?;
    Err(wrong(&format!(
        "a {kind} is no value of a configuration: give a text, a number, a truth value, a list or a dictionary"
    )))
}

/// Converts a dictionary to a configuration file; `file` is its name in messages.
pub fn to_table(file: &str, table: &Bound<'_, PyDict>) -> PyResult<toml::Table> {
    entries(file, table, 0)
}

fn entries(key: &str, table: &Bound<'_, PyDict>, depth: usize) -> PyResult<toml::Table> {
    let entries = table.iter().map(|(name, value)| {
        let text = name.cast::<PyString>();
        let text = text.map_err(|_| input(format!("{key}: the keys of a dictionary are texts")))?;
        let text = text.to_str()?.to_owned();
        let value = nested(&format!("{key}.{text}"), &value, depth)?;
        Ok((text, value))
    });
    entries.collect()
}

/// Converts a JSON value to a Python object. Keys are shared.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            _ => number
                .as_f64()
                .unwrap_or(f64::NAN)
                .into_pyobject(py)?
                .into_any(),
        },
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(PyString::intern(py, key), to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
