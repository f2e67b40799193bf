//! Presentation of a table on the HTML page, declared beside the table. What draws it is not here.

use super::rows::Row;
use super::typed::Table;
use std::fmt::Write as _;

/// Format of a plot's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, in per cent.
    Percent,
    /// A difference of shares, in percentage points with a sign.
    Points,
    /// Plain.
    Plain,
    /// Plain, with a sign.
    Signed,
}

impl Unit {
    /// Formats a number in this unit.
    pub fn text(self, x: f64) -> String {
        let digits = |x: f64| if x.abs() >= 100.0 { 1 } else { 2 };
        match self {
            Unit::Percent => format!("{:.2} %", 100.0 * x),
            Unit::Points => format!("{:+.2} pp", 100.0 * x),
            Unit::Plain => format!("{x:.*}", digits(x)),
            Unit::Signed => format!("{x:+.*}", digits(x)),
        }
    }

    /// Returns the factor by which a number is multiplied before it is written.
    pub fn scale(self) -> f64 {
        match self {
            Unit::Percent | Unit::Points => 100.0,
            Unit::Plain | Unit::Signed => 1.0,
        }
    }
}

/// Escapes a text for HTML.
pub fn esc(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Joins words as in a sentence: `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns the name of a table: `power-grab, 4 players`.
pub fn table_name(group: &[String]) -> String {
    format!("{}, {} players", group[0], group[1])
}

/// Formats a value with its interval: `34.09 % (33.78 to 34.40)`.
pub fn with_interval(
    row: &Row<'_>,
    value: &str,
    low: &str,
    high: &str,
    unit: Unit,
) -> Option<String> {
    let value = row.number(value)?;
    let mut text = unit.text(value);
    if let Some((low, high)) = row.number(low).zip(row.number(high)) {
        let (low, high) = (low * unit.scale(), high * unit.scale());
        let _ = match unit {
            Unit::Points | Unit::Signed => write!(text, " ({low:+.2} to {high:+.2})"),
            _ => write!(text, " ({low:.2} to {high:.2})"),
        };
    }
    Some(text)
}

/// Look-up of a run's tables by file; `None` if there is no such table, or if it has no rows.
pub type Tables<'a> = dyn Fn(&str) -> Option<&'a Table> + 'a;

/// A section of the page, shown if it has any content.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its parts, from top to bottom.
    pub parts: &'static [Shown],
}

/// A part of a section.
pub enum Shown {
    /// Plots, and the table behind them.
    Plots(Plan),
    /// Blocks that no plan describes.
    Blocks(fn(&Tables<'_>) -> Vec<Block>),
}

/// A block of a section.
pub enum Block {
    /// Text as HTML.
    Html(String),
    /// All rows of a file.
    Table(&'static str),
}

/// Presentation of a table with intervals: a plot for each group, a dot for each row.
pub struct Plan {
    /// The table.
    pub file: &'static str,
    /// Heading above it.
    pub heading: Option<&'static str>,
    /// Returns whether this table is presented so.
    pub when: fn(&Table) -> bool,
    /// Description of the plot, as HTML.
    pub about: &'static str,
    /// Columns by which rows are grouped into plots.
    pub groups: &'static [&'static str],
    /// Returns the label of a row.
    pub label: fn(&Row<'_>) -> String,
    /// Columns of the value, and of the bounds of its interval.
    pub value: [&'static str; 3],
    /// Unit of the value.
    pub unit: Unit,
    /// Draws a line at zero.
    pub zero: bool,
    /// Returns whether a row is drawn.
    pub keep: fn(&Row<'_>) -> bool,
}

impl Plan {
    /// Effects on the chance of winning the round, a plot for each number of players: the
    /// presentation of most tables.
    pub const EFFECT: Plan = Plan {
        file: "",
        heading: None,
        when: |_| true,
        about: "",
        groups: &["ruleset", "players"],
        label: |_| String::new(),
        value: ["win", "win_low", "win_high"],
        unit: Unit::Points,
        zero: true,
        keep: |_| true,
    };
}
