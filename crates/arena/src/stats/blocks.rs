//! Sums over [`GROUPS`] fixed groups of deals, kept with a run, so that two finished runs can be compared deal group by
//! deal group where they played the same deals.

use super::distributions::student_tails;
use super::interval::{Interval, t_quantile};
use super::layout::Layout;
use super::take;
use serde::{Deserialize, Serialize};

/// How many groups there are: deal d is in group d mod this.
pub const GROUPS: usize = 32;

/// Sums of some of the layout's groups at one table: games, rounds, won rounds, bots, which lie side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TableSums {
    first_group: usize,
    first_value: usize,
    n_groups: usize,
    n_values: usize,
    /// By group of deals, then by group of the layout.
    n: Vec<i64>,
    /// By group of deals, then by value.
    x: Vec<i64>,
}

/// The sums of all tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    tables: Vec<TableSums>,
}

/// A ratio's sums in one group of deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Observations.
    pub n: f64,
    /// Their sum.
    pub x: f64,
}

/// How two runs differ in a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The first run's.
    pub first: f64,
    /// The second run's.
    pub second: f64,
    /// The second's less the first's.
    pub difference: f64,
    /// Its standard error.
    pub se: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The two-sided p-value if there were none.
    pub p: f64,
}

impl Blocks {
    /// All sums 0.
    #[must_use]
    pub fn new(layout: &Layout) -> Blocks {
        let shape = layout.shape();
        let tables = (0..shape.players.len()).map(|table| {
            let first = layout.games(table);
            let last = layout.bot(table, shape.n_bots.saturating_sub(1));
            let n_groups = last.0 + 1 - first.0;
            let values = layout.values(first).start..layout.values(last).end;
            TableSums {
                first_group: first.0,
                first_value: values.start,
                n_groups,
                n_values: values.len(),
                n: vec![0; GROUPS * n_groups],
                x: vec![0; GROUPS * values.len()],
            }
        });
        Blocks {
            tables: tables.collect(),
        }
    }

    /// Adds a deal, from its totals by group (`n`) and by value (`x`) of the layout.
    #[inline(always)]
    pub fn deal(&mut self, deal: u64, n: &[i64], x: &[i64]) {
        fn add(mine: &mut [i64], its: &[i64]) {
            for (mine, its) in mine.iter_mut().zip(its) {
                *mine += its;
            }
        }
        let group = (deal % GROUPS as u64) as usize;
        for table in &mut self.tables {
            let (n_groups, n_values) = (table.n_groups, table.n_values);
            add(
                &mut table.n[group * n_groups..(group + 1) * n_groups],
                &n[table.first_group..table.first_group + n_groups],
            );
            add(
                &mut table.x[group * n_values..(group + 1) * n_values],
                &x[table.first_value..table.first_value + n_values],
            );
        }
    }

    /// Takes everything from another, which is empty afterwards.
    pub fn absorb(&mut self, other: &mut Blocks) {
        for (mine, its) in self.tables.iter_mut().zip(&mut other.tables) {
            take(&mut mine.n, &mut its.n);
            take(&mut mine.x, &mut its.x);
        }
    }

    /// A value of one of the layout's groups in a group of deals: weight and sum.
    #[must_use]
    pub fn part(
        &self,
        layout: &Layout,
        table: usize,
        group: super::layout::Group,
        i: usize,
        deals: usize,
    ) -> (i64, i64) {
        let sums = &self.tables[table];
        let value = layout.values(group).start + i - sums.first_value;
        (
            sums.n[deals * sums.n_groups + group.0 - sums.first_group],
            sums.x[deals * sums.n_values + value],
        )
    }
}

/// What a run's groups of deals say of a ratio: its estimate and each group's deviation from it per mean weight.
fn deviations(parts: &[Part]) -> Option<(f64, Vec<f64>)> {
    let n: f64 = parts.iter().map(|p| p.n).sum();
    let x: f64 = parts.iter().map(|p| p.x).sum();
    let mean_n = n / parts.len() as f64;
    let ratio = x / n;
    let each = parts.iter().map(|p| (p.x - ratio * p.n) / mean_n);
    (n > 0.0 && parts.len() > 1).then(|| (ratio, each.collect()))
}

