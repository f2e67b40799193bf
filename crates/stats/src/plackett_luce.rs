//! Ratings from the winners of line-ups: Plackett-Luce on winners, which is a multinomial logit.
//!
//! In a line-up with m_i seats of bot i, a bot wins with probability m_i e^θ_i / Σ_j m_j e^θ_j
//! (Luce, "Individual Choice Behavior", 1959; Plackett, Applied Statistics 24, 1975); with two
//! seats this is Bradley and Terry's model. Only the wins of each bot and the games of each line-up
//! enter the likelihood. It is concave, and Newton's method finds its maximum (Hunter, Annals of
//! Statistics 32, 2004, also on its existence).

/// Elo per unit of strength: a rating difference of 400 means odds of ten to one.
pub const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// Bots that compete for the same wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Each bot of the line-up once, with its number of seats.
    pub seats: Vec<(usize, u32)>,
}

/// Error of a fit that did not converge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoConvergence;

const MAX_STEPS: usize = 200;
/// Newton's method ends when no step changes a strength by more.
const TOLERANCE: f64 = 1e-11;
/// Maximum change of a strength per step.
const MAX_MOVE: f64 = 2.0;
/// Strengths beyond this distance from 0 mean that there is no maximum.
const FAR: f64 = 40.0;

/// Computes the expected wins of each bot, and on request the matrix of second derivatives (row by
/// row), at these strengths.
fn expect(
    choices: &[Choice],
    games: &[f64],
    prior: f64,
    theta: &[f64],
    mut hessian: Option<&mut [f64]>,
) -> Vec<f64> {
    let n = theta.len();
    let mut expected = vec![0.0; n];
    let gamma: Vec<f64> = theta.iter().map(|t| libm::exp(*t)).collect();
    let mut shares: Vec<f64> = Vec::new();
    for (choice, games) in choices.iter().zip(games) {
        let strength = |&(bot, seats): &(usize, u32)| f64::from(seats) * gamma[bot];
        let sum: f64 = choice.seats.iter().map(strength).sum();
        shares.clear();
        shares.extend(choice.seats.iter().map(|seat| strength(seat) / sum));
        for (&(i, _), p) in choice.seats.iter().zip(&shares) {
            expected[i] += games * p;
        }
        if let Some(hessian) = &mut hessian {
            for (a, &(i, _)) in choice.seats.iter().enumerate() {
                for (b, &(j, _)) in choice.seats.iter().enumerate() {
                    let same = if a == b { shares[a] } else { 0.0 };
                    hessian[i * n + j] += games * (same - shares[a] * shares[b]);
                }
            }
        }
    }
    if prior > 0.0 {
        for i in 0..n {
            let p = gamma[i] / (1.0 + gamma[i]);
            expected[i] += prior * p;
            if let Some(hessian) = &mut hessian {
                hessian[i * n + i] += prior * p * (1.0 - p);
            }
        }
    }
    expected
}

/// Computes Cholesky's factor of a positive definite matrix, in its lower half; returns whether the
/// matrix is one.
fn factor(matrix: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        for i in j..n {
            let mut sum = matrix[i * n + j];
            for k in 0..j {
                sum -= matrix[i * n + k] * matrix[j * n + k];
            }
            if i > j {
                matrix[i * n + j] = sum / matrix[j * n + j];
            } else if sum > 0.0 {
                matrix[j * n + j] = libm::sqrt(sum);
            } else {
                return false;
            }
        }
    }
    true
}

fn solve(factor: &[f64], n: usize, right: &mut [f64]) {
    for i in 0..n {
        for k in 0..i {
            right[i] -= factor[i * n + k] * right[k];
        }
        right[i] /= factor[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            right[i] -= factor[k * n + i] * right[k];
        }
        right[i] /= factor[i * n + i];
    }
}

/// Returns the maximum likelihood strengths θ, one for each of `wins`, with mean 0.
///
/// `games` is the number of games with a winner of each choice. `prior` is a number of virtual
/// games that each bot plays against one of strength 0, half of them won. It keeps strengths finite
/// if a bot never won or never lost. `start` is the initial value.
///
/// # Errors
/// Fails if there is no maximum: some bots never won against the others, or never met them. With a
/// prior there is always one.
pub fn fit(
    choices: &[Choice],
    games: &[f64],
    wins: &[f64],
    prior: f64,
    start: Option<&[f64]>,
) -> Result<Vec<f64>, NoConvergence> {
    let n = wins.len();
    let mut theta = start.map_or_else(|| vec![0.0; n], <[f64]>::to_vec);
    let mut matrix = vec![0.0; n * n];
    let all: f64 = games.iter().sum();
    for _ in 0..MAX_STEPS {
        matrix.fill(0.0);
        let expected = expect(choices, games, prior, &theta, Some(&mut matrix));
        if prior == 0.0 {
            // The likelihood does not change along (1, …, 1): any curvature there will do, and the
            // gradient has no component in it.
            let flat = all / (n * n) as f64;
            matrix.iter_mut().for_each(|entry| *entry += flat);
        }
        if !factor(&mut matrix, n) {
            return Err(NoConvergence);
        }
        let mut step: Vec<f64> = wins
            .iter()
            .zip(&expected)
            .map(|(won, expected)| won + prior / 2.0 - expected)
            .collect();
        solve(&matrix, n, &mut step);
        let longest = step.iter().fold(0.0f64, |m, s| m.max(libm::fabs(*s)));
        if longest.is_nan() {
            return Err(NoConvergence);
        }
        let scale = if longest > MAX_MOVE {
            MAX_MOVE / longest
        } else {
            1.0
        };
        for (theta, step) in theta.iter_mut().zip(&step) {
            *theta += scale * step;
        }
        if theta.iter().any(|t| libm::fabs(*t) > FAR) {
            return Err(NoConvergence);
        }
        if longest < TOLERANCE {
            let mean = theta.iter().sum::<f64>() / n as f64;
            return Ok(theta.iter().map(|t| t - mean).collect());
        }
    }
    Err(NoConvergence)
}

