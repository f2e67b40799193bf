//! The generalised sequential probability ratio test for two bots at tables of two: approximate, as
//! used by fishtest and fastchess.
//!
//! A deal under both rotations is a pair of games with five outcomes: the first bot scores 0, 1/2,
//! 1, 3/2 or 2. The log-likelihood ratio compares the maximum likelihood distributions over these
//! outcomes under the two hypothetical expectations (Van den Bergh, "Comments on normalized Elo",
//! www.cantate.be/Fishtest/normalized_elo_practical.pdf, propositions 1.1 and 4.1).

/// Scale of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo of the expected score: 400 means odds of ten to one.
    Logistic,
    /// Elo in units of the score's standard deviation per game.
    Normalized,
}

/// Frequency assumed for outcomes that never occurred.
const NEVER: f64 = 1e-3;
const MAX_ROUNDS: usize = 1000;

/// Outcomes of trials: each score (in games' wins from 0 to 1, ascending) with its frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    scores: Vec<f64>,
    probabilities: Vec<f64>,
    total: f64,
    /// Number of games per trial.
    games: f64,
}

impl Outcomes {
    /// Returns the outcomes of trials of `games` games each, from the worst to the best, equally
    /// spaced.
    pub fn new(counts: &[u64], games: u32) -> Outcomes {
        let last = counts.len().saturating_sub(1).max(1) as f64;
        let counted = counts
            .iter()
            .map(|c| if *c == 0 { NEVER } else { *c as f64 });
        let total: f64 = counted.clone().sum();
        Outcomes {
            scores: (0..counts.len()).map(|i| i as f64 / last).collect(),
            probabilities: counted.map(|c| c / total).collect(),
            total,
            games: f64::from(games),
        }
    }

    /// Returns the maximum likelihood distribution under which `values` have mean 0: p_i / (1 + θ
    /// v_i), with θ chosen accordingly.
    fn likeliest(&self, values: &[f64]) -> Vec<f64> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // The sum falls with θ from infinity to minus infinity.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let theta = (low + high) / 2.0;
            let each = self.probabilities.iter().zip(values);
            let sum: f64 = each.map(|(p, v)| p * v / (1.0 + theta * v)).sum();
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
        }
        let theta = (low + high) / 2.0;
        let each = self.probabilities.iter().zip(values);
        each.map(|(p, v)| p / (1.0 + theta * v)).collect()
    }

    fn under(&self, model: Model, elo: f64) -> Vec<f64> {
        match model {
            Model::Logistic => {
                let score = 1.0 / (1.0 + libm::exp10(-elo / 400.0));
                let values: Vec<f64> = self.scores.iter().map(|a| a - score).collect();
                self.likeliest(&values)
            }
            Model::Normalized => {
                let t = libm::sqrt(self.games) * elo * core::f64::consts::LN_10 / 800.0;
                let n = self.scores.len();
                let mut p = vec![1.0 / n as f64; n];
                for _ in 0..MAX_ROUNDS {
                    let mean: f64 = self.scores.iter().zip(&p).map(|(a, p)| a * p).sum();
                    let squares = self.scores.iter().zip(&p);
                    let variance: f64 = squares.map(|(a, p)| p * (a - mean) * (a - mean)).sum();
                    let sigma = libm::sqrt(variance);
                    let value = |a: &f64| {
                        let off = (a - mean) / sigma;
                        a - 0.5 - 0.5 * t * sigma * (1.0 + off * off)
                    };
                    let values: Vec<f64> = self.scores.iter().map(value).collect();
                    let next = self.likeliest(&values);
                    let moves = next.iter().zip(&p).map(|(a, b)| libm::fabs(a - b));
                    let moved = moves.fold(0.0f64, f64::max);
                    p = next;
                    if moved < 1e-12 {
                        break;
                    }
                }
                p
            }
        }
    }

    /// Returns the log-likelihood ratio of `elo1` against `elo0`.
    pub fn llr(&self, model: Model, elo0: f64, elo1: f64) -> f64 {
        let (zero, one) = (self.under(model, elo0), self.under(model, elo1));
        let each = self.probabilities.iter().zip(zero.iter().zip(&one));
        let mean: f64 = each
            .map(|(p, (zero, one))| p * (libm::log(*one) - libm::log(*zero)))
            .sum();
        self.total * mean
    }
}

