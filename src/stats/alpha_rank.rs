//! Single-population α-rank (Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution", Scientific Reports 9,
//! 2019): how long a population of one strategy each is spent where, if mutants take over by their payoffs.
//!
//! Payoffs are compared locally: a mutant's among residents with a resident's among mutants, which is what line-ups of one
//! bot and otherwise nothing but another measure.

/// The population's size.
pub const POPULATION: u32 = 50;

/// The intensities of selection that reports show, where they can be computed.
pub const INTENSITIES: [f64; 9] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0];

/// Exponents beyond this would leave the range of numbers.
const MAX_EXPONENT: f64 = 600.0;

/// The probability that a mutant whose advantage is `u` (times the intensity) takes over a population of `m`.
fn fixation(u: f64, m: f64) -> f64 {
    if libm::fabs(u) < 1e-14 {
        return 1.0 / m;
    }
    libm::expm1(-u) / libm::expm1(-m * u)
}

/// The stationary distribution over the strategies, for `gains[i * n + j]`: the payoff of one i among js less that of one
/// j among is. None where the intensity is too great for numbers of this size, or there are no strategies.
///
/// Solved by Grassmann, Taksar and Heyman's elimination (Operations Research 33, 1985), which does not subtract.
#[must_use]
pub fn stationary(gains: &[f64], n: usize, population: u32, intensity: f64) -> Option<Vec<f64>> {
    let m = f64::from(population);
    let largest = gains.iter().fold(0.0f64, |l, g| l.max(libm::fabs(*g)));
    let is_sound = gains.iter().all(|g| g.is_finite());
    if n == 0 || !is_sound || largest * intensity * m > MAX_EXPONENT {
        return None;
    }
    // From a population of s to one of r. The chance to try r is the same for all and does not matter.
    let mut rate = vec![0.0; n * n];
    for s in 0..n {
        for r in 0..n {
            if r != s {
                rate[s * n + r] = fixation(intensity * gains[r * n + s], m);
            }
        }
    }
    for k in (1..n).rev() {
        let out: f64 = (0..k).map(|j| rate[k * n + j]).sum();
        for i in 0..k {
            rate[i * n + k] /= out;
        }
        for i in 0..k {
            for j in 0..k {
                if i != j {
                    rate[i * n + j] += rate[i * n + k] * rate[k * n + j];
                }
            }
        }
    }
    let mut mass = vec![1.0; n];
    for k in 1..n {
        mass[k] = (0..k).map(|i| mass[i] * rate[i * n + k]).sum();
    }
    let sum: f64 = mass.iter().sum();
    mass.iter_mut().for_each(|p| *p /= sum);
    Some(mass)
}
