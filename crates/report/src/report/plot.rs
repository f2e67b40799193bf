//! A sweep's plot, for the terminal and as SVG.

use crate::lab::sweep_plot::{Axis, Mark, SweepPlot};
use std::fmt::Write as _;

/// The least and the greatest value, a little apart where they are one.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
        (l.min(v), h.max(v))
    });
    if low < high {
        (low, high)
    } else {
        (low - 0.005, high + 0.005)
    }
}

fn bounds(plot: &SweepPlot) -> (f64, f64) {
    match plot {
        SweepPlot::Line { marks, .. } => {
            range(marks.iter().flatten().flat_map(|m| [m.low, m.high]))
        }
        SweepPlot::Map { cells, .. } => range(cells.iter().flatten().flatten().copied()),
    }
}

const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The plot in characters. `hero` is whose win rate it shows.
#[must_use]
pub fn terminal(plot: &SweepPlot, hero: &str) -> String {
    let (low, high) = bounds(plot);
    let share = |v: f64| ((v - low) / (high - low)).clamp(0.0, 1.0);
    let mut text = String::new();
    match plot {
        SweepPlot::Line { x, marks } => {
            let _ = writeln!(text, "win rate of {hero} by {}", x.name);
            let width = x
                .labels
                .iter()
                .map(|l| l.chars().count())
                .max()
                .unwrap_or(0);
            const COLUMNS: f64 = 40.0;
            for (label, mark) in x.labels.iter().zip(marks) {
                let Some(Mark { value, low, high }) = mark else {
                    continue;
                };
                let [from, at, to] = [low, value, high].map(|v| (share(*v) * COLUMNS) as usize);
                let bar: String = (0..=COLUMNS as usize)
                    .map(|i| match i {
                        i if i == at => '●',
                        i if (from..=to).contains(&i) => '─',
                        _ => ' ',
                    })
                    .collect();
                let _ = writeln!(text, "  {label:>width$} │{bar}│ {:.2} %", 100.0 * value);
            }
        }
        SweepPlot::Map { y, x, cells } => {
            let _ = writeln!(
                text,
                "win rate of {hero} in %: {} downwards, {} to the right",
                y.name, x.name
            );
            let width = y
                .labels
                .iter()
                .map(|l| l.chars().count())
                .max()
                .unwrap_or(0);
            let column = x
                .labels
                .iter()
                .map(|l| l.chars().count())
                .max()
                .unwrap_or(0)
                .max(7);
            let _ = write!(text, "  {:width$}", "");
            for label in &x.labels {
                let _ = write!(text, " {label:>column$}");
            }
            text.push('\n');
            for (label, line) in y.labels.iter().zip(cells) {
                let _ = write!(text, "  {label:>width$}");
                for cell in line {
                    let shown = cell.map_or(String::new(), |v| {
                        let shade = SHADES[((share(v) * 5.0) as usize).min(4)];
                        format!("{shade}{shade}{:5.2}", 100.0 * v)
                    });
                    let _ = write!(text, " {shown:>column$}");
                }
                text.push('\n');
            }
        }
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The plot as an SVG file.
#[must_use]
pub fn svg(plot: &SweepPlot, hero: &str, title: &str) -> String {
    const LEFT: f64 = 90.0;
    const TOP: f64 = 50.0;
    const WIDTH: f64 = 560.0;
    const HEIGHT: f64 = 320.0;
    let (low, high) = bounds(plot);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 440\" font-family=\"sans-serif\" font-size=\"12\">\n\
<rect width=\"700\" height=\"440\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"28\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    let label = |text: &mut String, x: f64, y: f64, anchor: &str, label: &str| {
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(label)
        );
    };
    let along = |i: usize, n: usize| LEFT + WIDTH * (i as f64 + 0.5) / n as f64;
    let bottom = |text: &mut String, x: &Axis| {
        let every = x.labels.len().div_ceil(14).max(1);
        for (i, name) in x.labels.iter().enumerate().step_by(every) {
            label(
                text,
                along(i, x.labels.len()),
                TOP + HEIGHT + 18.0,
                "middle",
                name,
            );
        }
        label(
            text,
            LEFT + WIDTH / 2.0,
            TOP + HEIGHT + 42.0,
            "middle",
            &x.name,
        );
    };
    match plot {
        SweepPlot::Line { x, marks } => {
            let height = |v: f64| TOP + HEIGHT * (high - v) / (high - low);
            let _ = writeln!(
                text,
                "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#888\"/>"
            );
            for i in 0..=4 {
                let v = low + (high - low) * f64::from(i) / 4.0;
                label(
                    &mut text,
                    LEFT - 8.0,
                    height(v) + 4.0,
                    "end",
                    &format!("{:.1} %", 100.0 * v),
                );
            }
            let mut line = String::new();
            for (i, mark) in marks.iter().enumerate() {
                let Some(Mark { value, low, high }) = mark else {
                    continue;
                };
                let at = along(i, marks.len());
                let _ = write!(line, "{at:.1},{:.1} ", height(*value));
                let _ = writeln!(
                    text,
                    "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#4477aa\"/>\n\
<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#4477aa\"/>",
                    height(*low),
                    height(*high),
                    height(*value)
                );
            }
            let _ = writeln!(
                text,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#4477aa\"/>",
                line.trim_end()
            );
            label(
                &mut text,
                LEFT,
                TOP - 8.0,
                "start",
                &format!("win rate of {hero}, 95 % intervals"),
            );
            bottom(&mut text, x);
        }
        SweepPlot::Map { y, x, cells } => {
            let (w, h) = (
                WIDTH / x.labels.len() as f64,
                HEIGHT / y.labels.len() as f64,
            );
            for (j, line) in cells.iter().enumerate() {
                let top = TOP + h * j as f64;
                for (i, value) in line.iter().enumerate() {
                    let Some(value) = value else { continue };
                    let share = (value - low) / (high - low);
                    // From a light yellow to a dark blue.
                    let mix = |from: f64, to: f64| (from + share * (to - from)) as u8;
                    let (r, g, b) = (mix(255.0, 8.0), mix(247.0, 48.0), mix(188.0, 107.0));
                    let left = LEFT + w * i as f64;
                    let _ = writeln!(
                        text,
                        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>"
                    );
                    if w >= 38.0 && h >= 14.0 {
                        let ink = if share > 0.5 { "white" } else { "black" };
                        let _ = writeln!(
                            text,
                            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{:.2}</text>",
                            left + w / 2.0,
                            top + h / 2.0 + 4.0,
                            100.0 * value
                        );
                    }
                }
                label(
                    &mut text,
                    LEFT - 8.0,
                    top + h / 2.0 + 4.0,
                    "end",
                    &y.labels[j],
                );
            }
            label(
                &mut text,
                LEFT,
                TOP - 8.0,
                "start",
                &format!("win rate of {hero} in %; downwards: {}", y.name),
            );
            bottom(&mut text, x);
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str, labels: &[&str]) -> Axis {
        Axis {
            name: name.to_owned(),
            labels: labels.iter().map(|&l| l.to_owned()).collect(),
        }
    }

    #[test]
    fn a_line_shows_each_level_with_its_interval() {
        let mark = |value: f64| {
            Some(Mark {
                value,
                low: value - 0.01,
                high: value + 0.01,
            })
        };
        let plot = SweepPlot::Line {
            x: axis("a.b", &["0", "10"]),
            marks: vec![mark(0.25), mark(0.5)],
        };
        let text = terminal(&plot, "me");
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[1].ends_with("25.00 %") && lines[2].ends_with("50.00 %"),
            "{text}"
        );
        let at = |line: &str| line.chars().position(|c| c == '●').unwrap();
        assert!(at(lines[1]) < 10 && at(lines[2]) > 40, "{text}");
        let picture = svg(&plot, "me", "a < b");
        assert_eq!(picture.matches("<circle").count(), 2);
        assert!(picture.contains("a &lt; b"));
    }

    #[test]
    fn a_map_shows_each_pair_of_levels() {
        let plot = SweepPlot::Map {
            y: axis("a", &["1", "2"]),
            x: axis("b", &["x", "y"]),
            cells: vec![vec![Some(0.1), Some(0.2)], vec![None, Some(0.3)]],
        };
        let text = terminal(&plot, "me");
        assert!(text.contains("██30.00") && text.contains("10.00"), "{text}");
        let picture = svg(&plot, "me", "t");
        // The background and three cells.
        assert_eq!(picture.matches("<rect").count(), 4);
    }
}
