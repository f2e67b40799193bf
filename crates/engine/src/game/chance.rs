//! Sources of random cards: drawn on demand, or by a script.

use crate::cards::{CardSet, MAX_CARDS, Seat};
use crate::cpu::prefetch;
use crate::rng::Rng;

/// A source of random cards.
pub trait Chance {
    /// Fills the draw pile with slots 0 to `n - 1`, before a deal.
    fn fill(&mut self, n: u8);
    /// Fills the draw pile with these cards (PG-14).
    fn refill(&mut self, cards: CardSet);
    /// Takes the next card off the draw pile, which must not be empty.
    fn draw(&mut self) -> u8;
    /// Takes the next `n` cards off the draw pile, which must have that many.
    #[inline(always)]
    fn draw_many(&mut self, n: u8) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for _ in 0..n {
            cards |= CardSet::one(self.draw());
        }
        cards
    }
    /// Sets the seat for which the next cards are drawn; after [`Chance::fill`] they are for the
    /// deal. Only used by sources that treat seats differently.
    #[inline(always)]
    fn serve(&mut self, seat: Seat) {
        let _ = seat;
    }
    /// Returns the card just drawn to a random place (PG-5, Wild Draw Four). A die is a pile of its
    /// faces, each put back when it was drawn.
    fn put_back(&mut self, slot: u8);
}

/// The arena's chance: cards are drawn on demand, never shuffled in advance.
///
/// Repeatedly drawing a uniform one of the remaining cards is equivalent to dealing from the top of
/// a uniformly shuffled pile: in a uniform permutation each next card is uniform over those not yet
/// seen (the Fisher-Yates argument, Knuth, TAOCP 2, 3.4.2, algorithm P, run lazily). The k-th draw
/// depends only on the table's first k random numbers, so the order of the pile is fixed by the
/// seed, whichever seat draws. For the same reason a Wild Draw Four that is turned up and put back
/// at random (PG-5) may simply stay among the remaining cards.
///
/// Fields that every draw reads come first in memory.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Pile {
    rng: Rng,
    left: u8,
    cards: [u8; MAX_CARDS],
}

/// Slots in order: the pile before a deal.
const IN_ORDER: [u8; MAX_CARDS] = {
    let mut slots = [0; MAX_CARDS];
    let mut i = 0;
    while i < MAX_CARDS {
        slots[i] = i as u8;
        i += 1;
    }
    slots
};

impl Pile {
    /// Returns an empty pile whose draws come from this stream.
    #[inline(always)]
    pub fn new(rng: Rng) -> Pile {
        Pile {
            cards: IN_ORDER,
            left: 0,
            rng,
        }
    }

    /// Sets a new stream, for each round.
    #[inline(always)]
    pub fn reseed(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// Prefetches all of it.
    #[inline(always)]
    pub(super) fn prefetch(&self) {
        prefetch(self);
        prefetch(&self.cards[31]);
        prefetch(&self.cards[95]);
    }

    /// Replaces `old` by `new` in the pile; returns `false` if `old` is not there. For experiments
    /// that exchange a card of a hand.
    pub fn exchange(&mut self, old: u8, new: u8) -> bool {
        let left = &mut self.cards[..usize::from(self.left)];
        let found = left.iter_mut().find(|slot| **slot == old);
        found.is_some_and(|slot| {
            *slot = new;
            true
        })
    }
}

impl Chance for Pile {
    #[inline(always)]
    fn fill(&mut self, n: u8) {
        self.cards = IN_ORDER;
        self.left = n;
    }

    #[cold]
    fn refill(&mut self, cards: CardSet) {
        self.left = 0;
        for slot in cards.iter() {
            self.cards[self.left as usize] = slot;
            self.left += 1;
        }
    }

    #[inline(always)]
    fn draw(&mut self) -> u8 {
        let at = self.rng.below(u32::from(self.left)) as usize & (MAX_CARDS - 1);
        self.left = self.left.wrapping_sub(1);
        let card = self.cards[at];
        self.cards[at] = self.cards[self.left as usize & (MAX_CARDS - 1)];
        card
    }

    #[inline(always)]
    fn draw_many(&mut self, n: u8) -> CardSet {
        // A copy of the stream, so that it stays in registers.
        let (mut rng, mut left) = (self.rng.clone(), u32::from(self.left));
        let mut drawn = CardSet::EMPTY;
        for _ in 0..n {
            let at = rng.below(left) as usize & (MAX_CARDS - 1);
            left = left.wrapping_sub(1);
            drawn |= CardSet::one(self.cards[at]);
            self.cards[at] = self.cards[left as usize & (MAX_CARDS - 1)];
        }
        (self.rng, self.left) = (rng, left as u8);
        drawn
    }

    #[inline(always)]
    fn put_back(&mut self, slot: u8) {
        self.cards[self.left as usize & (MAX_CARDS - 1)] = slot;
        self.left += 1;
    }
}
