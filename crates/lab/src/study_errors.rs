//! Conversions of all studies' errors to [`StudyError`].

use crate::balance::search::SearchError;
use crate::study::study_error::StudyError;
use crate::sweep::error::SweepError;
use crate::sweep::trial::TrialError;
use crate::tune::search::TuneError;
use powergrab_arena::run::RunError;

impl From<RunError> for StudyError {
    fn from(e: RunError) -> StudyError {
        match e {
            RunError::Bot { .. } => StudyError::Missing(e.to_string()),
            _ => StudyError::Io(e.to_string()),
        }
    }
}

impl From<SweepError> for StudyError {
    fn from(e: SweepError) -> StudyError {
        match e {
            SweepError::Config(_) => StudyError::Input(e.to_string()),
            SweepError::Cancelled => StudyError::Cancelled,
            SweepError::Run(_) => StudyError::Missing(e.to_string()),
            SweepError::Pieces(e) => e.into(),
        }
    }
}

impl From<SearchError> for StudyError {
    fn from(e: SearchError) -> StudyError {
        match e {
            SearchError::Cancelled => StudyError::Cancelled,
            SearchError::Pieces(e) => e.into(),
            SearchError::Tune(TuneError::Candidate(_)) => StudyError::Input(e.to_string()),
            SearchError::Run(_) | SearchError::Tune(_) => StudyError::Io(e.to_string()),
        }
    }
}

impl From<TuneError> for StudyError {
    fn from(e: TuneError) -> StudyError {
        match e {
            TuneError::Trial(TrialError::Cancelled) => StudyError::Cancelled,
            TuneError::Trial(TrialError::Run(_)) => StudyError::Missing(e.to_string()),
            TuneError::Trial(TrialError::Pieces(e)) => e.into(),
            TuneError::Candidate(_) => StudyError::Input(e.to_string()),
        }
    }
}
