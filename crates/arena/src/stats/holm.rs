//! Many tests at once: Holm's adjustment (Scandinavian Journal of Statistics 6, 1979), and the tests that go with the
//! intervals.

use super::distributions::student_tails;

/// The p-values adjusted so that rejecting those below a level rejects a true hypothesis at all with at most that
/// probability, whatever hangs together with what. Those that are missing stay so and do not count.
#[must_use]
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(f64, usize)> = Vec::new();
    for (i, p) in p_values.iter().enumerate() {
        order.extend(p.map(|p| (p, i)));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut adjusted = vec![None; p_values.len()];
    let mut least = 0.0f64;
    for (rank, &(p, i)) in order.iter().enumerate() {
        least = least.max(p * (order.len() - rank) as f64).min(1.0);
        adjusted[i] = Some(least);
    }
    adjusted
}

/// The two-sided p-value of a proportion `p` with standard error `se` over that many deals, if `even` were the truth:
/// the score test whose acceptance region is the interval of [`Intervals::proportion`](super::interval::Intervals).
///
/// So it is below 0.05 just where the 95 % interval leaves `even` out. None with one deal. `even` lies strictly between
/// 0 and 1.
#[must_use]
pub fn proportion_test(p: f64, se: Option<f64>, even: f64, deals: u64) -> Option<f64> {
    let se = se?;
    let spread = p * (1.0 - p);
    let games = if spread <= 0.0 {
        deals as f64
    } else if se == 0.0 {
        return Some(if p == even { 1.0 } else { 0.0 });
    } else {
        spread / (se * se)
    };
    let z = libm::fabs(p - even) / libm::sqrt(even * (1.0 - even) / games);
    Some(student_tails(z, deals.saturating_sub(1).max(1) as f64))
}

/// The same for a difference of two proportions, if they were equal.
#[must_use]
pub fn difference_test(d: f64, se: Option<f64>, deals: u64) -> Option<f64> {
    proportion_test((1.0 + d) / 2.0, se.map(|se| se / 2.0), 0.5, deals)
}

/// Stars for adjusted p-values: `***` below 0.001, `**` below 0.01, `*` below 0.05.
#[must_use]
pub fn stars(p: Option<f64>) -> &'static str {
    match p {
        Some(p) if p < 0.001 => "***",
        Some(p) if p < 0.01 => "**",
        Some(p) if p < 0.05 => "*",
        _ => "",
    }
}
