//! Matches and tournaments of any game: looked up, then played, run as a study, or recorded.

use super::record_files::RecordsSource;
use super::run_request::{RunRequest, Setup, StoredRun};
use super::run_result::RunResult;
use super::study::{RunOptions, RunStudy};
use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::study::manifest::RunInfo;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::Study;
use powergrab_arena::ArenaGame;
use powergrab_arena::run::Workers;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::records::Detail;
use powergrab_experiments::records::recorded::Recorded;
use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// Matches and tournaments of a game.
pub trait RunGame: Sync {
    /// Looks up a run by these rulesets, at least one of which is of this game.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong name or number, and a correct one.
    fn prepare(
        &self,
        request: RunRequest,
        rulesets: &[Ruleset],
        catalog: &Catalog,
    ) -> Result<Box<dyn PreparedRun>, StudyError>;
}

impl<R: RuleData<Game: ExperimentGame + Recorded>> RunGame for GameOf<R> {
    fn prepare(
        &self,
        request: RunRequest,
        rulesets: &[Ruleset],
        catalog: &Catalog,
    ) -> Result<Box<dyn PreparedRun>, StudyError> {
        let mut own = Vec::new();
        let mut other = None;
        for ruleset in rulesets {
            match ruleset.rules::<R>() {
                Some(rules) => own.push(rules),
                None => other = Some(ruleset),
            }
        }
        if let Some((own, other)) = own.first().zip(other) {
            return Err(StudyError::Input(format!(
                "rulesets of different games, {} and {}: their bots and metrics differ, so give each game a run of its own",
                own.name(),
                other.name()
            )));
        }
        Ok(Box::new(Prepared {
            setup: request.clone().resolve(&own, catalog)?,
            word: R::word(),
            request,
        }))
    }
}

/// A run that was looked up and checked.
pub trait PreparedRun {
    /// Returns everything that decides its results.
    fn info(&self) -> &RunInfo;

    /// Plays the run in memory. If cancelled, returns its longest gap-free prefix of deals.
    ///
    /// # Errors
    /// [`StudyError::Cancelled`] before the first deal is finished; a bot or the threads cannot be
    /// started.
    fn play(self: Box<Self>, options: &StudyOptions<'_>) -> Result<RunResult, StudyError>;

    /// Returns the run as a study.
    ///
    /// # Errors
    /// [`StudyError::Input`] for a rule that cannot stop this run.
    fn study<'a>(
        self: Box<Self>,
        options: StudyOptions<'a>,
        run_options: RunOptions<'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError>;

    /// Returns the run's records.
    fn records(self: Box<Self>, detail: Detail, workers: Workers) -> RecordsSource;
}

/// A run of one game, the word for that game, and the request.
struct Prepared<G: ArenaGame> {
    setup: Setup<G>,
    word: &'static str,
    request: RunRequest,
}

impl<G: ExperimentGame + Recorded> PreparedRun for Prepared<G> {
    fn info(&self) -> &RunInfo {
        &self.setup.info
    }

    fn play(self: Box<Self>, options: &StudyOptions<'_>) -> Result<RunResult, StudyError> {
        self.setup.play(options)
    }

    fn study<'a>(
        self: Box<Self>,
        options: StudyOptions<'a>,
        run_options: RunOptions<'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        let Prepared {
            mut setup,
            word,
            request,
        } = *self;
        if let Some(stop) = run_options.stop {
            stop.check(&setup.experiment, &setup.info.deals)?;
            setup.info.format["until"] = stop.describe(&setup.names.bots);
        }
        let stored = StoredRun {
            game: word.to_owned(),
            tables: setup.names.rulesets.clone(),
            run: request,
            stop: run_options.stop,
        };
        Ok(Box::new(RunStudy {
            about: stored.about(&setup.info),
            setup,
            options,
            run_options,
            started: Instant::now(),
            games: AtomicU64::new(0),
            threads: Cell::new(1),
            n_deals_there: Cell::new(0),
        }))
    }

    fn records(self: Box<Self>, detail: Detail, workers: Workers) -> RecordsSource {
        RecordsSource::new(self.setup, detail, workers)
    }
}

impl RunRequest {
    /// Looks everything up and checks it.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong name or number, and a correct one.
    pub fn prepare(self, catalog: &Catalog) -> Result<Box<dyn PreparedRun>, StudyError> {
        let rulesets = self.rulesets.iter();
        let rulesets = rulesets.map(|name| catalog.ruleset(name));
        let rulesets: Vec<Ruleset> = rulesets.collect::<Result<_, _>>()?;
        let Some(first) = rulesets.first() else {
            return Err(StudyError::Input("no ruleset is named".to_owned()));
        };
        let game: &dyn RunGame = catalog.part(first)?;
        game.prepare(self, &rulesets, catalog)
    }

    /// Looks everything up and plays it in memory. If cancelled, returns its longest gap-free
    /// prefix of deals.
    ///
    /// ```
    /// use powergrab_lab::catalog::Catalog;
    /// use powergrab_lab::matches::match_request::MatchRequest;
    /// use powergrab_lab::study::options::StudyOptions;
    ///
    /// let request = MatchRequest::new("power-grab", &["hoarder", "greedy*3"], 20)?.request()?;
    /// let result = request.play(&Catalog::default(), &StudyOptions::default())?;
    /// assert_eq!(result.summary().bot_rows().len(), 2);
    /// # Ok::<(), powergrab_lab::study::study_error::StudyError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the request is wrong or the run cannot be played.
    pub fn play(
        self,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
    ) -> Result<RunResult, StudyError> {
        self.prepare(catalog)?.play(options)
    }

    /// Looks everything up and checks it, and returns the study.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong name or number, and a correct one.
    pub fn study<'a>(
        self,
        catalog: &Catalog,
        options: StudyOptions<'a>,
        run_options: RunOptions<'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        self.prepare(catalog)?.study(options, run_options)
    }
}
