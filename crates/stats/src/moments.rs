//! Sums over deals of a few quantities together with all their products. These suffice for the
//! standard error of any smooth function of the sums, clustered by deal. Integers only, so that
//! merging is exact and independent of order.

use super::interval::{LEAST_DEALS, LEAST_EVENTS, t_quantile};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Minimum number of deals with events for an interval (see [`LEAST_EVENTS`]).
pub const LEAST_DEALS_WITH_EVENTS: u64 = LEAST_EVENTS as u64;

/// A figure with its standard error and 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Standard error, clustered by deal; `None` with fewer than two deals.
    pub se: Option<f64>,
    /// Interval by Student's t, with one degree of freedom fewer than there are deals with events;
    /// `None` if these are too few or all equal.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// Formats a share in per cent with its interval, with this many digits.
    pub fn percent(&self, digits: usize) -> String {
        let value = format!("{:.digits$}", 100.0 * self.value);
        self.interval.map_or(value.clone(), |(low, high)| {
            format!(
                "{value} ({:.digits$} to {:.digits$})",
                100.0 * low,
                100.0 * high
            )
        })
    }

    /// Returns a figure over this many deals.
    pub fn new(value: f64, se: Option<f64>, deals: u64) -> Estimate {
        Estimate {
            value,
            se,
            interval: se.filter(|se| deals >= LEAST_DEALS && *se > 0.0).map(|se| {
                let half = t_quantile(deals - 1) * se;
                (value - half, value + half)
            }),
        }
    }

    /// Returns the estimate if only some deals had events: the interval depends on their number.
    pub fn of_events(value: f64, se: Option<f64>, deals_with_events: u64) -> Estimate {
        if deals_with_events < LEAST_DEALS_WITH_EVENTS {
            Estimate {
                value,
                se,
                interval: None,
            }
        } else {
            Estimate::new(value, se, deals_with_events)
        }
    }

    /// Returns whether zero lies in the interval, or there is no interval to exclude it.
    pub fn is_about_zero(&self) -> bool {
        self.interval
            .is_none_or(|(low, high)| low <= 0.0 && 0.0 <= high)
    }
}

/// `K` quantities, summed by deal. Consists of whole deals, without the additions to the current
/// deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moments<const K: usize> {
    sums: [i64; K],
    /// Σ over deals of the products of the deals' sums.
    products: [[i128; K]; K],
    /// By quantity: number of deals in which it was not 0.
    events: [u64; K],
    /// Sums of the current deal.
    deal: [i64; K],
}

impl<const K: usize> Default for Moments<K> {
    fn default() -> Self {
        Moments {
            sums: [0; K],
            products: [[0; K]; K],
            events: [0; K],
            deal: [0; K],
        }
    }
}

impl<const K: usize> Serialize for Moments<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Products are symmetric.
        let upper = (0..K).flat_map(|i| &self.products[i][i..]);
        let products: Vec<i128> = upper.copied().collect();
        (self.sums.as_slice(), products, self.events.as_slice()).serialize(serializer)
    }
}

impl<'de, const K: usize> Deserialize<'de> for Moments<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (sums, products, events) =
            <(Vec<i64>, Vec<i128>, Vec<u64>)>::deserialize(deserializer)?;
        let mut moments = Moments::default();
        if sums.len() != K || products.len() != K * (K + 1) / 2 || events.len() != K {
            return Err(D::Error::invalid_length(sums.len(), &"as many as moments"));
        }
        moments.sums.copy_from_slice(&sums);
        moments.events.copy_from_slice(&events);
        let mut products = products.into_iter();
        for i in 0..K {
            for (j, product) in (i..K).zip(&mut products) {
                moments.products[i][j] = product;
                moments.products[j][i] = product;
            }
        }
        Ok(moments)
    }
}

