//! Request of `balance`.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Request of `balance`: a configuration, and options that override it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BalanceRequest {
    /// The configuration, a TOML file.
    pub config: PathBuf,
    /// The seed; `None` for that of the configuration.
    pub seed: Option<u64>,
    /// Factor on the file's numbers of deals, above 0 and at most 1000.
    pub scale: f64,
    /// Runs the design search instead of the experiments.
    pub optimise: bool,
}

pub(crate) fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(2)
}
