//! A `balance` run in progress: playing its pieces, and its results.

use super::request::BalanceRequest;
use super::setup::Setup;
use super::work::{Work, partition};
use crate::balance::config::Config;
use crate::balance::sheets::{dictionary, printed};
use crate::catalog::Catalog;
use crate::matches::printed::grouped;
use crate::matches::run_tables::DICTIONARY_FILE;
use crate::study::checkpoint::About;
use crate::study::manifest;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::piece::Piece;
use powergrab_arena::run::Control;
use powergrab_balance::{Outcome, Setting};
use powergrab_table::named_file::NamedFile;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::time::Instant;

/// A configuration that was read, looked up and checked.
pub struct BalancePlan {
    pub(crate) request: BalanceRequest,
    pub(crate) catalog: Catalog,
    pub(crate) config: Config,
    pub(crate) setup: Setup,
    pub(crate) seed: u64,
    pub(crate) command: String,
    pub(crate) about: About,
    pub(crate) works: Vec<Work>,
}

/// A run in progress.
pub(crate) struct BalanceStudy<'a> {
    pub plan: BalancePlan,
    pub options: StudyOptions<'a>,
    /// The experiment reported last.
    pub told: Cell<Option<&'static str>>,
    /// Start of its first piece; `None` while parts are merged.
    pub started: Cell<Option<Instant>>,
    /// Results already shown, by experiment.
    pub done: RefCell<Vec<(&'static str, Outcome)>>,
}

impl Study for BalanceStudy<'_> {
    fn about(&self) -> &About {
        &self.plan.about
    }

    fn partition(&self) -> Partition {
        partition(&self.plan.request, &self.plan.works)
    }

    fn begin(&self, _: usize) {
        self.started.set(Some(Instant::now()));
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let jobs = self.plan.works.iter();
        let mut jobs = jobs.flat_map(|work| work.jobs.iter().map(move |(_, job)| (work, job)));
        let Some((work, job)) = jobs.nth(number) else {
            return Err(StudyError::Input(format!("there is no piece {number}")));
        };
        let setting = self.setting(work);
        let played = self.with_progress(work, |control| {
            work.asked.experiment.play(&setting, job, control)
        });
        let played = played.map_err(|e| StudyError::Io(e.to_string()))?;
        // Incomplete experiments have no outcome.
        played.ok_or(StudyError::Cancelled)
    }

    fn show(&self, pieces: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        let mut files = Vec::new();
        // Pieces are played in the order of the jobs, so an experiment ends with its last piece.
        let newest = pieces.last().map(|piece| piece.label.as_str());
        for work in &self.plan.works {
            if work.labels().last() != newest || !work.is_finished(pieces) {
                continue;
            }
            let done = self.outcome(work, pieces)?;
            files.extend(done.files.clone());
            self.done.borrow_mut().push((work.asked.name, done));
        }
        Ok(files)
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let finished = self
            .plan
            .works
            .iter()
            .filter(|work| work.is_finished(pieces));
        let done = finished.map(|work| self.outcome(work, pieces));
        let done: Vec<Outcome> = done.collect::<Result<_, _>>()?;
        let texts: Vec<String> = done.iter().map(|d| printed(&d.told)).collect();
        Ok(Some(Results {
            told: texts.join("\n"),
            files: done.into_iter().flat_map(|d| d.files).collect(),
            result: self.unfinished(),
            ..Results::default()
        }))
    }

    fn finished(&self, pieces: &[Piece]) -> String {
        self.plan.finished(pieces)
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let done = match (&self.plan.config.optimise, self.plan.request.optimise) {
            (Some(part), true) => vec![self.search(part, context.pieces)?],
            _ => {
                let done = self.plan.works.iter().map(|work| {
                    let mut known = self.done.borrow_mut();
                    match known.iter().position(|(name, _)| *name == work.asked.name) {
                        Some(at) => Ok(known.swap_remove(at).1),
                        None => self.outcome(work, context.pieces.all()),
                    }
                });
                done.collect::<Result<_, _>>()?
            }
        };
        let warnings: Vec<String> = done.iter().flat_map(|d| d.warnings.clone()).collect();
        let continuations: u64 = done.iter().map(|d| d.continuations).sum();
        let started = self.started.get();
        let seconds = started.map(|started| started.elapsed().as_secs_f64());
        let texts = done.iter().map(|d| printed(&d.told));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let told = texts.join("\n");
        let result = json!({
            "complete": true, "continuations": continuations, "warnings": warnings,
        });
        let mut files: Vec<NamedFile> = done.into_iter().flat_map(|d| d.files).collect();
        files.push(NamedFile::new(DICTIONARY_FILE, dictionary()));
        let mut notes = Vec::new();
        if continuations > 0 {
            let n = grouped(continuations);
            notes.push(format!("{n} rounds played on in another way"));
        }
        if let Some(seconds) = seconds {
            notes.push(format!("{seconds:.1} s in all"));
            let timing = manifest::text(&json!({ "seconds": seconds }));
            files.push(NamedFile::new(manifest::TIMING_FILE, timing));
        }
        Ok(Results {
            files,
            result,
            told,
            warnings,
            notes,
            ..Results::default()
        })
    }
}

impl BalanceStudy<'_> {
    fn setting<'w>(&'w self, work: &'w Work) -> Setting<'w> {
        work.setting(&self.plan.setup, self.plan.seed, self.options.workers())
    }

    /// Returns the outcome of an experiment.
    fn outcome(&self, work: &Work, pieces: &[Piece]) -> Result<Outcome, StudyError> {
        work.outcome(&self.setting(work), pieces)
    }

    /// Plays a piece of an experiment, and reports its progress.
    fn with_progress<T>(&self, work: &Work, play: impl FnOnce(Control<'_>) -> T) -> T {
        let name = work.asked.name;
        let first = self.told.replace(Some(name));
        if first != Some(name) {
            let reporter = self.options.reporter;
            if first.is_none() {
                let all = self.plan.works.iter();
                let parts = all.map(|work| (work.asked.name, work.n_deals(), work.cost()));
                reporter.begin_whole(&parts.collect::<Vec<_>>());
            }
            reporter.begin(Some(name), work.n_deals(), 0);
        }
        self.options.controlled(play)
    }
}
