//! The driver of all studies: one directory, one checkpoint, `--resume` and `--shard`.
//!
//! Pieces are the same for any split of a study: part K of N has every N-th piece from the K-th on,
//! or the K-th of N ranges of deals.

use super::Start;
use super::atomic::Durability;
use super::checkpoint::Cost;
use super::checkpoint_file::CheckpointFile;
use super::pieces::Pieces;
use super::rundir::RunDir;
use super::shown::Shown;
use super::study_error::StudyError;
use super::traits::{Partition, Results, Study, StudyContext};
use super::{intact, manifest};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, gaps};
use powergrab_arena::piece::Piece;
use powergrab_table::named_file::NamedFile;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Options of running a study. None of them changes its results.
pub struct Request {
    /// The directory.
    pub out: PathBuf,
    /// Start of the run: anew or resumed.
    pub start: Start,
    /// Overwrites the results of another run in the directory.
    pub force: bool,
    /// Part to play; `None` for the whole.
    pub part: Option<Part>,
    /// Minimum time between two checkpoints.
    pub every: Duration,
    /// Command that resumes it, for messages.
    pub again: String,
}

/// Outcome of running a study.
pub enum Ended {
    /// The study or its part was already complete.
    Complete,
    /// The part is played and kept.
    Part {
        /// The played pieces, in words.
        finished: String,
        /// The checkpoint.
        path: PathBuf,
    },
    /// The whole is played, and its results are written.
    Whole {
        /// Its results.
        results: Results,
        /// Number of finished pieces.
        n_pieces: usize,
    },
    /// The study was interrupted, and the finished pieces are kept.
    Interrupted {
        /// Number of finished pieces.
        n_pieces: usize,
        /// The finished pieces, in words.
        finished: String,
        /// Directory of the checkpoint; `None` if nothing was finished or if it was played in
        /// memory.
        kept: Option<PathBuf>,
        /// Results of the finished pieces, if the study has some before its end.
        so_far: Option<Results>,
    },
}

/// Plays the pieces of a part that are not finished, of those with these labels.
///
/// # Errors
/// Those of the study and its pieces.
pub(crate) fn play_own(
    study: &dyn Study,
    part: Part,
    labels: &[String],
    pieces: &mut Pieces<'_>,
) -> Result<(), StudyError> {
    let to_play = own(part, labels.len()).filter(|at| !pieces.has(&labels[*at]));
    let to_play: Vec<usize> = to_play.collect();
    study.begin(to_play.len());
    for number in to_play {
        pieces.put(&labels[number], study.play(number)?)?;
    }
    Ok(())
}

/// Returns the pieces of a part, by their indices.
pub(super) fn own(part: Part, n_pieces: usize) -> impl Iterator<Item = usize> {
    (0..n_pieces).filter(move |number| part.takes(*number as u64))
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Runs a study: takes its directory, resumes if requested, plays, and writes.
///
/// # Errors
/// Those of the study, its directory, and its checkpoints.
pub fn run(study: &dyn Study, request: &Request) -> Result<Ended, StudyError> {
    let (running, kept) = Running::take(study, request)?;
    if running.is_complete(&kept)? {
        return Ok(Ended::Complete);
    }
    let (played, all) = running.play(kept)?;
    running.end(played, all)
}

/// A study that has taken its directory.
struct Running<'a> {
    study: &'a dyn Study,
    request: &'a Request,
    partition: Partition,
    part: Part,
    /// Deals of the part, if the study is split by deals.
    deals: Option<Range<u64>>,
    dir: RunDir,
    checkpoint: CheckpointFile,
}

/// Results of the whole; `None` for a part.
type Played = Result<Option<Results>, StudyError>;

