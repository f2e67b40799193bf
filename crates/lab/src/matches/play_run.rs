//! Playing a match or a tournament in memory.

use super::run_request::{AnySetup, RunRequest, Setup};
use super::run_result::RunResult;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::tally::Tally;

impl RunRequest {
    /// Looks everything up and plays it in memory. A run that is cancelled gives its longest gap-free prefix of deals.
    ///
    /// ```
    /// use powergrab_lab::matches::match_request::MatchRequest;
    /// use powergrab_lab::study::options::StudyOptions;
    ///
    /// let request = MatchRequest::new("power-grab", &["hoarder", "greedy*3"], 20)?.request()?;
    /// let result = request.play(&StudyOptions::default())?;
    /// assert_eq!(result.summary().bot_rows().len(), 2);
    /// # Ok::<(), powergrab_lab::study::study_error::StudyError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the request, or keeps it from being played.
    pub fn play(self, options: &StudyOptions<'_>) -> Result<RunResult, StudyError> {
        match self.look_up()? {
            AnySetup::Shedding(setup) => setup.play(options),
            AnySetup::Grid(setup) => setup.play(options),
        }
    }
}

impl<G: ArenaGame> Setup<G> {
    /// Plays the run in memory. One that is cancelled gives its longest gap-free prefix of deals.
    ///
    /// # Errors
    /// [`StudyError::Cancelled`] before the first deal was finished; a bot that cannot be started; threads that cannot be had.
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
