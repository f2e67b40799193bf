//! Number of deals that a question takes.

use super::distributions::normal_quantile;

/// Returns the number of deals that a two-sided test needs to find an effect of this size with this
/// power, if one deal's total has this standard deviation: ((z_{1-α/2} + z_power) · σ / effect)²,
/// rounded up (Cochran, "Sampling Techniques", 3rd ed., 4).
///
/// `effect` is above 0; `power` and `error` lie strictly between 0 and 1.
pub fn deals_needed(deviation: f64, effect: f64, power: f64, error: f64) -> f64 {
    let z = normal_quantile(error / 2.0) + normal_quantile(1.0 - power);
    let root = z * deviation / effect;
    libm::ceil(root * root).max(2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's values: 80 % power at 5 % for half a standard deviation takes 32 (31.4), 90 %
    /// takes 43 (42.03).
    #[test]
    fn needs_are_those_of_the_textbook() {
        assert_eq!(deals_needed(1.0, 0.5, 0.8, 0.05), 32.0);
        assert_eq!(deals_needed(1.0, 0.5, 0.9, 0.05), 43.0);
        assert_eq!(deals_needed(0.0, 0.5, 0.9, 0.05), 2.0);
        let (one, half) = (
            deals_needed(0.4, 0.002, 0.9, 0.05),
            deals_needed(0.4, 0.001, 0.9, 0.05),
        );
        assert!((half / one - 4.0).abs() < 1e-4);
    }
}
