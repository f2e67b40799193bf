//! Intervals and tests of proportions and of their differences, from estimates with standard
//! errors.
//!
//! Wilson's interval if an event is not rare; the exact one of Clopper and Pearson if it was
//! observed at most a few times.

use super::distributions::{beta, exact_binomial, student_tails};
use super::interval::{Interval, LEAST_DEALS, LEVEL, Z, t_quantile};

/// Maximum probability of a rare event.
const RARE: f64 = 0.1;
/// Effective number of observations below which such an event is rare: the observed spread does not
/// show the true one.
const FEW: f64 = 10.0;

/// Intervals over a given number of deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intervals {
    deals: u64,
    t: f64,
}

/// Evidence on a proportion.
enum Evidence {
    /// None: too few deals, or no standard error.
    None,
    /// Number of independent games that would have the same standard error.
    Games(f64),
    /// The number of games as above, for an event observed at most a few times.
    Rare(f64),
}

/// Returns a number of games for exact intervals. It is smaller than the effective one, because
/// that is an estimate itself, just as Student's t is wider than the normal distribution (Korn and
/// Graubard, Survey Methodology 24, 1998).
fn exact_games(games: f64, t: f64) -> f64 {
    games * (Z / t) * (Z / t)
}

/// Returns the probabilities of at most, and of at least, this many hits in this many games, if `p`
/// is the truth.
fn tails(hits: f64, games: f64, p: f64) -> (f64, f64) {
    let at_most = if hits >= games {
        1.0
    } else {
        1.0 - beta(hits + 1.0, games - hits, p)
    };
    let at_least = if hits <= 0.0 {
        1.0
    } else {
        beta(hits, games - hits + 1.0, p)
    };
    (at_most, at_least)
}

impl Intervals {
    /// Returns the intervals for estimates over this many deals.
    pub fn new(deals: u64) -> Intervals {
        Intervals {
            deals,
            t: if deals < 2 {
                0.0
            } else {
                t_quantile(deals - 1)
            },
        }
    }

    /// Returns the quantile of Student's t with the deals' degrees of freedom, which is half the
    /// width of an interval in standard errors; `None` with fewer than [`LEAST_DEALS`].
    pub fn t(&self) -> Option<f64> {
        (self.deals >= LEAST_DEALS).then_some(self.t)
    }

    fn evidence(&self, p: f64, se: Option<f64>) -> Evidence {
        let spread = p * (1.0 - p);
        if self.deals < LEAST_DEALS {
            return Evidence::None;
        }
        // If p is 0 or 1 there is no spread to estimate, and each deal counts as one game.
        if spread <= 0.0 {
            return Evidence::Rare(self.deals as f64);
        }
        let Some(se) = se.filter(|se| *se > 0.0) else {
            return Evidence::None;
        };
        let games = spread / (se * se);
        let rest = p.min(1.0 - p);
        if rest <= RARE && rest * games < FEW {
            Evidence::Rare(games)
        } else {
            Evidence::Games(games)
        }
    }

    /// Returns the interval of a proportion `p` with standard error `se`; `None` with fewer than
    /// [`LEAST_DEALS`].
    ///
    /// It is Wilson's score interval (JASA 22, 1927) with two changes. The number of games is the
    /// effective one, p(1-p)/se²: this many independent games would have the same standard error
    /// (Korn and Graubard, Survey Methodology 24, 1998, for survey proportions). The normal
    /// quantile is replaced by Student's t with D-1 degrees of freedom. The standard error is that
    /// of [`Ratio::share_se`](super::interval::Ratio::share_se), which is never 0: an uncorrected
    /// one of 0, from deals that all agree, says nothing about the next deal.
    ///
    /// Wilson's interval misses too often for a share of very few events (Brown, Cai and DasGupta,
    /// Statistical Science 16, 2001). There it is Clopper and Pearson's with the effective number
    /// of games, which is Korn and Graubard's interval. If p is 0 or 1, each deal counts as one
    /// game.
    pub fn proportion(&self, p: f64, se: Option<f64>) -> Option<Interval> {
        let games = match self.evidence(p, se) {
            Evidence::None => return None,
            Evidence::Rare(games) => {
                let n = exact_games(games, self.t);
                let interval = exact_binomial(p * n, n, LEVEL);
                return Some(Interval {
                    low: interval.low.min(p),
                    high: interval.high.max(p),
                });
            }
            Evidence::Games(games) => games,
        };
        let tt = self.t * self.t;
        let scale = 1.0 / (1.0 + tt / games);
        let centre = (p + tt / (2.0 * games)) * scale;
        let spread = p * (1.0 - p);
        let half = self.t * scale * libm::sqrt(spread / games + tt / (4.0 * games * games));
        Some(Interval {
            low: (centre - half).max(0.0),
            high: (centre + half).min(1.0),
        })
    }

