//! Single positions and traces: the values of options, the check of a trace against the rules.

use super::background::{BackgroundResult, in_background};
use super::errors::{Class, input, study_error, with_result};
use super::scope::{RunOptions, threads};
use super::table::Table;
use crate::detach::detached;
use powergrab_bots::strategy::search::Goal;
use powergrab_engine::config;
use powergrab_lab::analysis::study::{AnalysisRequest, Board as Data, question_in, question_of};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::trace::replay;
use powergrab_lab::trace::replay::Fault;
use pyo3::prelude::*;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Values of a decision's options.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Board {
    data: Data,
}

#[pymethods]
impl Board {
    /// Returns the position's text.
    #[getter]
    fn position(&self) -> &str {
        &self.data.position
    }

    /// Returns whether the question is decided.
    #[getter]
    fn decided(&self) -> bool {
        self.data.decided
    }

    /// Returns the number of playouts.
    #[getter]
    fn playouts(&self) -> u64 {
        self.data.playouts
    }

    /// Returns the options, best first.
    #[getter]
    fn table(&self) -> Table {
        Table::new(self.data.table.clone())
    }
}

/// The decision to analyse.
#[derive(FromPyObject)]
pub enum Place {
    /// A position's text.
    #[pyo3(transparent)]
    Position(String),
    /// A trace, a line of it, the number of the decision there.
    Trace(PathBuf, u64, Option<u64>),
}

fn trace(path: &Path) -> PyResult<BufReader<File>> {
    let file = config::open_regular(path)
        .map_err(|e| Class::Input.error(format!("{}: cannot be read: {e}", path.display())))?;
    Ok(BufReader::new(file))
}

fn fault_error(fault: &Fault) -> PyErr {
    let class = match fault.unreadable {
        true => Class::Input,
        false => Class::Fault,
    };
    class.error(fault.to_string())
}

/// Estimates the value of each option of one decision.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn analyse(
    py: Python<'_>,
    place: Place,
    value: &str,
    playout: Option<String>,
    beliefs: bool,
    playouts: Option<u64>,
    seconds: Option<f64>,
    seed: u64,
    means: RunOptions,
) -> PyResult<Board> {
    let goal = Goal::named(value).ok_or_else(|| {
        input(format!(
            "value: {}",
            config::one_of(value, Goal::NAMES.into_iter())
        ))
    })?;
    let time = seconds.map(|s| {
        Some(s)
            .filter(|s| *s > 0.0 && *s <= 1e6)
            .map(Duration::from_secs_f64)
            .ok_or_else(|| input("seconds: a number of seconds above 0 and up to 1000000"))
    });
    let request = AnalysisRequest {
        goal,
        playout,
        no_beliefs: !beliefs,
        playouts,
        time: time.transpose()?,
        seed,
    };
    if request.playouts == Some(0) {
        return Err(input("playouts: at least 1"));
    }
    let catalog = means.catalog(py)?;
    let found = match &place {
        Place::Position(_) => None,
        Place::Trace(path, line, _) => {
            let name = path.display().to_string();
            let file = trace(path)?;
            let found = detached(py, || replay::find(&name, file, *line, &catalog));
            Some(found.map_err(|fault| fault_error(&fault))?)
        }
    };
    let work = move |options: &StudyOptions<'_>| -> Result<Data, StudyError> {
        let question = match (found, place) {
            (Some(found), Place::Trace(_, _, number)) => question_in(found, number, &catalog),
            (_, Place::Position(text)) => question_of(&text, &catalog),
            (None, Place::Trace(path, ..)) => {
                Err(StudyError::Io(format!("{}: was not read", path.display())))
            }
        };
        question?.board(&request, &catalog, options.cancel)
    };
    let tick = means.tick.as_ref();
    let BackgroundResult { value, stopped } =
        in_background(py, threads(means.threads)?, tick, work)?;
    let board = value.map(|data| Board { data }).map_err(study_error)?;
    match stopped {
        None => Ok(board),
        Some(stopped) => {
            let result = Py::new(py, board)?.into_any();
            Err(with_result(py, stopped, result))
        }
    }
}

/// Replays a trace through the engine; returns the numbers of games, rounds, events and
/// interventions.
#[pyfunction]
pub fn verify(py: Python<'_>, path: PathBuf) -> PyResult<(u64, u64, u64, u64)> {
    let file = trace(&path)?;
    let name = path.display().to_string();
    let checked = detached(py, || replay::verify(&name, file, &Catalog::default()));
    let s = checked.map_err(|fault| fault_error(&fault))?;
    Ok((s.games, s.rounds, s.events, s.interventions))
}
