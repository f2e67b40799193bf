//! Arrays by pairs of seats.

use crate::cards::MAX_SEATS;
use crate::cpu::prefetch_all;

/// A value for each pair of seats; those of the playing seats are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairs<T>([T; MAX_SEATS * MAX_SEATS]);

impl<T: Copy> Pairs<T> {
    /// Returns the same value for each pair.
    pub const fn all(value: T) -> Pairs<T> {
        Pairs([value; MAX_SEATS * MAX_SEATS])
    }

    /// Returns the value of the seats `a` and `b` at a table of `n`.
    #[inline(always)]
    pub fn of(&self, n: u8, a: impl Into<usize>, b: impl Into<usize>) -> T {
        self.0[a.into() * usize::from(n) + b.into()]
    }

    /// Prefetches the values of a table of `n`.
    #[inline(always)]
    pub fn prefetch(&self, n: u8) {
        prefetch_all(&self.0[..usize::from(n) * usize::from(n)]);
    }

    /// Returns a mutable reference to the value.
    #[inline(always)]
    pub fn of_mut(&mut self, n: u8, a: impl Into<usize>, b: impl Into<usize>) -> &mut T {
        &mut self.0[a.into() * usize::from(n) + b.into()]
    }
}
