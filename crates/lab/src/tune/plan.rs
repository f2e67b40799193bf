//! Preparation of a tuning: from its configuration to its study.

use super::config::Tuning;
use super::request::TuneRequest;
use super::study::{TuneStudy, TuneSummary};
use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::Study;
use powergrab_arena::ArenaGame;

/// A tuning whose configuration was read.
pub struct TunePlan {
    request: TuneRequest,
    tuning: Tuning,
    catalog: Catalog,
}

impl TuneRequest {
    /// Reads the configuration.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong key and the problem.
    pub fn plan(self, catalog: &Catalog) -> Result<TunePlan, StudyError> {
        let text = catalog.read(&self.config)?;
        let shown = self.config.display().to_string();
        let mut tuning = Tuning::parse(&shown, &text)?;
        tuning.seed = self.seed.unwrap_or(tuning.seed);
        let generations = &mut tuning.search.generations;
        *generations = self.generations.unwrap_or(*generations);
        Ok(TunePlan {
            request: self,
            tuning,
            catalog: catalog.clone(),
        })
    }
}

impl TunePlan {
    /// Returns the name of the tuned strategy.
    pub fn name(&self) -> &str {
        &self.tuning.name
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.tuning.seed
    }

    /// Looks rulesets and bots up, and returns the study.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong key and the problem.
    pub fn study(
        self,
        options: StudyOptions<'_>,
    ) -> Result<(Box<dyn Study + '_>, TuneSummary), StudyError> {
        let ruleset = self.catalog.ruleset(&self.tuning.ruleset)?;
        let game: &dyn TuneGame = self.catalog.part(&ruleset)?;
        game.study(self, &ruleset, options)
    }
}

/// Tunings of a game.
pub trait TuneGame: Sync {
    /// Looks bots up, and returns the study of a tuning by this ruleset.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong key and the problem.
    fn study<'a>(
        &self,
        plan: TunePlan,
        ruleset: &Ruleset,
        options: StudyOptions<'a>,
    ) -> Result<(Box<dyn Study + 'a>, TuneSummary), StudyError>;
}

impl<R: RuleData<Game: ArenaGame>> TuneGame for GameOf<R> {
    fn study<'a>(
        &self,
        plan: TunePlan,
        ruleset: &Ruleset,
        options: StudyOptions<'a>,
    ) -> Result<(Box<dyn Study + 'a>, TuneSummary), StudyError> {
        let study = TuneStudy::new(
            &plan.request,
            plan.tuning,
            plan.catalog,
            GameOf::<R>::rules(ruleset),
            options,
        )?;
        let summary = study.summary();
        Ok((Box::new(study), summary))
    }
}
