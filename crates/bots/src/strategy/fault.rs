//! How a bot from outside can fail, and the rule for it.
//!
//! A bot that fails loses its say in that game, in all of its seats: from there on it takes the first option of every
//! decision. The game counts as any other; the failure is counted (`faults.csv`). The next game finds the bot afresh.

use serde::{Deserialize, Serialize};

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FaultKind {
    /// A process owed an answer and sent none for as long as it may take.
    Timeout,
    /// A process ended, or closed its output.
    Crash,
    /// A process sent something that is no message of the protocol, or that answers no question.
    Garbage,
    /// The answer is not one of the options.
    Illegal,
    /// A module used up the fuel of one call.
    Fuel,
    /// A module asked for more memory than it may have.
    Memory,
    /// A module called itself too deeply.
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

    /// The word in tables.
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

/// One failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {detail}", .kind.text())]
pub struct Fault {
    /// What kind it was.
    pub kind: FaultKind,
    /// What happened, for people.
    pub detail: String,
    /// Whether the run has to stop: a bot that cannot be started, or a timeout where the strategy says so.
    pub stops: bool,
}

impl Fault {
    /// A failure that does not stop the run.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault {
            kind,
            detail: detail.into(),
            stops: false,
        }
    }
}
