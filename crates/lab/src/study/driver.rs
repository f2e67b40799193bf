//! How all studies are run: one directory, one checkpoint, `--resume` and `--shard`.
//!
//! Pieces are the same however a study is split: part K of N has every N-th piece from the K-th on, or the K-th of N ranges of deals.

use super::Start;
use super::atomic::Durability;
use super::checkpoint_file::CheckpointFile;
use super::pieces::{Piece, Pieces};
use super::rundir::RunDir;
use super::shown::{NamedFile, Shown};
use super::study_error::StudyError;
use super::timing;
use super::traits::{Partition, Results, Study, StudyContext};
use super::{intact, manifest};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, gaps};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How a study is to be run. Nothing here changes its results.
pub struct Request {
    /// The directory.
    pub out: PathBuf,
    /// Whether it starts anew or goes on.
    pub start: Start,
    /// Whether what another run left in the directory is overwritten.
    pub force: bool,
    /// The part that is to be played; `None` is the whole.
    pub part: Option<Part>,
    /// The least time between two checkpoints.
    pub every: Duration,
    /// The command that goes on with it, for messages.
    pub again: String,
}

/// How a study ended.
pub enum Ended {
    /// It, or its part, was complete before.
    Complete,
    /// The part is played, and kept.
    Part {
        /// What was played, in words.
        finished: String,
        /// The checkpoint.
        path: PathBuf,
    },
    /// The whole is played, its results are written.
    Whole {
        /// Its results.
        results: Results,
        /// How many pieces were finished.
        n_pieces: usize,
    },
    /// It was interrupted; what was finished is kept.
    Interrupted {
        /// How many pieces are finished.
        n_pieces: usize,
        /// What is finished, in words.
        finished: String,
        /// The directory of the checkpoint; `None` if nothing was finished or if it was played in memory.
        kept: Option<PathBuf>,
        /// The results of that, if the study has some before its end.
        so_far: Option<Results>,
    },
}

