//! Spread of a table's metrics: minimum, maximum, and the frequency of each value.

use super::bins::{EXACT, EXACT_BINS, N_BINS, bin, from_zero};
use super::take;
use serde::{Deserialize, Serialize};

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
