//! Running the design search.

use super::request::scaled;
use super::study::BalanceStudy;
use crate::balance::config::OptimisePart;
use crate::balance::retune::Retune;
use crate::balance::search::{Search, SearchContext};
use crate::balance::sheets::outcome;
use crate::study::pieces::Pieces;
use crate::study::study_error::StudyError;
use powergrab_arena::run::Control;
use powergrab_balance::Outcome;

impl BalanceStudy<'_> {
    /// Runs the design search.
    pub(crate) fn search(
        &self,
        part: &OptimisePart,
        pieces: &mut Pieces<'_>,
    ) -> Result<Outcome, StudyError> {
        let file = self.plan.request.config.display().to_string();
        let bots = self.plan.setup.search_table(&file, &self.plan.config)?;
        let scale = |deals| scaled(deals, self.plan.request.scale);
        let tune = part.tune.as_ref().map(|tune| Retune {
            search: crate::tune::search::Search {
                deals: scale(tune.search.deals),
                max_deals: scale(tune.search.max_deals),
                ..tune.search.clone()
            },
            gain_deals: scale(tune.gain_deals),
            ..tune.clone()
        });
        let search = Search {
            base: &self.plan.setup.rules[0],
            bots: &bots,
            candidates: part.candidates,
            finalists: part.finalists,
            deals: scale(part.deals),
            test_deals: scale(part.test_deals),
            turns: part.turns,
            tune: tune.as_ref(),
            policies: &self.plan.catalog.bots,
            seed: self.plan.seed,
            workers: self.options.workers(),
        };
        // Its steps come from measurements of different length.
        let control = Control {
            cancel: self.options.cancel,
            progress: &|_| {},
        };
        let mut desk = SearchContext {
            pieces,
            tell: &mut |what: &str| self.options.reporter.tell(what),
        };
        let found = search.run(control, &mut desk)?;
        Ok(outcome(&found, &self.plan.command))
    }
}
