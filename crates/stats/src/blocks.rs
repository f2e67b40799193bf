//! Sums over [`GROUPS`] fixed groups of deals, kept with a run. Two finished runs can be compared
//! group by group where they played the same deals.
//!
//! The order of the seats matters, and a run knows the frequency of each circular order. So order
//! is a stratum with known shares, whose spread is not part of the error: groups contain all orders
//! equally often, as far as the number of deals allows.

use super::distributions::student_tails;
use super::interval::{Interval, LEAST_DEALS, LEAST_EVENTS, t_quantile, with_one_game_more};
use super::layout::Layout;
use super::take;
use serde::{Deserialize, Serialize};

/// Number of groups.
pub const GROUPS: usize = 32;

/// Sums of some of the layout's groups at one table: games, rounds, won rounds, bots, which are
/// adjacent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TableSums {
    n_seats: usize,
    first_group: usize,
    first_value: usize,
    n_groups: usize,
    n_values: usize,
    /// By group of deals, then by group of the layout.
    n: Vec<i64>,
    /// By group of deals, then by value.
    x: Vec<i64>,
}

/// Sums of all tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    tables: Vec<TableSums>,
}

/// A ratio's sums in one group of deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatioSums {
    /// Number of observations.
    pub n: f64,
    /// Sum of the observations.
    pub x: f64,
}

/// Difference of two runs in a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The first run's ratio.
    pub first: f64,
    /// The second run's ratio.
    pub second: f64,
    /// The second ratio minus the first.
    pub difference: f64,
    /// Error of the difference.
    pub error: Result<DifferenceError, UnknownError>,
}

/// Error of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceError {
    /// Standard error.
    pub se: f64,
    /// 95 % interval.
    pub interval: Interval,
    /// Two-sided p-value under no difference.
    pub p: f64,
}

impl Difference {
    /// Returns the p-value under no difference; `None` if the error is unknown.
    pub fn p(&self) -> Option<f64> {
        self.error.ok().map(|error| error.p)
    }
}

/// Reason that an error is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownError {
    /// Fewer than [`LEAST_DEALS`] groups have a deal.
    #[error("fewer than {LEAST_DEALS} deals")]
    Deals,
    /// One of the runs has fewer than [`LEAST_EVENTS`] of the counted events.
    #[error("fewer than {LEAST_EVENTS} events")]
    Events,
}

/// Terms of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComparisonTerms {
    /// `true` if both runs played the same deals, so that their groups are paired.
    pub paired: bool,
    /// `true` if the ratio is a share of games, not an amount.
    pub is_share: bool,
    /// Number of events that each run certainly has, such as wins if points are compared.
    pub events: f64,
}

