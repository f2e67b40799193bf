//! Settings of running a program.

use std::path::PathBuf;
use std::time::Duration;

/// Effect of a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTimeout {
    /// The timeout is counted, and the run is marked as not reproducible.
    Mark,
    /// The run stops.
    Stop,
}

/// Settings of running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Working directory.
    pub directory: PathBuf,
    /// Maximum time for an answer.
    pub timeout: Duration,
    /// Maximum time to start and to greet.
    pub start_timeout: Duration,
    /// Effect of a timeout.
    pub on_timeout: OnTimeout,
}
