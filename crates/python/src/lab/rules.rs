//! Rulesets for Python.

use super::errors::input;
use super::values::{to_python, to_toml};
use powergrab_studies::config::ConfigError;
use powergrab_studies::rulesets::{self, RuleData as _, Ruleset};
use powergrab_studies::{lab::cells, with_ruleset};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;

/// A ruleset: an official one or a file's, with options of one's own.
#[pyclass(frozen, subclass, module = "powergrab._native")]
#[derive(Clone)]
pub struct Rules {
    ruleset: Ruleset,
}

impl Rules {
    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }
}

fn wrong(e: ConfigError) -> PyErr {
    input(e)
}

#[pymethods]
impl Rules {
    /// The ruleset of that name or file, with these options. A variant is called after its base and its fingerprint, unless
    /// `name` says how.
    #[new]
    fn new(base: &str, options: &Bound<'_, PyDict>, name: Option<&str>) -> PyResult<Rules> {
        if options.is_empty() && name.is_none() {
            let ruleset = rulesets::resolve(base).map_err(wrong)?;
            return Ok(Rules { ruleset });
        }
        let mut table = cells::base_table(base).map_err(wrong)?;
        table.remove("name");
        for (key, value) in options.iter() {
            let key = key.cast::<PyString>()?.to_str()?.to_owned();
            table = cells::set(table, &key, &to_toml(&key, &value)?);
        }
        if let Some(name) = name {
            table.insert("name".to_owned(), name.into());
        }
        let ruleset = rulesets::parse("Rules", &table.to_string(), None).map_err(wrong)?;
        Ok(Rules { ruleset })
    }

    /// The ruleset's name.
    #[getter]
    fn name(&self) -> String {
        with_ruleset!(&self.ruleset, rules => rules.name().to_owned())
    }

    /// The official ruleset that it starts from.
    #[getter]
    fn base(&self) -> &'static str {
        with_ruleset!(&self.ruleset, rules => rules.base())
    }

    /// Whether it differs from the official one.
    #[getter]
    fn is_variant(&self) -> bool {
        with_ruleset!(&self.ruleset, rules => rules.is_variant())
    }

    /// The fingerprint of all rules in force, the name aside.
    #[getter]
    fn fingerprint(&self) -> String {
        with_ruleset!(&self.ruleset, rules => rules.fingerprint())
    }

    /// All rules in force, by the names of RULES.md.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json: Value = with_ruleset!(&self.ruleset, rules => rules.to_json());
        to_python(py, &json)
    }

    /// The least and the greatest number of players; None where nobody can play by it.
    #[getter]
    fn players(&self) -> Option<(usize, usize)> {
        let players = with_ruleset!(&self.ruleset, rules => rules.players());
        players.map(|range| (*range.start(), *range.end()))
    }

    /// What each option means, by its key.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let meanings = PyDict::new(py);
        for row in with_ruleset!(&self.ruleset, rules => rules.options()) {
            let meaning = format!("{} ({}) {}", row.meaning, row.rule, row.values);
            meanings.set_item(row.key, meaning)?;
        }
        Ok(meanings)
    }
}