impl Blocks {
    /// Returns sums of 0.
    pub fn new(layout: &Layout) -> Blocks {
        let shape = layout.shape();
        let tables = (0..shape.players.len()).map(|table| {
            let first = layout.games(table);
            let last = layout.bot(table, shape.n_bots.saturating_sub(1));
            let n_groups = last.0 + 1 - first.0;
            let values = layout.values(first).start..layout.values(last).end;
            TableSums {
                n_seats: shape.players[table],
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

    /// Adds a deal, from its totals by group (`n`) and by value (`x`) of the layout. `group_at`
    /// returns the deal's group at tables with a given number of seats.
    #[inline(always)]
    pub fn deal(&mut self, mut group_at: impl FnMut(usize) -> usize, n: &[i64], x: &[i64]) {
        fn add(mine: &mut [i64], its: &[i64]) {
            for (mine, its) in mine.iter_mut().zip(its) {
                *mine += its;
            }
        }
        for table in &mut self.tables {
            let group = group_at(table.n_seats);
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

    /// Returns the weight and the sum of a value of one of the layout's groups, in a group of
    /// deals.
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

/// Returns a run's estimate of a ratio, and each group's deviation from it per mean weight.
fn deviations(parts: &[RatioSums]) -> Option<(f64, Vec<f64>)> {
    let n: f64 = parts.iter().map(|p| p.n).sum();
    let x: f64 = parts.iter().map(|p| p.x).sum();
    let mean_n = n / parts.len() as f64;
    let ratio = x / n;
    let each = parts.iter().map(|p| (p.x - ratio * p.n) / mean_n);
    (n > 0.0 && parts.len() > 1).then(|| (ratio, each.collect()))
}

/// Returns the variance of a mean of these deviations, whose sum is 0.
fn variance(deviations: &[f64]) -> f64 {
    let n = deviations.len() as f64;
    deviations.iter().map(|e| e * e).sum::<f64>() / (n * (n - 1.0))
}

/// Minimum distance from 0 and 1 of a share that is not a rare event.
const RARE: f64 = 0.1;

/// Returns the number of independent events that a run's mean is worth: (mean/se)². For a share,
/// the rarer of it and its opposite counts.
pub fn events(parts: &[RatioSums], is_share: bool) -> f64 {
    let Some((mean, deviations)) = deviations(parts) else {
        return 0.0;
    };
    let rare = match is_share {
        true => mean.min(1.0 - mean),
        false => mean,
    };
    if is_share && rare > RARE {
        return f64::INFINITY;
    }
    let variance = variance(&deviations);
    match rare == 0.0 {
        true => 0.0,
        false => rare * rare / variance,
    }
}

/// Compares two runs in a ratio, from its sums by group of deals.
///
/// If they are paired, the standard error is that of the groups' differences (linearised, as in
/// [`Ratio::se`](super::interval::Ratio::se)), with Student's t and one degree of freedom fewer
/// than groups. Otherwise variances add up, with Welch's degrees of freedom (Biometrika 34, 1947).
/// If few games differ, the standard error is that of [`with_one_game_more`]. `None` if a run has
/// no observations, or fewer than two groups of deals.
pub fn compare(
    first: &[RatioSums],
    second: &[RatioSums],
    terms: ComparisonTerms,
) -> Option<Difference> {
    let (a, ea) = deviations(first)?;
    let (b, eb) = deviations(second)?;
    Some(Difference {
        first: a,
        second: b,
        difference: b - a,
        error: error([first, second], [a, b], [&ea, &eb], terms),
    })
}

fn error(
    [first, second]: [&[RatioSums]; 2],
    [a, b]: [f64; 2],
    [ea, eb]: [&[f64]; 2],
    terms: ComparisonTerms,
) -> Result<DifferenceError, UnknownError> {
    if (ea.len().min(eb.len()) as u64) < LEAST_DEALS {
        return Err(UnknownError::Deals);
    }
    let least = events(first, terms.is_share).min(events(second, terms.is_share));
    if least.max(terms.events) < LEAST_EVENTS {
        return Err(UnknownError::Events);
    }
    let (variance, degrees) = if terms.paired && ea.len() == eb.len() {
        let differences: Vec<f64> = ea.iter().zip(eb).map(|(a, b)| b - a).collect();
        (variance(&differences), (ea.len() - 1) as f64)
    } else {
        let (va, vb) = (variance(ea), variance(eb));
        let (na, nb) = ((ea.len() - 1) as f64, (eb.len() - 1) as f64);
        let sum = va + vb;
        let welch = sum * sum / (va * va / na + vb * vb / nb);
        (sum, if welch.is_finite() { welch } else { na.min(nb) })
    };
    let n = |parts: &[RatioSums]| parts.iter().map(|p| p.n).sum::<f64>();
    let spread = match terms.is_share {
        true => a * (1.0 - a) + b * (1.0 - b),
        false => f64::INFINITY,
    };
    let se = with_one_game_more(libm::sqrt(variance), n(first).min(n(second)), spread);
    let difference = b - a;
    // Quantile for whole degrees of freedom, rounded down.
    let half = se * t_quantile((libm::floor(degrees) as u64).max(1));
    Ok(DifferenceError {
        se,
        interval: Interval {
            low: difference - half,
            high: difference + half,
        },
        p: student_tails(libm::fabs(difference) / se, degrees),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(x: &[f64]) -> Vec<RatioSums> {
        x.iter().map(|x| RatioSums { n: 10.0, x: *x }).collect()
    }

    /// By hand: scipy.stats.ttest_rel and ttest_ind(equal_var=False) of these lists divided by 100,
    /// repeated three times.
    #[test]
    fn differences_are_those_of_students_and_welchs_tests() {
        let thrice = |x: [f64; 4]| {
            let parts = x.map(|x| RatioSums { n: 100.0, x }).to_vec();
            parts.repeat(3)
        };
        let (a, b) = (
            thrice([30.0, 50.0, 40.0, 60.0]),
            thrice([50.0, 60.0, 60.0, 90.0]),
        );
        let terms = ComparisonTerms {
            paired: true,
            is_share: true,
            events: 0.0,
        };
        let paired = compare(&a, &b, terms).unwrap();
        assert!((paired.difference - 0.2).abs() < 1e-15);
        let error = paired.error.unwrap();
        // Differences 0.2, 0.1, 0.2, 0.3, three times: standard deviation 0.0738549, divided by the
        // root of 12.
        assert!((error.se - 0.021_320_072).abs() < 1e-9, "{error:?}");
        assert!((error.p - 1.394_873_7e-6).abs() < 1e-12, "{error:?}");
        let apart = compare(
            &a,
            &b,
            ComparisonTerms {
                paired: false,
                ..terms
            },
        );
        let error = apart.unwrap().error.unwrap();
        // Variances 0.0136364 and 0.0245455, each divided by 12.
        assert!((error.se - 0.056_407_607).abs() < 1e-9, "{error:?}");
    }

    #[test]
    fn what_the_sample_cannot_show_has_no_error() {
        let terms = ComparisonTerms {
            paired: true,
            ..ComparisonTerms::default()
        };
        let few = parts(&[3.0, 4.0, 5.0]);
        let lacking = |first: &[RatioSums], second: &[RatioSums], terms| {
            compare(first, second, terms).unwrap().error.unwrap_err()
        };
        assert_eq!(lacking(&few, &few, terms), UnknownError::Deals);
        assert_eq!(compare(&few, &[], terms), None);
        assert_eq!(compare(&few, &parts(&[1.0]), terms), None);
        let mut x = [0.0; 32];
        x[3] = 1.0;
        let rare = parts(&x);
        // Observed never, or once: the frequency is unknown.
        assert_eq!(
            lacking(&parts(&[0.0; 32]), &rare, terms),
            UnknownError::Events
        );
        let share = ComparisonTerms {
            is_share: true,
            ..terms
        };
        assert_eq!(lacking(&rare, &rare, share), UnknownError::Events);
        let known = ComparisonTerms {
            events: 25.0,
            ..terms
        };
        assert!(compare(&rare, &rare, known).unwrap().error.is_ok());
    }

    /// Runs that agree in every group may still differ in the next.
    #[test]
    fn no_difference_has_no_width_of_zero() {
        for is_share in [false, true] {
            let terms = ComparisonTerms {
                paired: true,
                is_share,
                events: 0.0,
            };
            let same = parts(&[5.0; 32]);
            let error = compare(&same, &same, terms).unwrap().error.unwrap();
            assert_eq!(error.p, 1.0);
            assert!((error.se - 1.0 / 320.0).abs() < 1e-12, "{error:?}");
        }
    }
}
