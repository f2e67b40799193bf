//! How a study is played. Nothing here changes its results.

use crate::study::study_error::StudyError;
use powergrab_arena::run::{Control, Progress, Workers};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// Hears of the progress of a study: a terminal, a notebook. Threads that play call it.
pub trait Reporter: Sync {
    /// All the work that there will be, for one estimate of the time that is left: the parts, each with its deals, and how long one
    /// of them takes beside one of the others. [`begin`](Reporter::begin) tells of each part as before.
    fn begin_whole(&self, parts: &[(&str, u64, u64)]) {
        let _ = parts;
    }

    /// Work of `steps` steps begins, of which `n_there` are done; `what` is what a step is called.
    fn begin_steps(&self, what: &str, steps: u64, n_there: u64) {
        let _ = (what, steps, n_there);
    }

    /// A step is done.
    fn next_step(&self) {}

    /// Work of `deals` deals begins, of which `n_there` are done; `part` is the experiment's name, where there are
    /// several.
    fn begin(&self, part: Option<&str>, deals: u64, n_there: u64) {
        let _ = (part, deals, n_there);
    }

    /// Some deals are played.
    fn step(&self, step: Progress) {
        let _ = step;
    }

    /// A line on how far the study is.
    fn tell(&self, line: &str) {
        let _ = line;
    }

    /// Results that are there before the others.
    ///
    /// # Errors
    /// They cannot be shown, which ends the study.
    fn show(&self, text: &str) -> Result<(), StudyError> {
        let _ = text;
        Ok(())
    }
}

/// Nobody hears.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {}

/// How a study is played.
///
/// ```
/// use powergrab_lab::study::options::StudyOptions;
///
/// let options = StudyOptions { threads: std::num::NonZero::new(2), ..StudyOptions::default() };
/// assert_eq!(options.threads.map_or(0, |n| n.get()), 2);
/// ```
#[derive(Clone, Copy)]
pub struct StudyOptions<'a> {
    /// How many threads play; `None` is one for each processor.
    pub threads: Option<NonZero<usize>>,
    /// Setting it ends the study soon; what is finished by then is kept.
    pub cancel: &'a AtomicBool,
    /// Who hears how it gets on.
    pub reporter: &'a dyn Reporter,
}

impl Default for StudyOptions<'_> {
    /// A thread for each processor, never cancelled, heard by nobody.
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
    /// The threads, as the arena wants them.
    pub fn workers(&self) -> Workers {
        Workers {
            threads: self.threads,
            chunk: None,
        }
    }

    /// Does something that is cancelled and heard of as these options say.
    pub fn controlled<T>(&self, work: impl FnOnce(Control<'_>) -> T) -> T {
        work(Control {
            cancel: self.cancel,
            progress: &|step| self.reporter.step(step),
        })
    }
}
