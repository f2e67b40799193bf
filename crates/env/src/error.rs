//! Errors of a caller.

use powergrab_engine::game::Action;

/// Error of an illegal action. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The episode is over.
    #[error("environment {env}: the episode is over: reset it before the next step")]
    Over {
        /// Index of the environment.
        env: usize,
    },
    /// The action is not one of the options.
    #[error(
        "environment {env}: action {action} is not legal now: choose one whose place in the action mask is 1"
    )]
    NotAnOption {
        /// Index of the environment.
        env: usize,
        /// Index of the action.
        action: i64,
    },
    /// The action is not one of the options.
    #[error("{0:?} is none of the options: choose one of those that were asked for")]
    Action(Action),
    /// The number of actions differs from that of the environments.
    #[error("{given} actions for {wanted} environments: give one for each")]
    Count {
        /// Given number.
        given: usize,
        /// Number of environments.
        wanted: usize,
    },
}

/// Error of a table at which nobody can learn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnerTableError {
    /// No seat learns.
    #[error("no seat learns: name at least one of the seats 0 to {}", .seats - 1)]
    NoLearner {
        /// Number of seats.
        seats: usize,
    },
    /// A seat that does not exist or is named twice.
    #[error("learner in seat {seat}: the seats are 0 to {}, each named once", .seats - 1)]
    Seat {
        /// The seat.
        seat: usize,
        /// Number of seats.
        seats: usize,
    },
    /// Too few or too many bots.
    #[error("{given} opponents for {wanted} seats that do not learn: give one bot for each")]
    Opponents {
        /// Given number.
        given: usize,
        /// Number of seats to fill.
        wanted: usize,
    },
    /// A bot sits at a table where every seat must learn.
    #[error("a bot sits in seat {seat}: in a game state every seat is asked, so give no opponents")]
    Bot {
        /// The seat.
        seat: usize,
    },
    /// No environments, or too many.
    #[error("{0} environments: there may be 1 to {MAX_ENVS}")]
    Envs(usize),
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

/// Maximum number of environments: the number is a part of each deal's.
pub const MAX_ENVS: usize = 1 << 18;
