//! The jack-knife: the error of any figure from its values without one group of deals each.

use super::moments::Estimate;

/// Returns a figure with its error from the figures `without` each of `g` equal groups (Efron, "The
/// Jackknife, the Bootstrap and Other Resampling Plans", 1982, 3.1): the variance is (g-1)/g Σ(θᵢ -
/// θ̄)², the interval Student's t with g-1 degrees of freedom. Without an error if there are fewer
/// than two groups.
pub fn jackknife(value: f64, without: &[f64]) -> Estimate {
    let g = without.len() as f64;
    if without.len() < 2 {
        return Estimate::new(value, None, 0);
    }
    let mean = without.iter().sum::<f64>() / g;
    let square: f64 = without.iter().map(|x| (x - mean) * (x - mean)).sum();
    let se = libm::sqrt(square * (g - 1.0) / g);
    Estimate::new(value, Some(se), without.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_mean_it_is_the_usual_error() {
        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0];
        let n = x.len() as f64;
        let sum: f64 = x.iter().sum();
        let without: Vec<f64> = x.iter().map(|v| (sum - v) / (n - 1.0)).collect();
        let found = jackknife(sum / n, &without);
        let square: f64 = x.iter().map(|v| (v - sum / n) * (v - sum / n)).sum();
        let due = libm::sqrt(square / (n - 1.0) / n);
        assert!((found.se.unwrap() - due).abs() < 1e-12, "{found:?} {due}");
        // Student's t with nine degrees of freedom: 2.262.
        let (low, high) = found.interval.unwrap();
        assert!(((high - low) / 2.0 - 2.262_157 * due).abs() < 1e-5);
        assert_eq!(jackknife(1.0, &[2.0]).se, None);
    }
}
