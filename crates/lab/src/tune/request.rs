//! What is asked of a tuning.

use std::path::PathBuf;

/// What is asked for: a configuration, and what overrides it.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The configuration, a TOML file.
    pub config: PathBuf,
    /// The seed; else the configuration says it.
    pub seed: Option<u64>,
    /// How many generations at the most; else the configuration says it.
    pub generations: Option<u64>,
    /// Best responses to a growing archive of bots instead of one search.
    pub self_play: bool,
}
