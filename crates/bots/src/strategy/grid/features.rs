//! Features of a Grid position: its lines, a hand's payment for them, the likely cards of the
//! others.

use powergrab_engine::grid::tables::{Counts, FIELD, n_of, unary, unit};
use powergrab_engine::grid::{Line, View};

/// Numbers on top of a full Grid by cell; 10 for a Skip.
pub type Tops = [u8; 16];

/// Returns the top cards of a full Grid.
#[inline]
pub fn tops(view: View<'_>) -> Tops {
    let mut tops = [10; 16];
    for row in 0..3 {
        for column in 0..3 {
            tops[4 * row + column] = view.number((4 * row + column) as u8);
        }
    }
    tops
}

/// Returns the needs of a line (see [`unary`]).
#[inline(always)]
pub fn needs(tops: &Tops, line: Line) -> u64 {
    let [a, b, c] = line.cells();
    unary(unit(tops[a as usize & 15]) + unit(tops[b as usize & 15]) + unit(tops[c as usize & 15]))
}

/// Returns the sum of the numbers of some bits of [`unary`].
#[inline(always)]
pub fn sum(mut bits: u64) -> u32 {
    let mut sum = 0;
    while bits != 0 {
        sum += bits.trailing_zeros() / FIELD;
        bits &= bits - 1;
    }
    sum
}

/// A hand's possible payment for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Sum of the numbers that it can lay.
    pub points: u32,
    /// The numbers that it lacks.
    pub lacking: u64,
}

impl Payment {
    /// Returns the payment for a line with these needs, by a hand that has these numbers.
    #[inline(always)]
    pub fn new(needs: u64, has: u64) -> Payment {
        Payment {
            points: sum(needs & has),
            lacking: needs & !has,
        }
    }

    /// Returns the number of wilds it takes.
    #[inline(always)]
    pub fn wilds(&self) -> u32 {
        self.lacking.count_ones()
    }
}

/// Returns the sum of a hand's numbers.
#[inline]
pub fn points(counts: Counts) -> u32 {
    (1..10).map(|v| u32::from(v) * n_of(counts, v)).sum()
}

/// Returns, for each number, the probability that an unseen hand of `size` cards has one, as if its
/// cards were drawn one by one from all hidden cards; and the mean number on a hidden card.
pub fn chances(view: View<'_>, size: f64) -> ([f64; 10], f64) {
    let hidden = view.game().tables().counts(view.unseen());
    let n_hidden = f64::from(view.unseen().len()).max(1.0);
    let chance = std::array::from_fn(|v| {
        let lacks = 1.0 - f64::from(n_of(hidden, v as u8)) / n_hidden;
        1.0 - power(lacks, size)
    });
    (chance, f64::from(points(hidden)) / n_hidden)
}

/// Returns `base` to a power, interpolated linearly between whole powers. Uses only multiplication,
/// so that every platform agrees.
pub fn power(base: f64, exponent: f64) -> f64 {
    let mut power = 1.0;
    let mut left = exponent;
    while left >= 1.0 {
        power *= base;
        left -= 1.0;
    }
    power * (1.0 - left * (1.0 - base))
}
