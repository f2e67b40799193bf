//! How the experiments are cut into pieces.

use super::request::{BalanceRequest, scaled};
use super::setup::Setup;
use crate::lab::balance::SeatedLineUp;
use crate::lab::balance::config::{Config, Experiment};
use crate::lab::balance::drama::Drama;
use crate::lab::balance::variants::{Change, Comparison, ablations, rulings};
use crate::session::study::{Cut, StudyError};
use crate::shedding::Rules;
use std::ops::Range;

/// Experiments of deals that do not depend on each other are cut into so many pieces at the most, of so many deals at the least.
const BLOCKS: u64 = 20;
const LEAST_DEALS: u64 = 128;

/// One piece of the work.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Some deals of an experiment.
    Deals(Experiment, Range<u64>),
    /// All deals under the rules at this place, with these changes.
    Changed(Experiment, usize, Vec<Change>),
}

/// The changes of an experiment that changes rules, for one ruleset.
pub(super) fn changes_of(experiment: Experiment, rules: &Rules) -> Vec<Change> {
    match experiment {
        Experiment::Ablations => ablations(rules),
        Experiment::Rulings => rulings(rules),
        Experiment::Towers | Experiment::Cards | Experiment::Drama | Experiment::Ledger => {
            Vec::new()
        }
    }
}

impl Setup {
    /// The tables of an experiment: its own, or those of all.
    pub(super) fn tables_for(
        &self,
        config: &Config,
        experiment: Experiment,
    ) -> Result<Vec<SeatedLineUp>, StudyError> {
        let own = config.asked(experiment).and_then(|(_, own)| own);
        own.map_or_else(|| Ok(self.tables.clone()), |own| self.tables_of(own))
    }

    /// All pieces of the experiments asked for, with their labels.
    pub(super) fn jobs(
        &self,
        config: &Config,
        scale: f64,
    ) -> Result<Vec<(String, Job)>, StudyError> {
        let mut jobs = Vec::new();
        for (experiment, deals) in config.parts() {
            let deals = scaled(deals, scale);
            let name = experiment.name();
            let whole = 0..deals;
            let wholes = match experiment {
                Experiment::Towers | Experiment::Cards | Experiment::Ledger => vec![whole],
                // The deals that teach, and those that are judged.
                Experiment::Drama => {
                    let half = Drama::half(deals);
                    vec![0..half, half..deals]
                }
                Experiment::Ablations | Experiment::Rulings => Vec::new(),
            };
            for deals in wholes.into_iter().flat_map(blocks) {
                let label = format!("{name} {}..{}", deals.start, deals.end);
                jobs.push((label, Job::Deals(experiment, deals)));
            }
            let Some(part) = config.variants(experiment) else {
                continue;
            };
            let tables = self.tables_for(config, experiment)?;
            for (at, rules) in self.rules.iter().enumerate() {
                let changes = changes_of(experiment, rules);
                if !tables.iter().any(|t| t.game.rules().name == rules.name) {
                    continue;
                }
                let runs = Comparison::runs(&changes, part.pairs);
                for run in &runs {
                    let names: Vec<&str> = run.iter().map(|c| c.name.as_str()).collect();
                    let label = format!("{name} {}: {}", rules.name, names.join(" & "));
                    let run = run.iter().map(|change| (*change).clone()).collect();
                    jobs.push((label, Job::Changed(experiment, at, run)));
                }
            }
        }
        Ok(jobs)
    }
}

/// The blocks that an experiment's deals are cut into, whoever plays them.
fn blocks(deals: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let n_deals = deals.end - deals.start;
    let n_blocks = (n_deals / LEAST_DEALS).clamp(1, BLOCKS);
    let cut = move |block: u64| deals.start + n_deals * block / n_blocks;
    (0..n_blocks).map(move |block| cut(block)..cut(block + 1))
}

impl Job {
    pub fn experiment(&self) -> Experiment {
        match self {
            Job::Deals(experiment, _) | Job::Changed(experiment, ..) => *experiment,
        }
    }
}

/// How a run is cut.
pub(super) fn cut(request: &BalanceRequest, jobs: &[(String, Job)]) -> Cut {
    if request.optimise {
        return Cut::Steps(
            "a design search chooses by what it measured before: it does not go with --shard",
        );
    }
    Cut::Pieces(jobs.iter().map(|(label, _)| label.clone()).collect())
}
