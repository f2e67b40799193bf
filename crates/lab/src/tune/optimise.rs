//! What the optimisers have in common: they ask for points, and are told how good each was.

use powergrab_engine::rng::Rng;

/// Finds a point where a noisy function is large. Points may lie anywhere: [`Space`](crate::sweep::space::Space) folds what is
/// outside of a parameter's range.
pub trait Optimiser {
    /// The points that it wants to know about next; always the same number, at least two.
    fn ask(&mut self) -> Vec<Vec<f64>>;

    /// How good the points of the last [`Optimiser::ask`] were, in their order; greater is better.
    fn tell(&mut self, scores: &[f64]);

    /// Where it believes the best point to be: the centre of what it samples, not the luckiest sample.
    fn mean(&self) -> Vec<f64>;

    /// How far its points lie from the mean, per coordinate.
    fn step(&self) -> f64;
}

/// A standard normal number: Box and Muller, "A note on the generation of random normal deviates", Annals of
/// Mathematical Statistics 29, 1958; `libm` functions, so the same on every platform.
pub fn normal(rng: &mut Rng) -> f64 {
    // In (0, 1], so that the logarithm is finite.
    let u = 1.0 - rng.unit();
    libm::sqrt(-2.0 * libm::log(u)) * libm::cos(2.0 * core::f64::consts::PI * rng.unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut rng = Rng::from_key(3);
        let n = 100_000;
        let all: Vec<f64> = (0..n).map(|_| normal(&mut rng)).collect();
        let mean = all.iter().sum::<f64>() / f64::from(n);
        let square = all.iter().map(|x| x * x).sum::<f64>() / f64::from(n);
        let beyond = all.iter().filter(|x| x.abs() > 1.96).count();
        // Five standard errors of each.
        assert!(mean.abs() < 0.016, "{mean}");
        assert!((square - 1.0).abs() < 0.023, "{square}");
        assert!((4_650..5_350).contains(&beyond), "{beyond}");
    }
}
