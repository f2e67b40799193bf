//! What is asked for.

use std::path::PathBuf;

/// What is asked for: a configuration, and what overrides it.
#[derive(Clone, Debug)]
pub struct BalanceRequest {
    /// The configuration, a TOML file.
    pub config: PathBuf,
    /// The seed; else the configuration says it.
    pub seed: Option<u64>,
    /// This share of the deals that the file asks for, above 0 and at most 1000.
    pub scale: f64,
    /// Search for rule settings instead of the rest.
    pub optimise: bool,
}

pub(crate) fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(2)
}
