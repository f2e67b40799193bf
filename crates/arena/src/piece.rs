//! Finished pieces of a study: labelled values of any type that serde supports.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// One finished piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Label, unique within the study.
    pub label: String,
    /// Result, encoded by postcard.
    pub payload: Vec<u8>,
}

/// Error of reading or keeping a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PiecesError {
    /// The piece kept under this label has another type.
    #[error(
        "the checkpoint was written by a program that stores other data (in {0}); use --force to start again"
    )]
    Foreign(String),
    /// A piece cannot be kept.
    #[error("{0}")]
    Keep(String),
    /// The round of this number has to be played by all processes that share the study (see
    /// `Sharing` of `powergrab_lab`).
    #[error("round {0} is not complete")]
    Awaited(u64),
}

/// Encodes the payload of a piece.
///
/// # Errors
/// Fails for a type that postcard cannot write.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, PiecesError> {
    postcard::to_allocvec(value).map_err(|e| PiecesError::Keep(e.to_string()))
}

impl Piece {
    /// Decodes the result.
    ///
    /// # Errors
    /// [`PiecesError::Foreign`] if it has another type.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, PiecesError> {
        match postcard::take_from_bytes(&self.payload) {
            Ok((value, [])) => Ok(value),
            _ => Err(PiecesError::Foreign(self.label.clone())),
        }
    }
}
