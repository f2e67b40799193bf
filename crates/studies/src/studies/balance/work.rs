//! The experiments: how they are cut into pieces, how one is played, and what comes of all.

use super::super::StudyOptions;
use super::jobs::{Job, changes_of, cut};
use super::request::{BalanceRequest, scaled};
use super::setup::Setup;
use crate::arena::parallel_deals::Merge;
use crate::arena::run::{Control, RunError, Workers};
use crate::game::Unit;
use crate::lab::balance::SeatedLineUp;
use crate::lab::balance::cards::{self, Cards};
use crate::lab::balance::config::{Config, Experiment, TowersPart, VariantsPart};
use crate::lab::balance::drama::{Drama, Learnt, REPLICATES, Stories};
use crate::lab::balance::towers::{self, Rates, Towers};
use crate::lab::balance::variance_shares::{self, VarianceShares};
use crate::lab::balance::variants::{Change, Compared, Comparison, PerDeal, VariantRow};
use crate::lab::balance::warnings::{self, without_rows};
use crate::lab::pieces::{Piece, encode};
use crate::report::balance::{Findings, SHEETS, dictionary, summary};
use crate::report::{dictionary as files, intact, manifest};
use crate::rng::{Purpose, Seeds};
use crate::session::checkpoint::About;
use crate::session::rundir::RunDir;
use crate::session::study::{Cut, Desk, Results, Study, StudyError};
use crate::shedding::Rules;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::time::Instant;

/// A run on its way.
pub(super) struct BalanceStudy<'a> {
    pub request: &'a BalanceRequest,
    pub config: &'a Config,
    pub setup: &'a Setup,
    pub command: &'a str,
    pub seed: u64,
    pub options: StudyOptions<'a>,
    pub about: &'a About,
    pub jobs: &'a [(String, Job)],
    /// The experiment that the reporter was told of last.
    pub told: Cell<Option<Experiment>>,
    /// When its first piece began; `None` where parts are merged.
    pub started: Cell<Option<Instant>>,
    /// What was shown already to those who look on.
    pub done: RefCell<Vec<(Experiment, Done)>>,
    pub ending: RefCell<Ending>,
}

/// What is said when all is written.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// What measured nothing.
    pub warnings: Vec<String>,
    /// Rounds that were played on in another way.
    pub continuations: u64,
    /// How long it took, where it was played and not merged.
    pub seconds: Option<f64>,
}

/// What experiments came to, ready to be written.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub files: Vec<(String, Vec<u8>)>,
    told: String,
    /// What measured nothing.
    warnings: Vec<String>,
    /// Rounds that were played on in another way.
    continuations: u64,
}

/// Findings as what is written and printed of them.
pub(super) fn done(findings: &Findings, continuations: u64, warnings: Vec<String>) -> Done {
    Done {
        files: SHEETS
            .iter()
            .filter_map(|sheet| Some((sheet.file.to_owned(), sheet.text(findings)?)))
            .collect(),
        told: summary(findings),
        warnings,
        continuations,
    }
}

fn cancelled<T>(found: Result<Option<T>, RunError>) -> Result<T, StudyError> {
    let found = found.map_err(|e| StudyError::Io(e.to_string()))?;
    // Experiments that are not whole answer nothing.
    found.ok_or(StudyError::Cancelled)
}