/// Returns the thresholds of the test: at or below the first, `elo0` is accepted; at or above the
/// second, `elo1`. `alpha` and `beta` are the probabilities of the two errors (Wald, Annals of
/// Mathematical Statistics 16, 1945).
pub fn bounds(alpha: f64, beta: f64) -> (f64, f64) {
    (
        libm::log(beta / (1.0 - alpha)),
        libm::log((1.0 - beta) / alpha),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values of fastchess's tests (app/tests/sprt_test.cpp), except those with a
    /// single outcome (see below). They are given to two decimals, computed there with root finders
    /// that stop at 1e-3 to 1e-7.
    #[test]
    fn ratios_are_fastchesss() {
        use Model::{Logistic, Normalized};
        let pairs = |ll: u64, ld: u64, wl: u64, dd: u64, wd: u64, ww: u64| {
            Outcomes::new(&[ll, ld, wl + dd, wd, ww], 2)
        };
        let games = |wins, losses, draws| Outcomes::new(&[losses, draws, wins], 1);
        for (outcomes, model, elo0, elo1, llr) in [
            (
                pairs(365, 16_618, 36_029, 200, 16_974, 390),
                Normalized,
                0.0,
                2.0,
                2.25,
            ),
            (
                pairs(127, 4_883, 10_311, 401, 5_150, 104),
                Normalized,
                -1.75,
                0.25,
                3.01,
            ),
            (
                pairs(223, 9_863, 20_279, 1_000, 10_037, 246),
                Logistic,
                0.5,
                2.5,
                -3.07,
            ),
            (
                pairs(871, 26_175, 55_003, 980, 26_678, 821),
                Logistic,
                0.0,
                2.0,
                -4.98,
            ),
            (games(36_433, 36_027, 68_692), Normalized, 0.0, 2.0, 0.92),
            (games(10_871, 10_650, 20_431), Normalized, -1.75, 0.25, 2.30),
            (games(21_404, 21_184, 40_708), Logistic, 0.5, 2.5, -1.57),
            (games(57_433, 57_030, 106_593), Logistic, 0.0, 2.0, -2.59),
        ] {
            let got = outcomes.llr(model, elo0, elo1);
            assert!((got - llr).abs() < 0.0051, "{llr}: {got}");
        }
    }

    /// Only wins of both games: of all distributions with t = (μ - 1/2) / σ, the most likely one
    /// has both wins with probability (1 + t / √(1 + t²)) / 2 and both losses otherwise; for t = 0,
    /// each with 1/2.
    #[test]
    fn a_single_outcome_has_a_ratio_in_closed_form() {
        let per_game = |elo: f64| elo * core::f64::consts::LN_10 / 800.0;
        for (pairs, elo) in [(104u64, 5.0), (5550, 5.0), (20, 40.0)] {
            let t = 2f64.sqrt() * per_game(elo);
            let closed = pairs as f64 * (t / (1.0 + t * t).sqrt()).ln_1p();
            let got = Outcomes::new(&[0, 0, 0, 0, pairs], 2).llr(Model::Normalized, 0.0, elo);
            assert!((got - closed).abs() < 0.001 * closed, "{closed}: {got}");
            let got = Outcomes::new(&[pairs, 0, 0, 0, 0], 2).llr(Model::Normalized, -elo, 0.0);
            assert!((got + closed).abs() < 0.001 * closed, "{closed}: {got}");
        }
    }

    /// For only wins of both games, fastchess publishes 2.94 (5550 pairs, Elo 0 and 5), and for
    /// only wins 2.97 (4250 games, 0 and 10). These come from an older formula than that of
    /// `ratios_are_fastchesss`: half the logarithm of a ratio of variances, with absent outcomes
    /// counted as half of one. For ordinary counts the two agree.
    #[test]
    fn published_values_of_single_outcomes_are_those_of_an_older_formula() {
        let older = |counts: &[f64], games: f64, elo0: f64, elo1: f64| {
            let counts: Vec<f64> = counts.iter().map(|c| c.max(0.5)).collect();
            let total: f64 = counts.iter().sum();
            let last = (counts.len() - 1) as f64;
            let about = |score: f64| {
                let each = counts.iter().enumerate();
                each.map(|(i, c)| c / total * (i as f64 / last - score).powi(2))
                    .sum::<f64>()
            };
            let mean = counts.iter().enumerate();
            let mean: f64 = mean.map(|(i, c)| c / total * i as f64 / last).sum();
            let sigma = (games * about(mean)).sqrt();
            let score = |elo: f64| 0.5 + elo * core::f64::consts::LN_10 / 800.0 * sigma;
            total / 2.0 * (about(score(elo0)) / about(score(elo1))).ln()
        };
        let usual = [365.0, 16_618.0, 36_229.0, 16_974.0, 390.0];
        for (counts, games, elo1, llr) in [
            (&[0.0, 0.0, 0.0, 0.0, 5550.0][..], 2.0, 5.0, 2.94),
            (&[0.0, 0.0, 4250.0], 1.0, 10.0, 2.97),
            (&usual, 2.0, 2.0, 2.25),
        ] {
            let got = older(counts, games, 0.0, elo1);
            assert!((got - llr).abs() < 0.0051, "{llr}: {got}");
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = bounds(0.05, 0.05);
        assert!((low + 2.944_438_979).abs() < 1e-8 && (high - 2.944_438_979).abs() < 1e-8);
    }
}
