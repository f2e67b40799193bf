//! Plots as inline SVG and tables as HTML. Colours come from the page's style, so that they follow
//! light and dark mode.

use powergrab_table::page::{Unit, esc};
use powergrab_table::typed::Table;
use std::fmt::Write as _;

/// Formats a tick of an axis in a unit; `step` is the distance of the ticks.
fn tick(unit: Unit, x: f64, step: f64) -> String {
    let scale = unit.scale();
    let step = step * scale;
    let digits = if step < 0.095 {
        2
    } else if step < 0.95 {
        1
    } else {
        0
    };
    // Avoids a minus sign before a zero.
    let x = if (x * scale).abs() < step / 100.0 {
        0.0
    } else {
        x * scale
    };
    match unit {
        Unit::Percent => format!("{x:.digits$} %"),
        _ => format!("{x:.digits$}"),
    }
}

/// A value with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Its label.
    pub label: String,
    /// The value.
    pub value: f64,
    /// The interval, if there is one.
    pub interval: Option<(f64, f64)>,
}

/// Returns about five round numbers from `low` to `high`, and their distance.
fn ticks(low: f64, high: f64) -> (Vec<f64>, f64) {
    let rough = (high - low) / 5.0;
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough);
    let first = libm::ceil(low / step - 1e-9) as i64;
    let last = libm::floor(high / step + 1e-9) as i64;
    ((first..=last).map(|i| i as f64 * step).collect(), step)
}

const WIDTH: f64 = 640.0;
const ROW: f64 = 24.0;

/// Returns a plot with its caption.
pub fn figure(caption: &str, plot: &str) -> String {
    let caption = esc(caption);
    format!("<figure><figcaption>{caption}</figcaption>{plot}</figure>")
}