/// Virtual games of the other bots while one bot's strength is held: too few to matter, enough for
/// a maximum.
const FAINT: f64 = 1e-6;

/// Returns Rao's score statistic (Proceedings of the Cambridge Philosophical Society 44, 1948) for
/// the strength `at` of bot `i`, with mean 0, corrected for continuity (Newcombe, Statistics in
/// Medicine 17, 1998, method 4, for two bots); and the maximum likelihood strengths of the others
/// under that hypothesis. If the hypothesis is true, the statistic is about chi-squared with one
/// degree of freedom.
///
/// # Errors
/// Fails if the fit did not converge.
pub fn score(
    choices: &[Choice],
    games: &[f64],
    wins: &[f64],
    i: usize,
    at: f64,
    start: &[f64],
) -> Result<(f64, Vec<f64>), NoConvergence> {
    let n = wins.len();
    // The constraint is a direction: one bot up, all others down.
    let mut c = vec![-1.0 / n as f64; n];
    c[i] += 1.0;
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut theta = start.to_vec();
    let off = at - dot(&c, &theta);
    let others = (n as f64 - 1.0).max(1.0);
    for (k, theta) in theta.iter_mut().enumerate() {
        *theta += if k == i { off } else { -off / others };
    }
    let mut matrix = vec![0.0; n * n];
    let flat = games.iter().sum::<f64>().max(1.0) / (n * n) as f64;
    for _ in 0..MAX_STEPS {
        matrix.fill(0.0);
        let expected = expect(choices, games, FAINT, &theta, Some(&mut matrix));
        matrix.iter_mut().for_each(|entry| *entry += flat);
        if !factor(&mut matrix, n) {
            return Err(NoConvergence);
        }
        let mut step: Vec<f64> = (0..n)
            .map(|k| wins[k] + FAINT / 2.0 - expected[k])
            .collect();
        solve(&matrix, n, &mut step);
        let mut along = c.clone();
        solve(&matrix, n, &mut along);
        // Lagrange's multiplier keeps the step on the constraint.
        let multiplier = dot(&c, &step) / dot(&c, &along);
        for (step, along) in step.iter_mut().zip(&along) {
            *step -= multiplier * along;
        }
        // The faint prior pulls all of them together, which carries no information: the mean
        // stays 0.
        let mean = step.iter().sum::<f64>() / n as f64;
        step.iter_mut().for_each(|step| *step -= mean);
        let longest = step.iter().fold(0.0f64, |m, s| m.max(libm::fabs(*s)));
        if longest.is_nan() || theta.iter().any(|t| libm::fabs(*t) > FAR) {
            return Err(NoConvergence);
        }
        let scale = (MAX_MOVE / longest).min(1.0);
        for (theta, step) in theta.iter_mut().zip(&step) {
            *theta += scale * step;
        }
        if longest < TOLERANCE * 100.0 {
            let expected = expect(choices, games, 0.0, &theta, None);
            let mut slope: Vec<f64> = wins.iter().zip(&expected).map(|(w, e)| w - e).collect();
            solve(&matrix, n, &mut slope);
            // Minus half a win that bot `i` takes from the others: wins are whole, and few of them
            // far from normal.
            let information = dot(&c, &along);
            let towards = (libm::fabs(dot(&c, &slope)) - 0.5 * information / c[i]).max(0.0);
            return Ok((towards * towards / information, theta));
        }
    }
    Err(NoConvergence)
}

/// Maximum distance of a bound from the estimate: 1 in 160,000.
const REACH: f64 = 12.0;

