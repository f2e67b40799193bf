//! Comparison of runs and planning of experiments: a table, and the command line's text.

use super::background::{BackgroundResult, in_background};
use super::errors::{input, study_error};
use super::experiments::unit;
use super::run::Run;
use super::scope::{RunOptions, threads};
use super::table::Table;
use powergrab_lab::matches::compare_runs::RunComparison;
use powergrab_lab::matches::plan::PlanRequest;
use powergrab_lab::study::options::StudyOptions;
use powergrab_table::typed::Table as Data;
use pyo3::prelude::*;

/// Answers to a question.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Answers {
    table: Data,
    text: String,
    notes: Vec<String>,
    failures: Vec<String>,
}

#[pymethods]
impl Answers {
    /// Returns the answers as a table.
    #[getter]
    fn table(&self) -> Table {
        Table::new(self.table.clone())
    }

    /// Returns the command line's text.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Returns the method and its limitations.
    #[getter]
    fn notes(&self) -> Vec<&str> {
        self.notes.iter().map(String::as_str).collect()
    }

    /// Returns the lines about bots that failed.
    #[getter]
    fn failures(&self) -> Vec<&str> {
        self.failures.iter().map(String::as_str).collect()
    }
}

/// Compares two runs.
#[pyfunction]
pub fn compare(a: &Run, b: &Run, names: [String; 2], metrics: bool) -> PyResult<Answers> {
    let found = RunComparison::new([&a.files, &b.files], names, metrics).map_err(study_error)?;
    let mut notes = vec![found.found.method.clone()];
    let differences = found.found.notes.iter();
    notes.extend(differences.map(|note| format!("the runs differ in {note}")));
    Ok(Answers {
        table: found.table(),
        text: found.text(),
        notes,
        failures: Vec::new(),
    })
}

/// Estimates the number of deals and minutes that a question takes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn plan(
    py: Python<'_>,
    effect: f64,
    power: f64,
    players: Option<usize>,
    bots: Vec<String>,
    ruleset: String,
    unit_text: &str,
    pilot: &str,
    seed: u64,
    means: RunOptions,
) -> PyResult<Answers> {
    let request = PlanRequest {
        effect,
        power,
        players,
        bots,
        ruleset,
        unit: unit(unit_text)?,
        pilot: pilot.parse().map_err(|e| input(format!("pilot: {e}")))?,
        seed,
    };
    let catalog = means.catalog(py)?;
    let work = move |options: &StudyOptions<'_>| request.plan(&catalog, options);
    let tick = means.tick.as_ref();
    let BackgroundResult { value, stopped } =
        in_background(py, threads(means.threads)?, tick, work)?;
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    let plan = value.map_err(study_error)?;
    Ok(Answers {
        table: plan.table(),
        text: plan.text(),
        notes: Vec::new(),
        failures: plan.failures.iter().map(Run::failure).collect(),
    })
}
