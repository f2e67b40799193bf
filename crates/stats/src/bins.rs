//! Bins of the histograms: fixed, so that tallies merge.
//!
//! Values 0 to 1023 each have a bin of their own. Beyond, each octave (from one power of two to the
//! next) has 16 bins of equal width, so a bin is at most 1/16 as wide as its values. Bins of
//! negative values are mirror images: -1 - v has the mirrored bin of v.

/// Values below this one have a bin each.
pub const EXACT: u32 = 1024;
/// Number of bins per octave beyond.
const PER_OCTAVE: usize = 16;
/// Number of bins for all values from 0 on: there are 21 octaves from 2^10 on.
const N_SIDE: usize = EXACT as usize + 21 * PER_OCTAVE;
/// Number of bins for all `i32`.
pub const N_BINS: usize = 2 * N_SIDE;

/// Bins of the values from `-EXACT` to `EXACT - 1`, in order, one per value.
pub const EXACT_BINS: std::ops::Range<usize> = N_SIDE - EXACT as usize..N_SIDE + EXACT as usize;

/// Returns a value's distance from 0; that of a negative one from -1.
#[inline(always)]
pub fn from_zero(value: i32) -> u32 {
    (value ^ value >> 31) as u32
}

/// Returns the bin of a value.
#[inline(always)]
pub fn bin(value: i32) -> usize {
    let bin = side(from_zero(value));
    if value < 0 {
        N_SIDE - 1 - bin
    } else {
        N_SIDE + bin
    }
}

#[inline(always)]
fn side(value: u32) -> usize {
    if value < EXACT {
        return value as usize;
    }
    let octave = value.ilog2() as usize;
    // The four bits below the leading one.
    let within = (value >> (octave - 4)) as usize & (PER_OCTAVE - 1);
    EXACT as usize + (octave - 10) * PER_OCTAVE + within
}

/// Returns the least value of a bin.
pub fn least(bin: usize) -> i32 {
    match bin.checked_sub(N_SIDE) {
        Some(side) => first(side) as i32,
        // The mirror image of the greatest value of its bin, which is one less than the least of
        // the next.
        None => (first(N_SIDE - bin)).wrapping_neg() as i32,
    }
}

/// Returns the least value of a bin from 0 up; 2^31 for the bin after the last.
fn first(side: usize) -> u32 {
    match side.checked_sub(EXACT as usize) {
        None => side as u32,
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
        assert_eq!((bin(i32::MIN), bin(i32::MAX)), (0, N_BINS - 1));
        assert_eq!(least(0), i32::MIN);
        for b in 0..N_BINS {
            assert_eq!(bin(least(b)), b);
            if b > 0 {
                assert_eq!(bin(least(b) - 1), b - 1);
            }
        }
        let exact = EXACT_BINS.map(least);
        assert!(exact.eq(-1024..1024));
        let widths = [1023, 1024, 1087, 1088].map(|v| bin(v) - bin(0));
        assert_eq!(widths, [1023, 1024, 1024, 1025]);
        let widths = [-1, -1024, -1025, -1088, -1089].map(|v| bin(0) - bin(v));
        assert_eq!(widths, [1, 1024, 1025, 1025, 1026]);
    }
}
