//! What of a run is finished: kept in its directory after each piece, so that nothing is lost when the run is ended.

use super::super::Failure;
use super::super::state::{self, Words};
use crate::lab::balance::pieces::{Piece, PiecesError};
use crate::lab::journal::Record;
use crate::report::rundir::{RunDir, RunDirError};
use crate::report::tune::STATE;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is finished.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Experiments, or the measurements of a design search.
    pub pieces: Vec<Piece>,
    /// The trials of its tuning.
    pub records: Vec<Record>,
}

#[derive(Serialize)]
struct State<'a> {
    run: &'a Value,
    pieces: &'a [Piece],
    records: &'a [Record],
}

#[derive(Deserialize)]
struct Read {
    run: Value,
    pieces: Vec<Piece>,
    records: Vec<Record>,
}

/// What an experiment came to, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    /// Its files.
    pub files: Vec<(String, String)>,
    /// What is printed of it.
    pub told: String,
    /// What measured nothing.
    pub warnings: Vec<String>,
    /// Rounds that were played on in another way.
    pub continuations: u64,
}

impl From<PiecesError> for Failure {
    fn from(e: PiecesError) -> Failure {
        match e {
            PiecesError::Differs(_) => Failure::Input(e.to_string()),
            PiecesError::Keep(_) => Failure::Io(e.to_string()),
        }
    }
}

impl Kept {
    /// What an earlier run left in the directory; none where it left nothing.
    pub fn read(dir: &RunDir, run: &Value) -> Result<Option<Kept>, Failure> {
        let words = Words {
            none: "is not the state of a run of balance",
            another: "is the state of another run; start anew with --force",
        };
        let path = dir.path().join(STATE);
        let read = state::read(&path, run, |read: &Read| &read.run, &words)?;
        Ok(read.map(|read| Kept {
            pieces: read.pieces,
            records: read.records,
        }))
    }

    /// Puts it into the directory.
    pub fn put(&self, dir: &RunDir, run: &Value) -> Result<(), RunDirError> {
        dir.put(STATE, &self.text(run))
    }

    /// As it is kept.
    pub fn text(&self, run: &Value) -> Vec<u8> {
        let state = State {
            run,
            pieces: &self.pieces,
            records: &self.records,
        };
        // Numbers and texts: writing them to memory does not fail.
        serde_json::to_vec(&state).unwrap_or_default()
    }
}
