//! The design search.

use super::request::scaled;
use super::work::{BalanceStudy, Done, done};
use crate::arena::run::Control;
use crate::lab::balance::config::OptimisePart;
use crate::lab::balance::retune::Retune;
use crate::lab::balance::search::{Desk, Search, SearchResult};
use crate::lab::pieces::Pieces;
use crate::report::balance::{Findings, strategies};
use crate::session::study::StudyError;

impl BalanceStudy<'_> {
    /// The design search.
    pub(super) fn search(
        &self,
        part: &OptimisePart,
        pieces: &mut Pieces<'_>,
    ) -> Result<Done, StudyError> {
        let file = self.request.config.display().to_string();
        let bots = self.setup.search_table(&file, self.config)?;
        let scale = |deals| scaled(deals, self.request.scale);
        let tune = part.tune.as_ref().map(|tune| Retune {
            search: crate::lab::tune::Search {
                deals: scale(tune.search.deals),
                max_deals: scale(tune.search.max_deals),
                ..tune.search.clone()
            },
            gain_deals: scale(tune.gain_deals),
            ..tune.clone()
        });
        let search = Search {
            base: &self.setup.rules[0],
            bots: &bots,
            candidates: part.candidates,
            finalists: part.finalists,
            deals: scale(part.deals),
            test_deals: scale(part.test_deals),
            turns: part.turns,
            tune: tune.as_ref(),
            seed: self.seed,
            workers: self.options.workers(),
        };
        // Its steps are those of measurements of different length.
        let control = Control {
            cancel: self.options.cancel,
            progress: &|_| {},
        };
        let mut desk = Desk {
            pieces,
            tell: &mut |what: &str| self.options.reporter.tell(what),
        };
        let SearchResult { designs, bots } = search.run(control, &mut desk)?;
        let findings = Findings {
            designs,
            tuned: bots,
            ..Findings::default()
        };
        let mut done = done(&findings, 0, Vec::new());
        let strategies = strategies(&findings.tuned, self.command);
        let strategies = strategies
            .into_iter()
            .map(|(n, text)| (n, text.into_bytes()));
        done.files.extend(strategies);
        Ok(done)
    }
}
