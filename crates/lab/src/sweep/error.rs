//! Reasons that a sweep does not complete.

use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::RunError;
use powergrab_engine::config::ConfigError;

/// Error of a sweep that does not complete.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum SweepError {
    /// A cell that cannot be played.
    Config(ConfigError),
    /// The arena failed.
    Run(RunError),
    /// The sweep was cancelled; finished cells have been reported.
    #[error("interrupted")]
    Cancelled,
    /// A cell cannot be kept or read back.
    Pieces(#[from] PiecesError),
}
