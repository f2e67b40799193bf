//! Failures of a command, and their exit codes.

use powergrab_engine::config::ConfigError;
use powergrab_lab::study::intact::Damage;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::trace::replay::Fault;
use std::fmt;

/// Failure of a command; each kind has its exit code.
#[derive(Debug)]
pub enum Failure {
    /// 1: the command completed and found a fault (`verify`), or a bot failed in its games.
    Fault(String),
    /// 2: bad input: arguments, files, keys, values.
    Input(String),
    /// 3: a required file is missing (shards).
    Missing(String),
    /// 4: writing or reading results failed.
    Io(String),
    /// 130: interrupted; finished results are kept.
    Interrupted(String),
}

impl Failure {
    /// Returns the failure of a command that reads a trace: bad input if it cannot be read as one.
    pub(super) fn of_trace(fault: Fault) -> Failure {
        match fault.unreadable {
            true => Failure::Input(fault.to_string()),
            false => Failure::Fault(fault.to_string()),
        }
    }

    pub(super) fn code(&self) -> u8 {
        match self {
            Failure::Fault(_) => 1,
            Failure::Input(_) => 2,
            Failure::Missing(_) => 3,
            Failure::Io(_) => 4,
            Failure::Interrupted(_) => 130,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Fault(m)
            | Failure::Input(m)
            | Failure::Missing(m)
            | Failure::Io(m)
            | Failure::Interrupted(m) => f.write_str(m),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(e: StudyError) -> Failure {
        match e {
            StudyError::Input(text) => Failure::Input(text),
            StudyError::Missing(text) => Failure::Missing(text),
            StudyError::Io(text) => Failure::Io(text),
            StudyError::Cancelled => Failure::Interrupted(e.to_string()),
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(e: ConfigError) -> Failure {
        StudyError::from(e).into()
    }
}

impl From<Damage> for Failure {
    fn from(damage: Damage) -> Failure {
        StudyError::from(damage).into()
    }
}
