//! Failures of external bots, and the rule for them.
//!
//! A failure disqualifies the bot for the rest of that game, in all of its seats: it takes the
//! first option of every later decision. The game counts as any other; the failure is counted
//! (`faults.csv`). The next game starts the bot afresh.

use serde::{Deserialize, Serialize};

/// Kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FaultKind {
    /// A process exceeded the time limit for an answer.
    Timeout,
    /// A process ended, or closed its output.
    Crash,
    /// A process sent something that is not a message of the protocol, or that answers no question.
    Garbage,
    /// The answer is not one of the options.
    Illegal,
    /// A module used up the fuel of one call.
    Fuel,
    /// A module asked for more memory than it may have.
    Memory,
    /// A module exceeded the limit of recursion.
    Stack,
    /// A module trapped: unreachable code, a division by zero, an access outside its memory.
    Trap,
}

impl FaultKind {
    /// All kinds, in order.
    pub const ALL: [FaultKind; 8] = [
        FaultKind::Timeout,
        FaultKind::Crash,
        FaultKind::Garbage,
        FaultKind::Illegal,
        FaultKind::Fuel,
        FaultKind::Memory,
        FaultKind::Stack,
        FaultKind::Trap,
    ];

    /// Returns the word in tables.
    pub fn text(self) -> &'static str {
        match self {
            FaultKind::Timeout => "timeout",
            FaultKind::Crash => "crash",
            FaultKind::Garbage => "garbage",
            FaultKind::Illegal => "illegal",
            FaultKind::Fuel => "fuel",
            FaultKind::Memory => "memory",
            FaultKind::Stack => "stack",
            FaultKind::Trap => "trap",
        }
    }
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {detail}", .kind.text())]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// Description, for people.
    pub detail: String,
    /// `true` if the run has to stop: a bot that cannot be started, or a timeout if the strategy
    /// says so.
    pub stops: bool,
}

impl Fault {
    /// Returns a failure that does not stop the run.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault {
            kind,
            detail: detail.into(),
            stops: false,
        }
    }
}