/// Returns values with intervals, one below the other, with a line at `reference`.
pub fn dots(title: &str, items: &[Dot], reference: Option<f64>, unit: Unit) -> String {
    let bounds = items.iter().flat_map(|d| {
        let (low, high) = d.interval.unwrap_or((d.value, d.value));
        [low, high]
    });
    let bounds: Vec<f64> = bounds.chain(reference).collect();
    let mut low = bounds.iter().copied().fold(f64::INFINITY, f64::min);
    let mut high = bounds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if items.is_empty() {
        return String::new();
    }
    let pad = ((high - low) * 0.06).max(1e-3);
    low -= pad;
    high += pad;
    let longest = items.iter().map(|d| d.label.chars().count()).max();
    let left = (longest.unwrap_or(0) as f64 * 7.6 + 20.0).min(300.0);
    let right = WIDTH - 96.0;
    let x = |v: f64| left + (v - low) / (high - low) * (right - left);
    let height = items.len() as f64 * ROW + 28.0;
    let bottom = height - 24.0;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">",
        esc(title)
    );
    let (marks, step) = ticks(low, high);
    for mark in marks {
        let at = x(mark);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{bottom:.1}\"/>\
             <text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            tick(unit, mark, step)
        );
    }
    if let Some(reference) = reference {
        let at = x(reference);
        let _ = write!(
            svg,
            "<line class=\"reference\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{bottom:.1}\"/>"
        );
    }
    for (i, dot) in items.iter().enumerate() {
        let y = (i as f64 + 0.5) * ROW;
        let _ = write!(
            svg,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.0,
            esc(&dot.label)
        );
        if let Some((a, b)) = dot.interval {
            let _ = write!(
                svg,
                "<line class=\"whisker\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
                x(a),
                x(b)
            );
        }
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>\
             <text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x(dot.value),
            right + 8.0,
            y + 4.0,
            unit.text(dot.value)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Returns a histogram: counts at whole values, with the mean as a line if known.
pub fn bars(title: &str, counts: &[(f64, f64)], mean: Option<f64>) -> String {
    let total: f64 = counts.iter().map(|(_, n)| n).sum();
    if counts.is_empty() || total <= 0.0 {
        return String::new();
    }
    // The far tail would squeeze the rest, so observations beyond 99.5 % form one bar at the end.
    let mut seen = 0.0;
    let mut cut = counts[counts.len() - 1].0;
    for (value, n) in counts {
        seen += n;
        if seen >= 0.995 * total {
            cut = *value;
            break;
        }
    }
    let low = counts[0].0;
    let width = libm::ceil(((cut - low) + 1.0) / 60.0).max(1.0);
    let n_bins = (libm::floor((cut - low) / width) as usize) + 1;
    let mut bins = vec![0.0; n_bins];
    let mut beyond = 0.0;
    for (value, n) in counts {
        if *value > cut {
            beyond += n;
        } else {
            bins[((value - low) / width) as usize] += n;
        }
    }
    let most = bins.iter().copied().fold(beyond, f64::max);
    let (left, right, height) = (8.0, WIDTH - 8.0, 150.0);
    let bottom = height - 22.0;
    let slots = n_bins as f64 + if beyond > 0.0 { 1.5 } else { 0.0 };
    let step = (right - left) / slots;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        esc(title)
    );
    let mut bar = |at: f64, n: f64, class: &str| {
        let tall = n / most * (bottom - 8.0);
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{tall:.2}\"/>",
            left + at * step + step * 0.08,
            bottom - tall,
            step * 0.84
        );
    };
    for (i, n) in bins.iter().enumerate() {
        bar(i as f64, *n, "bar");
    }
    if beyond > 0.0 {
        bar(n_bins as f64 + 0.5, beyond, "bar beyond");
    }
    let x = |v: f64| left + ((v - low) / width + 0.5 / width) * step;
    let (marks, gap) = ticks(low, (low + width * n_bins as f64).max(low + 1.0));
    for mark in marks {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(mark).clamp(12.0, WIDTH - 12.0),
            height - 6.0,
            tick(Unit::Plain, mark, gap)
        );
    }
    if let Some(mean) = mean {
        let at = x(mean);
        let _ = write!(
            svg,
            "<line class=\"reference\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{bottom}\"/>"
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Returns a matrix of values as a table with coloured cells: one colour above `middle`, another
/// below.
pub fn heat(
    corner: &str,
    rows: &[String],
    columns: &[String],
    value: impl Fn(usize, usize) -> Option<(f64, String)>,
    middle: f64,
) -> String {
    let all = (0..rows.len()).flat_map(|i| (0..columns.len()).map(move |j| (i, j)));
    let spread = all
        .filter_map(|(i, j)| value(i, j))
        .map(|(v, _)| (v - middle).abs())
        .fold(1e-9, f64::max);
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table class=\"heat\"><thead><tr><th scope=\"col\">{0}</th>",
        esc(corner)
    );
    for column in columns {
        let _ = write!(html, "<th scope=\"col\">{}</th>", esc(column));
    }
    html.push_str("</tr></thead><tbody>");
    for (i, row) in rows.iter().enumerate() {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", esc(row));
        for j in 0..columns.len() {
            match value(i, j) {
                Some((v, text)) => {
                    let share = (v - middle) / spread;
                    let _ = write!(
                        html,
                        "<td class=\"{}\" style=\"--v:{:.0}%\">{}</td>",
                        if share < 0.0 { "down" } else { "up" },
                        70.0 * share.abs(),
                        esc(&text)
                    );
                }
                None => html.push_str("<td></td>"),
            }
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Maximum number of rows of a table on the page; the rest is in the file.
const MAX_ROWS: usize = 400;

/// Returns a whole CSV file as a collapsed section.
pub fn folded(file: &str, table: &Table) -> String {
    let mut html = format!(
        "<details><summary>The numbers: <code>{}</code>, {} rows</summary>",
        esc(file),
        table.n_rows
    );
    html.push_str(&table.html(file, MAX_ROWS));
    if table.n_rows > MAX_ROWS {
        let _ = write!(
            html,
            "<p>The first {MAX_ROWS} rows; the rest is in the file.</p>"
        );
    }
    html.push_str("</details>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let (marks, step) = ticks(0.183, 0.341);
        assert!((step - 0.05).abs() < 1e-12, "{step}");
        assert_eq!(marks.len(), 3);
        assert!(marks.iter().all(|m| (0.183..=0.341).contains(m)));
        assert_eq!(tick(Unit::Percent, 0.2, 0.05), "20 %");
        assert_eq!(tick(Unit::Points, -1e-9, 0.005), "0.0");
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(esc("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
        let svg = dots(
            "wins",
            &[Dot {
                label: "a<b".to_owned(),
                value: 0.25,
                interval: Some((0.2, 0.3)),
            }],
            Some(0.25),
            Unit::Percent,
        );
        assert!(svg.contains("a&lt;b") && svg.contains("25.00 %"));
    }

    #[test]
    fn a_histogram_keeps_every_observation() {
        let counts: Vec<(f64, f64)> = (0..1000).map(|v| (f64::from(v), 1.0)).collect();
        let svg = bars("turns", &counts, Some(500.0));
        assert!(svg.contains("bar beyond"), "five of a thousand lie beyond");
        assert!(bars("none", &[], None).is_empty());
    }
}
