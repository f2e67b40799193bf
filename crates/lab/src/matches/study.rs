//! Matches and tournaments as studies: their deals are played, counted, and turned into files.

use super::deal_store::DealStore;
use super::merged_run::{added_up, finished};
use super::ranking::run_ranked;
use super::ranking_text;
use super::record_files::Recording;
use super::run_request::{Setup, partition};
use super::run_result::RunResult;
use super::stages::Stages;
use super::stop::{self, Stop};
use super::until::{Look, Rule, run_until};
use crate::matches::printed::grouped;
use crate::study::checkpoint::About;
use crate::study::manifest::Timing;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::ArenaGame;
use powergrab_arena::piece;
use powergrab_arena::run::{Control, Piece};
use powergrab_arena::tally::Tally;
use powergrab_arena::worker::MakeWorker;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::records::recorded::Recorded;
use serde_json::Value;
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Options for playing and printing a match or a tournament.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// Condition on which it stops.
    pub stop: Option<Stop>,
    /// Records to be written during the run.
    pub recording: Option<&'a Recording>,
    /// Prints JSON instead of a table.
    pub as_json: bool,
}

/// A match or a tournament, looked up and checked.
pub(super) struct RunStudy<'a, G: ArenaGame> {
    pub about: About,
    pub setup: Setup<G>,
    pub options: StudyOptions<'a>,
    pub run_options: RunOptions<'a>,
    pub started: Instant,
    /// Number of games played.
    pub games: AtomicU64,
    /// Number of threads that played them.
    pub threads: Cell<usize>,
    /// Number of deals that were finished before.
    pub n_deals_there: Cell<u64>,
}

impl<G: ExperimentGame + Recorded> RunStudy<'_, G> {
    /// Calls `work` with a control that counts the games and can be cancelled.
    fn controlled<T>(&self, cancel: &AtomicBool, work: impl FnOnce(Control<'_>) -> T) -> T {
        let (games, reporter) = (&self.games, self.options.reporter);
        work(Control {
            cancel,
            progress: &|step| {
                games.fetch_add(step.games, Ordering::Relaxed);
                reporter.step(step);
            },
        })
    }

    fn begin_deals(&self, deals: &Range<u64>, store: &DealStore<'_>) {
        let n_there = store.n_deals_there();
        self.n_deals_there.set(n_there);
        let n_deals = deals.end - deals.start;
        self.options.reporter.begin(None, n_deals, n_there);
    }

    /// Plays these deals. Afterwards everything finished is in the store.
    fn play_into(
        &self,
        deals: &Range<u64>,
        store: &DealStore<'_>,
        recording: Option<&Recording>,
    ) -> Result<Piece<Tally>, StudyError> {
        self.begin_deals(deals, store);
        let experiment = &self.setup.experiment;
        let play = |makes: &dyn MakeWorker<G>| {
            let blank = Tally::new(experiment);
            let workers = self.options.workers();
            self.controlled(self.options.cancel, |control| {
                G::run(makes, deals.clone(), workers, blank, control, Some(store))
            })
        };
        let mut done = match recording {
            Some(recording) => recording.play(experiment, &self.setup.names, deals, play)?,
            None => play(experiment)?,
        };
        self.threads.set(done.threads);
        let later = std::mem::take(&mut done.later);
        let piece = done.into_piece();
        if !piece.deals.is_empty() {
            store.add(&piece)?;
        }
        later.iter().try_for_each(|piece| store.add(piece))?;
        Ok(piece)
    }

    /// Plays the whole run, or as much of it as possible before it is cancelled.
    fn whole(&self, context: &mut StudyContext<'_, '_>) -> Result<RunResult, StudyError> {
        let deals = self.setup.info.deals.0.clone();
        let store = DealStore::new(deals.clone(), context)?;
        // Deals that exist already have to be played again for their records.
        let recording = self.run_options.recording;
        let recording = recording.filter(|_| store.n_deals_there() == 0);
        let played = self.play_into(&deals, &store, recording);
        context.pieces.replace(store.into_pieces());
        let piece = played?;
        if piece.deals != deals {
            return Err(StudyError::Cancelled);
        }
        Ok(self.result(piece, None))
    }

    /// Plays the run until it stops by its own rule. Returns its result, its last look in words,
    /// and whether it was interrupted before.
    fn until(
        &self,
        stop: Stop,
        store: &DealStore<'_>,
        cancel: &AtomicBool,
    ) -> Result<(RunResult, String, bool), StudyError> {
        self.begin_deals(&self.setup.info.deals.0, store);
        self.controlled(cancel, |control| {
            let stages = Stages::new(
                self.options.workers(),
                control,
                Some(store),
                store.sharing(),
            );
            self.until_in(stop, &stages)
        })
    }

    fn until_in(
        &self,
        stop: Stop,
        stages: &Stages<'_>,
    ) -> Result<(RunResult, String, bool), StudyError> {
        let Setup {
            experiment,
            names,
            info,
        } = &self.setup;
        let asked = info.deals.0.clone();
        let (done, stopping, text, interrupted) = match stop {
            Stop::When(rule) => {
                let most = asked.end - asked.start;
                let told = AtomicBool::new(false);
                let tell = |look: &Look| {
                    if let Rule::Width(width) = rule
                        && !told.swap(true, Ordering::Relaxed)
                        && let Some(deals) = look.deals_for_width(width, most)
                    {
                        self.options.reporter.tell(&format!(
                            "powergrab: after {} deals, {} are clearly not enough for a width of {width}; that takes about {}",
                            grouped(look.deals),
                            grouped(most),
                            rounded(deals)
                        ));
                    }
                };
                let played = run_until(experiment, asked.clone(), stages, rule, &tell);
                let (done, looks) = played?;
                let stopping = stop::json(rule, &looks, names, &done.collected);
                let text = stop::text(rule, &looks, names, &done.collected);
                let is_settled = looks.last().is_some_and(Look::is_settled);
                let interrupted = done.deals != asked && !is_settled;
                (done, stopping, text, interrupted)
            }
            Stop::Ranked => {
                let played = run_ranked(experiment, asked, stages);
                let ranked = played?;
                let stopping = ranking_text::json(&ranked, experiment, names);
                let text = ranking_text::text(&ranked, experiment, names);
                (ranked.common, stopping, text, ranked.cancelled)
            }
        };
        self.threads.set(done.threads);
        let result = self.result(done.into_piece(), Some(stopping));
        Ok((result, text, interrupted))
    }

    fn result(&self, piece: Piece<Tally>, stopping: Option<Value>) -> RunResult {
        RunResult {
            info: self.setup.info.clone(),
            names: self.setup.names.clone(),
            piece,
            stopping,
        }
    }

    /// Returns the time so far.
    fn took(&self) -> Timing {
        Timing {
            threads: self.threads.get(),
            took: self.started.elapsed(),
            games: self.games.load(Ordering::Relaxed),
        }
    }

    fn results(&self, result: &RunResult, stopped: &str) -> Results {
        let timing = self.took();
        let mut results = result.results(Some(&timing), self.run_options.as_json);
        if !self.run_options.as_json {
            results.told.push_str(stopped);
        }
        results
            .notes
            .push(result.speed(&timing, self.n_deals_there.get() > 0));
        results
    }
}

