//! Tails and quantiles of the distributions that tests need.
//!
//! Uses only + - * / sqrt and `libm` functions in a fixed order, so that figures are the same on
//! every platform.

use super::interval::Interval;

/// Degrees of freedom beyond which Student's t is computed from the normal distribution.
const MANY_DEGREES: f64 = 1e6;
/// Maximum number of terms of a continued fraction, which needs some multiple of the square root of
/// its largest parameter.
const MAX_TERMS: usize = 20_000;
const TINY: f64 = 1e-300;
const EPSILON: f64 = 1e-16;

/// Returns the probability that a standard normal variable is at least `z`.
pub fn normal_tail(z: f64) -> f64 {
    libm::erfc(z / core::f64::consts::SQRT_2) / 2.0
}

/// Returns the `z` that a standard normal variable exceeds with probability `tail`, strictly
/// between 0 and 1.
///
/// Newton's method on the logarithm of the tail, which is concave, so it converges from any start.
pub fn normal_quantile(tail: f64) -> f64 {
    if tail > 0.5 {
        return -normal_quantile(1.0 - tail);
    }
    let goal = libm::log(tail);
    let mut z = 0.0;
    for _ in 0..200 {
        let q = normal_tail(z);
        let density = libm::exp(-z * z / 2.0) / libm::sqrt(2.0 * core::f64::consts::PI);
        let step = (libm::log(q) - goal) * q / density;
        z += step;
        if libm::fabs(step) <= 1e-15 * (1.0 + z) {
            break;
        }
    }
    z
}

/// Returns ln Γ(a + 1/2) - ln Γ(a), without the cancellation of large values: Stirling's series of
/// the quotient.
fn ln_gamma_half(a: f64) -> f64 {
    if a < 30.0 {
        return libm::lgamma(a + 0.5) - libm::lgamma(a);
    }
    let i = 1.0 / a;
    let ii = i * i;
    libm::log(a) / 2.0 - i / 8.0 + i * ii / 192.0 - i * ii * ii / 640.0
        + 17.0 * i * ii * ii * ii / 14336.0
}

/// Evaluates the continued fraction of the incomplete beta function by Lentz's method (Press et
/// al., "Numerical Recipes", 3rd ed., 6.4).
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |v: f64| if libm::fabs(v) < TINY { TINY } else { v };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut h = d;
    for m in 1..MAX_TERMS {
        let m = m as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        h *= d * c;
        if libm::fabs(d * c - 1.0) <= EPSILON * 4.0 {
            break;
        }
    }
    h
}

/// Returns the regularised incomplete beta function I_x(a, b): the probability that a beta variable
/// is at most `x`.
pub fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let ln = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
        + a * libm::log(x)
        + b * libm::log1p(-x);
    let front = libm::exp(ln);
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(a, b, x) / a
    } else {
        1.0 - front * beta_fraction(b, a, 1.0 - x) / b
    }
}

/// Returns the probability that |T| is at least `t` (0 or more) for Student's t with this many
/// degrees of freedom (1 or more).
///
/// I_x(v/2, 1/2) with x = v/(v + t²); with very many degrees the normal tail of Hill's transform
/// (CACM 13, 1970, Algorithm 395).
pub fn student_tails(t: f64, degrees: f64) -> f64 {
    if t <= 0.0 {
        return 1.0;
    }
    let ratio = t * t / degrees;
    if degrees > MANY_DEGREES {
        let a = degrees - 0.5;
        let b = 48.0 * a * a;
        let y = a * libm::log1p(ratio);
        let z =
            (((((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b) + y + 3.0)
                / b
                + 1.0)
                * libm::sqrt(y);
        return 2.0 * normal_tail(z);
    }
    let a = degrees / 2.0;
    let (x, rest) = (1.0 / (1.0 + ratio), ratio / (1.0 + ratio));
    let ln = ln_gamma_half(a) - libm::log(core::f64::consts::PI) / 2.0 - a * libm::log1p(ratio)
        + libm::log(rest) / 2.0;
    let front = libm::exp(ln);
    if x < (a + 1.0) / (a + 2.5) {
        (front * beta_fraction(a, 0.5, x) / a).min(1.0)
    } else {
        (1.0 - 2.0 * front * beta_fraction(0.5, a, rest)).max(0.0)
    }
}

/// Returns the probability that a chi-squared variable with this many degrees of freedom is at
/// least `x`.
///
/// The regularised upper incomplete gamma function (Press et al., "Numerical Recipes", 3rd ed.,
/// 6.2).
pub fn chi_squared_tail(x: f64, degrees: f64) -> f64 {
    let (a, x) = (degrees / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..MAX_TERMS {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term <= sum * EPSILON {
                break;
            }
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut h = d;
    for i in 1..MAX_TERMS {
        let i = i as f64;
        let an = -i * (i - a);
        b += 2.0;
        let away = |v: f64| if libm::fabs(v) < TINY { TINY } else { v };
        d = 1.0 / away(an * d + b);
        c = away(b + an / c);
        h *= d * c;
        if libm::fabs(d * c - 1.0) <= EPSILON * 4.0 {
            break;
        }
    }
    (front * h).clamp(0.0, 1.0)
}

/// Returns the interval of Clopper and Pearson (Biometrika 26, 1934) for a probability, after
/// `hits` of `n` independent trials, at this level. It is exact, so its coverage is never below the
/// level.
pub fn clopper_pearson(hits: u64, n: u64, level: f64) -> Interval {
    exact_binomial(hits as f64, n as f64, level)
}

/// Returns the exact binomial interval for effective numbers of hits and trials, which need not be
/// whole.
pub fn exact_binomial(k: f64, n: f64, level: f64) -> Interval {
    let tail = (1.0 - level) / 2.0;
    // Finds the root of a monotone function by bisection: 60 steps exhaust a double.
    let root = |above: &dyn Fn(f64) -> bool| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        (low + high) / 2.0
    };
    Interval {
        low: if k <= 0.0 {
            0.0
        } else {
            root(&|p| beta(k, n - k + 1.0, p) > tail)
        },
        high: if k >= n {
            1.0
        } else {
            root(&|p| beta(k + 1.0, n - k, p) > 1.0 - tail)
        },
    }
}

/// Returns a quantile of a sample, interpolated linearly between order statistics (type 7 of
/// Hyndman and Fan, American Statistician 50, 1996); `None` if the sample is empty.
///
/// `sorted` is in ascending order; `p` is from 0 to 1.
pub fn sample_quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = p * last as f64;
    let below = libm::floor(at);
    let (i, part) = (below as usize, at - below);
    let next = sorted[(i + 1).min(last)];
    Some(sorted[i] + part * (next - sorted[i]))
}
