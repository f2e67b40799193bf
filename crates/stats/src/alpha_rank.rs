//! Single-population α-rank (Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution",
//! Scientific Reports 9, 2019): the share of time that a population with one strategy at a time
//! spends in each strategy, if mutants take over according to their payoffs.
//!
//! Payoffs are compared locally: a mutant's among residents with a resident's among mutants.
//! Line-ups of one bot among copies of another measure exactly this.

/// Size of the population.
pub const POPULATION: u32 = 50;

/// Intensities of selection shown in reports.
pub const INTENSITIES: [f64; 9] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0];

/// Returns the logarithm of the probability that a mutant with the advantage `u` (times the
/// intensity) takes over a population of `m`: of (1 - e^-u) / (1 - e^-mu). It stays a logarithm,
/// because strong selection makes the probability smaller than any float.
fn log_fixation(u: f64, m: f64) -> f64 {
    let v = libm::fabs(u);
    if v < 1e-14 {
        return 0.0 - libm::log(m);
    }
    let favoured = libm::log(0.0 - libm::expm1(-v)) - libm::log(0.0 - libm::expm1(-m * v));
    if u > 0.0 {
        favoured
    } else {
        favoured - (m - 1.0) * v
    }
}

/// Returns ln(e^a + e^b).
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY {
        return high;
    }
    high + libm::log1p(libm::exp(low - high))
}

/// Returns the stationary distribution over the strategies, for `gains[i * n + j]`: the payoff of
/// one i among js minus that of one j among is. `None` if a gain is NaN or infinite, or without
/// strategies.
///
/// Solved by Grassmann, Taksar and Heyman's elimination (Operations Research 33, 1985), which does
/// not subtract and so works in logarithms, for any intensity.
pub fn stationary(gains: &[f64], n: usize, population: u32, intensity: f64) -> Option<Vec<f64>> {
    let m = f64::from(population);
    let is_sound = gains.iter().all(|g| (g * intensity).is_finite());
    if n == 0 || !is_sound {
        return None;
    }
    let sum = |terms: &mut dyn Iterator<Item = f64>| terms.fold(f64::NEG_INFINITY, log_sum);
    // From a population of s to one of r. The probability of trying r is the same for all and
    // cancels.
    let mut rate = vec![f64::NEG_INFINITY; n * n];
    for s in 0..n {
        for r in 0..n {
            if r != s {
                rate[s * n + r] = log_fixation(intensity * gains[r * n + s], m);
            }
        }
    }
    for k in (1..n).rev() {
        let out = sum(&mut (0..k).map(|j| rate[k * n + j]));
        for i in 0..k {
            rate[i * n + k] -= out;
        }
        for i in 0..k {
            for j in 0..k {
                if i != j {
                    let through = rate[i * n + k] + rate[k * n + j];
                    rate[i * n + j] = log_sum(rate[i * n + j], through);
                }
            }
        }
    }
    let mut mass = vec![0.0; n];
    for k in 1..n {
        mass[k] = sum(&mut (0..k).map(|i| mass[i] + rate[i * n + k]));
    }
    let all = sum(&mut mass.iter().copied());
    Some(mass.iter().map(|p| libm::exp(p - all)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_strategies_are_mixed_as_their_takeovers_are_likely() {
        // ρ(a takes over) / ρ(b takes over) = e^((m-1)u), for any advantage u: shares by the
        // logistic function.
        let m = f64::from(POPULATION);
        for (gain, intensity) in [(0.02, 0.1), (0.02, 1.0), (-0.02, 3.0), (0.02, 30.0)] {
            let shares = stationary(&[0.0, gain, -gain, 0.0], 2, POPULATION, intensity).unwrap();
            let expected = 1.0 / (1.0 + (-(m - 1.0) * gain * intensity).exp());
            assert!((shares[0] - expected).abs() < 1e-12, "{shares:?}");
            assert!((shares[0] + shares[1] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn no_intensity_is_too_great() {
        // The best of three, a cycle, and a cycle whose members all beat a fourth.
        let ladder = [0.0, 0.3, 0.5, -0.3, 0.0, 0.4, -0.5, -0.4, 0.0];
        let ring = [0.0, 0.4, -0.4, -0.4, 0.0, 0.4, 0.4, -0.4, 0.0];
        let mut four = [0.0; 16];
        for i in 0..3 {
            for j in 0..3 {
                four[4 * i + j] = ring[3 * i + j];
            }
            (four[4 * i + 3], four[12 + i]) = (0.2, -0.2);
        }
        for intensity in [100.0, 1000.0, 1e6] {
            let top = stationary(&ladder, 3, POPULATION, intensity).unwrap();
            assert!(top[0] > 1.0 - 1e-12, "{intensity}: {top:?}");
            let even = stationary(&ring, 3, POPULATION, intensity).unwrap();
            let last = stationary(&four, 4, POPULATION, intensity).unwrap();
            for i in 0..3 {
                assert!((even[i] - 1.0 / 3.0).abs() < 1e-9, "{intensity}: {even:?}");
                assert!((last[i] - 1.0 / 3.0).abs() < 1e-9, "{intensity}: {last:?}");
            }
            assert!(last[3] < 1e-12);
        }
        assert_eq!(stationary(&[], 0, POPULATION, 1.0), None);
        assert_eq!(
            stationary(&[0.0, f64::NAN, 0.0, 0.0], 2, POPULATION, 1.0),
            None
        );
    }
}
