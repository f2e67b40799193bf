//! Matches and tournaments played in memory.

use super::run_request::Setup;
use super::run_result::RunResult;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::tally::Tally;

impl<G: ArenaGame> Setup<G> {
    /// Plays the run in memory. If cancelled, returns its longest gap-free prefix of deals.
    ///
    /// # Errors
    /// [`StudyError::Cancelled`] before the first deal is finished; a bot or the threads cannot be
    /// started.
    pub fn play(self, options: &StudyOptions<'_>) -> Result<RunResult, StudyError> {
        let Setup {
            experiment,
            names,
            info,
        } = self;
        let deals = info.deals.0.clone();
        options.reporter.begin(None, deals.end - deals.start, 0);
        let tally = Tally::new(&experiment);
        let done = options.controlled(|control| {
            G::run(&experiment, deals, options.workers(), tally, control, None)
        })?;
        if done.deals.is_empty() {
            return Err(StudyError::Cancelled);
        }
        Ok(RunResult {
            info,
            names,
            piece: done.into_piece(),
            stopping: None,
        })
    }
}
