//! The symmetric Nash mixture of a symmetric zero-sum game of two players.

/// A pivot smaller than this counts as 0.
const SMALL: f64 = 1e-12;

/// Returns the mixture that no pure strategy beats, for antisymmetric `gains`: `gains[i * n + j]`
/// is the gain of i from j. `None` without strategies, or if rounding has spoilt the solution.
///
/// The linear program is max Σy, By <= 1, y >= 0, where B is `gains` made positive by a constant.
/// Its solution is proportional to an optimal mixture of the player who pays (von Neumann and
/// Morgenstern), and in an antisymmetric game both sides have the same ones. It is solved by
/// Dantzig's simplex method with Bland's rule, which terminates. If several mixtures are optimal,
/// which requires exact ties, it finds one of them.
pub fn mixture(gains: &[f64], n: usize) -> Option<Vec<f64>> {
    let largest = gains.iter().fold(0.0f64, |m, g| m.max(libm::fabs(*g)));
    if n == 0 || gains.iter().any(|g| !g.is_finite()) {
        return None;
    }
    if largest == 0.0 {
        // All are equal.
        return Some(vec![1.0 / n as f64; n]);
    }
    // Rows: B | slacks | right side. Payoffs are scaled to between 1 and 3.
    let width = 2 * n + 1;
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let mut row = vec![0.0; width];
            for j in 0..n {
                row[j] = 2.0 + gains[i * n + j] / largest;
            }
            row[n + i] = 1.0;
            row[2 * n] = 1.0;
            row
        })
        .collect();
    let mut goal = vec![0.0; width];
    goal[..n].fill(-1.0);
    let mut basis: Vec<usize> = (n..2 * n).collect();
    for _ in 0..200 * (n + 5) {
        let Some(enters) = (0..2 * n).find(|&j| goal[j] < -SMALL) else {
            break;
        };
        let mut leaves: Option<(f64, usize)> = None;
        for i in 0..n {
            if rows[i][enters] > SMALL {
                let ratio = rows[i][2 * n] / rows[i][enters];
                let better = leaves.is_none_or(|(least, at)| {
                    ratio < least - SMALL || ratio < least + SMALL && basis[i] < basis[at]
                });
                if better {
                    leaves = Some((ratio, i));
                }
            }
        }
        let (_, out) = leaves?;
        let pivot = rows[out][enters];
        rows[out].iter_mut().for_each(|v| *v /= pivot);
        let row = rows[out].clone();
        let eliminate = |target: &mut Vec<f64>| {
            let times = target[enters];
            for (t, r) in target.iter_mut().zip(&row) {
                *t -= times * r;
            }
            target[enters] = 0.0;
        };
        for (i, target) in rows.iter_mut().enumerate() {
            if i != out {
                eliminate(target);
            }
        }
        eliminate(&mut goal);
        basis[out] = enters;
    }
    let mut mixture = vec![0.0; n];
    for (i, &column) in basis.iter().enumerate() {
        if column < n {
            mixture[column] = rows[i][2 * n].max(0.0);
        }
    }
    let sum: f64 = mixture.iter().sum();
    mixture.iter_mut().for_each(|p| *p /= sum);
    let is_sound = sum > 0.0 && regret(gains, &mixture) <= 1e-9 * largest;
    is_sound.then_some(mixture)
}

/// Returns the gain of the best pure strategy from this mixture: 0 for a Nash mixture.
pub fn regret(gains: &[f64], mixture: &[f64]) -> f64 {
    let n = mixture.len();
    let against = |i: usize| -> f64 {
        let row = &gains[i * n..(i + 1) * n];
        row.iter().zip(mixture).map(|(g, p)| g * p).sum()
    };
    (0..n).map(against).fold(f64::NEG_INFINITY, f64::max)
}
