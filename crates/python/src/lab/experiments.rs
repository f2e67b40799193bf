//! Experiments as calls. Arguments have been checked for their types; the library checks names and
//! values.

use super::background::{BackgroundResult, in_background};
use super::errors::{input, study_error, with_result};
use super::run::Run;
use super::scope::{RunOptions, threads};
use crate::env::records::Records;
use powergrab_arena::experiment::{Deals, LineUpDeals};
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::line_up::expand;
use powergrab_engine::game::Unit;
use powergrab_lab::balance::request::BalanceRequest;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::cluster::job::{FILE, Job};
use powergrab_lab::distil::request::DistilRequest;
use powergrab_lab::matches::match_request::{MatchRequest, Overrides, tournament_request};
use powergrab_lab::matches::printed;
use powergrab_lab::matches::run_request::RunRequest;
use powergrab_lab::matches::study::RunOptions as StudyRunOptions;
use powergrab_lab::review::request::ReviewRequest;
use powergrab_lab::study::driver::{Ended, play as play_study};
use powergrab_lab::study::files::Files;
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::study::traits::{Results, Study};
use powergrab_lab::sweep::study::SweepRequest;
use powergrab_lab::tune::request::TuneRequest;
use powergrab_lab::why::request::WhyRequest;
use powergrab_table::named_file::NamedFile;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Returns the parsed value of an argument, or an error that names the argument and lists the
/// accepted texts.
fn one_of<T>(key: &str, text: &str, found: Option<T>, texts: &[&str]) -> PyResult<T> {
    found.ok_or_else(|| input(format!("{key}={text:?}: one of {}", texts.join(", "))))
}

/// Parses the unit of play.
pub fn unit(text: &str) -> PyResult<Unit> {
    one_of("unit", text, Unit::from_text(text), Unit::TEXTS)
}

/// Parses the order of the seats.
pub fn order(text: &str) -> PyResult<Order> {
    one_of("order", text, Order::from_text(text), Order::TEXTS)
}

/// Parses whether line-ups share their deals.
fn line_up_deals(text: &str) -> PyResult<LineUpDeals> {
    let found = LineUpDeals::from_text(text);
    one_of("line_up_deals", text, found, LineUpDeals::TEXTS)
}

/// Parses deals: `20000` or `0..20000`.
fn deals(text: &str) -> PyResult<Deals> {
    text.parse().map_err(|e| input(format!("deals: {e}")))
}

/// Plays a study in the background. If it was stopped, the finished results are the exception's
/// `result`.
fn run_study(
    py: Python<'_>,
    means: &RunOptions,
    work: impl FnOnce(&Call<'_>) -> Result<Run, StudyError> + Send + 'static,
) -> PyResult<Run> {
    let (threads, catalog, shards) = (threads(means.threads)?, means.catalog(py)?, means.shards);
    let work = move |options: &StudyOptions<'_>| {
        work(&Call {
            catalog: &catalog,
            options: *options,
            shards,
        })
    };
    let BackgroundResult { value, stopped } =
        in_background(py, threads, means.tick.as_ref(), work)?;
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

/// A call of an experiment.
struct Call<'a> {
    catalog: &'a Catalog,
    options: StudyOptions<'a>,
    /// Number of parts of its job, if it is not played here.
    shards: Option<u64>,
}

