//! The different cards of the deck and their symbols, for learners and for observations.

use super::rules::Rules;
use crate::cards::{CardSet, MAX_CARDS, Symbol};
use crate::game::learn::each_slot;

/// Number of different numbers and symbols in the deck: 0 to 9, D2, S, R, W, W4.
pub const SYMBOLS: usize = 15;

/// Number of different ones that can lie in the Grid: 0 to 9, and one for a Skip.
pub const TOPS: usize = 11;

/// Information about the deck for learning.
#[derive(Clone, Debug)]
pub struct DeckFaces {
    /// By slot: its face.
    of: [u8; MAX_CARDS],
    /// By face: the copies.
    copies: Vec<CardSet>,
    /// By symbol: the cards.
    symbols: [CardSet; SYMBOLS],
    /// By slot: its symbol.
    symbol: [u8; MAX_CARDS],
}

impl DeckFaces {
    /// Returns the information about the deck (GR-1).
    pub fn new() -> DeckFaces {
        let deck = Rules::deck();
        let mut faces = DeckFaces {
            of: [0; MAX_CARDS],
            copies: Vec::new(),
            symbols: [CardSet::EMPTY; SYMBOLS],
            symbol: [0; MAX_CARDS],
        };
        for (face, (card, _)) in deck.counts().into_iter().enumerate() {
            let copies = deck.slots(|other| other == card);
            each_slot(copies, |slot| faces.of[slot] = face as u8);
            faces.copies.push(copies);
        }
        let all = Symbol::ALL.map(|symbol| deck.slots(|card| card.symbol() == symbol));
        let own = all.into_iter().filter(|cards| !cards.is_empty());
        for (at, (place, cards)) in faces.symbols.iter_mut().zip(own).enumerate() {
            *place = cards;
            each_slot(cards, |slot| faces.symbol[slot] = at as u8);
        }
        faces
    }

    /// Returns the number of faces.
    #[inline(always)]
    pub fn n(&self) -> usize {
        self.copies.len()
    }

    /// Returns the face of the card in a slot.
    #[inline(always)]
    pub fn of(&self, slot: usize) -> usize {
        usize::from(self.of[slot & (MAX_CARDS - 1)])
    }

    /// Returns the copies of a face, if it exists.
    #[inline(always)]
    pub fn copies(&self, face: usize) -> Option<CardSet> {
        self.copies.get(face).copied()
    }

    /// Returns the symbol of the card in a slot.
    #[inline(always)]
    pub fn symbol(&self, slot: u8) -> usize {
        usize::from(self.symbol[usize::from(slot) & (MAX_CARDS - 1)])
    }

    /// Writes the number of cards of a set, by symbol.
    #[inline(always)]
    pub fn count(&self, set: CardSet, page: &mut [u8]) {
        for (place, cards) in page.iter_mut().zip(&self.symbols) {
            *place = (set & *cards).len() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_told_apart() {
        let faces = DeckFaces::new();
        assert!(faces.symbols.iter().all(|cards| !cards.is_empty()));
        let all = faces.symbols.iter().fold(0, |n, cards| n + cards.len());
        assert_eq!(all, Rules::deck().cards().len() as u32);
        assert_eq!(faces.n(), 54);
    }
}
