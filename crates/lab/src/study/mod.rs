//! Studies: one way to run anything. Directory, identity, checkpoints, resuming, parts, merging,
//! manifest.

pub mod asked;
pub mod atomic;
pub mod checkpoint;
pub mod checkpoint_file;
pub mod deal_blocks;
pub mod driver;
pub mod files;
pub mod intact;
pub mod lock;
pub mod manifest;
pub mod options;
pub mod parts;
pub mod pieces;
pub mod resolve;
pub mod rounds;
pub mod rundir;
pub mod shown;
pub mod study_error;
pub mod traits;

/// Name of the checkpoints' directory within the run's.
pub const DIR: &str = "shards";

/// Start of a run: anew or resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Starts with the first deal.
    New,
    /// Resumes from a checkpoint, if there is one.
    Resume,
}

impl Start {
    /// Returns [`Start::Resume`] if `resume` is set.
    pub fn of(resume: bool) -> Start {
        if resume { Start::Resume } else { Start::New }
    }
}
