//! Request of a tuning.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Request of a tuning: a configuration, and options that override it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneRequest {
    /// The configuration, a TOML file.
    pub config: PathBuf,
    /// The seed; `None` for that of the configuration.
    pub seed: Option<u64>,
    /// Maximum number of generations; `None` for that of the configuration.
    pub generations: Option<u64>,
    /// Best responses to a growing archive of bots instead of one search.
    pub self_play: bool,
}
