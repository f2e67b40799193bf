//! CMA-ES: the covariance matrix adaptation evolution strategy.
//!
//! Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, with non-negative weights,
//! and the constants and the step-size rule of his reference implementation `purecma` (of the
//! Python package `cma` 4.5), with which a test compares each update. Not a crate, because a tuning
//! must be the same bit for bit on every platform and take its random numbers from [`Rng`]. The
//! crate `cmaes` (0.2.2) draws from another generator, takes logarithms and exponentials from the
//! system's mathematical library, and depends on nalgebra and statrs.

use powergrab_engine::rng::Rng;
use powergrab_stats::order::HighestFirst;

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
struct Matrix {
    n: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn unit(n: usize) -> Matrix {
        let mut m = Matrix {
            n,
            cells: vec![0.0; n * n],
        };
        for i in 0..n {
            *m.at(i, i) = 1.0;
        }
        m
    }

    fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.n + j]
    }

    fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.n + j]
    }

    /// Adds `factor` times the outer product of a vector with itself.
    fn add_outer(&mut self, v: &[f64], factor: f64) {
        for i in 0..self.n {
            for j in 0..self.n {
                *self.at(i, j) += factor * v[i] * v[j];
            }
        }
    }

    fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|x| *x *= factor);
    }

    /// Returns the eigenvalues, and the eigenvectors as columns, of a symmetric matrix: the cyclic
    /// method of Jacobi (Golub and Van Loan, "Matrix Computations", 4th ed., 8.5.2 and 8.5.4).
    fn eigen(&self) -> (Vec<f64>, Matrix) {
        let n = self.n;
        let (mut a, mut v) = (self.clone(), Matrix::unit(n));
        for _ in 0..64 {
            let size: f64 = a.cells.iter().map(|x| x * x).sum();
            let mut off = 0.0;
            for i in 0..n {
                for j in 0..i {
                    off += a.get(i, j) * a.get(i, j);
                }
            }
            if off <= 1e-30 * size {
                break;
            }
            for p in 0..n {
                for q in p + 1..n {
                    a.rotate(&mut v, p, q);
                }
            }
        }
        ((0..n).map(|i| a.get(i, i)).collect(), v)
    }

    /// Performs one rotation that makes the element (p, q) vanish.
    fn rotate(&mut self, v: &mut Matrix, p: usize, q: usize) {
        let off = self.get(p, q);
        if off == 0.0 {
            return;
        }
        let tau = (self.get(q, q) - self.get(p, p)) / (2.0 * off);
        let t = tau.signum() / (tau.abs() + libm::sqrt(1.0 + tau * tau));
        let c = 1.0 / libm::sqrt(1.0 + t * t);
        let s = t * c;
        for k in 0..self.n {
            let (x, y) = (self.get(k, p), self.get(k, q));
            *self.at(k, p) = c * x - s * y;
            *self.at(k, q) = s * x + c * y;
        }
        for k in 0..self.n {
            let (x, y) = (self.get(p, k), self.get(q, k));
            *self.at(p, k) = c * x - s * y;
            *self.at(q, k) = s * x + c * y;
            let (x, y) = (v.get(k, p), v.get(k, q));
            *v.at(k, p) = c * x - s * y;
            *v.at(k, q) = s * x + c * y;
        }
    }
}

/// The optimiser.
#[derive(Clone, Debug)]
pub struct Cma {
    rng: Rng,
    /// Weights of the best half, best first; their sum is 1.
    weights: Vec<f64>,
    lambda: usize,
    mu_eff: f64,
    cc: f64,
    cs: f64,
    c1: f64,
    cmu: f64,
    damping: f64,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// Square roots of the eigenvalues, and the eigenvectors.
    lengths: Vec<f64>,
    axes: Matrix,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    told: u64,
    asked: Vec<Vec<f64>>,
}

