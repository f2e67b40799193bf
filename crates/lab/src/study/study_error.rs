//! Reasons that a study does not complete.

use super::checkpoint::CheckpointError;
use super::rundir::RunDirError;
use crate::study::intact::Damage;
use powergrab_arena::piece::PiecesError;
use powergrab_engine::config::ConfigError;

/// Reason that a study does not complete, by its remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum StudyError {
    /// The request is invalid.
    Input(String),
    /// A required file or part is missing.
    Missing(String),
    /// Files cannot be read or written, or threads cannot be started.
    Io(String),
    /// The study was cancelled.
    #[error("interrupted")]
    Cancelled,
}

impl StudyError {
    /// Returns the error of an invalid request, with this reason.
    pub fn input(reason: impl std::fmt::Display) -> StudyError {
        StudyError::Input(reason.to_string())
    }
}

impl From<ConfigError> for StudyError {
    fn from(e: ConfigError) -> StudyError {
        StudyError::input(e)
    }
}

impl From<PiecesError> for StudyError {
    fn from(e: PiecesError) -> StudyError {
        match e {
            PiecesError::Foreign(_) => StudyError::Input(e.to_string()),
            PiecesError::Keep(_) => StudyError::Io(e.to_string()),
            PiecesError::Awaited(_) => StudyError::Missing(e.to_string()),
        }
    }
}

impl From<RunDirError> for StudyError {
    fn from(e: RunDirError) -> StudyError {
        match e {
            RunDirError::Taken { .. }
            | RunDirError::Torn { .. }
            | RunDirError::Busy { .. }
            | RunDirError::NoDirectory { .. } => StudyError::Input(e.to_string()),
            RunDirError::Io { .. } => StudyError::Io(e.to_string()),
        }
    }
}

impl From<Damage> for StudyError {
    fn from(damage: Damage) -> StudyError {
        let text = damage.to_string();
        match damage {
            Damage::Missing { .. } => StudyError::Missing(text),
            Damage::Changed { .. } => StudyError::Input(text),
            Damage::Io { .. } => StudyError::Io(text),
        }
    }
}

impl From<CheckpointError> for StudyError {
    fn from(e: CheckpointError) -> StudyError {
        match e {
            CheckpointError::Refused { .. } => StudyError::Input(e.to_string()),
            CheckpointError::Read { .. } | CheckpointError::Write { .. } => {
                StudyError::Io(e.to_string())
            }
        }
    }
}
