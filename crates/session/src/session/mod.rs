//! What every study needs around it: its directory, its checkpoints, the split into parts. Nothing here knows what is studied.
//!
//! | file | holds |
//! |---|---|
//! | `atomic` | files that appear whole or not at all |
//! | `rundir` | the directory: never another run's results |
//! | `lock` | one run at a time in a directory |
//! | `shown` | files of a study that is not complete, for people who look on |
//! | `checkpoint` | finished pieces as a file with the study's identity and a checksum |
//! | `run`, `shards` | a run of deals before its first; its checkpoints |
//! | `parts` | the checkpoints of every other study, one a part |
//! | `study_error` | why a study does not come to its end |
//! | `study` | what a study is, and how it is conducted |
//! | `timing` | how long the parts of a run took |
//! | `failures` | what the failures of the lab are |

pub mod atomic;
pub mod checkpoint;
mod failures;
pub mod lock;
pub mod parts;
pub mod run;
pub mod rundir;
pub mod shards;
pub mod shown;
pub mod study;
mod study_error;
pub mod timing;

/// The name of the checkpoints' directory in the run's.
pub const DIR: &str = "shards";

/// Whether a run starts anew or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It starts with its first deal.
    New,
    /// It goes on with what is there, if there is anything.
    Resume,
}

impl Start {
    /// By whether it is asked to go on.
    #[must_use]
    pub fn of(resume: bool) -> Start {
        if resume { Start::Resume } else { Start::New }
    }
}