impl Study for BalanceStudy<'_> {
    fn about(&self) -> &About {
        self.about
    }

    fn cut(&self) -> Cut {
        cut(self.request, self.jobs)
    }

    fn begin(&self, _: usize) {
        self.started.set(Some(Instant::now()));
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let job = &self.jobs[number].1;
        let tables = self.setup.tables_for(self.config, job.experiment())?;
        let tables = tables.as_slice();
        let seeds = Seeds::new(self.seed, Purpose::Play);
        self.with_progress(job.experiment(), |workers, control| match job {
            Job::Deals(experiment, deals) => match experiment {
                Experiment::Towers => {
                    let towers = self.towers(tables)?;
                    let found = towers.run(deals.clone(), workers, control);
                    Ok(encode(&cancelled(found)?)?)
                }
                Experiment::Cards => {
                    let cards = Cards { tables, seeds };
                    let found = cards.run(deals.clone(), workers, control);
                    Ok(encode(&cancelled(found)?)?)
                }
                Experiment::Drama => {
                    let drama = Drama {
                        tables,
                        seeds,
                        replicates: REPLICATES,
                    };
                    if self.teaches(deals) {
                        let learnt = drama.learn(deals.clone(), workers, control);
                        return Ok(encode(&cancelled(learnt)?)?);
                    }
                    let stories = drama.watch(deals.clone(), workers, control);
                    Ok(encode(&cancelled(stories)?)?)
                }
                Experiment::Ledger => {
                    let ledger = VarianceShares { tables, seeds };
                    let found = ledger.run(deals.clone(), workers, control);
                    Ok(encode(&cancelled(found)?)?)
                }
                Experiment::Ablations | Experiment::Rulings => Err(not_asked(*experiment)),
            },
            Job::Changed(experiment, rules, run) => {
                let rules = &self.setup.rules[*rules];
                let own = of_rules(tables, rules);
                let part = self.variants_of(*experiment)?;
                let comparison = self.comparison(part, &own, workers);
                let changes: Vec<&Change> = run.iter().collect();
                Ok(encode(&cancelled(comparison.play(&changes, control))?)?)
            }
        })
    }

    fn show(&self, dir: &RunDir, pieces: &[Piece]) -> Result<(), StudyError> {
        // Pieces are played in the order of the jobs: an experiment is finished with its last.
        let newest = pieces.last().map(|piece| piece.label.as_str());
        for (experiment, _) in self.config.parts() {
            if self.labels(experiment).last() != newest || !self.is_finished(experiment, pieces) {
                continue;
            }
            let done = self.experiment(experiment, pieces)?;
            for (file, text) in &done.files {
                dir.put(file, text)?;
            }
            self.done.borrow_mut().push((experiment, done));
        }
        Ok(())
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let experiments = self.config.parts().into_iter().map(|(e, _)| e);
        let finished = experiments.filter(|e| self.is_finished(*e, pieces));
        let done = finished.map(|e| self.experiment(e, pieces));
        let done: Vec<Done> = done.collect::<Result<_, _>>()?;
        let texts: Vec<&str> = done.iter().map(|d| d.told.as_str()).collect();
        Ok(Some(Results {
            told: texts.join("\n"),
            files: done.into_iter().flat_map(|d| d.files).collect(),
            failures: Vec::new(),
        }))
    }

    fn finish(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let done = match (&self.config.optimise, self.request.optimise) {
            (Some(part), true) => vec![self.search(part, desk.pieces)?],
            _ => {
                let experiments = self.config.parts().into_iter();
                let done = experiments.map(|(experiment, _)| {
                    let mut known = self.done.borrow_mut();
                    match known.iter().position(|(known, _)| *known == experiment) {
                        Some(at) => Ok(known.swap_remove(at).1),
                        None => self.experiment(experiment, desk.pieces.all()),
                    }
                });
                done.collect::<Result<_, _>>()?
            }
        };
        let ending = Ending {
            warnings: done.iter().flat_map(|d| d.warnings.clone()).collect(),
            continuations: done.iter().map(|d| d.continuations).sum(),
            seconds: self
                .started
                .get()
                .map(|started| started.elapsed().as_secs_f64()),
        };
        let texts: Vec<&str> = done.iter().map(|d| d.told.as_str()).collect();
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let told = texts.join("\n");
        let result = json!({
            "complete": true, "continuations": ending.continuations, "warnings": ending.warnings,
        });
        let mut timing_file = None;
        if let Some(seconds) = ending.seconds {
            let timing = manifest::text(&json!({ "seconds": seconds }));
            timing_file = Some((manifest::TIMING_FILE.to_owned(), timing));
        }
        let mut all = self.with_manifest(done, result);
        all.extend(timing_file);
        *self.ending.borrow_mut() = ending;
        Ok(Results {
            files: all,
            told,
            failures: Vec::new(),
        })
    }
}

/// An experiment of which no piece was asked for, which no cut names.
fn not_asked(experiment: Experiment) -> StudyError {
    StudyError::Input(format!("[{}] was not asked for", experiment.name()))
}

/// The tables with these rules.
fn of_rules(tables: &[SeatedLineUp], rules: &Rules) -> Vec<SeatedLineUp> {
    let own = tables.iter().filter(|t| t.game.rules().name == rules.name);
    own.cloned().collect()
}

/// The sum of what was found in the deals of an experiment.
fn sum<T: Merge>(found: Vec<T>, experiment: Experiment) -> Result<T, StudyError> {
    let total = found.into_iter().reduce(|mut total, more| {
        total.absorb(more);
        total
    });
    total.ok_or_else(|| not_asked(experiment))
}