impl Call<'_> {
    /// Plays a match or a tournament, or makes its job.
    fn play(&self, request: RunRequest) -> Result<Run, StudyError> {
        if self.shards.is_some() {
            let run_options = StudyRunOptions::default();
            return self.study(&*request.study(self.catalog, self.options, run_options)?);
        }
        let result = request.play(self.catalog, &self.options)?;
        let told = printed::text(&result.info, &result.piece.deals, &result.summary());
        Ok(Run::new(result.files(None), told, &result.failures()))
    }

    /// Plays a study, or makes its job.
    fn study(&self, study: &dyn Study) -> Result<Run, StudyError> {
        let Some(n_parts) = self.shards else {
            let played = play_study(study);
            if let Ok(Ended::Whole { results, .. }) = &played {
                for warning in &results.warnings {
                    self.options.reporter.tell(&format!("warning: {warning}"));
                }
            }
            return ended(played);
        };
        let files = self.catalog.bots.files.recorded();
        let job = Job::new(study, n_parts, &files)?;
        let read = job.stored(&files);
        let read = read.map(|(key, contents)| NamedFile::new(key, contents));
        let files = Files(read.chain([NamedFile::new(FILE, job.bytes())]).collect());
        Ok(Run::new(files, String::new(), &[]))
    }
}

/// Converts the end of a study in memory to its run.
fn ended(ended: Result<Ended, StudyError>) -> Result<Run, StudyError> {
    let results = match ended? {
        Ended::Whole { results, .. } => Some(results),
        Ended::Interrupted { so_far, .. } => so_far,
        Ended::Complete | Ended::Part { .. } => None,
    };
    results.map(whole).ok_or(StudyError::Cancelled)
}

/// Returns the run with these results.
pub(super) fn whole(results: Results) -> Run {
    Run::new(Files(results.files), results.told, &results.failures)
}

/// Returns the request of a match or its records; the texts are the unit and the order.
fn match_request(
    bots: Vec<String>,
    ruleset: String,
    deals: &str,
    seed: u64,
    [unit, order]: [&str; 2],
) -> PyResult<RunRequest> {
    let request = MatchRequest {
        ruleset,
        bots,
        deals: self::deals(deals)?,
        seed,
        unit: self::unit(unit)?,
        order: self::order(order)?,
    };
    request.request().map_err(study_error)
}

/// Plays one line-up over many deals.
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
    means: RunOptions,
) -> PyResult<Run> {
    let request = match_request(bots, ruleset, deals, seed, [unit, order])?;
    run_study(py, &means, move |call| call.play(request))
}

/// Returns the records of a match.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn records(
    py: Python<'_>,
    bots: Vec<String>,
    ruleset: String,
    deals: &str,
    seed: u64,
    unit: &str,
    order: &str,
    detail: &str,
    means: RunOptions,
) -> PyResult<Records> {
    let request = match_request(bots, ruleset, deals, seed, [unit, order])?;
    let run = request.prepare(&means.catalog(py)?);
    Records::new(run.map_err(study_error)?, detail, threads(means.threads)?)
}

/// Plays every line-up of a configuration.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn tournament(
    py: Python<'_>,
    config: PathBuf,
    deals: Option<&str>,
    seed: Option<u64>,
    unit: Option<&str>,
    order: Option<&str>,
    line_up_deals: Option<&str>,
    means: RunOptions,
) -> PyResult<Run> {
    let overrides = Overrides {
        deals: deals.map(self::deals).transpose()?,
        seed,
        unit: unit.map(self::unit).transpose()?,
        order: order.map(self::order).transpose()?,
        line_up_deals: line_up_deals.map(self::line_up_deals).transpose()?,
    };
    run_study(py, &means, move |call| {
        call.play(tournament_request(&config, overrides, call.catalog)?)
    })
}

/// Plays the same deals in every cell of a design.
#[pyfunction]
pub fn sweep(
    py: Python<'_>,
    config: PathBuf,
    deals: Option<&str>,
    seed: Option<u64>,
    halving: bool,
    means: RunOptions,
) -> PyResult<Run> {
    let request = SweepRequest {
        config,
        deals: deals.map(self::deals).transpose()?,
        seed,
        halving,
    };
    run_study(py, &means, move |call| {
        let plan = request.plan(call.catalog)?;
        call.study(&*plan.study(call.options))
    })
}