impl Cma {
    /// Returns an optimiser with this start, this standard deviation per coordinate, and `lambda`
    /// points per generation; `None` for 4 + ⌊3 ln n⌋.
    pub fn new(start: &[f64], sigma: f64, lambda: Option<usize>, rng: Rng) -> Cma {
        let dims = start.len().max(1);
        let n = dims as f64;
        let default = 4 + (3.0 * libm::log(n)) as usize;
        let lambda = lambda.unwrap_or(default).max(4);
        let mu = lambda / 2;
        let half = lambda as f64 / 2.0;
        let raw: Vec<f64> = (0..mu)
            .map(|i| libm::log(half + 0.5) - libm::log(i as f64 + 1.0))
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let cs = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let cmu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff);
        Cma {
            rng,
            lambda,
            mu_eff,
            cc: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            cs,
            c1,
            cmu: cmu.min(1.0 - c1),
            damping: 2.0 * mu_eff / lambda as f64 + 0.3 + cs,
            weights,
            mean: start.to_vec(),
            sigma,
            covariance: Matrix::unit(start.len()),
            lengths: vec![1.0; start.len()],
            axes: Matrix::unit(start.len()),
            path_sigma: vec![0.0; start.len()],
            path_c: vec![0.0; start.len()],
            told: 0,
            asked: Vec::new(),
        }
    }

    /// Updates the state by one generation of points, the best first.
    fn update(&mut self, ranked: &[&[f64]]) {
        let dims = self.mean.len();
        let n = dims as f64;
        self.told += ranked.len() as u64;
        let old = std::mem::take(&mut self.mean);
        self.mean = (0..dims)
            .map(|i| self.weights.iter().zip(ranked).map(|(w, x)| w * x[i]).sum())
            .collect();
        let y: Vec<f64> = self.mean.iter().zip(&old).map(|(m, o)| m - o).collect();
        // The inverse square root of the covariance, times y.
        let along: Vec<f64> = (0..dims)
            .map(|k| {
                let dot: f64 = (0..dims).map(|i| self.axes.get(i, k) * y[i]).sum();
                dot / self.lengths[k]
            })
            .collect();
        let z = |i: usize| -> f64 { (0..dims).map(|k| self.axes.get(i, k) * along[k]).sum() };
        let csn = libm::sqrt(self.cs * (2.0 - self.cs) * self.mu_eff) / self.sigma;
        self.path_sigma = (0..dims)
            .map(|i| (1.0 - self.cs) * self.path_sigma[i] + csn * z(i))
            .collect();
        let square: f64 = self.path_sigma.iter().map(|x| x * x).sum();
        let decay = 2.0 * self.told as f64 / self.lambda as f64;
        let settled = 1.0 - libm::pow(1.0 - self.cs, decay);
        let hsig = f64::from(u8::from(square / n / settled < 2.0 + 4.0 / (n + 1.0)));
        let ccn = libm::sqrt(self.cc * (2.0 - self.cc) * self.mu_eff) / self.sigma;
        for (p, y) in self.path_c.iter_mut().zip(&y) {
            *p = (1.0 - self.cc) * *p + ccn * hsig * y;
        }
        let c1a = self.c1 * (1.0 - (1.0 - hsig) * self.cc * (2.0 - self.cc));
        self.covariance.scale(1.0 - c1a - self.cmu);
        self.covariance.add_outer(&self.path_c, self.c1);
        for (w, x) in self.weights.iter().zip(ranked) {
            let step: Vec<f64> = x.iter().zip(&old).map(|(x, o)| x - o).collect();
            let factor = w * self.cmu / (self.sigma * self.sigma);
            self.covariance.add_outer(&step, factor);
        }
        let change = self.cs / self.damping * (square / n - 1.0) / 2.0;
        self.sigma *= libm::exp(change.min(1.0));
        let (values, axes) = self.covariance.eigen();
        // Rounding may leave a tiny eigenvalue below 0.
        self.lengths = values.iter().map(|v| libm::sqrt(v.max(1e-20))).collect();
        self.axes = axes;
    }
}

impl Cma {
    /// Returns the points to be evaluated next; always the same number, at least two. Points may
    /// lie anywhere: [`Space`](crate::sweep::space::Space) reflects those outside a parameter's
    /// range.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        let dims = self.mean.len();
        self.asked = (0..self.lambda)
            .map(|_| {
                let scaled: Vec<f64> = self
                    .lengths
                    .iter()
                    .map(|d| d * normal(&mut self.rng))
                    .collect();
                (0..dims)
                    .map(|i| {
                        let y: f64 = (0..dims).map(|k| self.axes.get(i, k) * scaled[k]).sum();
                        self.mean[i] + self.sigma * y
                    })
                    .collect()
            })
            .collect();
        self.asked.clone()
    }

    /// Takes the scores of the last points, in their order; higher is better.
    pub fn tell(&mut self, scores: &[f64]) {
        let asked = std::mem::take(&mut self.asked);
        let mut order: Vec<usize> = (0..asked.len().min(scores.len())).collect();
        order.sort_by_cached_key(|at| HighestFirst(scores[*at]));
        let ranked: Vec<&[f64]> = order.iter().map(|i| asked[*i].as_slice()).collect();
        self.update(&ranked);
    }

    /// Returns the centre of the sampled distribution, not the luckiest sample.
    pub fn mean(&self) -> Vec<f64> {
        self.mean.clone()
    }

    /// Returns the distance of its points from the mean, per coordinate.
    pub fn step(&self) -> f64 {
        let n = self.mean.len().max(1) as f64;
        let trace: f64 = (0..self.mean.len())
            .map(|i| self.covariance.get(i, i))
            .sum();
        self.sigma * libm::sqrt(trace / n)
    }
}

