//! The arithmetic of `layers` in wide instructions, with the same results: common parts of `avx2`
//! and `avx512`.
//!
//! The first layer is the same code, compiled for wider registers. The second iterates over pairs
//! of the first layer's activations instead of its own units, and skips pairs that are 0: a fifth
//! of them at two seats, two thirds at four. One instruction multiplies a pair with its two weights
//! for a unit and adds the products. Each product is below 2^26, so the sum of two does not
//! overflow 32 bits; sums of them wrap as in plain code, and wrapping sums do not depend on their
//! order.

use super::layers::{GROUP, MAX_FIRST, activation};

/// Number of pairs per word of [`Pairs`].
pub const WORD: usize = 64;

/// One bit for each pair of activations that is not 0.
pub type Pairs = [u64; MAX_FIRST / 2 / WORD];

/// Returns the pairs that are not 0, in order.
#[inline(always)]
pub fn each(pairs: &Pairs) -> impl Iterator<Item = usize> {
    let words = pairs.iter().enumerate();
    words.flat_map(|(number, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let pair = number * WORD + rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                pair
            })
        })
    })
}

/// Returns two activations as one number of 32 bits, the first one in the low half.
#[inline(always)]
pub fn both(first: &[i16; MAX_FIRST], pair: usize) -> i32 {
    // Through u16, so that it is one load.
    let [low, high] = first.as_chunks::<2>().0[pair].map(|n| u32::from(n as u16));
    (low | high << 16) as i32
}

/// Converts the sums of a group to activations.
#[inline(always)]
pub fn activations(sums: &[i32; GROUP], second: &mut [i16; GROUP]) {
    for (second, sum) in second.iter_mut().zip(sums) {
        *second = activation(*sum);
    }
}
