//! Why a sweep did not come to its end.

use crate::study::pieces::PiecesError;
use powergrab_arena::run::RunError;
use powergrab_engine::config::ConfigError;

/// A sweep that did not come to its end.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum SweepError {
    /// A cell that cannot be played.
    Config(ConfigError),
    /// The arena.
    Run(RunError),
    /// It was cancelled; what was finished has been told.
    #[error("interrupted")]
    Cancelled,
    /// A cell cannot be kept, or not be had again.
    Pieces(#[from] PiecesError),
}
