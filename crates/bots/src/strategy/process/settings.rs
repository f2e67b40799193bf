//! How a program is run and what a timeout does.

use std::path::PathBuf;
use std::time::Duration;

/// What a timeout does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTimeout {
    /// It is counted, and the run is marked as not reproducible.
    Mark,
    /// The run stops.
    Stop,
}

/// How to run the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it is started.
    pub directory: PathBuf,
    /// How long it may owe an answer without sending any.
    pub timeout: Duration,
    /// What happens then.
    pub on_timeout: OnTimeout,
}
