//! The bins of the histograms: fixed, so that tallies merge.
//!
//! Values 0 to 1023 each have a bin of their own. Beyond, each octave (a power of two up to the next) has 16 bins of
//! equal width, so a bin is at most 1/16 wide relative to its values.

/// Values below this one have a bin each.
pub const EXACT: u32 = 1024;
/// Bins to an octave beyond.
const PER_OCTAVE: usize = 16;
/// Bins for all `u32`: from 2^10 on there are 22 octaves.
pub const N_BINS: usize = EXACT as usize + 22 * PER_OCTAVE;

/// The bin of a value.
#[inline(always)]
#[must_use]
pub fn bin(value: u32) -> usize {
    if value < EXACT {
        return value as usize;
    }
    let octave = value.ilog2() as usize;
    // The four bits below the leading one.
    let within = (value >> (octave - 4)) as usize & (PER_OCTAVE - 1);
    EXACT as usize + (octave - 10) * PER_OCTAVE + within
}

/// The least value of a bin.
#[must_use]
pub fn least(bin: usize) -> u32 {
    match bin.checked_sub(EXACT as usize) {
        None => bin as u32,
        Some(beyond) => {
            let octave = beyond / PER_OCTAVE + 10;
            let within = beyond % PER_OCTAVE;
            (1 << octave) + ((within as u32) << (octave - 4))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_cover_every_value_in_order() {
        assert_eq!(bin(u32::MAX), N_BINS - 1);
        for b in 0..N_BINS {
            assert_eq!(bin(least(b)), b);
            if b > 0 {
                assert_eq!(bin(least(b) - 1), b - 1);
            }
        }
        assert_eq!(
            (bin(1023), bin(1024), bin(1087), bin(1088)),
            (1023, 1024, 1024, 1025)
        );
    }
}
