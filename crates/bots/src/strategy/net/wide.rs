//! The arithmetic of `layers` in wide instructions, to the same numbers: what `avx2` and `avx512` have in common.
//!
//! The first layer is the same code, compiled for wider registers. The second goes by pairs of the first layer's activations instead of
//! by its own places, and skips pairs that are 0: a fifth of them at two seats, two thirds at four. One instruction multiplies a pair with its
//! two weights for a place and adds the products. Each product is below 2^26, so the sum of two does not overflow 32 bits; sums
//! of them wrap as in plain code, and where sums wrap their order does not matter.

use super::layers::{GROUP, MAX_FIRST, activation};

/// Pairs by word of [`Pairs`].
pub const WORD: usize = 64;

/// A bit for each pair of activations that is not 0.
pub type Pairs = [u64; MAX_FIRST / 2 / WORD];

/// The pairs that are not 0, from the first.
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

/// Two activations as one number of 32 bits, the first one low.
#[inline(always)]
pub fn both(first: &[i16; MAX_FIRST], pair: usize) -> i32 {
    // Through u16, so that it is one load.
    let [low, high] = first.as_chunks::<2>().0[pair].map(|n| u32::from(n as u16));
    (low | high << 16) as i32
}

/// The sums of a group as activations.
#[inline(always)]
pub fn activations(sums: &[i32; GROUP], second: &mut [i16; GROUP]) {
    for (second, sum) in second.iter_mut().zip(sums) {
        *second = activation(*sum);
    }
}
