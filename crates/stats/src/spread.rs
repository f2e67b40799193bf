//! Spread of a table's metrics: minimum, maximum, and the frequency of each value.
//!
//! Frequencies are those of fixed bins, so that tallies merge. Values 0 to 1023 each have a bin of
//! their own. Beyond, each octave (from one power of two to the next) has 16 bins of equal width, so
//! a bin is at most 1/16 as wide as its values. Bins of negative values are mirror images: -1 - v has
//! the mirrored bin of v.

use super::take;
use serde::{Deserialize, Serialize};

/// Values below this one have a bin each.
const EXACT: u32 = 1024;
/// Number of bins per octave beyond.
const PER_OCTAVE: usize = 16;
/// Number of bins for all values from 0 on: there are 21 octaves from 2^10 on.
const N_SIDE: usize = EXACT as usize + 21 * PER_OCTAVE;
/// Number of bins for all `i32`.
const N_BINS: usize = 2 * N_SIDE;

/// Bins of the values from `-EXACT` to `EXACT - 1`, in order, one per value.
const EXACT_BINS: std::ops::Range<usize> = N_SIDE - EXACT as usize..N_SIDE + EXACT as usize;

/// Returns a value's distance from 0; that of a negative one from -1.
#[inline(always)]
fn from_zero(value: i32) -> u32 {
    (value ^ value >> 31) as u32
}

/// Returns the bin of a value.
#[inline(always)]
fn bin(value: i32) -> usize {
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

/// Spread of a table's metrics: the minimum and the maximum, and the weighted frequency of each
/// bin.
///
/// The numbers of all metrics are adjacent, so that a round's are added without a branch for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spreads {
    min: Vec<i32>,
    max: Vec<i32>,
    /// By metric, then by bin.
    bins: Vec<u64>,
}

impl Spreads {
    /// Returns spreads of this many metrics, without values.
    pub fn new(n_metrics: usize) -> Spreads {
        Spreads {
            min: vec![i32::MAX; n_metrics],
            max: vec![i32::MIN; n_metrics],
            bins: vec![0; n_metrics * N_BINS],
        }
    }

    /// Adds a value to one metric.
    #[inline(always)]
    pub fn add(&mut self, metric: usize, value: i32, weight: u32) {
        self.min[metric] = self.min[metric].min(value);
        self.max[metric] = self.max[metric].max(value);
        self.bins[metric * N_BINS + bin(value)] += u64::from(weight);
    }

    /// Adds one value to each of the first metrics.
    #[inline(always)]
    pub fn add_row(&mut self, values: &[i32], weight: u32) {
        let far = values.iter().copied().map(from_zero).fold(0, u32::max);
        if far >= EXACT {
            for (metric, &value) in values.iter().enumerate() {
                self.add(metric, value, weight);
            }
            return;
        }
        for (min, value) in self.min[..values.len()].iter_mut().zip(values) {
            *min = (*min).min(*value);
        }
        for (max, value) in self.max[..values.len()].iter_mut().zip(values) {
            *max = (*max).max(*value);
        }
        // Each of these values has a bin of its own.
        let rows = self.bins.chunks_exact_mut(N_BINS);
        for (row, &value) in rows.zip(values) {
            let exact = &mut row[EXACT_BINS];
            exact[(value + EXACT as i32) as usize & (EXACT_BINS.end - EXACT_BINS.start - 1)] +=
                u64::from(weight);
        }
    }

    /// Returns the spread of one metric.
    pub fn of(&self, metric: usize) -> Spread<'_> {
        Spread {
            min: self.min[metric],
            max: self.max[metric],
            bins: &self.bins[metric * N_BINS..(metric + 1) * N_BINS],
        }
    }

    /// Adds everything from another with the same metrics.
    pub fn absorb(&mut self, other: &mut Spreads) {
        for metric in 0..self.min.len() {
            let (min, max) = (other.min[metric], other.max[metric]);
            if min > max {
                continue;
            }
            self.min[metric] = self.min[metric].min(min);
            self.max[metric] = self.max[metric].max(max);
            // Nothing was counted outside.
            let used = metric * N_BINS + bin(min)..metric * N_BINS + bin(max) + 1;
            take(&mut self.bins[used.clone()], &mut other.bins[used]);
            other.min[metric] = i32::MAX;
            other.max[metric] = i32::MIN;
        }
    }
}

/// Spread of one metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread<'a> {
    /// The smallest value; above [`Spread::max`] without values.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    bins: &'a [u64],
}

impl<'a> Spread<'a> {
    /// Returns the non-empty bins, by number, with their counts.
    pub fn counts(self) -> impl Iterator<Item = (usize, u64)> + 'a {
        let counted = self.bins.iter().copied().enumerate();
        counted.filter(|(_, count)| *count > 0)
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
