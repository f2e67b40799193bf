//! Ratio estimates from deals and their standard errors; the bounds of an interval; Student's t.
//!
//! Uses only + - * / sqrt and `libm` functions in a fixed order, so that figures are the same on
//! every platform.

use serde::{Deserialize, Serialize};

/// Level of all intervals.
pub const LEVEL: f64 = 0.95;

/// Standard normal quantile of 0.975.
pub const Z: f64 = 1.959_963_984_540_054;

/// Minimum number of deals for an error: the spread of fewer says nothing about unplayed deals.
pub const LEAST_DEALS: u64 = 10;

/// Minimum number of deals for the error of a metric's mean. Counts per game are skewed: Student's
/// intervals of ten deals miss the truth in about eight cases of a hundred, those of fourteen in
/// five or six (`scripts/checks/calibration.py --tables --deals 10,14`).
pub const LEAST_DEALS_OF_MEANS: u64 = 15;

/// Minimum number of events for the error of a mean: a normal interval needs more than 25 times the
/// squared skewness, which for rare events is 25 of them (Cochran, "Sampling Techniques", 3rd ed.,
/// 2.15).
pub const LEAST_EVENTS: f64 = 25.0;

/// Returns the standard error of a mean, if the sample shows it: from [`LEAST_DEALS_OF_MEANS`]
/// deals on that are not all equal, with [`LEAST_EVENTS`] events.
///
/// A rare event with an observed number of `E` has a standard error of the root of `E`, so
/// (mean/se)² is the number of independent events that the sample is worth. Quantities that occur
/// in every deal, like turns, are worth many from the start.
pub fn shown(mean: f64, se: Option<f64>, deals: u64) -> Option<f64> {
    let is_shown = |se: &f64| *se > 0.0 && mean * mean >= LEAST_EVENTS * se * se;
    se.filter(|se| deals >= LEAST_DEALS_OF_MEANS && is_shown(se))
}

/// Returns the standard error of a share or of a difference of shares over this many games,
/// corrected for the case that few deals hide the spread.
///
/// `(se · games)²` is the effective number of games that deviate from the share. If there are few,
/// the next deal may be the first that differs. So one more game is assumed to deviate, as Agresti
/// and Coull (American Statistician 52, 1998) add two successes and failures to a proportion. The
/// correction does not raise the error above that of independent games, where `spread` is the
/// variance of a single game.
pub fn with_one_game_more(se: f64, games: f64, spread: f64) -> f64 {
    let unlike = se * games * (se * games);
    if unlike >= LEAST_EVENTS {
        return se;
    }
    let most = (spread.max(0.0) * games).max(unlike);
    libm::sqrt((unlike + 1.0).min(most)) / games
}

/// Accumulator of sums over deals: of a deal's totals `x` and `n`, and of their products. These
/// suffice for the standard error of Σx/Σn, or of a difference of the two. Integers only, so that
/// merging is exact and independent of order.
///
/// [`Sums`](super::sums::Sums) contains the same for many adjacent totals, for the loop of games,
/// and [`Moments`](super::moments::Moments) the products of more than two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    /// Number of deals, including those with `n` = 0.
    pub deals: u64,
    /// Σn
    pub n: i64,
    /// Σn²
    pub nn: i128,
    /// Σx
    pub x: i64,
    /// Σxn
    pub xn: i128,
    /// Σx²
    pub xx: i128,
}

/// Returns `a*b - c*d`, exactly if that fits 128 bits.
fn determinant(a: i128, b: i128, c: i128, d: i128) -> f64 {
    let exact = || a.checked_mul(b)?.checked_sub(c.checked_mul(d)?);
    match exact() {
        Some(value) => value as f64,
        None => a as f64 * b as f64 - c as f64 * d as f64,
    }
}

impl Ratio {
    /// Adds a deal with these totals.
    #[inline]
    pub fn add(&mut self, n: i64, x: i64) {
        self.deals += 1;
        self.n += n;
        self.nn += i128::from(n) * i128::from(n);
        self.x += x;
        self.xn += i128::from(x) * i128::from(n);
        self.xx += i128::from(x) * i128::from(x);
    }

    /// Adds the deals of another.
    pub fn absorb(&mut self, other: &Ratio) {
        self.deals += other.deals;
        self.n += other.n;
        self.nn += other.nn;
        self.x += other.x;
        self.xn += other.xn;
        self.xx += other.xx;
    }

    /// Returns the estimate Σx / Σn; `None` without observations.
    pub fn mean(&self) -> Option<f64> {
        self.mean_of(1)
    }

