//! The work on one experiment: its tables, its pieces, its outcome.

use super::request::{BalanceRequest, scaled};
use super::setup::Setup;
use crate::balance::config::ExperimentRequest;
use crate::study::study_error::StudyError;
use crate::study::traits::Partition;
use powergrab_arena::piece::Piece;
use powergrab_arena::run::Workers;
use powergrab_balance::experiment::Job;
use powergrab_balance::seating_pool::SeatedLineUp;
use powergrab_balance::{Outcome, Setting};
use powergrab_engine::rng::{Purpose, Seeds};

/// The work on one experiment.
pub(crate) struct Work {
    pub asked: ExperimentRequest,
    /// Its own tables, or those of all experiments.
    pub tables: Vec<SeatedLineUp>,
    /// Its pieces, with their labels in the run.
    pub jobs: Vec<(String, Job)>,
    /// Number of deals, scaled.
    deals: u64,
}

impl Work {
    pub fn new(setup: &Setup, asked: &ExperimentRequest, scale: f64) -> Result<Work, StudyError> {
        let part = asked.experiment.part();
        let own = part.line_ups.as_ref();
        let mut work = Work {
            asked: asked.clone(),
            tables: own.map_or_else(|| Ok(setup.tables.clone()), |own| setup.tables_of(own))?,
            jobs: Vec::new(),
            deals: scaled(part.deals, scale),
        };
        // The pieces depend on neither seed nor threads.
        let jobs = asked
            .experiment
            .cut(&work.setting(setup, 0, Workers::default()));
        let named = |job: Job| (format!("{} {}", asked.name, job.label), job);
        work.jobs = jobs.into_iter().map(named).collect();
        Ok(work)
    }

    pub fn setting<'a>(&'a self, setup: &'a Setup, seed: u64, workers: Workers) -> Setting<'a> {
        Setting {
            rules: &setup.rules,
            tables: &self.tables,
            seeds: Seeds::new(seed, Purpose::Play),
            deals: self.deals,
            workers,
        }
    }

    /// Returns the labels of its pieces.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.jobs.iter().map(|(label, _)| label.as_str())
    }

    /// Returns the number of deals of all its pieces.
    pub fn n_deals(&self) -> u64 {
        let deals = self.jobs.iter().map(|(_, job)| &job.deals);
        deals.map(|deals| deals.end - deals.start).sum()
    }

    /// Returns the approximate relative cost of a deal, comparable between experiments.
    pub fn cost(&self) -> u64 {
        self.asked.experiment.cost(&self.tables)
    }

    /// Returns whether all its pieces exist.
    pub fn is_finished(&self, pieces: &[Piece]) -> bool {
        let mut labels = self.labels();
        labels.all(|label| pieces.iter().any(|piece| piece.label == label))
    }

    /// Returns the outcome of its pieces.
    pub fn outcome(&self, setting: &Setting<'_>, pieces: &[Piece]) -> Result<Outcome, StudyError> {
        let mut played = Vec::new();
        for (label, job) in &self.jobs {
            let piece = pieces.iter().find(|piece| piece.label == *label);
            played.extend(piece.map(|piece| (job, piece)));
        }
        Ok(self.asked.experiment.outcome(setting, &played)?)
    }
}

/// Returns the way a run is split.
pub(crate) fn partition(request: &BalanceRequest, works: &[Work]) -> Partition {
    if request.optimise {
        return Partition::Sequential(
            "a design search chooses by what it measured before: it does not go with --shard"
                .to_owned(),
        );
    }
    let labels = works.iter().flat_map(Work::labels);
    Partition::Independent(labels.map(str::to_owned).collect())
}
