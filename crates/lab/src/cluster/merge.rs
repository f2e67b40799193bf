//! From shards in a store to results in a directory.

use super::job::Job;
use super::round::Next;
use super::store::Store;
use super::worker::Shards;
use crate::catalog::Catalog;
use crate::kinds::SetUp;
use crate::matches::printed::{counted, grouped};
use crate::merge::{MergeOptions, Merged};
use crate::study::Start;
use crate::study::atomic::Durability;
use crate::study::checkpoint::Checkpoint;
use crate::study::checkpoint_file::CheckpointFile;
use crate::study::options::{Reporter, StudyOptions};
use crate::study::rundir::RunDir;
use crate::study::study_error::StudyError;
use crate::study::traits::{Results, Study};
use powergrab_arena::part::Part;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Maximum number of tasks that a message names.
const MOST_NAMED: usize = 20;

/// Merges the shards in a store into the results of the study, byte for byte those of one machine,
/// and writes them into a directory. The shards stay.
///
/// # Errors
/// [`StudyError::Missing`] names tasks that are not finished. Also fails if a shard is damaged or
/// of another study, or if files cannot be written.
pub fn merge(
    store: &dyn Store,
    out: &Path,
    catalog: &Catalog,
    options: MergeOptions,
    reporter: &dyn Reporter,
) -> Result<Merged, StudyError> {
    let job = Job::read(store)?;
    let set_up = SetUp {
        options: StudyOptions {
            reporter,
            ..StudyOptions::default()
        },
        as_json: options.as_json,
        plays: false,
    };
    let study = job.study(store, catalog, set_up)?;
    let (mut results, shards) = merged(&job, store, &*study)?;
    let about = study.about();
    let dir = RunDir::prepare(out, &about.identity, None, Start::Resume, options.force)?;
    dir.sweep();
    dir.write(&results.files, Durability::Durable)?;
    // The checkpoints of an interrupted run are not needed any more.
    CheckpointFile::new(out, about.clone(), Part::WHOLE, Duration::MAX).clear()?;
    results.notes.extend(cost(&shards));
    Ok(Merged {
        results,
        n_parts: shards.len(),
    })
}

/// Returns the results of a complete job, and its shards.
///
/// # Errors
/// [`StudyError::Missing`] names tasks that are not finished. Also fails if a shard is damaged or
/// of another study.
pub fn merged(
    job: &Job,
    store: &dyn Store,
    study: &dyn Study,
) -> Result<(Results, Vec<Checkpoint>), StudyError> {
    let mut shards = Shards::each(job, store);
    match shards.next(study)? {
        Next::End(results) => Ok((results, shards.into_all())),
        Next::Round(round) => {
            let open = shards.open_in(&round)?;
            let named = open.iter().take(MOST_NAMED).map(ToString::to_string);
            let more = if open.len() > MOST_NAMED { ", …" } else { "" };
            Err(StudyError::Missing(format!(
                "{}: {} of round {} are not finished: {}{more}",
                store.address(),
                counted(open.len() as u64, "task"),
                round.number,
                named.collect::<Vec<_>>().join(", ")
            )))
        }
    }
}

/// Describes cost, speed and stragglers of finished shards.
fn cost(shards: &[Checkpoint]) -> Vec<String> {
    let mut played: Vec<(f64, &Checkpoint)> = Vec::new();
    for shard in shards {
        played.extend(shard.cost.as_ref().map(|it| (it.seconds, shard)));
    }
    played.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((most, slowest)), Some((median, _))) = (played.last(), played.get(played.len() / 2))
    else {
        return Vec::new();
    };
    let all = || played.iter().filter_map(|(_, shard)| shard.cost.as_ref());
    let thread_seconds: f64 = all().map(|it| it.seconds * it.threads as f64).sum();
    let games: u64 = all().map(|it| it.games).sum();
    let machines: BTreeSet<&str> = all().map(|it| it.machine.as_str()).collect();
    let processors: BTreeSet<&str> = all().map(|it| it.processor.as_str()).collect();
    let speed = match games {
        0 => String::new(),
        games => format!(
            ": {} games/s per thread",
            grouped((games as f64 / thread_seconds.max(1e-9)) as u64)
        ),
    };
    let processors: Vec<&str> = processors.into_iter().filter(|p| !p.is_empty()).collect();
    let on = match slowest.cost.as_ref() {
        Some(it) if !it.machine.is_empty() => format!(" on {}", it.machine),
        _ => String::new(),
    };
    vec![
        format!(
            "{} on {}{} took {thread_seconds:.1} thread-seconds{speed}",
            counted(played.len() as u64, "shard"),
            counted(machines.len() as u64, "machine"),
            match processors.is_empty() {
                true => String::new(),
                false => format!(" ({})", processors.join(", ")),
            }
        ),
        format!(
            "slowest shard: {} with {most:.1} s{on}; median {median:.1} s",
            slowest.part
        ),
    ]
}
