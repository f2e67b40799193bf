//! What the HTML page shows of a table, declared beside the table. The page itself draws it (`report/html`).

use super::rows::Row;
use super::typed::Table;
use std::fmt::Write as _;

/// How numbers of a plot are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, as percent.
    Percent,
    /// A difference of shares, in percentage points with a sign.
    Points,
    /// As it is.
    Plain,
    /// As it is, with a sign.
    Signed,
}

impl Unit {
    /// A number in this unit.
    pub fn text(self, x: f64) -> String {
        let digits = |x: f64| if x.abs() >= 100.0 { 1 } else { 2 };
        match self {
            Unit::Percent => format!("{:.2} %", 100.0 * x),
            Unit::Points => format!("{:+.2} pp", 100.0 * x),
            Unit::Plain => format!("{x:.*}", digits(x)),
            Unit::Signed => format!("{x:+.*}", digits(x)),
        }
    }

    /// What a number is multiplied by before it is written.
    pub fn scale(self) -> f64 {
        match self {
            Unit::Percent | Unit::Points => 100.0,
            Unit::Plain | Unit::Signed => 1.0,
        }
    }
}

/// A text as HTML.
pub fn esc(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Words joined as in a sentence: `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `power-grab, 4 players`
pub fn table_name(group: &[String]) -> String {
    format!("{}, {} players", group[0], group[1])
}

/// `34.09 % (33.78 to 34.40)`
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

/// The tables of a run's directory by file; `None` if there is no such table, or it has no rows.
pub type Tables<'a> = dyn Fn(&str) -> Option<&'a Table> + 'a;

/// A section of the page. It stands there where it has anything to show.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it shows, from top to bottom.
    pub parts: &'static [Shown],
}

/// A part of a section.
pub enum Shown {
    /// Plots, and the table that they are drawn from.
    Plots(Plan),
    /// What no plan says.
    Blocks(fn(&Tables<'_>) -> Vec<Block>),
}

/// A block of a section.
pub enum Block {
    /// Text as HTML.
    Html(String),
    /// All rows of a file.
    Table(&'static str),
}

/// How a table with intervals is drawn: a plot for each group, a dot for each row.
pub struct Plan {
    /// The table.
    pub file: &'static str,
    /// A heading above it.
    pub heading: Option<&'static str>,
    /// Whether this table is drawn so.
    pub when: fn(&Table) -> bool,
    /// What is seen, as HTML.
    pub about: &'static str,
    /// The columns by which rows are put into plots.
    pub groups: &'static [&'static str],
    /// What a row is called.
    pub label: fn(&Row<'_>) -> String,
    /// The columns of the value, and of the bounds of its interval.
    pub value: [&'static str; 3],
    /// What it is counted in.
    pub unit: Unit,
    /// Whether a line stands at zero.
    pub zero: bool,
    /// Which rows are drawn.
    pub keep: fn(&Row<'_>) -> bool,
}

impl Plan {
    /// Effects on the chance of winning the round, a plot for each number of players: what most tables show.
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