/// The variance of a mean of these deviations, whose sum is 0.
fn variance(deviations: &[f64]) -> f64 {
    let n = deviations.len() as f64;
    deviations.iter().map(|e| e * e).sum::<f64>() / (n * (n - 1.0))
}

/// How two runs differ in a ratio, from its sums by group of deals.
///
/// `paired` where both played the same deals, so that the groups belong to each other: then the standard error is that of
/// the groups' differences (linearised, as in [`Ratio::se`](super::interval::Ratio::se)), with Student's t and one degree of
/// freedom less than groups. Otherwise variances add up, with Welch's degrees of freedom (Biometrika 34, 1947). None where
/// a run has no observations, or fewer than two groups of deals.
#[must_use]
pub fn compare(first: &[Part], second: &[Part], paired: bool) -> Option<Difference> {
    let (a, ea) = deviations(first)?;
    let (b, eb) = deviations(second)?;
    let (variance, degrees) = if paired && ea.len() == eb.len() {
        let differences: Vec<f64> = ea.iter().zip(&eb).map(|(a, b)| b - a).collect();
        (variance(&differences), (ea.len() - 1) as f64)
    } else {
        let (va, vb) = (variance(&ea), variance(&eb));
        let (na, nb) = ((ea.len() - 1) as f64, (eb.len() - 1) as f64);
        let sum = va + vb;
        let welch = sum * sum / (va * va / na + vb * vb / nb);
        (sum, if welch.is_finite() { welch } else { na.min(nb) })
    };
    let (difference, se) = (b - a, libm::sqrt(variance));
    // The quantile for whole degrees of freedom, rounded down.
    let half = se * t_quantile((libm::floor(degrees) as u64).max(1));
    let p = if se > 0.0 {
        student_tails(libm::fabs(difference) / se, degrees)
    } else if libm::fabs(difference) < 1e-15 {
        1.0
    } else {
        0.0
    };
    Some(Difference {
        first: a,
        second: b,
        difference,
        se,
        interval: Interval {
            low: difference - half,
            high: difference + half,
        },
        p,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(x: &[f64]) -> Vec<Part> {
        x.iter().map(|x| Part { n: 10.0, x: *x }).collect()
    }

    /// By hand: scipy.stats.ttest_rel and ttest_ind(equal_var=False) of these lists over 10.
    #[test]
    fn differences_are_those_of_students_and_welchs_tests() {
        let (a, b) = (parts(&[3.0, 5.0, 4.0, 6.0]), parts(&[5.0, 6.0, 6.0, 9.0]));
        let paired = compare(&a, &b, true).unwrap();
        assert!((paired.difference - 0.2).abs() < 1e-15);
        // Differences 0.2, 0.1, 0.2, 0.3: standard deviation 0.0816497, over the root of 4.
        assert!((paired.se - 0.040_824_829).abs() < 1e-9, "{paired:?}");
        assert!((paired.p - 0.016_279_3).abs() < 1e-5, "{paired:?}");
        let apart = compare(&a, &b, false).unwrap();
        // Variances 0.0166667 and 0.03, each over 4.
        assert!((apart.se - 0.108_012_345).abs() < 1e-9, "{apart:?}");
        assert!(apart.p > paired.p);
    }

    #[test]
    fn edges_are_defined() {
        let same = parts(&[3.0, 4.0, 5.0]);
        let none = compare(&same, &same, true).unwrap();
        assert_eq!((none.difference, none.se, none.p), (0.0, 0.0, 1.0));
        assert_eq!(compare(&same, &[], false), None);
        assert_eq!(compare(&same, &parts(&[1.0]), false), None);
        let flat = parts(&[2.0, 2.0, 2.0]);
        assert_eq!(compare(&flat, &flat, false).unwrap().p, 1.0);
    }
}