/// The pieces of a part, by their places.
pub(super) fn own(part: Part, n_pieces: usize) -> impl Iterator<Item = usize> {
    (0..n_pieces).filter(move |number| part.takes(*number as u64))
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Runs a study: takes its directory, goes on with what is there if it may, plays, and writes.
///
/// # Errors
/// [`StudyError`]
pub fn run(study: &dyn Study, request: &Request) -> Result<Ended, StudyError> {
    let about = study.about();
    let partition = study.partition();
    let part = request.part.unwrap_or(Part::WHOLE);
    let deals_of = |part: Part, whole: &Range<u64>| {
        let deals = part.deals(whole);
        deals.map_err(|e| StudyError::Input(e.to_string()))
    };
    let own_deals = match (&partition, request.part) {
        (Partition::Sequential(why), Some(_)) => return Err(StudyError::Input(why.clone())),
        (Partition::Deals(whole), _) => Some(deals_of(part, whole)?),
        _ => None,
    };
    let Request {
        out,
        start,
        force,
        again,
        ..
    } = request;
    let dir = RunDir::prepare(out, &about.identity, request.part, *start, *force)?;
    let checkpoint = CheckpointFile::new(&request.out, about.clone(), part, request.every);
    checkpoint.sweep();
    if request.part.is_none() {
        dir.sweep();
    }
    if *force {
        checkpoint.clear_by_force(*start)?;
    }
    if request.part.is_some() {
        checkpoint.check_others(|other| match (&partition, &own_deals) {
            (Partition::Deals(whole), Some(own)) => {
                other.deals(whole).is_ok_and(|deals| overlap(&deals, own))
            }
            _ => false,
        })?;
    }
    let kept = checkpoint.read()?;
    if *start == Start::New && checkpoint.exists()? {
        return Err(StudyError::Input(format!(
            "{}: holds parts of this run that are finished; --resume goes on with them, --force starts again",
            checkpoint.dir().display()
        )));
    }
    if *start == Start::Resume {
        let is_there = match request.part {
            Some(_) => has_all(&partition, own_deals.as_ref(), part, &kept),
            None => kept.is_empty() && dir.is_complete_and_intact(&about.identity)?,
        };
        if is_there {
            return Ok(Ended::Complete);
        }
    }
    // A run that goes on shows from the beginning what was finished before.
    let shows = request.part.is_none() && !kept.is_empty() && !study.show(&kept)?.is_empty();
    let there = match shows {
        true => study.so_far(&kept)?.map(|so_far| so_far.files),
        false => None,
    };
    let unfinished = study.manifest(study.unfinished());
    if let Some(there) = there.as_ref().filter(|there| !there.is_empty()) {
        let mut files = there.clone();
        let manifest = intact::seal(&unfinished, there);
        files.push((manifest::FILE.to_owned(), manifest));
        write(&dir, &files, Durability::Durable)?;
    }
    let shown = Shown::new(&dir, unfinished, there.unwrap_or_default());

    // Pieces tell of an error as text; the run ends with the error itself.
    let why = RefCell::new(None);
    let keep_and_show = |all: &[Piece]| -> Result<(), StudyError> {
        if checkpoint.is_due() {
            checkpoint.keep(all)?;
            if request.part.is_none() {
                let started = Instant::now();
                for (name, text) in study.show(all)? {
                    shown.put(&name, text)?;
                }
                checkpoint.charge(started.elapsed());
            }
        }
        Ok(())
    };
    let mut keep = |all: &[Piece]| {
        keep_and_show(all).map_err(|e| {
            let text = e.to_string();
            *why.borrow_mut() = Some(e);
            text
        })
    };
    let labels = partition.labels();
    let mut pieces = Pieces::new(kept, &mut keep);
    let to_play = own(part, labels.len()).filter(|at| !pieces.has(&labels[*at]));
    study.begin(to_play.count());
    let played = (|| {
        for number in own(part, labels.len()) {
            if !pieces.has(&labels[number]) {
                pieces.put(&labels[number], study.play(number)?)?;
            }
        }
        let mut context = StudyContext {
            shown: Some(&shown),
            pieces: &mut pieces,
            checkpoint: Some(&checkpoint),
            timing: None,
        };
        match (request.part, own_deals) {
            (None, _) => finish(study, &mut context).map(Some),
            (Some(_), Some(deals)) => study.play_deals(deals, &mut context).map(|()| None),
            (Some(_), None) => Ok(None),
        }
    })();
    let all = pieces.into_all();
    let played = played.map_err(|e| why.take().unwrap_or(e));
    match played {
        Ok(None) => {
            checkpoint.keep(&all)?;
            if let Some(timing) = study.timing() {
                let path = checkpoint.path();
                timing::keep(&path, &timing).map_err(|e| {
                    StudyError::Io(format!("{}: cannot be written: {e}", path.display()))
                })?;
            }
            Ok(Ended::Part {
                finished: study.finished(&all),
                path: checkpoint.path(),
            })
        }
        Ok(Some(results)) => {
            // A run short enough to have no checkpoint is played again if the power fails.
            let care = match checkpoint.is_used() {
                true => Durability::Durable,
                false => Durability::Quick,
            };
            if let Err(e) = write(&dir, &results.files, care) {
                // A checkpoint is smaller than the results. If it does not fit either, the first error says so.
                let kept = checkpoint.keep(&all);
                let is_kept = kept.is_ok() || checkpoint.is_used();
                return Err(unwritten(&e, is_kept, &checkpoint, again));
            }
            checkpoint.clear()?;
            let n_pieces = all.len();
            Ok(Ended::Whole { results, n_pieces })
        }
        Err(StudyError::Cancelled) => {
            let so_far = match request.part {
                None if !all.is_empty() => study.so_far(&all)?.map(|r| sealed(study, r)),
                _ => None,
            };
            if !all.is_empty() {
                checkpoint.keep(&all)?;
            }
            if let Some(results) = so_far.as_ref().filter(|results| results.files.len() > 1) {
                write(&dir, &results.files, Durability::Durable)?;
            }
            Ok(Ended::Interrupted {
                n_pieces: all.len(),
                finished: study.finished(&all),
                kept: (!all.is_empty()).then(|| checkpoint.dir().to_owned()),
                so_far,
            })
        }
        Err(e @ StudyError::Io(_)) => Err(unwritten(&e, checkpoint.is_used(), &checkpoint, again)),
        Err(e) => {
            if !all.is_empty() {
                checkpoint.keep(&all)?;
            }
            Err(e)
        }
    }
}

/// What is said of files that could not be written: whether the run can go on.
fn unwritten(
    e: &StudyError,
    is_kept: bool,
    checkpoint: &CheckpointFile,
    again: &str,
) -> StudyError {
    StudyError::Io(match is_kept {
        true => format!(
            "{e}\nwhat was finished before is in {}; when the cause is mended, go on with\n  {again}",
            checkpoint.dir().display()
        ),
        false => format!("{e}\nnothing of this run could be kept"),
    })
}

/// Whether a part has all its pieces.
fn has_all(
    partition: &Partition,
    deals: Option<&Range<u64>>,
    part: Part,
    pieces: &[Piece],
) -> bool {
    match deals {
        Some(own) => gaps(own, &ranges(pieces)).is_empty(),
        None => {
            let there: HashSet<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
            let labels = partition.labels();
            own(part, labels.len()).all(|at| there.contains(labels[at].as_str()))
        }
    }
}

/// The deals of pieces whose labels are deals, in order; those that lie within others are left out.
pub fn ranges(pieces: &[Piece]) -> Vec<Range<u64>> {
    let deals = pieces.iter().filter_map(|piece| piece.label.parse().ok());
    let mut all: Vec<Range<u64>> = deals.map(|Deals(deals)| deals).collect();
    // Of those with the same first deal the longest comes first.
    all.sort_by_key(|deals| (deals.start, std::cmp::Reverse(deals.end)));
    let mut end = 0;
    all.retain(|deals| {
        let is_new = deals.end > end;
        end = end.max(deals.end);
        is_new
    });
    all
}

/// Ends a study: its results, the manifest among them.
pub(super) fn finish(
    study: &dyn Study,
    context: &mut StudyContext<'_, '_>,
) -> Result<Results, StudyError> {
    Ok(sealed(study, study.finish(context)?))
}

/// Adds the manifest, which lists all other files.
fn sealed(study: &dyn Study, mut results: Results) -> Results {
    let about = study.manifest(results.result.clone());
    let manifest = intact::seal(&about, &results.files);
    results.files.push((manifest::FILE.to_owned(), manifest));
    results
}

/// Plays a study in memory.
///
/// # Errors
/// [`StudyError`]
pub fn play(study: &dyn Study) -> Result<Ended, StudyError> {
    let partition = study.partition();
    let labels = partition.labels();
    study.begin(labels.len());
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(Vec::new(), &mut keep);
    let played = (|| {
        for (number, label) in labels.iter().enumerate() {
            pieces.put(label, study.play(number)?)?;
        }
        let mut context = StudyContext {
            shown: None,
            pieces: &mut pieces,
            checkpoint: None,
            timing: None,
        };
        finish(study, &mut context)
    })();
    let all = pieces.into_all();
    let n_pieces = all.len();
    match played {
        Ok(results) => Ok(Ended::Whole { results, n_pieces }),
        Err(StudyError::Cancelled) => Ok(Ended::Interrupted {
            n_pieces,
            finished: study.finished(&all),
            kept: None,
            so_far: study.so_far(&all)?.map(|results| sealed(study, results)),
        }),
        Err(e) => Err(e),
    }
}

pub(super) fn write(dir: &RunDir, files: &[NamedFile], care: Durability) -> Result<(), StudyError> {
    let files = files.iter();
    let files: Vec<(&str, Vec<u8>)> = files.map(|(n, t)| (n.as_str(), t.clone())).collect();
    Ok(dir.write(&files, care)?)
}
