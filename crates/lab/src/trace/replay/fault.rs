//! Faults of a trace.

/// The first fault of a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {rule}: {message}")]
pub struct Fault {
    /// The file's name as given.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The rule concerned, for example `PG-7`, or `TRACE` for the form of the file.
    pub rule: &'static str,
    /// Expectation and finding.
    pub message: String,
    /// `true` if the file is not a trace at all, rather than one with a fault.
    pub unreadable: bool,
}

/// A rule and a sentence; the caller adds the line.
pub(crate) type Problem = (&'static str, String);
