//! A mixture for a symmetric game of two that need not be zero-sum, by regret matching.

/// Number of steps of [`equilibrium`].
const STEPS: u32 = 200_000;

/// Returns a mixture against which hardly any pure strategy gains, for a symmetric game of two
/// where entry (i, j) is the payoff of i against j. Method: the mean strategy of regret matching
/// (Hart and Mas-Colell, Econometrica 68, 2000) with linear weights and regrets floored at 0
/// (Tammelin, "Solving large imperfect information games using CFR+", 2014), with both players as
/// one. It converges if the game is zero-sum about a constant, as shares of wins are at two seats;
/// then [`nash::mixture`](crate::nash::mixture) is exact.
pub fn equilibrium(payoff: &[Vec<f64>]) -> Vec<f64> {
    let n = payoff.len();
    let mut regrets = vec![0.0; n];
    let mut sum = vec![0.0; n];
    let mut now = vec![0.0; n];
    let mut values = vec![0.0; n];
    for step in 1..=STEPS {
        let total: f64 = regrets.iter().sum();
        for (w, r) in now.iter_mut().zip(&regrets) {
            *w = if total > 0.0 {
                r / total
            } else {
                1.0 / n as f64
            };
        }
        for (v, row) in values.iter_mut().zip(payoff) {
            *v = dot(row, &now);
        }
        let value = dot(&values, &now);
        for (r, v) in regrets.iter_mut().zip(&values) {
            *r = f64::max(*r + v - value, 0.0);
        }
        for (s, w) in sum.iter_mut().zip(&now) {
            *s += f64::from(step) * w;
        }
    }
    let total: f64 = sum.iter().sum();
    sum.iter().map(|s| s / total).collect()
}

/// Returns the mean of values with the weights of a mixture.
fn dot(values: &[f64], mixture: &[f64]) -> f64 {
    values.iter().zip(mixture).map(|(v, w)| v * w).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the advantage of the best pure response to a mixture over the mixture itself.
    fn regret(payoff: &[Vec<f64>], mixture: &[f64]) -> f64 {
        let values: Vec<f64> = payoff.iter().map(|row| dot(row, mixture)).collect();
        values.iter().copied().fold(f64::MIN, f64::max) - dot(&values, mixture)
    }

    #[test]
    fn mixtures_of_known_games() {
        // Rock, paper, scissors where paper's win over rock counts double: each is played in
        // proportion to the stake between the other two.
        let game = vec![
            vec![0.0, -2.0, 1.0],
            vec![2.0, 0.0, -1.0],
            vec![-1.0, 1.0, 0.0],
        ];
        let mixture = equilibrium(&game);
        for (w, right) in mixture.iter().zip([0.25, 0.25, 0.5]) {
            assert!((w - right).abs() < 2e-3, "{mixture:?}");
        }
        assert!(regret(&game, &mixture) < 2e-3);
        // One strategy dominates.
        let game = vec![vec![0.25, 0.4], vec![0.15, 0.25]];
        assert!(equilibrium(&game)[0] > 0.999);
        assert_eq!(equilibrium(&[vec![0.5]]), [1.0]);
    }
}
