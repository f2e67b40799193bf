//! Common parts of the games' observations for learners.

use crate::cards::{CardSet, MAX_CARDS};

/// A range of places of an observation, or of action indices, with the same kind of meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRange {
    /// First place.
    pub at: usize,
    /// Number of places.
    pub len: usize,
    /// Name without blanks, for programs.
    pub name: String,
    /// Meaning, one sentence, for people.
    pub meaning: String,
}

/// Calls `take` with the slots of a set: faster than over 128 bits, and in one loop, as the end of
/// each is hard to predict.
#[inline(always)]
pub(crate) fn each_slot(set: CardSet, mut take: impl FnMut(usize)) {
    let [mut low, mut high] = set.words();
    while low | high != 0 {
        let (half, first) = if low != 0 { (low, 0) } else { (high, 64) };
        take(first + half.trailing_zeros() as usize);
        let rest = half & (half - 1);
        (low, high) = if low != 0 { (rest, high) } else { (0, rest) };
    }
}

/// Returns the bits of a byte as the lowest bits of eight bytes, the lowest first: in vector
/// instructions faster than from a table.
#[inline(always)]
pub(crate) fn eight(byte: u8) -> u64 {
    // Eight copies of the byte, each with another of its bits; then 1 for each that is not 0.
    let bits = u64::from(byte).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// Writes 1 at the places of a set, 0 at the others, as far as the page goes. On a page of more
/// than [`MAX_CARDS`] places those after are not changed.
#[inline(always)]
pub(crate) fn spread(set: CardSet, page: &mut [u8]) {
    if let Some(all) = page.first_chunk_mut::<MAX_CARDS>() {
        // Without an end to test for: as fast as the places can be written.
        let (halves, _) = all.as_chunks_mut::<64>();
        for (half, word) in halves.iter_mut().zip(set.words()) {
            let (eights, _) = half.as_chunks_mut();
            for (places, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
                *places = eight(byte).to_le_bytes();
            }
        }
    } else {
        for (places, byte) in page.chunks_mut(8).zip(set.bits().to_le_bytes()) {
            places.copy_from_slice(&eight(byte).to_le_bytes()[..places.len()]);
        }
    }
}

/// Returns a number as a byte, at most 255.
#[inline(always)]
pub(crate) fn byte(number: u32) -> u8 {
    number.min(255) as u8
}
