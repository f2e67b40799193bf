//! What a study has finished: labelled pieces, each of any type that serde knows.
//!
//! A study is a pure function of its pieces, so they are all that has to be kept. To resume is to go through the same steps again,
//! with finished pieces read instead of made.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;

/// One finished piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which one; no two pieces of a study have the same.
    pub label: String,
    /// What came of it: postcard.
    pub payload: Vec<u8>,
}

/// Keeps the pieces where they outlive the program; called with all of them after each new one.
pub type Keep<'a> = &'a mut dyn FnMut(&[Piece]) -> Result<(), String>;

/// The pieces of a study, by label.
pub struct Pieces<'a> {
    all: Vec<Piece>,
    places: HashMap<String, usize>,
    keep: Keep<'a>,
}

/// A piece that cannot be had or kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PiecesError {
    /// What was kept under this label is of another type.
    #[error(
        "the state that is to be resumed was written by a program that counts other things (in {0}); start anew with --force"
    )]
    Foreign(String),
    /// A piece cannot be kept.
    #[error("{0}")]
    Keep(String),
}

/// The payload of a piece.
///
/// # Errors
/// A type that postcard cannot write.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, PiecesError> {
    postcard::to_allocvec(value).map_err(|e| PiecesError::Keep(e.to_string()))
}

impl Piece {
    /// What came of it.
    ///
    /// # Errors
    /// [`PiecesError::Foreign`].
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, PiecesError> {
        match postcard::take_from_bytes(&self.payload) {
            Ok((value, [])) => Ok(value),
            _ => Err(PiecesError::Foreign(self.label.clone())),
        }
    }
}

impl<'a> Pieces<'a> {
    /// Pieces of which these are finished already.
    pub fn new(all: Vec<Piece>, keep: Keep<'a>) -> Pieces<'a> {
        let places = all.iter().enumerate();
        Pieces {
            places: places.map(|(at, p)| (p.label.clone(), at)).collect(),
            all,
            keep,
        }
    }

    /// All that are finished, in the order in which they were.
    pub fn all(&self) -> &[Piece] {
        &self.all
    }

    /// Puts other pieces in place of all that are finished. They are not kept.
    pub fn replace(&mut self, all: Vec<Piece>) {
        let places = all.iter().enumerate();
        self.places = places.map(|(at, p)| (p.label.clone(), at)).collect();
        self.all = all;
    }

    /// Whether this piece is finished.
    pub fn has(&self, label: &str) -> bool {
        self.places.contains_key(label)
    }

    /// All that are finished.
    pub fn into_all(self) -> Vec<Piece> {
        self.all
    }

    /// A finished piece.
    ///
    /// # Errors
    /// [`PiecesError::Foreign`].
    pub fn find<T: DeserializeOwned>(&self, label: &str) -> Result<Option<T>, PiecesError> {
        let place = self.places.get(label);
        place.map(|at| self.all[*at].decode()).transpose()
    }

    /// A piece: read, or made and kept.
    ///
    /// # Errors
    /// What `make` gives, and [`PiecesError`].
    pub fn get<T: Serialize + DeserializeOwned, E: From<PiecesError>>(
        &mut self,
        label: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(value) = self.find(label)? {
            return Ok(value);
        }
        let value = make()?;
        self.put(label, encode(&value)?)?;
        Ok(value)
    }

    /// Keeps a piece that is finished.
    ///
    /// # Errors
    /// [`PiecesError::Keep`].
    pub fn put(&mut self, label: &str, payload: Vec<u8>) -> Result<(), PiecesError> {
        self.places.insert(label.to_owned(), self.all.len());
        self.all.push(Piece {
            label: label.to_owned(),
            payload,
        });
        (self.keep)(&self.all).map_err(PiecesError::Keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_finished_is_read_and_what_is_of_another_type_is_refused() {
        let mut kept = Vec::new();
        let mut keep = |all: &[Piece]| {
            kept = all.to_vec();
            Ok(())
        };
        let mut pieces = Pieces::new(Vec::new(), &mut keep);
        // Figures read back bit by bit.
        let third = || Ok::<_, PiecesError>(vec![1.0 / 3.0, 1e-300]);
        assert_eq!(pieces.get("a", third), third());

        let never = || -> Result<Vec<f64>, PiecesError> { panic!("made again") };
        let mut keep = |_: &[Piece]| Err("full".to_owned());
        let mut pieces = Pieces::new(kept.clone(), &mut keep);
        assert!(pieces.has("a") && !pieces.has("b"));
        assert_eq!(pieces.get("a", never), third());
        let full = Err(PiecesError::Keep("full".to_owned()));
        assert_eq!(pieces.get("b", third), full);
        let text = || -> Result<u8, PiecesError> { panic!("made again") };
        let foreign = Err(PiecesError::Foreign("a".to_owned()));
        assert_eq!(pieces.get("a", text), foreign);
        let mut more = kept.clone();
        more[0].payload.push(0);
        assert_eq!(
            Pieces::new(more, &mut keep).get("a", never),
            Err(PiecesError::Foreign("a".to_owned()))
        );
    }
}
