//! SPSA: simultaneous perturbation stochastic approximation.
//!
//! Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on
//! Aerospace and Electronic Systems 34, 1998: gains a/(k+1+A)^0.602 and c/(k+1)^0.101, with `A` a tenth of the
//! generations and `a` such that the first steps have the length asked for (its section III.B). Several perturbations a
//! generation are averaged. The mean is that of the iterates of the second half (Polyak and Juditsky, SIAM Journal on
//! Control and Optimization 30, 1992).

use super::optimise::Optimiser;
use powergrab_engine::rng::Rng;

/// The optimiser.
#[derive(Clone, Debug)]
pub struct Spsa {
    rng: Rng,
    pairs: usize,
    generations: u64,
    sigma: f64,
    /// Chosen after the first generation.
    gain: Option<f64>,
    at: Vec<f64>,
    told: u64,
    /// The signs of the perturbations that were asked for last.
    signs: Vec<Vec<f64>>,
    sum: Vec<f64>,
    n_summed: u64,
}

impl Spsa {
    /// From this start; perturbations and first steps of `sigma` per coordinate, `pairs` perturbations a generation.
    pub fn new(start: &[f64], sigma: f64, pairs: usize, generations: u64, rng: Rng) -> Spsa {
        Spsa {
            rng,
            pairs: pairs.max(1),
            generations,
            sigma,
            gain: None,
            at: start.to_vec(),
            told: 0,
            signs: Vec::new(),
            sum: vec![0.0; start.len()],
            n_summed: 0,
        }
    }

    fn stability(&self) -> f64 {
        self.generations as f64 / 10.0
    }
}

impl Optimiser for Spsa {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let c = self.step();
        let n = self.at.len();
        self.signs = (0..self.pairs)
            .map(|_| {
                let sign = |_| if self.rng.below(2) == 0 { -1.0 } else { 1.0 };
                (0..n).map(sign).collect()
            })
            .collect();
        let mut points = Vec::new();
        for signs in &self.signs {
            for side in [c, -c] {
                let moved = self.at.iter().zip(signs);
                points.push(moved.map(|(x, s)| x + side * s).collect());
            }
        }
        points
    }

    fn tell(&mut self, scores: &[f64]) {
        let c = self.step();
        let n = self.at.len();
        let mut gradient = vec![0.0; n];
        for (signs, pair) in self.signs.iter().zip(scores.chunks_exact(2)) {
            let slope = (pair[0] - pair[1]) / (2.0 * c) / self.pairs as f64;
            for (g, s) in gradient.iter_mut().zip(signs) {
                *g += slope * s;
            }
        }
        let later = |k: u64| libm::pow(k as f64 + 1.0 + self.stability(), 0.602);
        let size = gradient.iter().map(|g| g.abs()).sum::<f64>() / n.max(1) as f64;
        let first = self.sigma / 2.0 * later(0) / size;
        // Without any slope there is nowhere to go yet.
        let gain = self.gain.or((size > 0.0).then_some(first));
        let a = gain.unwrap_or(0.0) / later(self.told);
        self.gain = gain;
        for (x, g) in self.at.iter_mut().zip(&gradient) {
            // A lucky slope must not throw the search far away.
            *x += (a * g).clamp(-self.sigma, self.sigma);
        }
        self.told += 1;
        if self.told * 2 > self.generations {
            self.n_summed += 1;
            self.sum.iter_mut().zip(&self.at).for_each(|(s, x)| *s += x);
        }
    }

    fn mean(&self) -> Vec<f64> {
        if self.n_summed == 0 {
            return self.at.clone();
        }
        let n = self.n_summed as f64;
        self.sum.iter().map(|s| s / n).collect()
    }

    fn step(&self) -> f64 {
        self.sigma / libm::pow(self.told as f64 + 1.0, 0.101)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::optimise::normal;

    #[test]
    fn a_hill_in_noise_is_climbed() {
        let top = [0.7, 0.2, 0.5, 0.9];
        let mut noise = Rng::from_key(8);
        let mut spsa = Spsa::new(&[0.4; 4], 0.1, 4, 300, Rng::from_key(2));
        let start: f64 = top.iter().map(|t| (t - 0.4f64).abs()).sum();
        for _ in 0..300 {
            let points = spsa.ask();
            assert_eq!(points.len(), 8);
            let scores: Vec<f64> = points
                .iter()
                .map(|x| {
                    let far: f64 = x.iter().zip(&top).map(|(x, t)| (x - t) * (x - t)).sum();
                    -far + 0.02 * normal(&mut noise)
                })
                .collect();
            spsa.tell(&scores);
        }
        let left: f64 = spsa
            .mean()
            .iter()
            .zip(&top)
            .map(|(x, t)| (x - t).abs())
            .sum();
        assert!(left < start / 5.0, "{left} of {start}");
    }

    #[test]
    fn points_lie_on_both_sides_of_the_mean() {
        let mut spsa = Spsa::new(&[0.5, 0.5], 0.1, 3, 10, Rng::from_key(2));
        for pair in spsa.ask().chunks(2) {
            for (one, other) in pair[0].iter().zip(&pair[1]) {
                assert!((one + other - 1.0).abs() < 1e-12);
                assert!((one - other).abs() > 0.19);
            }
        }
    }
}