impl<const K: usize> Moments<K> {
    /// Adds an observation to the current deal.
    pub fn add(&mut self, values: [i64; K]) {
        for (sum, value) in self.deal.iter_mut().zip(values) {
            *sum += value;
        }
    }

    /// Ends the current deal.
    pub fn end_deal(&mut self) {
        let deal = std::mem::replace(&mut self.deal, [0; K]);
        for i in 0..K {
            self.sums[i] += deal[i];
            self.events[i] += u64::from(deal[i] != 0);
            for j in 0..K {
                self.products[i][j] += i128::from(deal[i]) * i128::from(deal[j]);
            }
        }
    }

    /// Adds the whole deals of another.
    pub fn absorb(&mut self, other: &Moments<K>) {
        for i in 0..K {
            self.sums[i] += other.sums[i];
            self.events[i] += other.events[i];
            for j in 0..K {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    /// Returns the sum of a quantity over all deals.
    pub fn sum(&self, i: usize) -> i64 {
        self.sums[i]
    }

    /// Returns the estimate of a smooth function of the sums with this value and gradient (with
    /// respect to the sums), over this many deals.
    ///
    /// The linearised (delta method) variance with deals as clusters (Cochran, "Sampling
    /// Techniques", 3rd ed., 6.4; Särndal, Swensson and Wretman, "Model Assisted Survey Sampling",
    /// 5.5): D/(D-1) · Σ (z - z̄)² with z the gradient times the deal's sums. Of the quantities
    /// that it depends on, the one with the fewest deals determines the degrees of freedom (Korn
    /// and Graubard, "Analysis of Health Surveys", 1999, 5.2, on figures of a part of the sample).
    pub fn estimate(&self, value: f64, gradient: [f64; K], deals: u64) -> Estimate {
        if deals < 2 {
            return Estimate::new(value, None, deals);
        }
        let (mut square, mut sum) = (0.0, 0.0);
        for i in 0..K {
            sum += gradient[i] * self.sums[i] as f64;
            for j in 0..K {
                square += gradient[i] * gradient[j] * self.products[i][j] as f64;
            }
        }
        let d = deals as f64;
        let variance = (square - sum * sum / d).max(0.0) * d / (d - 1.0);
        let of = |i: &usize| gradient[*i] != 0.0;
        let events = (0..K).filter(of).map(|i| self.events[i]).min();
        Estimate::of_events(
            value,
            Some(libm::sqrt(variance)),
            events.unwrap_or(0).min(deals),
        )
    }

    /// Returns the ratio of quantity `x` to quantity `n`, where `x` counts in parts, `parts` to a
    /// whole; `None` if `n` is 0.
    pub fn ratio(&self, x: usize, n: usize, parts: f64, deals: u64) -> Option<Estimate> {
        let weight = self.sums[n] as f64 * parts;
        if self.sums[n] == 0 {
            return None;
        }
        let value = self.sums[x] as f64 / weight;
        let mut gradient = [0.0; K];
        gradient[x] = 1.0 / weight;
        gradient[n] -= value / self.sums[n] as f64;
        Some(self.estimate(value, gradient, deals))
    }

    /// Returns the ratio of `a` to `n` minus that of `b` to `m`; `None` if `n` or `m` is 0.
    pub fn ratio_difference(
        &self,
        [a, n]: [usize; 2],
        [b, m]: [usize; 2],
        deals: u64,
    ) -> Option<Estimate> {
        let (first, second) = (self.sums[n] as f64, self.sums[m] as f64);
        if self.sums[n] == 0 || self.sums[m] == 0 {
            return None;
        }
        let (p, q) = (self.sums[a] as f64 / first, self.sums[b] as f64 / second);
        let mut gradient = [0.0; K];
        gradient[a] += 1.0 / first;
        gradient[n] -= p / first;
        gradient[b] -= 1.0 / second;
        gradient[m] += q / second;
        Some(self.estimate(p - q, gradient, deals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Ratio;

    #[test]
    fn ratios_are_those_of_the_tallies() {
        let deals = [[3i64, 4], [0, 4], [5, 6], [1, 2], [2, 2]];
        let mut moments = Moments::<2>::default();
        let mut ratio = Ratio::default();
        for [x, n] in deals {
            moments.add([x, n]);
            moments.end_deal();
            ratio.add(n, x);
        }
        let estimate = moments.ratio(0, 1, 1.0, 5).unwrap();
        assert!((estimate.value - ratio.mean().unwrap()).abs() < 1e-15);
        assert!((estimate.se.unwrap() - ratio.se().unwrap()).abs() < 1e-12);
        assert_eq!(Moments::<2>::default().ratio(0, 1, 1.0, 5), None);
    }

    #[test]
    fn moments_come_back_as_they_were_kept() {
        let mut moments = Moments::<3>::default();
        for x in -4..9 {
            moments.add([x, 7 - x, x * x]);
            moments.end_deal();
        }
        let kept = postcard::to_allocvec(&moments).unwrap();
        assert_eq!(postcard::from_bytes::<Moments<3>>(&kept).unwrap(), moments);
        assert!(postcard::from_bytes::<Moments<2>>(&kept).is_err());
    }

    #[test]
    fn a_difference_of_independent_ratios_adds_their_variances() {
        let (mut one, mut two, mut both) = (
            Moments::<2>::default(),
            Moments::<2>::default(),
            Moments::<4>::default(),
        );
        // In different deals, the two are independent.
        for i in 0..200i64 {
            let (x, y) = (i * 7 % 5, i * 11 % 3);
            one.add(if i % 2 == 0 { [x, 4] } else { [0, 0] });
            two.add(if i % 2 == 1 { [y, 2] } else { [0, 0] });
            both.add(if i % 2 == 0 {
                [x, 4, 0, 0]
            } else {
                [0, 0, y, 2]
            });
            one.end_deal();
            two.end_deal();
            both.end_deal();
        }
        let a = one.ratio(0, 1, 1.0, 200).unwrap();
        let b = two.ratio(0, 1, 1.0, 200).unwrap();
        let d = both.ratio_difference([0, 1], [2, 3], 200).unwrap();
        assert!((d.value - (a.value - b.value)).abs() < 1e-12);
        let sum = a.se.unwrap().powi(2) + b.se.unwrap().powi(2);
        assert!((d.se.unwrap().powi(2) - sum).abs() < 1e-12);
        let parts = one.ratio(0, 1, 10.0, 200).unwrap();
        assert!((parts.value * 10.0 - a.value).abs() < 1e-12);
        assert!((parts.se.unwrap() * 10.0 - a.se.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn few_events_give_no_interval() {
        let of = |events: u64| {
            let mut moments = Moments::<2>::default();
            for deal in 0..1000 {
                moments.add([i64::from(deal < events), 4]);
                moments.end_deal();
            }
            moments.ratio(0, 1, 1.0, 1000).unwrap()
        };
        assert_eq!(of(LEAST_DEALS_WITH_EVENTS - 1).interval, None);
        let estimate = of(LEAST_DEALS_WITH_EVENTS);
        let (low, high) = estimate.interval.unwrap();
        // 24 degrees of freedom, not 999.
        assert!(((high - low) / 2.0 / estimate.se.unwrap() - 2.0639).abs() < 1e-4);
    }

    #[test]
    fn nothing_that_changes_has_no_spread() {
        let mut moments = Moments::<2>::default();
        for n in 1..50 {
            moments.add([0, n]);
            moments.end_deal();
        }
        let estimate = moments.ratio(0, 1, 1.0, 49).unwrap();
        assert_eq!((estimate.value, estimate.se), (0.0, Some(0.0)));
        // An event that was never observed may still happen.
        assert_eq!(estimate.interval, None);
        assert!(estimate.is_about_zero());
    }
}
