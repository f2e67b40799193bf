//! A study: one way to run anything. Directory, identity, checkpoints, resuming, parts, merging, manifest.

pub mod atomic;
pub mod checkpoint;
pub mod checkpoint_file;
pub mod driver;
pub mod files;
pub mod intact;
pub mod lock;
pub mod manifest;
pub mod named_file;
pub mod options;
pub mod parts;
pub mod pieces;
pub mod resolve;
pub mod rundir;
pub mod shown;
pub mod study_error;
pub mod timing;
pub mod traits;

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
    pub fn of(resume: bool) -> Start {
        if resume { Start::Resume } else { Start::New }
    }
}
