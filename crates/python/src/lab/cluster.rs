//! Experiments whose tasks an executor plays: the job, its open tasks, one task, and the results.

use super::background::{BackgroundResult, in_background};
use super::errors::{input, study_error};
use super::experiments::whole;
use super::run::Run;
use super::scope::{RunOptions, threads};
use powergrab_lab::cluster::job::Job;
use powergrab_lab::cluster::memory::Memory;
use powergrab_lab::cluster::merge::merged;
use powergrab_lab::cluster::store::Store as _;
use powergrab_lab::cluster::task::Task;
use powergrab_lab::cluster::worker::{Shards, Worker};
use powergrab_lab::kinds::SetUp;
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::study::traits::Study;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::time::Duration;

/// The files of a store, by their keys.
type StoredFiles = Vec<(String, Vec<u8>)>;

/// Sets a job up in the background, as for experiments, and returns what `work` makes of it.
fn with_job<T: Send + 'static>(
    py: Python<'_>,
    files: StoredFiles,
    means: &RunOptions,
    plays: bool,
    work: impl FnOnce(&Job, &Memory, &dyn Study) -> Result<T, StudyError> + Send + 'static,
) -> PyResult<T> {
    let (threads, catalog) = (threads(means.threads)?, means.catalog(py)?);
    let work = move |options: &StudyOptions<'_>| {
        let store = Memory::new(files);
        let job = Job::read(&store)?;
        let set_up = SetUp {
            options: *options,
            as_json: false,
            plays,
        };
        work(&job, &store, &*job.study(&store, &catalog, set_up)?)
    };
    let BackgroundResult { value, stopped } = in_background(py, threads, None, work)?;
    match stopped {
        Some(stopped) => Err(stopped),
        None => value.map_err(study_error),
    }
}

/// A key and the bytes of its file.
type StoredFile<'py> = (String, Bound<'py, PyBytes>);

/// Returns the tasks without a shard, empty if the job is complete, and the file with the complete
/// rounds on which they depend, if there are some.
#[pyfunction]
pub fn open_tasks<'py>(
    py: Python<'py>,
    files: StoredFiles,
    means: RunOptions,
) -> PyResult<(Vec<String>, Option<StoredFile<'py>>)> {
    let (tasks, complete) = with_job(py, files, &means, true, |job, store, study| {
        let tasks = Shards::new(job, store).open(study)?;
        let before = tasks.first().map_or(0, |task| task.round - 1);
        let key = Task::complete(before);
        Ok((tasks, store.get(&key)?.map(|bytes| (key, bytes))))
    })?;
    let complete = complete.map(|(key, bytes)| (key, PyBytes::new(py, &bytes)));
    Ok((tasks.iter().map(ToString::to_string).collect(), complete))
}

/// Plays a task; returns the key and the bytes of its shard.
#[pyfunction]
pub fn work<'py>(
    py: Python<'py>,
    files: StoredFiles,
    task: &str,
    means: RunOptions,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let task: Task = task.parse().map_err(|e| input(format!("task: {e}")))?;
    let shard = with_job(py, files, &means, true, move |job, store, study| {
        Worker::new(job, store, study, Duration::MAX, 0).play(task)?;
        Ok(store.get(&task.shard())?.unwrap_or_default())
    })?;
    Ok((task.shard(), PyBytes::new(py, &shard)))
}

/// Returns the key of a task's shard.
#[pyfunction]
pub fn shard_key(task: &str) -> PyResult<String> {
    let task: Task = task.parse().map_err(|e| input(format!("task: {e}")))?;
    Ok(task.shard())
}

/// Returns the results of a complete job.
#[pyfunction]
pub fn merge(py: Python<'_>, files: StoredFiles, means: RunOptions) -> PyResult<Run> {
    with_job(py, files, &means, false, |job, store, study| {
        Ok(whole(merged(job, store, study)?.0))
    })
}
