//! Experiments as calls. Arguments arrive checked for their types; names and values are checked by the library.

use super::background::{Finished, in_background};
use super::errors::{input, study_error, with_result};
use super::run::Run;
use crate::env::records::Records;
use powergrab_studies::arena::experiment::Deals;
use powergrab_studies::arena::play::Unit;
use powergrab_studies::arena::seating::Order;
use powergrab_studies::report::table;
use powergrab_studies::session::study::StudyError;
use powergrab_studies::studies::{
    AnySetup, MatchRequest, Overrides, RunRequest, RunResult, StudyOptions, tournament_request,
};
use pyo3::prelude::*;
use std::num::NonZero;
use std::path::PathBuf;

/// Reads what is played as one game.
fn unit(text: &str) -> PyResult<Unit> {
    Unit::from_text(text)
        .ok_or_else(|| input(format!("unit={text:?}: one of {}", Unit::TEXTS.join(", "))))
}

/// Reads how seats go round.
fn order(text: &str) -> PyResult<Order> {
    Order::from_text(text).ok_or_else(|| {
        input(format!(
            "order={text:?}: one of {}",
            Order::TEXTS.join(", ")
        ))
    })
}

/// Reads which deals: `20000` or `0..20000`.
fn deals(text: &str) -> PyResult<Deals> {
    text.parse().map_err(|e| input(format!("deals: {e}")))
}

/// Reads a number of threads.
fn threads(n: Option<usize>) -> PyResult<Option<NonZero<usize>>> {
    let Some(n) = n else { return Ok(None) };
    let n = Some(n)
        .filter(|n| (1..=1024).contains(n))
        .and_then(NonZero::new);
    n.map(Some)
        .ok_or_else(|| input("threads: a number of threads is from 1 to 1024"))
}

/// How a study is played, as the package says it: `threads`, and the function that moves the bar.
#[derive(FromPyObject)]
pub struct Means {
    #[pyo3(item)]
    threads: Option<usize>,
    #[pyo3(item)]
    tick: Option<Py<PyAny>>,
}

/// Plays a study beside the interpreter. What was finished when it was stopped is the exception's `result`.
fn conduct(
    py: Python<'_>,
    means: &Means,
    work: impl FnOnce(&StudyOptions<'_>) -> Result<Run, StudyError> + Send + 'static,
) -> PyResult<Run> {
    let threads = threads(means.threads)?;
    let Finished { value, stopped } = in_background(py, threads, means.tick.as_ref(), work)?;
    match (value, stopped) {
        (Ok(run), None) => Ok(run),
        (Ok(run), Some(stopped)) => {
            let result = Py::new(py, run)?.into_any();
            Err(with_result(py, stopped, result))
        }
        (Err(StudyError::Cancelled), Some(stopped)) => Err(stopped),
        (Err(e), _) => Err(study_error(e)),
    }
}

fn play(request: RunRequest, options: &StudyOptions<'_>) -> Result<Run, StudyError> {
    let result: RunResult = match request.look_up()? {
        AnySetup::Shedding(setup) => setup.play(options)?,
        AnySetup::Grid(setup) => setup.play(options)?,
    };
    let told = table::text(&result.info, &result.piece.deals, &result.summary());
    Ok(Run::new(result.files(None), told, &result.failures()))
}

/// One line-up over many deals.
#[pyfunction]
#[pyo3(name = "match_")]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn run_match(
    py: Python<'_>,
    bots: Vec<String>,
    ruleset: String,
    deals: &str,
    seed: u64,
    unit: &str,
    order: &str,
    means: Means,
) -> PyResult<Run> {
    let request = MatchRequest {
        ruleset,
        bots,
        deals: self::deals(deals)?,
        seed,
        unit: self::unit(unit)?,
        order: self::order(order)?,
    };
    let request = request.request().map_err(study_error)?;
    conduct(py, &means, move |options| play(request, options))
}

/// The records of a match.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn records(
    bots: Vec<String>,
    ruleset: String,
    deals: &str,
    seed: u64,
    unit: &str,
    order: &str,
    detail: &str,
    threads: Option<usize>,
) -> PyResult<Records> {
    let request = MatchRequest {
        ruleset,
        bots,
        deals: self::deals(deals)?,
        seed,
        unit: self::unit(unit)?,
        order: self::order(order)?,
    };
    let request = request.request().map_err(study_error)?;
    let setup = request.look_up().map_err(study_error)?;
    Records::new(setup, detail, self::threads(threads)?)
}

/// Every line-up that a configuration asks for.
#[pyfunction]
pub fn tournament(
    py: Python<'_>,
    config: PathBuf,
    deals: Option<&str>,
    seed: Option<u64>,
    unit: Option<&str>,
    order: Option<&str>,
    means: Means,
) -> PyResult<Run> {
    let overrides = Overrides {
        deals: deals.map(self::deals).transpose()?,
        seed,
        unit: unit.map(self::unit).transpose()?,
        order: order.map(self::order).transpose()?,
    };
    let request = tournament_request(&config, overrides).map_err(study_error)?;
    conduct(py, &means, move |options| play(request, options))
}