impl<'a> Running<'a> {
    /// Takes the directory of a study or of its part; returns the finished pieces.
    fn take(
        study: &'a dyn Study,
        request: &'a Request,
    ) -> Result<(Running<'a>, Vec<Piece>), StudyError> {
        let about = study.about();
        let partition = study.partition();
        let part = request.part.unwrap_or(Part::WHOLE);
        let deals = match (&partition, request.part) {
            (Partition::Sequential(why) | Partition::Whole(why), Some(_)) => {
                return Err(StudyError::Input(why.clone()));
            }
            (Partition::Deals(whole), _) => {
                let deals = part.deals(whole);
                Some(deals.map_err(StudyError::input)?)
            }
            _ => None,
        };
        let Request {
            out, start, force, ..
        } = request;
        let dir = RunDir::prepare(out, &about.identity, request.part, *start, *force)?;
        let checkpoint = CheckpointFile::new(out, about.clone(), part, request.every);
        checkpoint.sweep();
        if request.part.is_none() {
            dir.sweep();
        }
        if *force {
            checkpoint.clear_by_force(*start)?;
        }
        if request.part.is_some() {
            checkpoint.check_others(|other| match (&partition, &deals) {
                (Partition::Deals(whole), Some(own)) => {
                    other.deals(whole).is_ok_and(|deals| overlap(&deals, own))
                }
                _ => false,
            })?;
        }
        let kept = checkpoint.read()?;
        if *start == Start::New && checkpoint.exists()? {
            return Err(StudyError::Input(format!(
                "{}: contains finished parts of this run; use --resume to continue, or --force to start again",
                checkpoint.dir().display()
            )));
        }
        let running = Running {
            study,
            request,
            partition,
            part,
            deals,
            dir,
            checkpoint,
        };
        Ok((running, kept))
    }

    /// Returns whether a resumed run has nothing left to do.
    fn is_complete(&self, kept: &[Piece]) -> Result<bool, StudyError> {
        if self.request.start == Start::New {
            return Ok(false);
        }
        if self.request.part.is_none() {
            let identity = &self.study.about().identity;
            return Ok(kept.is_empty() && self.dir.is_complete_and_intact(identity)?);
        }
        Ok(match &self.deals {
            Some(own) => gaps(own, &ranges(kept)).is_empty(),
            None => {
                let there: HashSet<&str> = kept.iter().map(|piece| piece.label.as_str()).collect();
                let labels = self.partition.labels();
                own(self.part, labels.len()).all(|at| there.contains(labels[at].as_str()))
            }
        })
    }