/// Searches for better parameters of a bot.
#[pyfunction]
pub fn tune(
    py: Python<'_>,
    config: PathBuf,
    seed: Option<u64>,
    self_play: bool,
    means: RunOptions,
) -> PyResult<Run> {
    let request = TuneRequest {
        config,
        seed,
        generations: None,
        self_play,
    };
    run_study(py, &means, move |call| {
        let plan = request.plan(call.catalog)?;
        let (study, _) = plan.study(call.options)?;
        call.study(&*study)
    })
}

/// Measures the value of towers, cards and rules.
#[pyfunction]
pub fn balance(
    py: Python<'_>,
    config: PathBuf,
    seed: Option<u64>,
    scale: f64,
    optimise: bool,
    means: RunOptions,
) -> PyResult<Run> {
    if !(scale > 0.0 && scale <= 1000.0) {
        return Err(input(format!(
            "scale={scale}: a share is a number above 0, at most 1000"
        )));
    }
    let request = BalanceRequest {
        config,
        seed,
        scale,
        optimise,
    };
    run_study(py, &means, move |call| {
        let plan = request.plan(call.catalog)?;
        call.study(&*plan.study(call.options))
    })
}

/// Finds the kinds of decision that make one bot win more than another. `texts` are the two bots,
/// the ruleset, the unit and the deals. `numbers` are the number of seats, the maximum number of
/// kinds, the number of orders and the maximum number of positions per kind.
#[pyfunction]
pub fn why(
    py: Python<'_>,
    texts: [String; 5],
    field: Option<String>,
    numbers: [u32; 4],
    search_deals: Option<u64>,
    seed: u64,
    means: RunOptions,
) -> PyResult<Run> {
    let [first, second, ruleset, unit, deals] = texts;
    let [seats, kinds, orders, positions] = numbers;
    let request = WhyRequest {
        first,
        second,
        field,
        ruleset,
        seats: seats as usize,
        unit: self::unit(&unit)?.text().to_owned(),
        deals: self::deals(&deals)?.0,
        search_deals,
        kinds: kinds as usize,
        orders,
        positions: positions as usize,
        seed,
    };
    run_study(py, &means, move |call| {
        call.study(&*request.study(call.catalog, call.options, false)?)
    })
}

/// Reviews the decisions of the first of the bots. `texts` are the ruleset, the unit and the deals.
/// `numbers` are the number of worlds and the maximum numbers of kinds and of positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub fn review(
    py: Python<'_>,
    bots: Vec<String>,
    texts: [String; 3],
    playout: Option<String>,
    numbers: [u32; 3],
    search: bool,
    seed: u64,
    means: RunOptions,
) -> PyResult<Run> {
    let [ruleset, unit, deals] = texts;
    let [worlds, kinds, positions] = numbers;
    let request = ReviewRequest {
        bots: expand(&bots).map_err(|e| input(e.to_string()))?,
        ruleset,
        unit: self::unit(&unit)?.text().to_owned(),
        deals: self::deals(&deals)?.0,
        playout,
        worlds,
        search,
        kinds: kinds as usize,
        positions: positions as usize,
        seed,
    };
    run_study(py, &means, move |call| {
        call.study(&*request.study(call.catalog, call.options, false)?)
    })
}

/// Finds a strategy card.
#[pyfunction]
pub fn distil(
    py: Python<'_>,
    texts: [String; 3],
    field: Vec<String>,
    name: Option<String>,
    numbers: [u64; 4],
    seed: u64,
    means: RunOptions,
) -> PyResult<Run> {
    let [teacher, ruleset, unit] = texts;
    let [lines, seats, search_deals, deals] = numbers;
    let request = DistilRequest {
        teacher,
        lines: lines as usize,
        ruleset,
        seats: seats as usize,
        field,
        unit: self::unit(&unit)?.text().to_owned(),
        search_deals,
        deals,
        name,
        seed,
    };
    run_study(py, &means, move |call| {
        call.study(&*request.study(call.catalog, call.options, false)?)
    })
}