    /// Returns the two-sided p-value of a proportion `p` with standard error `se`, if `even` is the
    /// truth. It is the test whose acceptance region is the interval of
    /// [`proportion`](Intervals::proportion), so it is below 0.05 exactly if that excludes `even`.
    ///
    /// `None` if there is no interval. `even` lies strictly between 0 and 1.
    pub fn proportion_test(&self, p: f64, se: Option<f64>, even: f64) -> Option<f64> {
        match self.evidence(p, se) {
            Evidence::None => None,
            Evidence::Games(games) => {
                let z = libm::fabs(p - even) / libm::sqrt(even * (1.0 - even) / games);
                Some(student_tails(z, (self.deals - 1) as f64))
            }
            Evidence::Rare(games) => {
                let n = exact_games(games, self.t);
                let (at_most, at_least) = tails(p * n, n, even);
                Some((2.0 * at_most.min(at_least)).min(1.0))
            }
        }
    }

    /// Returns the interval of a difference of two proportions, -1 to 1: that of the proportion
    /// (1 + d)/2, stretched.
    pub fn difference(&self, d: f64, se: Option<f64>) -> Option<Interval> {
        let Interval { low, high } = self.proportion((1.0 + d) / 2.0, se.map(|se| se / 2.0))?;
        Some(Interval {
            low: 2.0 * low - 1.0,
            high: 2.0 * high - 1.0,
        })
    }

    /// Returns the p-value for equal proportions that goes with
    /// [`difference`](Intervals::difference).
    pub fn difference_test(&self, d: f64, se: Option<f64>) -> Option<f64> {
        self.proportion_test((1.0 + d) / 2.0, se.map(|se| se / 2.0), 0.5)
    }

    /// Returns the number of games that the difference of two shares counts for, if both events are
    /// rare.
    fn rare_games(&self, [p, q]: [f64; 2], se: Option<f64>) -> Option<f64> {
        let se = se.filter(|_| self.deals >= LEAST_DEALS)?;
        let seen = p + q;
        if seen <= 0.0 {
            return Some(exact_games(self.deals as f64, self.t));
        }
        if seen > RARE || se <= 0.0 {
            return None;
        }
        let games = (seen - (p - q) * (p - q)) / (se * se);
        (seen * games < FEW).then(|| exact_games(games, self.t))
    }

    /// Returns the interval of a difference `d` of `shares`, the shares of games won by two bots,
    /// from its standard error.
    ///
    /// As [`difference`](Intervals::difference), unless both won at most a few times: then from the
    /// exact intervals of both shares (the method of variance estimates recovery; Zou and Donner,
    /// Statistics in Medicine 27, 2008).
    pub fn shares_difference(&self, d: f64, shares: [f64; 2], se: Option<f64>) -> Option<Interval> {
        let [p, q] = shares;
        let Some(n) = self.rare_games(shares, se) else {
            return self.difference(d, se);
        };
        let [a, b] = [
            exact_binomial(p * n, n, LEVEL),
            exact_binomial(q * n, n, LEVEL),
        ];
        let side = |x: f64, y: f64| libm::sqrt(x * x + y * y);
        Some(Interval {
            low: (d - side(p - a.low, b.high - q)).max(-1.0),
            high: (d + side(a.high - p, q - b.low)).min(1.0),
        })
    }

    /// Returns the p-value for two equal shares: as
    /// [`difference_test`](Intervals::difference_test), but the sign test if both bots won at most
    /// a few times (given the total of their wins, each bot is equally likely).
    pub fn shares_test(&self, d: f64, shares: [f64; 2], se: Option<f64>) -> Option<f64> {
        let [p, q] = shares;
        let Some(n) = self.rare_games(shares, se) else {
            return self.difference_test(d, se);
        };
        let (_, at_least) = tails(p.max(q) * n, (p + q) * n, 0.5);
        Some((2.0 * at_least).min(1.0))
    }
}