/// Returns the bound of bot `i`'s strength above (`up`) or below its estimate, where the score
/// statistic reaches `limit`. `None` if it does not, because a bot that always won (or never) may
/// be arbitrarily better (or worse).
pub fn score_bound(
    choices: &[Choice],
    games: &[f64],
    wins: &[f64],
    i: usize,
    theta: &[f64],
    limit: f64,
    up: bool,
) -> Option<f64> {
    let sign = if up { 1.0 } else { -1.0 };
    let mut start = theta.to_vec();
    let mut excess = |far: f64| {
        let (statistic, fitted) =
            score(choices, games, wins, i, theta[i] + sign * far, &start).ok()?;
        start = fitted;
        Some(libm::sqrt(statistic) - libm::sqrt(limit))
    };
    // The method of false position, in its Illinois variant (Dowell and Jarratt, BIT 11, 1971).
    let (mut a, mut at_a) = (0.0, excess(0.0)?);
    if at_a >= 0.0 {
        return Some(theta[i]);
    }
    let (mut b, mut at_b) = (0.5, excess(0.5)?);
    while at_b < 0.0 {
        if b >= REACH {
            return None;
        }
        (a, at_a) = (b, at_b);
        b = (2.0 * b).min(REACH);
        at_b = excess(b)?;
    }
    let mut last = 0.0f64;
    for _ in 0..100 {
        let x = (a * at_b - b * at_a) / (at_b - at_a);
        let at_x = excess(x)?;
        if libm::fabs(at_x) < 1e-9 || b - a < 1e-9 {
            return Some(theta[i] + sign * x);
        }
        if at_x > 0.0 {
            (b, at_b) = (x, at_x);
            at_a *= if last > 0.0 { 0.5 } else { 1.0 };
        } else {
            (a, at_a) = (x, at_x);
            at_b *= if last < 0.0 { 0.5 } else { 1.0 };
        }
        last = at_x;
    }
    Some(theta[i] + sign * b)
}

/// Returns the expected share of the wins of each bot of a line-up, in the order of its seats.
pub fn shares(choice: &Choice, theta: &[f64]) -> Vec<f64> {
    let strength = |&(bot, seats): &(usize, u32)| f64::from(seats) * libm::exp(theta[bot]);
    let sum: f64 = choice.seats.iter().map(strength).sum();
    choice
        .seats
        .iter()
        .map(|seat| strength(seat) / sum)
        .collect()
}

/// Returns whether every bot is reachable from every other along `beats(i, j)`: then the likelihood
/// has a maximum (Ford, American Mathematical Monthly 64, 1957).
pub fn is_connected(n: usize, beats: impl Fn(usize, usize) -> bool) -> bool {
    let reaches_all = |edge: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; n];
        let mut open = vec![0];
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                open.extend((0..n).filter(|&j| !seen[j] && edge(i, j)));
            }
        }
        seen.iter().all(|s| *s)
    };
    n < 2 || reaches_all(&|i, j| beats(i, j)) && reaches_all(&|i, j| beats(j, i))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns Wilson's bounds with continuity correction (Newcombe 1998, method 4), from their
    /// closed formulas.
    fn newcombe(hits: f64, n: f64, zz: f64) -> (f64, f64) {
        let (p, q, z) = (hits / n, 1.0 - hits / n, zz.sqrt());
        let low =
            2.0 * n * p + zz - 1.0 - z * (zz - 2.0 - 1.0 / n + 4.0 * p * (n * q + 1.0)).sqrt();
        let high =
            2.0 * n * p + zz + 1.0 + z * (zz + 2.0 - 1.0 / n + 4.0 * p * (n * q - 1.0)).sqrt();
        (low / (2.0 * (n + zz)), high / (2.0 * (n + zz)))
    }

    #[test]
    fn the_bounds_of_two_bots_are_those_of_their_share() {
        let choices = [Choice {
            seats: vec![(0, 1), (1, 1)],
        }];
        for (hits, n) in [(3.0, 50.0), (1.0, 240.0), (17.0, 40.0)] {
            let wins = [hits, n - hits];
            let theta = fit(&choices, &[n], &wins, 0.0, None).unwrap();
            let bound = |up| score_bound(&choices, &[n], &wins, 0, &theta, 3.8415, up).unwrap();
            // From a strength, with mean 0, to a share.
            let share = |theta: f64| 1.0 / (1.0 + (-2.0 * theta).exp());
            let (low, high) = newcombe(hits, n, 3.8415);
            assert!((share(bound(false)) - low).abs() < 1e-7, "{hits} of {n}");
            assert!((share(bound(true)) - high).abs() < 1e-7, "{hits} of {n}");
        }
    }

    #[test]
    fn who_always_won_may_be_as_strong_as_one_likes() {
        let choices = [Choice {
            seats: vec![(0, 1), (1, 1)],
        }];
        let (games, wins) = ([120.0], [120.0, 0.0]);
        let theta = fit(&choices, &games, &wins, 1.0, None).unwrap();
        let bound = |up| score_bound(&choices, &games, &wins, 0, &theta, 3.8415, up);
        assert_eq!(bound(true), None);
        // 528 is the true value where 466 to 507 was reported.
        assert!(bound(false).unwrap() * ELO < 466.0);
        // Of three, the two that always win are distinguished just as well.
        let choices = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| Choice {
            seats: vec![(a, 1), (b, 1)],
        });
        let (games, wins) = ([100.0; 3], [160.0, 140.0, 0.0]);
        let theta = fit(&choices, &games, &wins, 1.0, None).unwrap();
        let third = |up| score_bound(&choices, &games, &wins, 2, &theta, 3.8415, up);
        assert!(third(true).is_some() && third(false).is_none());
    }
}
