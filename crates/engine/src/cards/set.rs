//! A set of up to 128 physical cards in one `u128`.

use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of slots of a [`Deck`](super::Deck), bit `i` for slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u128);

/// Sets of one card.
static ONES: [CardSet; 128] = {
    let mut ones = [CardSet(0); 128];
    let mut slot = 0;
    while slot < 128 {
        ones[slot] = CardSet(1 << slot);
        slot += 1;
    }
    ones
};

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);

    /// Returns the set with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> CardSet {
        CardSet(bits)
    }

    /// Returns the set as bits, bit `i` for slot `i`.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the bits of slots 0 to 63, and those of slots 64 to 127.
    #[inline(always)]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Returns the set with the bits of these words.
    #[inline(always)]
    pub(crate) const fn from_words([low, high]: [u64; 2]) -> CardSet {
        CardSet((high as u128) << 64 | low as u128)
    }

    /// Returns the set of one card. `slot` is below 128.
    #[inline(always)]
    pub fn one(slot: u8) -> CardSet {
        debug_assert!(slot < 128);
        // A table, because a 128-bit shift takes about ten instructions, and this is done for every
        // card drawn or laid down.
        ONES[slot as usize & 127]
    }

    /// Returns the first `n` slots, 0 to 128.
    pub fn first_n(n: usize) -> CardSet {
        CardSet(if n >= 128 { u128::MAX } else { (1 << n) - 1 })
    }

    /// Returns the number of cards.
    #[inline(always)]
    pub fn len(self) -> u32 {
        let [low, high] = self.words();
        low.count_ones() + high.count_ones()
    }

    /// Returns whether it is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether it has exactly one card.
    #[inline(always)]
    pub fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0.wrapping_sub(1)) == 0
    }

    /// Returns whether the card is in the set.
    #[inline(always)]
    pub fn has(self, slot: u8) -> bool {
        (self & CardSet::one(slot)) != CardSet::EMPTY
    }

    /// Returns whether the two sets share a card.
    #[inline(always)]
    pub fn meets(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the cards of this set that the other lacks.
    #[inline(always)]
    pub fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Returns this set or the empty one: a branchless `if keep { self } else { EMPTY }`.
    #[inline(always)]
    pub fn if_true(self, keep: bool) -> CardSet {
        select_unpredictable(keep, self, CardSet::EMPTY)
    }

    /// Returns the lowest slot; 128 if the set is empty.
    #[inline(always)]
    pub fn first(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// Returns the set of the card in the lowest slot; empty for an empty set.
    #[inline(always)]
    pub fn lowest(self) -> CardSet {
        CardSet(self.0 & self.0.wrapping_neg())
    }

    /// Returns the slot of the `n`-th card from below, from 0. Meaningless if `n >= len`.
    #[inline(always)]
    pub fn nth(self, n: u32) -> u8 {
        debug_assert!(n < self.len());
        let [low, high] = self.words();
        select(low, high, n) as u8 & 127
    }

    /// Returns the slots in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        // By words, because subtraction in 128 bits carries.
        let [mut low, mut high] = self.words();
        std::iter::from_fn(move || {
            (low | high != 0).then(|| {
                let (slot, rest) = (64 + high.trailing_zeros(), high & high.wrapping_sub(1));
                let in_low = low != 0;
                let slot = select_unpredictable(in_low, low.trailing_zeros(), slot);
                high = select_unpredictable(in_low, high, rest);
                low &= low.wrapping_sub(1);
                slot as u8
            })
        })
    }
}

/// Returns the position of the `rank`-th set bit of a word in two halves.
///
/// The processor's features are looked up here, per call, for the sake of one instruction: a load
/// and a test, always predicted, where the standard library's check takes three times as long. Both
/// paths have the same result.
#[inline(always)]
fn select(low: u64, high: u64, rank: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if BMI2.load(Ordering::Relaxed) == YES {
        // SAFETY: the processor has BMI2, because only `ask_processor` sets this. Measured:
        // selection by pdep saves about 6 ns per choice.
        return unsafe { select_pdep(low, high, rank) };
    }
    #[cfg(target_arch = "x86_64")]
    ask_processor();
    select_portable(low, high, rank)
}