    /// Returns the estimate if `x` counts in parts, `parts` to a whole; rounded once.
    pub fn mean_of(&self, parts: i64) -> Option<f64> {
        let whole = i128::from(self.n) * i128::from(parts);
        (self.n != 0).then(|| self.x as f64 / whole as f64)
    }

    /// Returns the standard error of a mean, if the deals show it (see [`shown`]).
    pub fn mean_se(&self) -> Option<f64> {
        shown(self.mean()?, self.se(), self.deals)
    }

    /// Returns the standard error of a share of games, which is never 0 (see
    /// [`with_one_game_more`]). `x` counts in parts of a whole, and `spread` is the variance of a
    /// single game.
    pub fn share_se(&self, parts: i64, spread: f64) -> Option<f64> {
        let se = self.se()? / parts as f64;
        Some(with_one_game_more(se, self.n as f64, spread))
    }

    /// Returns the uncorrected standard error of the estimate, clustered by deal; `None` with fewer
    /// than two deals, or without observations.
    ///
    /// This is the linearised variance of a ratio R = Σx/Σn over D clusters (Cochran, "Sampling
    /// Techniques", 3rd ed., 6.4; the cluster-robust variance with the factor D/(D-1)): se² =
    /// D/(D-1) · Σ(x - R n)² / (Σn)².
    pub fn se(&self) -> Option<f64> {
        if self.deals < 2 || self.n == 0 {
            return None;
        }
        let deals = self.deals as f64;
        Some(libm::sqrt(
            self.squares().max(0.0) * (deals / (deals - 1.0)),
        ))
    }

    /// Returns Σ(x - R n)² / (Σn)² with R = Σx/Σn, for Σn other than 0.
    ///
    /// The sum of squares is Σx² - 2RΣxn + R²Σn², which cancels badly in floating point. Multiplied
    /// by (Σn)² it is S·(SΣx² - XΣxn) + X·(XΣn² - SΣxn) with S = Σn and X = Σx, where the brackets
    /// are exact integers. So an estimate that is the same in every deal has a standard error of
    /// exactly 0.
    pub(crate) fn squares(&self) -> f64 {
        let (s, x) = (i128::from(self.n), i128::from(self.x));
        let first = determinant(s, self.xx, x, self.xn);
        let second = determinant(x, self.nn, s, self.xn);
        let (s, x) = (s as f64, x as f64);
        // Divided one by one, because the products may be too large for a float.
        (first / s + second / s * (x / s)) / s / s
    }
}

/// Bounds of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// Degrees of freedom up to which the distribution function is summed and inverted; beyond, the
/// quantile's expansion is exact to about 12 digits.
const SUMMED: u64 = 200;

/// Returns the quantile of 0.975 of Student's t with this many degrees of freedom, at least 1.
pub fn t_quantile(degrees: u64) -> f64 {
    if degrees > SUMMED {
        // Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
        let (v, z) = (degrees as f64, Z);
        let zz = z * z;
        let g1 = (zz + 1.0) * z / 4.0;
        let g2 = ((5.0 * zz + 16.0) * zz + 3.0) * z / 96.0;
        let g3 = (((3.0 * zz + 19.0) * zz + 17.0) * zz - 15.0) * z / 384.0;
        let g4 = ((((79.0 * zz + 776.0) * zz + 1482.0) * zz - 1920.0) * zz - 945.0) * z / 92160.0;
        return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
    }
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if two_sided(middle, degrees) < LEVEL {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns the probability that |T| < t for Student's t: Abramowitz and Stegun, 26.7.3 and 26.7.4.
fn two_sided(t: f64, degrees: u64) -> f64 {
    let v = degrees as f64;
    let root = libm::sqrt(v + t * t);
    let (sin, cos) = (t / root, libm::sqrt(v) / root);
    // 1 + c²·k₁ + c⁴·k₁k₂ + … up to the power given by the degrees of freedom.
    let series = |first: u64, last: u64| {
        let (mut term, mut sum) = (1.0, 1.0);
        let mut j = first;
        while j <= last {
            term *= cos * cos * (j - 1) as f64 / j as f64;
            sum += term;
            j += 2;
        }
        sum
    };
    if degrees == 1 {
        2.0 / core::f64::consts::PI * libm::atan(t)
    } else if degrees % 2 == 1 {
        let theta = libm::atan(t / libm::sqrt(v));
        2.0 / core::f64::consts::PI * (theta + sin * cos * series(3, degrees - 2))
    } else {
        sin * series(2, degrees - 2)
    }
}
