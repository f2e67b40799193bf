//! Confidence sequences: intervals that hold at all looks together, so that a run may stop at any
//! look.
//!
//! Robbins's normal mixture with the estimated variance (Waudby-Smith, Arbour, Sinha, Kennedy and
//! Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Annals of
//! Statistics 52, 2024, theorem 2.2): with probability 95 % the truth is within
//! [`Sequence::multiplier`] standard errors at every number of deals that is large enough for the
//! central limit theorem. Deals are independent and their totals bounded; looks come at fixed
//! numbers of deals, from [`FIRST_LOOK`] on, so a result depends on neither timing nor threads.

use super::interval::{Interval, LEVEL};

/// Minimum number of deals for a decision.
pub const FIRST_LOOK: u64 = 256;

/// Returns the numbers of deals at which a run of at most `deals` looks: 256, 384, 512, 768, …
/// (powers of two and their midpoints), and the end.
pub fn looks(deals: u64) -> Vec<u64> {
    let powers = (0..).map_while(|k| {
        FIRST_LOOK
            .checked_shl(k)
            .filter(|p| *p < deals && *p >= FIRST_LOOK)
    });
    let mut looks: Vec<u64> = powers
        .flat_map(|power| [power, power + power / 2])
        .filter(|look| *look < deals)
        .collect();
    looks.push(deals);
    looks
}

/// A confidence sequence at the level of all intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    /// ρ²
    rho: f64,
    error: f64,
}

impl Sequence {
    /// Returns the sequence for a run of at most `deals` deals, one of `family` that hold together
    /// (Bonferroni).
    ///
    /// The sequence is tightest at an eighth of the deals, where ρ² = (-2 ln α + ln(-2 ln α) + 1) /
    /// deals.
    pub fn new(deals: u64, family: u64) -> Sequence {
        let error = (1.0 - LEVEL) / family.max(1) as f64;
        let two = -2.0 * libm::log(error);
        let tightest = (deals / 8).max(FIRST_LOOK) as f64;
        Sequence {
            rho: (two + libm::log(two) + 1.0) / tightest,
            error,
        }
    }

    /// Returns half the interval's width in standard errors after this many deals.
    pub fn multiplier(&self, deals: u64) -> f64 {
        let grown = deals as f64 * self.rho;
        let root = libm::sqrt(grown + 1.0);
        libm::sqrt(2.0 * (grown + 1.0) / grown * libm::log(root / self.error))
    }

    /// Returns the interval around an estimate that lies between `least` and `most`; `None` without
    /// a standard error.
    ///
    /// An estimate at a bound shows no spread although there is one: the spread of one deal in
    /// between is then assumed.
    pub fn interval(
        &self,
        estimate: f64,
        se: Option<f64>,
        deals: u64,
        (least, most): (f64, f64),
    ) -> Option<Interval> {
        let mut se = se?;
        if se == 0.0 && (estimate <= least || estimate >= most) {
            let n = deals as f64;
            let p = 1.0 / (n + 2.0);
            se = (most - least) * libm::sqrt(p * (1.0 - p) / n);
        }
        let half = self.multiplier(deals) * se;
        Some(Interval {
            low: (estimate - half).max(least),
            high: (estimate + half).min(most),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_engine::rng::Rng;

    #[test]
    fn looks_are_fixed_numbers_of_deals() {
        assert_eq!(looks(100), [100]);
        assert_eq!(looks(256), [256]);
        assert_eq!(looks(257), [256, 257]);
        assert_eq!(looks(1600), [256, 384, 512, 768, 1024, 1536, 1600]);
        // A longer run looks at the same numbers as a shorter one.
        assert!(looks(1 << 50).len() < 100);
        assert_eq!(looks(1 << 50)[..6], looks(1600)[..6]);
    }

    #[test]
    fn the_multiplier_is_the_published_formula() {
        // ρ and the boundary of theorem 2.2 by hand for α = 0.05, tightest at 1000 deals.
        let sequence = Sequence::new(8000, 1);
        let two: f64 = -2.0 * 0.05f64.ln();
        let rho2 = (two + two.ln() + 1.0) / 1000.0;
        for t in [256.0, 1000.0, 8000.0] {
            let half = (2.0 * (t * rho2 + 1.0) / (t * t * rho2)
                * ((t * rho2 + 1.0f64).sqrt() / 0.05).ln())
            .sqrt();
            let got = sequence.multiplier(t as u64) / t.sqrt();
            assert!((got - half).abs() < 1e-12 * half, "{t}");
        }
        let m = |deals| sequence.multiplier(deals);
        assert!(m(1000) > 2.5 && m(1000) < 3.2, "{}", m(1000));
        assert!(Sequence::new(8000, 10).multiplier(1000) > m(1000));
    }

    /// A random walk without drift leaves the sequence at any look in at most 5 % of all runs.
    #[test]
    fn a_fair_walk_is_rarely_called_unfair() {
        let deals = 8192;
        let sequence = Sequence::new(deals, 1);
        let mut rng = Rng::from_key(1);
        let n_runs = 1000;
        let mut wrong = 0;
        for _ in 0..n_runs {
            let (mut sum, mut done) = (0i64, 0);
            for look in looks(deals) {
                while done < look {
                    sum += i64::from((rng.next_u64()).count_ones()) - 32;
                    done += 1;
                }
                let n = done as f64;
                let mean = sum as f64 / n;
                // The variance of the count of 64 coins is 16.
                let interval =
                    sequence.interval(mean, Some((16.0 / n).sqrt()), done, (-32.0, 32.0));
                if interval.is_some_and(|i| i.low > 0.0 || i.high < 0.0) {
                    wrong += 1;
                    break;
                }
            }
        }
        // 5 % of 1000 plus 3.3 standard deviations: 73.
        assert!(wrong <= 73, "{wrong}");
        assert!(wrong > 0, "no test without power");
    }

    #[test]
    fn edges_are_defined() {
        let sequence = Sequence::new(1000, 1);
        assert_eq!(sequence.interval(0.5, None, 1, (0.0, 1.0)), None);
        let never = sequence.interval(0.0, Some(0.0), 500, (0.0, 1.0)).unwrap();
        assert!(never.low == 0.0 && never.high > 0.001 && never.high < 0.05);
        let equal = sequence.interval(0.0, Some(0.0), 500, (-1.0, 1.0)).unwrap();
        assert_eq!((equal.low, equal.high), (0.0, 0.0));
    }
}
