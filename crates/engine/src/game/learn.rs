//! Common parts of the games' observations for learners.

use crate::cards::CardSet;

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

/// Calls `take` with the slots of a set, half by half: faster than over 128 bits.
#[inline(always)]
pub(crate) fn each_slot(set: CardSet, mut take: impl FnMut(usize)) {
    for (half, first) in [(set.bits() as u64, 0), ((set.bits() >> 64) as u64, 64)] {
        let mut rest = half;
        while rest != 0 {
            take(first + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// Writes 1 at the places of a set, 0 at the others.
#[inline(always)]
pub(crate) fn spread(set: CardSet, page: &mut [u8]) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let bytes = set.bits().to_le_bytes();
    let (words, rest) = page.as_chunks_mut::<8>();
    for (word, byte) in words.iter_mut().zip(bytes) {
        // In each byte one of the bits; then the rest of it, as 1.
        let own = (u64::from(byte) * EACH) & 0x8040_2010_0804_0201;
        *word = ((own + 0x7f * EACH) >> 7 & EACH).to_le_bytes();
    }
    if let Some(byte) = bytes.get(words.len()) {
        for (i, place) in rest.iter_mut().enumerate() {
            *place = byte >> i & 1;
        }
    }
}

/// Returns a number as a byte, at most 255.
#[inline(always)]
pub(crate) fn byte(number: u32) -> u8 {
    number.min(255) as u8
}
