//! Single games: narrated, as a trace, on a page that steps through them.

use super::background::{BackgroundResult, in_background};
use super::errors::{input, study_error, with_result};
use super::experiments::{order, unit};
use super::scope::{RunOptions, threads};
use powergrab_lab::page::{Replay, viewer};
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::trace::play::{PlayRequest, PlayedGame};
use pyo3::prelude::*;

/// Played games.
#[pyclass(frozen, module = "powergrab._native")]
pub struct PlayedGames {
    games: Vec<PlayedGame>,
}

#[pymethods]
impl PlayedGames {
    /// Returns the trace, one line per event.
    #[getter]
    fn lines(&self) -> Vec<&str> {
        let lines = self.games.iter().flat_map(|game| &game.replay.lines);
        lines.map(String::as_str).collect()
    }

    /// Returns the games in plain words.
    #[getter]
    fn told(&self) -> String {
        self.games.iter().map(|game| game.told.as_str()).collect()
    }

    /// Returns the page that steps through the games.
    #[getter]
    fn page(&self) -> String {
        let replays: Vec<Replay> = self.games.iter().map(|game| game.replay.clone()).collect();
        viewer(&replays)
    }

    /// Returns the bots that failed: deal, seat, name, failure.
    #[getter]
    fn failures(&self) -> Vec<String> {
        let games = self.games.iter().flat_map(|game| {
            let seats = game.seats.iter().enumerate();
            seats.filter_map(|(seat, (name, fault))| {
                let fault = fault.as_ref()?;
                let title = &game.replay.title;
                Some(format!("{name} failed in seat {seat} and took the first option from there on ({title}): {fault}"))
            })
        });
        games.collect()
    }
}

/// Plays single games, those of a match with the same seed, bots and order.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn play(
    py: Python<'_>,
    bots: Vec<String>,
    ruleset: String,
    seed: u64,
    line_up: usize,
    deal: u64,
    games: u64,
    rotation: usize,
    order_text: &str,
    unit_text: &str,
    means: RunOptions,
) -> PyResult<PlayedGames> {
    if games == 0 {
        return Err(input("games: at least 1"));
    }
    let request = PlayRequest {
        ruleset,
        bots,
        seed,
        line_up,
        deals: deal..deal.saturating_add(games),
        rotation,
        order: order(order_text)?,
        unit: unit(unit_text)?,
    };
    let catalog = means.catalog(py)?;
    let work = move |options: &StudyOptions<'_>| request.play(&catalog, options.cancel);
    let BackgroundResult { value, stopped } =
        in_background(py, threads(means.threads)?, None, work)?;
    let games = value
        .map(|games| PlayedGames { games })
        .map_err(study_error)?;
    match stopped {
        None => Ok(games),
        Some(stopped) => {
            let result = Py::new(py, games)?.into_any();
            Err(with_result(py, stopped, result))
        }
    }
}
