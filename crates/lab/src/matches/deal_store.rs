//! The finished deals of a run, as pieces of its study. A piece's label names its deals, its
//! payload is their tally.

use crate::study::checkpoint_file::CheckpointFile;
use crate::study::driver::ranges;
use crate::study::rounds::Sharing;
use crate::study::study_error::StudyError;
use crate::study::traits::StudyContext;
use powergrab_arena::experiment::Deals;
use powergrab_arena::piece;
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{FirstFaults, Piece, Store, StoreError};
use powergrab_arena::tally::Tally;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The finished deals of a run, and the file that keeps them.
pub struct DealStore<'a> {
    own: Range<u64>,
    there: Vec<Range<u64>>,
    pieces: Mutex<Vec<piece::Piece>>,
    checkpoint: Option<&'a CheckpointFile>,
    sharing: Option<Arc<Sharing>>,
}

fn contains(outer: &Range<u64>, inner: &Range<u64>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn label(deals: &Range<u64>) -> String {
    Deals(deals.clone()).to_string()
}

/// Returns the deals of a piece.
pub fn deals_of(piece: &piece::Piece) -> Option<Range<u64>> {
    piece.label.parse().ok().map(|Deals(deals)| deals)
}

/// Decodes a piece of a run's study.
///
/// # Errors
/// [`PiecesError::Foreign`] if it was written by a program that counts other things.
pub fn decode(piece: &piece::Piece) -> Result<Piece<Tally>, PiecesError> {
    let foreign = || PiecesError::Foreign(piece.label.clone());
    let (collected, first_faults): (Tally, FirstFaults) = piece.decode()?;
    Ok(Piece {
        deals: deals_of(piece).ok_or_else(foreign)?,
        collected,
        first_faults,
    })
}

impl<'a> DealStore<'a> {
    /// Reads the finished deals of a study, for a run of the deals `own`.
    ///
    /// # Errors
    /// Fails if two pieces overlap partly.
    pub fn new(
        own: Range<u64>,
        context: &StudyContext<'a, '_>,
    ) -> Result<DealStore<'a>, StudyError> {
        let mut store = DealStore::of(own, context.pieces.all())?;
        store.checkpoint = context.checkpoint;
        store.sharing = context.pieces.sharing();
        Ok(store)
    }

    /// Collects a run's finished deals in memory.
    ///
    /// # Errors
    /// Fails if two pieces overlap partly.
    pub fn of(own: Range<u64>, pieces: &[piece::Piece]) -> Result<DealStore<'a>, StudyError> {
        let mut there = ranges(pieces);
        if let Some(pair) = there.windows(2).find(|pair| pair[0].end > pair[1].start) {
            return Err(StudyError::Input(format!(
                "the shards of deals {} and {} overlap: they come from a run that was split differently",
                label(&pair[0]),
                label(&pair[1])
            )));
        }
        there.retain(|deals| contains(&own, deals));
        Ok(DealStore {
            own,
            there,
            pieces: Mutex::new(pieces.to_vec()),
            checkpoint: None,
            sharing: None,
        })
    }

    /// Returns how the run's stages are shared among several processes, if they are.
    pub fn sharing(&self) -> Option<&Sharing> {
        self.sharing.as_deref()
    }

    /// Returns the number of deals that were finished at the start.
    pub fn n_deals_there(&self) -> u64 {
        self.there.iter().map(|deals| deals.end - deals.start).sum()
    }

    /// Adds a finished piece in place of those within it, without writing them.
    ///
    /// # Errors
    /// Fails if the piece cannot be encoded.
    pub fn add(&self, piece: &Piece<Tally>) -> Result<(), PiecesError> {
        let payload = piece::encode(&(&piece.collected, &piece.first_faults))?;
        let mut all = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| !deals_of(known).is_some_and(|deals| contains(&piece.deals, &deals)));
        all.push(piece::Piece {
            label: label(&piece.deals),
            payload,
        });
        Ok(())
    }

    /// Returns all finished pieces.
    pub fn into_pieces(self) -> Vec<piece::Piece> {
        self.pieces
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store<Tally> for DealStore<'_> {
    fn there(&self) -> Vec<Range<u64>> {
        self.there.clone()
    }

    fn fetch(&self, deals: &Range<u64>, blank: &Tally) -> Result<Piece<Tally>, StoreError> {
        let all = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let label = label(deals);
        let foreign = || PiecesError::Foreign(label.clone());
        let piece = all.iter().find(|piece| piece.label == label);
        let piece = decode(piece.ok_or_else(foreign)?)?;
        if piece.collected.layout() != blank.layout() {
            return Err(foreign().into());
        }
        Ok(piece)
    }

    fn due(&self) -> bool {
        self.checkpoint.is_some_and(CheckpointFile::is_due)
    }

    fn keep(&self, piece: &Piece<Tally>) -> Result<(), StoreError> {
        self.add(piece)?;
        if let Some(checkpoint) = self.checkpoint {
            let all = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
            checkpoint.keep(&all)?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for DealStore<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DealStore").field("own", &self.own).finish()
    }
}