    /// Shows the pieces finished earlier, so that a resumed run shows them from the beginning.
    fn show(&self, kept: &[Piece]) -> Result<Shown<'_>, StudyError> {
        let study = self.study;
        let shows = self.request.part.is_none() && !kept.is_empty();
        let so_far = match shows && !study.show(kept)?.is_empty() {
            true => study.so_far(kept)?,
            false => None,
        };
        let there = so_far.map_or(Vec::new(), |so_far| so_far.files);
        let there: Vec<NamedFile> = there.into_iter().map(NamedFile::without_table).collect();
        let unfinished = study.manifest(study.unfinished());
        if !there.is_empty() {
            let mut files = there.clone();
            let manifest = intact::seal(&unfinished, &there);
            files.push(NamedFile::new(manifest::FILE, manifest));
            self.dir.write(&files, Durability::Durable)?;
        }
        Ok(Shown::new(&self.dir, unfinished, there))
    }

    /// Plays the unfinished pieces; returns the results of the whole, and all finished pieces.
    fn play(&self, kept: Vec<Piece>) -> Result<(Played, Vec<Piece>), StudyError> {
        let (study, checkpoint) = (self.study, &self.checkpoint);
        let shown = self.show(&kept)?;
        // Pieces report an error as text; the run ends with the error itself.
        let why = RefCell::new(None);
        let keep_and_show = |all: &[Piece]| -> Result<(), StudyError> {
            if checkpoint.is_due() {
                checkpoint.keep(all)?;
                if self.request.part.is_none() {
                    let started = Instant::now();
                    for file in study.show(all)? {
                        shown.put(file)?;
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
        let labels = self.partition.labels();
        let mut pieces = Pieces::new(kept, &mut keep);
        let played = (|| {
            play_own(study, self.part, labels, &mut pieces)?;
            let mut context = StudyContext {
                shown: Some(&shown),
                pieces: &mut pieces,
                checkpoint: Some(checkpoint),
                timing: None,
            };
            match (self.request.part, &self.deals) {
                (None, _) => finish(study, &mut context).map(Some),
                (Some(_), Some(deals)) => {
                    let played = study.play_deals(deals.clone(), &mut context);
                    played.map(|()| None)
                }
                (Some(_), None) => Ok(None),
            }
        })();
        let all = pieces.into_all();
        Ok((played.map_err(|e| why.take().unwrap_or(e)), all))
    }

    /// Writes the results, or keeps the finished pieces.
    fn end(&self, played: Played, all: Vec<Piece>) -> Result<Ended, StudyError> {
        let (study, checkpoint) = (self.study, &self.checkpoint);
        match played {
            Ok(None) => {
                let cost = study.timing().map(|timing| Cost::here(&timing));
                checkpoint.keep_part(&all, cost.as_ref())?;
                Ok(Ended::Part {
                    finished: study.finished(&all),
                    path: checkpoint.path(),
                })
            }
            Ok(Some(results)) => {
                // A run short enough to have no checkpoint is simply played again after a power
                // failure.
                let durability = match checkpoint.is_used() {
                    true => Durability::Durable,
                    false => Durability::Quick,
                };
                if let Err(e) = self.dir.write(&results.files, durability) {
                    // A checkpoint is smaller than the results. If it does not fit either, the
                    // first error says so.
                    let is_kept = checkpoint.keep(&all).is_ok() || checkpoint.is_used();
                    return Err(self.unwritten(&e, is_kept));
                }
                checkpoint.clear()?;
                let n_pieces = all.len();
                Ok(Ended::Whole { results, n_pieces })
            }
            Err(StudyError::Cancelled) => self.interrupted(&all),
            Err(e @ StudyError::Io(_)) => Err(self.unwritten(&e, checkpoint.is_used())),
            Err(e) => {
                if !all.is_empty() {
                    checkpoint.keep(&all)?;
                }
                Err(e)
            }
        }
    }

    /// Keeps the finished pieces, and writes their results if the study has some before its end.
    fn interrupted(&self, all: &[Piece]) -> Result<Ended, StudyError> {
        let (study, checkpoint) = (self.study, &self.checkpoint);
        let so_far = match self.request.part {
            None if !all.is_empty() => study.so_far(all)?.map(|results| sealed(study, results)),
            _ => None,
        };
        if !all.is_empty() {
            checkpoint.keep(all)?;
        }
        if let Some(results) = so_far.as_ref().filter(|results| results.files.len() > 1) {
            self.dir.write(&results.files, Durability::Durable)?;
        }
        Ok(Ended::Interrupted {
            n_pieces: all.len(),
            finished: study.finished(all),
            kept: (!all.is_empty()).then(|| checkpoint.dir().to_owned()),
            so_far,
        })
    }

    /// Returns the error of a file that could not be written, with whether the run can be resumed.
    fn unwritten(&self, e: &dyn std::fmt::Display, is_kept: bool) -> StudyError {
        StudyError::Io(match is_kept {
            true => format!(
                "{e}\nwhat was finished before is in {}; when the cause is mended, go on with\n  {}",
                self.checkpoint.dir().display(),
                self.request.again
            ),
            false => format!("{e}\nnothing of this run could be kept"),
        })
    }
}

/// Returns the deals of pieces whose labels are deals, in order, without those that lie within
/// others.
pub fn ranges(pieces: &[Piece]) -> Vec<Range<u64>> {
    let deals = pieces.iter().filter_map(|piece| piece.label.parse().ok());
    let mut all: Vec<Range<u64>> = deals.map(|Deals(deals)| deals).collect();
    // Of pieces with the same first deal, the longest comes first.
    all.sort_by_key(|deals| (deals.start, std::cmp::Reverse(deals.end)));
    let mut end = 0;
    all.retain(|deals| {
        let is_new = deals.end > end;
        end = end.max(deals.end);
        is_new
    });
    all
}

/// Finishes a study: returns its results, including the manifest.
pub(crate) fn finish(
    study: &dyn Study,
    context: &mut StudyContext<'_, '_>,
) -> Result<Results, StudyError> {
    Ok(sealed(study, study.finish(context)?))
}

/// Adds the manifest, which lists all other files.
fn sealed(study: &dyn Study, mut results: Results) -> Results {
    let about = study.manifest(results.result.clone());
    let manifest = intact::seal(&about, &results.files);
    let manifest = NamedFile::new(manifest::FILE, manifest);
    results.files.push(manifest);
    results
}

/// Plays a study in memory.
///
/// # Errors
/// Those of the study.
pub fn play(study: &dyn Study) -> Result<Ended, StudyError> {
    let partition = study.partition();
    let labels = partition.labels();
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(Vec::new(), &mut keep);
    let played = (|| {
        play_own(study, Part::WHOLE, labels, &mut pieces)?;
        finish(study, &mut StudyContext::in_memory(&mut pieces, None))
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
