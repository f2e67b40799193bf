//! Additions of a call: rulesets, bots and configurations, in the catalogue under their names.

use super::bots::{PythonBot, PythonStrategy};
use super::errors::input;
use super::rules::Rules;
use super::values::to_table;
use crate::env::batch;
use powergrab_bots::strategy::grid::GridPolicy;
use powergrab_bots::strategy::{Bot, ShedPolicy, Strategy};
use powergrab_engine::config::ConfigError;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;

/// Options of playing a study, as given by the package.
#[derive(FromPyObject)]
pub struct RunOptions {
    /// Number of threads.
    #[pyo3(item)]
    pub threads: Option<usize>,
    /// Function that updates the bar.
    #[pyo3(item)]
    pub tick: Option<Py<PyAny>>,
    #[pyo3(item)]
    rules: Vec<Py<Rules>>,
    #[pyo3(item)]
    bots: Vec<(String, Py<PyAny>)>,
    /// Number of parts into which the experiment is split instead of being played: the result is its
    /// job.
    #[pyo3(item)]
    pub shards: Option<u64>,
    /// Configurations as dictionaries, by the names of their files.
    #[pyo3(item)]
    files: Vec<(PathBuf, Py<PyDict>)>,
}

impl RunOptions {
    /// Returns the catalogue, with the additions of the call.
    pub fn catalog(&self, py: Python<'_>) -> PyResult<Catalog> {
        let mut catalog = Catalog::default();
        for rules in &self.rules {
            catalog.add_ruleset(rules.get().ruleset().clone());
        }
        for (name, bot) in &self.bots {
            let added = match batch::bot(py, name, bot.bind(py))? {
                Some(bot) => add(&mut catalog, name, bot),
                None => {
                    let bot = PythonBot::new(py, name, bot.bind(py))?;
                    add(&mut catalog, name, PythonStrategy(Arc::new(bot)))
                }
            };
            added.map_err(input)?;
        }
        for (path, config) in &self.files {
            let name = path.display().to_string();
            let config = to_table(&name, config.bind(py))?;
            catalog
                .bots
                .files
                .add(path.clone(), config.to_string().into_bytes());
        }
        if self.shards.is_some() {
            catalog.bots.files.record();
        }
        Ok(catalog)
    }
}

/// Registers a bot for every game.
fn add<S>(catalog: &mut Catalog, name: &str, bot: S) -> Result<(), ConfigError>
where
    S: Strategy<Shedding> + Strategy<Grid> + Clone + 'static,
{
    let shedding = ShedPolicy::external(bot.clone());
    catalog.bots.add(Bot::<Shedding> {
        name: name.to_owned(),
        salt: 0,
        policy: shedding,
    })?;
    catalog.bots.add(Bot::<Grid> {
        name: name.to_owned(),
        salt: 0,
        policy: GridPolicy::external(bot),
    })
}

/// Parses a number of threads.
pub fn threads(n: Option<usize>) -> PyResult<Option<std::num::NonZero<usize>>> {
    let Some(n) = n else { return Ok(None) };
    let n = Some(n).filter(|n| (1..=1024).contains(n));
    n.and_then(std::num::NonZero::new)
        .map(Some)
        .ok_or_else(|| input("threads: a number of threads is from 1 to 1024"))
}
