//! Options of playing a study. None of them changes its results.

use crate::study::study_error::StudyError;
use powergrab_arena::run::{Control, Progress, Workers};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// Receiver of a study's progress: a terminal, a notebook. Called by the threads that play.
pub trait Reporter: Sync {
    /// Announces all work, for one estimate of the remaining time: the parts, each with its deals
    /// and the relative duration of one deal. [`begin`](Reporter::begin) still announces each part.
    fn begin_whole(&self, parts: &[(&str, u64, u64)]) {
        let _ = parts;
    }

    /// Announces work of `steps` steps, of which `n_there` are done. `what` is the noun for a step.
    fn begin_steps(&self, what: &str, steps: u64, n_there: u64) {
        let _ = (what, steps, n_there);
    }

    /// Reports a finished step.
    fn next_step(&self) {}

    /// Announces work of `deals` deals, of which `n_there` are done. `part` is the experiment's
    /// name if there are several.
    fn begin(&self, part: Option<&str>, deals: u64, n_there: u64) {
        let _ = (part, deals, n_there);
    }

    /// Reports played deals.
    fn step(&self, step: Progress) {
        let _ = step;
    }

    /// Prints a line on the study's progress.
    fn tell(&self, line: &str) {
        let _ = line;
    }

    /// Shows results that are available before the others.
    ///
    /// # Errors
    /// Fails if they cannot be shown, which ends the study.
    fn show(&self, text: &str) -> Result<(), StudyError> {
        let _ = text;
        Ok(())
    }
}

/// A reporter that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {}

/// Options of playing a study.
///
/// ```
/// use powergrab_lab::study::options::StudyOptions;
///
/// let options = StudyOptions { threads: std::num::NonZero::new(2), ..StudyOptions::default() };
/// assert_eq!(options.threads.map_or(0, |n| n.get()), 2);
/// ```
#[derive(Clone, Copy)]
pub struct StudyOptions<'a> {
    /// Number of threads; `None` for one per processor.
    pub threads: Option<NonZero<usize>>,
    /// Setting it ends the study soon; finished pieces are kept.
    pub cancel: &'a AtomicBool,
    /// Receiver of the progress.
    pub reporter: &'a dyn Reporter,
}

impl Default for StudyOptions<'_> {
    /// A thread per processor, never cancelled, without a reporter.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        StudyOptions {
            threads: None,
            cancel: &NEVER,
            reporter: &Silent,
        }
    }
}

impl StudyOptions<'_> {
    /// Returns the threads as the arena takes them.
    pub fn workers(&self) -> Workers {
        Workers {
            threads: self.threads,
            chunk: None,
        }
    }

    /// Calls `work` with a control that cancels and reports by these options.
    pub fn controlled<T>(&self, work: impl FnOnce(Control<'_>) -> T) -> T {
        work(Control {
            cancel: self.cancel,
            progress: &|step| self.reporter.step(step),
        })
    }
}
