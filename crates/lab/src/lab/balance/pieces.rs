//! What a run of `balance` has finished, so that it can go on after an interruption: a log of pieces of any kind.

use crate::lab::log::{Keep, Log, StepError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// One finished piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Which one.
    pub label: String,
    /// What came of it.
    pub value: Value,
}

/// The pieces of a run, in their order.
pub struct Pieces<'a>(Log<'a, Piece>);

/// Pieces that cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PiecesError {
    /// What was kept is another piece than the one asked for.
    Differs(String),
    /// A piece cannot be kept.
    Keep(String),
}

impl fmt::Display for PiecesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PiecesError::Differs(label) => write!(
                f,
                "the state that is to be resumed is damaged or of another run: in the place of {label} is something else; start anew with --force"
            ),
            PiecesError::Keep(e) => f.write_str(e),
        }
    }
}

impl std::error::Error for PiecesError {}

impl<'a> Pieces<'a> {
    /// Pieces of which these are finished already.
    #[must_use]
    pub fn new(all: Vec<Piece>, keep: Keep<'a, Piece>) -> Pieces<'a> {
        Pieces(Log::new(all, keep))
    }

    /// Whether the next piece is finished already.
    #[must_use]
    pub fn knows_next(&self) -> bool {
        self.0.knows_next()
    }

    /// The next piece: read, or made and kept.
    ///
    /// # Errors
    /// What `make` gives, and [`PiecesError`].
    pub fn get<T: Serialize + DeserializeOwned, E: From<PiecesError>>(
        &mut self,
        label: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let differs = || E::from(PiecesError::Differs(label.to_owned()));
        let made = || {
            let value = serde_json::to_value(make()?);
            Ok(Piece {
                label: label.to_owned(),
                value: value.map_err(|e| PiecesError::Keep(e.to_string()))?,
            })
        };
        match self.0.step(|piece| piece.label == label, made) {
            Ok(piece) => T::deserialize(&piece.value).map_err(|_| differs()),
            Err(StepError::Made(e)) => Err(e),
            Err(StepError::Differs) => Err(differs()),
            Err(StepError::Keep(e)) => Err(PiecesError::Keep(e).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_finished_is_read_and_what_differs_is_refused() {
        let mut kept = Vec::new();
        let mut keep = |all: &[Piece]| {
            kept = all.to_vec();
            Ok(())
        };
        let mut pieces = Pieces::new(Vec::new(), &mut keep);
        // Figures read back bit by bit.
        let third = || Ok::<_, PiecesError>(vec![1.0 / 3.0, 1e-300]);
        assert_eq!(pieces.get("a", third), third());
        let text = serde_json::to_string(&kept).unwrap();
        let kept: Vec<Piece> = serde_json::from_str(&text).unwrap();

        let never = || -> Result<Vec<f64>, PiecesError> { panic!("made again") };
        let mut keep = |_: &[Piece]| Err("full".to_owned());
        let mut pieces = Pieces::new(kept.clone(), &mut keep);
        assert!(pieces.knows_next());
        assert_eq!(pieces.get("a", never), third());
        assert!(!pieces.knows_next());
        let full = Err(PiecesError::Keep("full".to_owned()));
        assert_eq!(pieces.get("b", third), full);
        let mut keep = |_: &[Piece]| Ok(());
        let differs = |label: &str| Err(PiecesError::Differs(label.to_owned()));
        assert_eq!(
            Pieces::new(kept.clone(), &mut keep).get("b", never),
            differs("b")
        );
        let text = || -> Result<String, PiecesError> { panic!("made again") };
        let read: Result<String, _> = Pieces::new(kept, &mut keep).get("a", text);
        assert_eq!(read, Err(PiecesError::Differs("a".to_owned())));
    }
}
