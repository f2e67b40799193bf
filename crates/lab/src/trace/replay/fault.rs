//! What is wrong with a trace.

/// The first thing that is wrong in a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {rule}: {message}")]
pub struct Fault {
    /// The file's name as given.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The rule concerned, as `PG-7`, or `TRACE` where it is the form of the file.
    pub rule: &'static str,
    /// What was expected and what was found.
    pub message: String,
    /// Whether the file is no trace at all, rather than one with a fault.
    pub unreadable: bool,
}

/// A rule and a sentence; the caller adds the line.
pub(crate) type Problem = (&'static str, String);