impl BalanceStudy<'_> {
    fn towers_part(&self) -> Result<TowersPart, StudyError> {
        let part = self.config.towers;
        part.ok_or_else(|| not_asked(Experiment::Towers))
    }

    fn variants_of(&self, experiment: Experiment) -> Result<&VariantsPart, StudyError> {
        let part = self.config.variants(experiment);
        part.ok_or_else(|| not_asked(experiment))
    }

    fn towers<'t>(&self, tables: &'t [SeatedLineUp]) -> Result<Towers<'t>, StudyError> {
        let part = self.towers_part()?;
        Ok(Towers {
            tables,
            rates: Rates {
                turns: part.turn_rate,
                blocks: part.block_rate,
                null: part.null,
            },
            unit: part.unit,
            seeds: Seeds::new(self.seed, Purpose::Play),
        })
    }

    fn comparison<'t>(
        &self,
        part: &VariantsPart,
        tables: &'t [SeatedLineUp],
        workers: Workers,
    ) -> Comparison<'t> {
        Comparison {
            tables,
            unit: part.unit,
            seeds: Seeds::new(self.seed, Purpose::Play),
            deals: 0..scaled(part.deals, self.request.scale),
            workers,
        }
    }

    /// The files of what is done, the dictionary, and the manifest with this result.
    fn with_manifest(&self, done: Vec<Done>, result: Value) -> Vec<(String, Vec<u8>)> {
        let mut all: Vec<(String, Vec<u8>)> = done.into_iter().flat_map(|d| d.files).collect();
        all.push((files::FILE.to_owned(), dictionary().into_bytes()));
        let mut about = self.manifest(result);
        intact::list(&mut about, &all);
        all.push((manifest::FILE.to_owned(), manifest::text(&about)));
        all
    }

    /// The labels of an experiment's pieces.
    pub fn labels(&self, experiment: Experiment) -> impl Iterator<Item = &str> {
        let jobs = self.jobs.iter();
        let own = jobs.filter(move |(_, job)| job.experiment() == experiment);
        own.map(|(label, _)| label.as_str())
    }

    /// Whether all pieces of an experiment are there.
    pub fn is_finished(&self, experiment: Experiment, pieces: &[Piece]) -> bool {
        let there = |label: &str| pieces.iter().any(|piece| piece.label == label);
        self.labels(experiment).all(there)
    }

    /// Whether these deals of the drama teach; the others are judged.
    fn teaches(&self, deals: &Range<u64>) -> bool {
        let all = self.config.asked(Experiment::Drama);
        let all = all.map_or(0, |(deals, _)| scaled(deals, self.request.scale));
        deals.end <= Drama::half(all)
    }

    /// What was found in the pieces of an experiment, in their order.
    fn found<T: DeserializeOwned>(
        &self,
        experiment: Experiment,
        pieces: &[Piece],
    ) -> Result<Vec<T>, StudyError> {
        self.found_in(pieces, experiment, |_| true)
    }

    /// The same in some of the pieces.
    fn found_in<T: DeserializeOwned>(
        &self,
        pieces: &[Piece],
        experiment: Experiment,
        which: impl Fn(&Job) -> bool,
    ) -> Result<Vec<T>, StudyError> {
        let own = self.jobs.iter();
        let own = own.filter(|(_, job)| job.experiment() == experiment && which(job));
        let find = |(label, _): &(String, Job)| pieces.iter().find(|p| p.label == *label);
        let found: Result<_, _> = own.filter_map(find).map(Piece::decode).collect();
        Ok(found?)
    }

    /// What an experiment came to.
    fn experiment(&self, experiment: Experiment, pieces: &[Piece]) -> Result<Done, StudyError> {
        let mut findings = Findings::default();
        let mut continuations = 0;
        let seeds = Seeds::new(self.seed, Purpose::Play);
        let name = experiment.name();
        let tables = self.setup.tables_for(self.config, experiment)?;
        let tables = tables.as_slice();
        let warnings = match experiment {
            Experiment::Towers => {
                let part = self.towers_part()?;
                let found: towers::TowerResults = sum(self.found(experiment, pieces)?, experiment)?;
                findings.towers = found.worth(tables);
                findings.blocks = found.blocks(tables);
                continuations = found.continuations();
                let rows = (&*findings.towers, &*findings.blocks);
                warnings::of_towers(rows, tables, part.turn_rate, part.null)
            }
            Experiment::Cards => {
                let found: cards::CardResults = sum(self.found(experiment, pieces)?, experiment)?;
                findings.cards = found.rows(tables);
                continuations = found.continuations();
                let rows = findings.cards.iter().map(|row| &row.place);
                without_rows(name, "card_worth.csv", tables, rows)
            }
            Experiment::Ablations => {
                (findings.ablations, _) = self.variants(experiment, tables, pieces)?;
                self.unchanged(name, tables, &findings.ablations)
            }
            Experiment::Rulings => {
                (findings.rulings, findings.rankings) =
                    self.variants(experiment, tables, pieces)?;
                self.unchanged(name, tables, &findings.rulings)
            }
            Experiment::Drama => {
                let taught = |job: &Job| matches!(job, Job::Deals(_, d) if self.teaches(d));
                let learnt: Learnt = sum(self.found_in(pieces, experiment, taught)?, experiment)?;
                let judged = |job: &Job| !taught(job);
                let stories: Stories = sum(self.found_in(pieces, experiment, judged)?, experiment)?;
                let drama = Drama {
                    tables,
                    seeds,
                    replicates: REPLICATES,
                };
                findings.drama = drama.rows(&learnt, &stories);
                let rows = findings.drama.iter().map(|row| &row.place);
                without_rows(name, "drama.csv", tables, rows)
            }
            Experiment::Ledger => {
                let found: variance_shares::VarianceSums =
                    sum(self.found(experiment, pieces)?, experiment)?;
                findings.ledger = VarianceShares { tables, seeds }.rows(&found);
                let rows = findings.ledger.iter().map(|row| &row.place);
                without_rows(name, "ledger.csv", tables, rows)
            }
        };
        Ok(done(&findings, continuations, warnings))
    }

    /// Each ruleset's changes, which need not be the same.
    fn variants(
        &self,
        experiment: Experiment,
        tables: &[SeatedLineUp],
        pieces: &[Piece],
    ) -> Result<Compared, StudyError> {
        let part = self.variants_of(experiment)?;
        let (mut rows, mut rankings) = (Vec::new(), Vec::new());
        let mut played = self.found::<PerDeal>(experiment, pieces)?.into_iter();
        for rules in &self.setup.rules {
            let own = of_rules(tables, rules);
            if own.is_empty() {
                continue;
            }
            let changes = changes_of(experiment, rules);
            let runs = Comparison::runs(&changes, part.pairs);
            let played: Vec<PerDeal> = played.by_ref().take(runs.len()).collect();
            let comparison = self.comparison(part, &own, self.options.workers());
            let found = comparison.compare(&runs, &played);
            rows.extend(found.0);
            rankings.extend(found.1);
        }
        Ok((rows, rankings))
    }

    /// What the changes of a part did not change, by ruleset.
    fn unchanged(&self, name: &str, tables: &[SeatedLineUp], rows: &[VariantRow]) -> Vec<String> {
        let seated = |rules: &&Rules| {
            let mut tables = tables.iter();
            tables.any(|t| t.game.rules().name == rules.name)
        };
        let rules = self.setup.rules.iter().filter(seated);
        rules
            .flat_map(|rules| warnings::of_changes(name, rules, rows))
            .collect()
    }

    /// The deals of an experiment's pieces.
    fn deals_of(&self, experiment: Experiment) -> u64 {
        let own = self
            .jobs
            .iter()
            .filter(|(_, job)| job.experiment() == experiment);
        let deals = |job: &Job| match job {
            Job::Deals(_, deals) => deals.end - deals.start,
            Job::Changed(..) => {
                let asked = self.config.asked(experiment);
                asked.map_or(0, |(deals, _)| scaled(deals, self.request.scale))
            }
        };
        own.map(|(_, job)| deals(job)).sum()
    }

    /// About how long a deal of it takes: a round for each rotation of its tables, and more than that where a sample has twelve.
    fn cost(&self, experiment: Experiment) -> Option<u64> {
        let tables = self.setup.tables_for(self.config, experiment).ok()?;
        let seats: u64 = tables.iter().map(|table| table.bots.len() as u64).sum();
        let games = match self.config.variants(experiment) {
            Some(part) if part.unit == Unit::Game => 8,
            _ => 1,
        };
        Some(match experiment {
            Experiment::Ledger => 6 * tables.len() as u64,
            _ => games * seats,
        })
    }

    /// Does a piece of an experiment, and tells how far that is.
    fn with_progress<T>(
        &self,
        experiment: Experiment,
        work: impl FnOnce(Workers, Control<'_>) -> Result<T, StudyError>,
    ) -> Result<T, StudyError> {
        let first = self.told.replace(Some(experiment));
        if first != Some(experiment) {
            let reporter = self.options.reporter;
            if first.is_none() {
                let parts = self.config.parts().into_iter().map(|(part, _)| {
                    let cost = self.cost(part).unwrap_or(1);
                    (part.name(), self.deals_of(part), cost)
                });
                reporter.begin_whole(&parts.collect::<Vec<_>>());
            }
            reporter.begin(Some(experiment.name()), self.deals_of(experiment), 0);
        }
        self.options
            .controlled(|control| work(self.options.workers(), control))
    }
}
