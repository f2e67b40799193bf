//! Why a sweep did not come to its end.

use crate::study::pieces::PiecesError;
use powergrab_arena::run::RunError;
use powergrab_engine::config::ConfigError;
use std::fmt;

/// A sweep that did not come to its end.
#[derive(Debug)]
pub enum SweepError {
    /// A cell that cannot be played.
    Config(ConfigError),
    /// The arena.
    Run(RunError),
    /// It was cancelled; what was finished has been told.
    Cancelled,
    /// A cell cannot be kept, or not be had again.
    Pieces(PiecesError),
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SweepError::Config(e) => e.fmt(f),
            SweepError::Run(e) => e.fmt(f),
            SweepError::Cancelled => f.write_str("interrupted"),
            SweepError::Pieces(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for SweepError {}

impl From<PiecesError> for SweepError {
    fn from(e: PiecesError) -> SweepError {
        SweepError::Pieces(e)
    }
}
