//! A figure with its interval, as text.

use super::frame::Row;
use super::plot::Unit;
use std::fmt::Write as _;

/// `34.09 % (33.78 to 34.40)`
pub fn with_interval(
    row: &Row<'_>,
    value: &str,
    low: &str,
    high: &str,
    unit: Unit,
) -> Option<String> {
    let value = row.number(value)?;
    let scale = match unit {
        Unit::Percent | Unit::Points => 100.0,
        _ => 1.0,
    };
    let mut text = unit.text(value);
    if let Some((low, high)) = row.number(low).zip(row.number(high)) {
        let (low, high) = (low * scale, high * scale);
        let _ = match unit {
            Unit::Points | Unit::Signed => write!(text, " ({low:+.2} to {high:+.2})"),
            _ => write!(text, " ({low:.2} to {high:.2})"),
        };
    }
    Some(text)
}
