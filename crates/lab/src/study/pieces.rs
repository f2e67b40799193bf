//! Finished pieces of a study: labelled values of any type that serde supports.
//!
//! A study is a pure function of its pieces, so nothing else has to be kept. A resumed study goes
//! through the same steps again, and reads finished pieces instead of computing them.

use super::rounds::Sharing;
use powergrab_arena::piece::{Piece, PiecesError, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::Arc;

/// Persists the pieces. Called with all of them after each new one.
pub type Keep<'a> = &'a mut dyn FnMut(&[Piece]) -> Result<(), String>;

/// The pieces of a study, by label.
pub struct Pieces<'a> {
    all: Vec<Piece>,
    places: HashMap<String, usize>,
    keep: Keep<'a>,
    sharing: Option<Arc<Sharing>>,
}

impl<'a> Pieces<'a> {
    /// Returns the pieces of a study with these already finished.
    pub fn new(all: Vec<Piece>, keep: Keep<'a>) -> Pieces<'a> {
        let places = all.iter().enumerate();
        Pieces {
            places: places.map(|(at, p)| (p.label.clone(), at)).collect(),
            all,
            keep,
            sharing: None,
        }
    }

    /// Shares the rounds of the study among several processes.
    pub fn share(mut self, sharing: Arc<Sharing>) -> Pieces<'a> {
        self.sharing = Some(sharing);
        self
    }

    /// Returns how the rounds are shared among several processes; `None` if they are not.
    pub fn sharing(&self) -> Option<Arc<Sharing>> {
        self.sharing.clone()
    }

    /// Returns all finished pieces, in the order of completion.
    pub fn all(&self) -> &[Piece] {
        &self.all
    }

    /// Replaces all finished pieces by others, without keeping them.
    pub fn replace(&mut self, all: Vec<Piece>) {
        let places = all.iter().enumerate();
        self.places = places.map(|(at, p)| (p.label.clone(), at)).collect();
        self.all = all;
    }

    /// Returns whether this piece is finished.
    pub fn has(&self, label: &str) -> bool {
        self.places.contains_key(label)
    }

    /// Returns all finished pieces.
    pub fn into_all(self) -> Vec<Piece> {
        self.all
    }

    /// Returns a finished piece; `None` if it is not finished.
    ///
    /// # Errors
    /// [`PiecesError::Foreign`] if it has another type.
    pub fn find<T: DeserializeOwned>(&self, label: &str) -> Result<Option<T>, PiecesError> {
        let place = self.places.get(label);
        place.map(|at| self.all[*at].decode()).transpose()
    }

    /// Returns a piece: reads it, or calls `make` and keeps it.
    ///
    /// # Errors
    /// Those of `make`, and [`PiecesError`].
    pub fn get<T: Serialize + DeserializeOwned, E: From<PiecesError>>(
        &mut self,
        label: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let mut make = Some(make);
        let mut values = self.round(&[label.to_owned()], |_| match make.take() {
            Some(make) => make(),
            None => unreachable!("a piece is made once"),
        })?;
        match values.pop() {
            Some(value) => Ok(value),
            None => unreachable!("a round has as many values as labels"),
        }
    }

    /// Returns a round of pieces, none of which needs another: reads them, or calls `make` with
    /// their indices and keeps them.
    ///
    /// # Errors
    /// Those of `make`, and [`PiecesError`]; [`PiecesError::Awaited`] if other processes play a
    /// part of the round, which is not there yet.
    pub fn round<T: Serialize + DeserializeOwned, E: From<PiecesError>>(
        &mut self,
        labels: &[String],
        mut make: impl FnMut(usize) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        if let Some(sharing) = self.sharing.clone() {
            let is_complete = labels.iter().all(|label| self.has(label));
            if let Some(round) = sharing.enter(labels.len() as u64, is_complete) {
                let own = labels.iter().enumerate();
                let own = own.filter(|(at, _)| sharing.takes(*at as u64));
                for (at, label) in own.clone() {
                    if !self.has(label) {
                        let value = make(at)?;
                        self.put(label, encode(&value)?)?;
                    }
                }
                let own = own.map(|(_, label)| label.clone());
                sharing.stop_at(round, own);
                return Err(PiecesError::Awaited(round.number).into());
            }
        }
        let mut values = Vec::with_capacity(labels.len());
        for (at, label) in labels.iter().enumerate() {
            values.push(match self.find(label)? {
                Some(value) => value,
                None => {
                    let value = make(at)?;
                    self.put(label, encode(&value)?)?;
                    value
                }
            });
        }
        Ok(values)
    }

    /// Replaces the shares of a piece by the whole piece.
    ///
    /// # Errors
    /// [`PiecesError::Keep`] if it cannot be kept.
    pub fn join<T: Serialize>(
        &mut self,
        shares: &[String],
        label: &str,
        whole: &T,
    ) -> Result<(), PiecesError> {
        let mut all = std::mem::take(&mut self.all);
        all.retain(|piece| !shares.contains(&piece.label));
        self.replace(all);
        self.put(label, encode(whole)?)
    }

    /// Keeps a finished piece.
    ///
    /// # Errors
    /// [`PiecesError::Keep`] if it cannot be kept.
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
        // Figures are read back bit for bit.
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
