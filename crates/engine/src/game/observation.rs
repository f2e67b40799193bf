//! What a seat may know as bytes in fixed places, for everybody who learns or looks from outside: WebAssembly modules get it today.

use super::{Game, Options};
use crate::cards::Card;

/// A game that tells a seat what it may know as bytes. It tells what the view tells, and nothing else.
pub trait Observed: Game {
    /// The version in the first byte. Whatever moves a place raises it.
    const OBSERVATION_VERSION: u8;
    /// How many bytes an observation has.
    const OBSERVATION_SIZE: usize;

    /// Writes a view and its options. `random` is the number that the bot may use for this decision.
    ///
    /// # Panics
    /// Where `page` has not [`Observed::OBSERVATION_SIZE`] bytes.
    fn observe(page: &mut [u8], view: Self::View<'_>, options: &Options, random: u64);
}

/// An observation that is being written.
pub(crate) struct Page<'a>(pub &'a mut [u8]);

impl Page<'_> {
    pub fn bytes(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn word(&mut self, at: usize, word: u32) {
        self.bytes(at, &word.to_le_bytes());
    }

    pub fn card(&mut self, at: usize, card: Card, points: u32) {
        let colour = card.colour().map_or(4, |c| c.index() as u8);
        let icon = card.icon().map_or(4, |t| t.index() as u8);
        self.bytes(at, &[colour, card.symbol().index() as u8, icon, 0]);
        self.word(at + 4, points);
    }
}
