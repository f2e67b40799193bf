//! What a caller can do wrong.

use powergrab_engine::game::Action;

/// An action that cannot be taken. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The episode is over.
    #[error("environment {env}: the episode is over: reset it before the next step")]
    Over {
        /// Which environment, from 0.
        env: usize,
    },
    /// The action is not one of the options.
    #[error(
        "environment {env}: action {action} is not legal now: choose one whose place in the action mask is 1"
    )]
    NotAnOption {
        /// Which environment, from 0.
        env: usize,
        /// The index of the action.
        action: i64,
    },
    /// The action is not one of the options.
    #[error("{0:?} is none of the options: choose one of those that were asked for")]
    Action(Action),
    /// The number of actions is not that of the environments.
    #[error("{given} actions for {wanted} environments: give one for each")]
    Count {
        /// How many were given.
        given: usize,
        /// How many environments there are.
        wanted: usize,
    },
}

/// A table that nobody can learn at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnerTableError {
    /// No seat learns.
    #[error("no seat learns: name at least one of the seats 0 to {}", .seats - 1)]
    NoLearner {
        /// How many seats there are.
        seats: usize,
    },
    /// A seat that there is not, or one named twice.
    #[error("learner in seat {seat}: the seats are 0 to {}, each named once", .seats - 1)]
    Seat {
        /// The seat.
        seat: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// Too few or too many bots.
    #[error("{given} opponents for {wanted} seats that do not learn: give one bot for each")]
    Opponents {
        /// How many were given.
        given: usize,
        /// How many seats wait for one.
        wanted: usize,
    },
    /// A bot sits where every seat is to be asked.
    #[error("a bot sits in seat {seat}: in a game state every seat is asked, so give no opponents")]
    Bot {
        /// The seat.
        seat: usize,
    },
    /// No environments, or more than can be told apart.
    #[error("{0} environments: there may be 1 to {MAX_ENVS}")]
    Envs(usize),
    /// The system gives no threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

/// The most environments: their number is a part of each deal's.
pub const MAX_ENVS: usize = 1 << 18;