/// Draws a standard normal number: Box and Muller, "A note on the generation of random normal
/// deviates", Annals of Mathematical Statistics 29, 1958. Uses `libm` functions, so it is the same
/// on every platform.
pub fn normal(rng: &mut Rng) -> f64 {
    // In (0, 1], so that the logarithm is finite.
    let u = 1.0 - rng.unit();
    libm::sqrt(-2.0 * libm::log(u)) * libm::cos(2.0 * core::f64::consts::PI * rng.unit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn floats(value: &Value) -> Vec<f64> {
        let list = value.as_array().unwrap();
        list.iter().map(|x| x.as_f64().unwrap()).collect()
    }

    fn close(what: &str, mine: &[f64], its: &[f64]) {
        assert_eq!(mine.len(), its.len());
        for (a, b) in mine.iter().zip(its) {
            assert!(
                (a - b).abs() <= 1e-9 * b.abs().max(1.0),
                "{what}: {a} and {b}"
            );
        }
    }

    /// Compares every generation with a run of Hansen's own program: `scripts/fixtures/cma_es.py`.
    #[test]
    fn each_update_is_that_of_the_reference() {
        let text = include_str!("../../tests/fixtures/cma.json");
        let runs: Value = serde_json::from_str(text).unwrap();
        for run in runs.as_array().unwrap() {
            let start = floats(&run["start"]);
            let lambda = run["lambda"].as_u64().unwrap() as usize;
            let sigma = run["sigma"].as_f64().unwrap();
            let mut cma = Cma::new(&start, sigma, Some(lambda), Rng::from_key(1));
            for step in run["generations"].as_array().unwrap() {
                let points = step["points"].as_array().unwrap();
                cma.asked = points.iter().map(floats).collect();
                let scores: Vec<f64> = floats(&step["values"]).iter().map(|f| -f).collect();
                cma.tell(&scores);
                close("mean", &cma.mean, &floats(&step["mean"]));
                close("sigma", &[cma.sigma], &[step["sigma"].as_f64().unwrap()]);
                close("path of sigma", &cma.path_sigma, &floats(&step["ps"]));
                close("path of C", &cma.path_c, &floats(&step["pc"]));
                close("C", &cma.covariance.cells, &floats(&step["C"]));
            }
        }
    }

    #[test]
    fn a_narrow_curved_valley_is_followed_to_its_end() {
        // Rosenbrock's function of five variables, with its minimum at (1, …, 1).
        let value = |x: &[f64]| -> f64 {
            let pair = |w: &[f64]| {
                let (a, b) = (w[1] - w[0] * w[0], 1.0 - w[0]);
                100.0 * a * a + b * b
            };
            x.windows(2).map(pair).sum()
        };
        let mut cma = Cma::new(&[0.0; 5], 0.3, None, Rng::from_key(4));
        for _ in 0..700 {
            let points = cma.ask();
            let scores: Vec<f64> = points.iter().map(|x| -value(x)).collect();
            cma.tell(&scores);
        }
        let mean = cma.mean();
        assert!(mean.iter().all(|x| (x - 1.0).abs() < 1e-4), "{mean:?}");
        assert!(cma.step() < 1e-3);
    }

    #[test]
    fn eigenvectors_are_those_of_the_matrix() {
        let mut rng = Rng::from_key(9);
        let n = 12;
        let mut m = Matrix::unit(n);
        for _ in 0..n {
            let v: Vec<f64> = (0..n).map(|_| normal(&mut rng)).collect();
            m.add_outer(&v, 1.0);
        }
        let (values, axes) = m.eigen();
        for (k, value) in values.iter().enumerate() {
            for i in 0..n {
                let image: f64 = (0..n).map(|j| m.get(i, j) * axes.get(j, k)).sum();
                assert!((image - value * axes.get(i, k)).abs() < 1e-9);
            }
        }
    }

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