/// Formats a number to two significant figures.
fn rounded(n: u64) -> String {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    grouped(n.div_ceil(unit) * unit)
}

impl<G: ExperimentGame + Recorded> Study for RunStudy<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        partition(&self.setup.info, self.run_options.stop.is_some())
    }

    fn play_deals(
        &self,
        deals: Range<u64>,
        context: &mut StudyContext<'_, '_>,
    ) -> Result<(), StudyError> {
        let store = DealStore::new(deals.clone(), context)?;
        let played = self.play_into(&deals, &store, None);
        context.pieces.replace(store.into_pieces());
        match played?.deals == deals {
            true => Ok(()),
            false => Err(StudyError::Cancelled),
        }
    }

    fn timing(&self) -> Option<Timing> {
        Some(self.took())
    }

    fn so_far(&self, all: &[piece::Piece]) -> Result<Option<Results>, StudyError> {
        let deals = &self.setup.info.deals.0;
        if let Some(stop) = self.run_options.stop {
            // All existing deals are examined again, and nothing is played.
            let store = DealStore::of(deals.start..u64::MAX, all)?;
            let (result, text, _) = self.until(stop, &store, &AtomicBool::new(true))?;
            let is_some = !result.piece.deals.is_empty();
            return Ok(is_some.then(|| self.results(&result, &text)));
        }
        let total = added_up(deals.start, all)?;
        Ok(total.map(|piece| self.results(&self.result(piece, None), "")))
    }

    fn finished(&self, all: &[piece::Piece]) -> String {
        finished(&self.setup.info.deals.0, all)
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let Some(stop) = self.run_options.stop else {
            return Ok(self.results(&self.whole(context)?, ""));
        };
        // A line-up that is played on may take deals beyond the requested ones.
        let store = DealStore::new(self.setup.info.deals.0.start..u64::MAX, context)?;
        let played = self.until(stop, &store, self.options.cancel);
        context.pieces.replace(store.into_pieces());
        let (result, text, interrupted) = played?;
        match interrupted {
            true => Err(StudyError::Cancelled),
            false => Ok(self.results(&result, &text)),
        }
    }
}
