//! The next round of a shared study, and one process's part of it.

use super::task::Task;
use crate::study::driver::{finish, play_own, ranges};
use crate::study::manifest::Timing;
use crate::study::pieces::Pieces;
use crate::study::rounds::{Round, Sharing};
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::part::gaps;
use powergrab_arena::piece::Piece;
use std::collections::HashSet;
use std::sync::Arc;

/// What follows after some finished pieces of a study.
pub enum Next {
    /// A round that is not complete.
    Round(OpenRound),
    /// The results: all rounds are complete.
    End(Results),
}

/// A round that is not complete.
pub struct OpenRound {
    /// Its number, from 1.
    pub number: u64,
    /// Number of its parts, at least 1.
    pub n_parts: u64,
    /// All finished pieces, with shares joined: what the round depends on.
    pub there: Vec<Piece>,
}

impl Next {
    fn round(round: Round, n_parts: u64, there: Vec<Piece>) -> Next {
        Next::Round(OpenRound {
            number: round.number,
            n_parts: n_parts.min(round.size).max(1),
            there,
        })
    }
}

/// Returns what follows after these pieces of a study whose rounds have `n_parts` parts. `timing`
/// is the time taken by the parts, for the results.
///
/// # Errors
/// Those of the study and its pieces.
pub fn next(
    study: &dyn Study,
    n_parts: u64,
    there: Vec<Piece>,
    timing: Option<Timing>,
) -> Result<Next, StudyError> {
    let first = |size: u64| Next::round(Round { number: 1, size }, n_parts, Vec::new());
    match study.partition() {
        Partition::Whole(why) => return Err(StudyError::Input(why)),
        Partition::Deals(whole) => {
            if !gaps(&whole, &ranges(&there)).is_empty() {
                return Ok(first(whole.end - whole.start));
            }
        }
        Partition::Independent(labels) => {
            let known: HashSet<&str> = there.iter().map(|piece| piece.label.as_str()).collect();
            if !labels.iter().all(|label| known.contains(label.as_str())) {
                return Ok(first(labels.len() as u64));
            }
        }
        Partition::Sequential(_) => {}
    }
    let sharing = Arc::new(Sharing::new(n_parts, None));
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(there, &mut keep).share(Arc::clone(&sharing));
    let ended = finish(study, &mut StudyContext::in_memory(&mut pieces, timing));
    match sharing.awaited() {
        Some(round) => Ok(Next::round(round, n_parts, pieces.into_all())),
        None => ended.map(Next::End),
    }
}

/// Plays a task of a study whose rounds have `n_parts` parts, after the pieces of all earlier
/// rounds; returns its pieces.
///
/// # Errors
/// Those of the study; [`StudyError::Input`] if the task is of another round than the next.
pub fn play(
    study: &dyn Study,
    n_parts: u64,
    task: Task,
    there: Vec<Piece>,
) -> Result<Vec<Piece>, StudyError> {
    let part = task.part;
    let partition = study.partition();
    let mut keep = |_: &[Piece]| Ok(());
    match &partition {
        Partition::Whole(why) => Err(StudyError::Input(why.clone())),
        Partition::Deals(whole) => {
            let mut pieces = Pieces::new(Vec::new(), &mut keep);
            let deals = part.deals(whole).map_err(StudyError::input)?;
            study.play_deals(deals, &mut StudyContext::in_memory(&mut pieces, None))?;
            Ok(pieces.into_all())
        }
        Partition::Independent(labels) => {
            let mut pieces = Pieces::new(Vec::new(), &mut keep);
            play_own(study, part, labels, &mut pieces)?;
            Ok(pieces.into_all())
        }
        Partition::Sequential(_) => play_rounds(study, n_parts, task, there),
    }
}

fn play_rounds(
    study: &dyn Study,
    n_parts: u64,
    task: Task,
    there: Vec<Piece>,
) -> Result<Vec<Piece>, StudyError> {
    let sharing = Arc::new(Sharing::new(n_parts, Some(task.part)));
    let mut keep = |_: &[Piece]| Ok(());
    let mut pieces = Pieces::new(there, &mut keep).share(Arc::clone(&sharing));
    let ended = finish(study, &mut StudyContext::in_memory(&mut pieces, None));
    match sharing.awaited() {
        Some(round) if round.number == task.round => {
            let own = sharing.played();
            let mut all = pieces.into_all();
            all.retain(|piece| own.contains(&piece.label));
            Ok(all)
        }
        Some(round) => Err(StudyError::Input(format!(
            "task {task}: round {} is played now",
            round.number
        ))),
        None => {
            ended?;
            Err(StudyError::Input(format!(
                "task {task}: all rounds are complete"
            )))
        }
    }
}
