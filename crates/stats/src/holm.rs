//! Multiple tests: Holm's adjustment (Scandinavian Journal of Statistics 6, 1979).

/// Significance level: two figures differ if the p-value of equality, adjusted for all comparisons
/// of a table, is lower.
pub const ALPHA: f64 = 0.05;

/// Adjusts p-values, so that rejecting those below a level rejects any true hypothesis with at most
/// that probability, under any dependence. Missing ones stay missing and do not count.
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

/// Returns stars for adjusted p-values: `***` below 0.001, `**` below 0.01, `*` below 0.05.
pub fn stars(p: Option<f64>) -> &'static str {
    match p {
        Some(p) if p < 0.001 => "***",
        Some(p) if p < 0.01 => "**",
        Some(p) if p < 0.05 => "*",
        _ => "",
    }
}
