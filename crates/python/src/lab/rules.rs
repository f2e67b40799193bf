//! Rulesets for Python.

use super::errors::input;
use super::values::{to_python, to_toml};
use powergrab_engine::config::ConfigError;
use powergrab_lab::catalog::{Catalog, GameEntry, Ruleset, variant_name};
use powergrab_lab::sweep::cells;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;

/// A ruleset: an official one or a file's, with changed options.
#[pyclass(frozen, subclass, module = "powergrab._native")]
#[derive(Clone)]
pub struct Rules {
    ruleset: Ruleset,
}

impl Rules {
    /// Returns the ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }
}

fn wrong(e: ConfigError) -> PyErr {
    input(e)
}

#[pymethods]
impl Rules {
    /// Creates the ruleset of that name or file, with these options. Without `name`, it is named
    /// after them as on the command line (`power-grab-towers-UN`), or after its fingerprint if that
    /// is not a valid name.
    #[new]
    fn new(base: &str, options: &Bound<'_, PyDict>, name: Option<&str>) -> PyResult<Rules> {
        let catalog = Catalog::default();
        if options.is_empty() && name.is_none() {
            let ruleset = catalog.ruleset(base).map_err(wrong)?;
            return Ok(Rules { ruleset });
        }
        let mut table = catalog.table_of(base).map_err(wrong)?;
        table.remove("name");
        let mut given = Vec::new();
        for (key, value) in options.iter() {
            let key = key.cast::<PyString>()?.to_str()?.to_owned();
            let value = to_toml(&key, &value)?;
            table = cells::set(table, &key, &value);
            let text = value.as_str().map(str::to_owned);
            given.push((key, text.unwrap_or_else(|| value.to_string())));
        }
        let name = match name {
            Some(name) => Some(name.to_owned()),
            None => {
                let base = catalog.ruleset(base).map_err(wrong)?;
                let given = given.iter().map(|(key, value)| (&**key, &**value));
                variant_name(base.name(), given)
            }
        };
        if let Some(name) = name {
            table.insert("name".to_owned(), name.into());
        }
        let ruleset = catalog
            .parse("Rules", &table.to_string(), None)
            .map_err(wrong)?;
        Ok(Rules { ruleset })
    }

    /// Returns the ruleset's name.
    #[getter]
    fn name(&self) -> String {
        self.ruleset.name().to_owned()
    }

    /// Returns the official ruleset that it starts from.
    #[getter]
    fn base(&self) -> &'static str {
        self.ruleset.base()
    }

    /// Returns whether it differs from the official one.
    #[getter]
    fn is_variant(&self) -> bool {
        self.ruleset.is_variant()
    }

    /// Returns the fingerprint of all rules in force except the name.
    #[getter]
    fn fingerprint(&self) -> String {
        self.ruleset.fingerprint()
    }

    /// Returns all rules in force, by the names of RULES.md.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json: Value = self.ruleset.to_json();
        to_python(py, &json)
    }

    /// Returns the minimum and the maximum number of players; `None` if no number is allowed.
    #[getter]
    fn players(&self) -> Option<(usize, usize)> {
        let players = self.ruleset.players();
        players.map(|range| (*range.start(), *range.end()))
    }

    /// Returns the meaning of each option, by its key.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let meanings = PyDict::new(py);
        for row in self.ruleset.options() {
            let meaning = format!("{} ({}) {}", row.meaning, row.rule, row.values);
            meanings.set_item(row.key, meaning)?;
        }
        Ok(meanings)
    }
}

/// Returns the rulesets of the package.
#[pyfunction]
#[pyo3(name = "rulesets")]
pub fn ruleset_names() -> Vec<&'static str> {
    Catalog::default().builtin_names()
}

/// Returns the bots of the package that play by a ruleset.
#[pyfunction]
#[pyo3(name = "strategies")]
pub fn strategy_names(ruleset: &str) -> PyResult<Vec<&'static str>> {
    let catalog = Catalog::default();
    let ruleset = catalog.ruleset(ruleset).map_err(wrong)?;
    let game = catalog.game_of(&ruleset);
    Ok(game.map_or(Vec::new(), GameEntry::bot_names))
}