/// Cached answer to whether the processor has BMI2: [`UNKNOWN`] until checked.
#[cfg(target_arch = "x86_64")]
static BMI2: AtomicU8 = AtomicU8::new(UNKNOWN);
#[cfg(target_arch = "x86_64")]
const UNKNOWN: u8 = 0;
#[cfg(target_arch = "x86_64")]
const NO: u8 = 1;
#[cfg(target_arch = "x86_64")]
const YES: u8 = 2;

/// Checks the processor, the first time.
#[cfg(target_arch = "x86_64")]
#[cold]
fn ask_processor() {
    if BMI2.load(Ordering::Relaxed) == UNKNOWN {
        let has = std::arch::is_x86_feature_detected!("bmi2");
        BMI2.store(if has { YES } else { NO }, Ordering::Relaxed);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
#[inline]
fn select_pdep(low: u64, high: u64, rank: u32) -> u32 {
    use std::arch::x86_64::_pdep_u64;
    let below = low.count_ones();
    // Both halves, without a branch: it would be unpredictable.
    let in_low = _pdep_u64(1u64 << (rank & 63), low).trailing_zeros();
    let in_high = _pdep_u64(1u64 << (rank.wrapping_sub(below) & 63), high).trailing_zeros();
    select_unpredictable(rank < below, in_low, 64 + in_high)
}

/// Selects by bisection: counts the lower half of a window, and continues in the half with the
/// wanted bit.
#[cold]
fn select_portable(low: u64, high: u64, mut rank: u32) -> u32 {
    let below = low.count_ones();
    let (word, first) = if rank < below { (low, 0) } else { (high, 64) };
    rank -= if rank < below { 0 } else { below };
    let mut position = 0;
    let mut width = 32;
    while width > 0 {
        let half = (word >> position) & ((1 << width) - 1);
        let count = half.count_ones();
        if rank >= count {
            rank -= count;
            position += width;
        }
        width /= 2;
    }
    first + position
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitXor for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitxor(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }
}

impl Not for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn not(self) -> CardSet {
        CardSet(!self.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for CardSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}

impl BitXorAssign for CardSet {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: CardSet) {
        self.0 ^= other.0;
    }
}

impl FromIterator<u8> for CardSet {
    fn from_iter<I: IntoIterator<Item = u8>>(slots: I) -> CardSet {
        slots
            .into_iter()
            .fold(CardSet::EMPTY, |set, slot| set | CardSet::one(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sets_just_its_bit() {
        for slot in 0..128u8 {
            assert_eq!(CardSet::one(slot).bits(), 1u128 << slot);
        }
    }

    #[test]
    fn selection_agrees_with_iteration_either_way() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835u128;
        for _ in 0..500 {
            bits = bits.rotate_left(17).wrapping_mul(0xDA94_2042_E4DD_58B5) ^ (bits >> 3);
            let set = CardSet::from_bits(bits & bits.rotate_left(29));
            for (n, slot) in set.iter().enumerate() {
                assert_eq!(set.nth(n as u32), slot);
            }
            let [low, high] = set.words();
            for n in 0..set.len() {
                assert_eq!(select_portable(low, high, n), u32::from(set.nth(n)));
            }
            assert_eq!(set.iter().count() as u32, set.len());
        }
    }

    #[test]
    fn small_sets() {
        assert!(CardSet::EMPTY.is_empty() && !CardSet::EMPTY.is_single());
        assert!(CardSet::one(127).is_single());
        assert_eq!(CardSet::first_n(112).len(), 112);
        assert_eq!(CardSet::first_n(128).len(), 128);
        assert_eq!(CardSet::EMPTY.first(), 128);
        assert_eq!(CardSet::one(5).if_true(false), CardSet::EMPTY);
        assert_eq!(CardSet::one(5).if_true(true), CardSet::one(5));
    }
}
