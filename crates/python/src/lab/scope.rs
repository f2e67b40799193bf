//! What a call brings along: rulesets and bots of its own, known by their names while it works.

use super::bots::{PythonBot, PythonStrategy};
use super::errors::input;
use super::rules::Rules;
use super::values::to_table;
use crate::env::batch;
use powergrab_bots::rulesets::Ruleset;
use powergrab_bots::rulesets::with_rulesets;
use powergrab_bots::strategy::grid::GridPolicy;
use powergrab_bots::strategy::{Additions, Batched, Bot, ShedPolicy, Strategy, with_added};
use powergrab_engine::config::with_files;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::study::study_error::StudyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;

/// How a study is played, as the package says it.
#[derive(FromPyObject)]
pub struct RunOptions {
    /// How many threads play.
    #[pyo3(item)]
    pub threads: Option<usize>,
    /// The function that moves the bar.
    #[pyo3(item)]
    pub tick: Option<Py<PyAny>>,
    #[pyo3(item)]
    rules: Vec<Py<Rules>>,
    #[pyo3(item)]
    bots: Vec<(String, Py<PyAny>)>,
    /// Configurations as dictionaries, by the names of their files.
    #[pyo3(item)]
    files: Vec<(PathBuf, Py<PyDict>)>,
}

/// A bot that a call brings along.
enum CallBot {
    /// It decides one question at a time.
    One(PythonStrategy),
    /// It answers many questions in one call.
    Batch(Batched),
}

/// What a call brings along.
pub struct Scope {
    rules: Vec<Ruleset>,
    bots: Vec<(String, CallBot)>,
    files: Vec<(PathBuf, String)>,
}

impl RunOptions {
    /// What the call brings along.
    pub fn scope(&self, py: Python<'_>) -> PyResult<Scope> {
        let rules = self.rules.iter().map(|r| r.get().ruleset().clone());
        let bots = self.bots.iter().map(|(name, bot)| {
            if let Some(bot) = batch::bot(py, name, bot.bind(py))? {
                return Ok((name.clone(), CallBot::Batch(bot)));
            }
            let bot = PythonBot::new(py, name, bot.bind(py))?;
            Ok((name.clone(), CallBot::One(PythonStrategy(Arc::new(bot)))))
        });
        let files = self.files.iter().map(|(path, config)| {
            let name = path.display().to_string();
            let config = to_table(&name, config.bind(py))?;
            Ok((path.clone(), config.to_string()))
        });
        Ok(Scope {
            files: files.collect::<PyResult<_>>()?,
            rules: rules.collect(),
            bots: bots.collect::<PyResult<_>>()?,
        })
    }
}

/// Makes a bot known for every game.
fn add<S>(added: &mut Additions, name: String, bot: S)
where
    S: Strategy<Shedding> + Strategy<Grid> + Clone + 'static,
{
    added.shedding.bots.push(Bot {
        name: name.clone(),
        salt: 0,
        policy: ShedPolicy::external(bot.clone()),
    });
    added.grid.bots.push(Bot {
        name,
        salt: 0,
        policy: GridPolicy::external(bot),
    });
}

impl Scope {
    /// Does something while rulesets and bots are known.
    ///
    /// # Errors
    /// A name that is used twice, or what the work says.
    pub fn with<T>(self, work: impl FnOnce() -> Result<T, StudyError>) -> Result<T, StudyError> {
        let mut added = Additions::default();
        for (name, bot) in self.bots {
            match bot {
                CallBot::One(bot) => add(&mut added, name, bot),
                CallBot::Batch(bot) => add(&mut added, name, bot),
            }
        }
        let known = || with_added(added, || with_files(self.files, work));
        with_rulesets(self.rules, known).map_err(|e| StudyError::Input(e.to_string()))?
    }
}

/// Reads a number of threads.
pub fn threads(n: Option<usize>) -> PyResult<Option<std::num::NonZero<usize>>> {
    let Some(n) = n else { return Ok(None) };
    let n = Some(n).filter(|n| (1..=1024).contains(n));
    n.and_then(std::num::NonZero::new)
        .map(Some)
        .ok_or_else(|| input("threads: a number of threads is from 1 to 1024"))
}
