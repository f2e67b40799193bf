//! Where random cards come from: drawn as they are needed, or by a script.

use crate::cards::{CardSet, MAX_CARDS, Seat};
use crate::cpu::prefetch;
use crate::rng::Rng;

/// Where random cards come from.
pub trait Chance {
    /// A draw pile of slots 0 to `n - 1`, before a deal.
    fn fill(&mut self, n: u8);
    /// A new draw pile of these cards (PG-14).
    fn refill(&mut self, cards: CardSet);
    /// Takes the next card off the draw pile. Only called while there is one.
    fn draw(&mut self) -> u8;
    /// Takes the next `n` cards off the draw pile. Only called while it has that many.
    #[inline(always)]
    fn draw_many(&mut self, n: u8) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for _ in 0..n {
            cards |= CardSet::one(self.draw());
        }
        cards
    }
    /// Says for which seat the next cards are drawn, until it is said again; after [`Chance::fill`] they are for the deal. Only
    /// a source that serves seats differently needs to know.
    #[inline(always)]
    fn serve(&mut self, seat: Seat) {
        let _ = seat;
    }
    /// Puts the card just drawn back at random (PG-5, Wild Draw Four).
    fn put_back(&mut self, slot: u8);
}

/// The arena's chance: cards are drawn as they are needed, never shuffled ahead.
///
/// Drawing a uniform one of the cards that are left, again and again, is what dealing from the top of a uniformly
/// shuffled pile is: in a uniform permutation each next card is uniform over those not yet seen (the Fisher-Yates
/// argument, Knuth, TAOCP 2, 3.4.2, algorithm P, run lazily). The k-th draw depends on the table's first k random numbers
/// and on nothing else, so the order of the pile is fixed by the seed, whichever seat draws. For the same reason a Wild Draw
/// Four that is turned up and put back at random (PG-5) may simply stay among the cards that are left.
///
/// What every draw reads comes first in memory.
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
    /// An empty pile whose draws come from this stream.
    #[inline(always)]
    pub fn new(rng: Rng) -> Pile {
        Pile {
            cards: IN_ORDER,
            left: 0,
            rng,
        }
    }

    /// Takes a new stream, as each round does.
    #[inline(always)]
    pub fn reseed(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// Asks the processor for all of it, before it is read.
    #[inline(always)]
    pub(super) fn prefetch(&self) {
        prefetch(self);
        prefetch(&self.cards[31]);
        prefetch(&self.cards[95]);
    }

    /// Puts `new` where `old` lies in the pile; false where `old` does not. For experiments that exchange a card of a hand.
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
