//! Texts about kinds of decision, for `why` and `review`.

use powergrab_stats::moments::Estimate;
use powergrab_table::typed::Table;

/// Returns the data dictionary of a command about kinds of decision, with these tables.
pub fn dictionary(command: &str, tables: &[Table]) -> String {
    let mut text = format!(
        "# Data dictionary of `powergrab {command}`\n\n\
Every table has one observation per row. Empty cells are missing values. Intervals are at 95 %, clustered by deal: Student's t with \
one degree of freedom fewer than there are deals in which the figure is not 0. With fewer than 25 such deals there is no interval.\n",
    );
    tables.iter().for_each(|table| table.describe(&mut text));
    text
}

/// Formats a share in points, hundredths of it.
pub fn points(value: f64) -> String {
    let text = format!("{:.1}", 100.0 * value);
    if text == "-0.0" {
        "0.0".to_owned()
    } else {
        text
    }
}

/// Formats a share in points with its interval: "8.0 points (7.1 to 8.9)".
pub fn with_interval(estimate: &Estimate) -> String {
    let value = format!("{} points", points(estimate.value));
    match estimate.interval {
        Some((low, high)) => format!("{value} ({} to {})", points(low), points(high)),
        None => value,
    }
}
