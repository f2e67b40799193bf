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
    let (mut low, mut high) = (set.bits() as u64, (set.bits() >> 64) as u64);
    while low | high != 0 {
        let (half, first) = if low != 0 { (low, 0) } else { (high, 64) };
        take(first + half.trailing_zeros() as usize);
        let rest = half & (half - 1);
        (low, high) = if low != 0 { (rest, high) } else { (0, rest) };
    }
}

/// The bits of each byte as bytes, the lowest first.
static BITS: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        all[i / 8][i % 8] = ((i / 8) >> (i % 8) & 1) as u8;
        i += 1;
    }
    all
};

/// Writes 1 at the places of a set, 0 at the others, as far as the page goes. On a page of more
/// than [`MAX_CARDS`] places those after are not changed.
#[inline(always)]
pub(crate) fn spread(set: CardSet, page: &mut [u8]) {
    let bytes = set.bits().to_le_bytes();
    if let Some(all) = page.first_chunk_mut::<MAX_CARDS>() {
        // Without an end to test for: as fast as the places can be written.
        let (eights, _) = all.as_chunks_mut();
        for (eight, byte) in eights.iter_mut().zip(bytes) {
            *eight = BITS[usize::from(byte)];
        }
    } else {
        for (eight, byte) in page.chunks_mut(8).zip(bytes) {
            eight.copy_from_slice(&BITS[usize::from(byte)][..eight.len()]);
        }
    }
}

/// Returns a number as a byte, at most 255.
#[inline(always)]
pub(crate) fn byte(number: u32) -> u8 {
    number.min(255) as u8
}
