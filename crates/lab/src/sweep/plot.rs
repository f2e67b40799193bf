//! Plots of a sweep, for the terminal and as SVG.

use crate::matches::printed::wrapped;
use crate::sweep::plot_data::{Axis, Mark, Shape, SweepPlot};
use std::fmt::Write as _;

/// Returns the minimum and the maximum, widened a little if they are equal.
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
    match &plot.shape {
        Shape::Line { marks, .. } => range(marks.iter().flatten().flat_map(|m| [m.low, m.high])),
        Shape::Map { cells, .. } => range(cells.iter().flatten().flatten().copied()),
    }
}

/// Maximum length of a line, in characters.
const WIDTH: usize = 80;

const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// Returns the length of the longest label, in characters.
fn longest(axis: &Axis) -> usize {
    let lengths = axis.labels.iter().map(|label| label.chars().count());
    lengths.max().unwrap_or(0)
}

/// Returns the plot in characters. `hero` is the bot whose win rate it shows.
pub fn terminal(plot: &SweepPlot, hero: &str) -> String {
    let (low, high) = bounds(plot);
    let share = |v: f64| ((v - low) / (high - low)).clamp(0.0, 1.0);
    let mut text = String::new();
    let (ruleset, players) = (&plot.ruleset, plot.players);
    let fair = 100.0 * plot.fair_share;
    let _ = writeln!(text, "{ruleset}, {players} players: won by {hero}, %");
    match &plot.shape {
        Shape::Line { x, marks, best } => {
            let _ = writeln!(text, "by {} (◆ the best, ┊ fair: {fair:.2})", x.name);
            // The bar in its frame and the rate with its interval, which takes 32 characters,
            // follow the label. A label that leaves the bar fewer than 10 gets a line of its own.
            let width = longest(x).min(WIDTH - 42);
            let columns = (WIDTH - 32 - width).min(40);
            let at = |v: f64| (share(v) * columns as f64) as usize;
            let fair = (low..=high).contains(&plot.fair_share);
            let fair = fair.then(|| at(plot.fair_share));
            for (place, (label, mark)) in x.labels.iter().zip(marks).enumerate() {
                let Some(Mark { value, low, high }) = mark else {
                    continue;
                };
                let [from, at, to] = [low, value, high].map(|v| at(*v));
                let bar: String = (0..=columns)
                    .map(|i| match i {
                        i if i == at && place == *best => '◆',
                        i if i == at => '●',
                        i if (from..=to).contains(&i) => '─',
                        i if Some(i) == fair => '┊',
                        _ => ' ',
                    })
                    .collect();
                let [value, low, high] = [value, low, high].map(|v| 100.0 * v);
                let label = match label.chars().count() > width {
                    true => {
                        let _ = writeln!(text, "  {label}");
                        ""
                    }
                    false => label,
                };
                let _ = writeln!(
                    text,
                    "  {label:>width$} │{bar}│ {value:.2} ({low:.2} to {high:.2})"
                );
            }
        }
        Shape::Map { y, x, cells, best } => {
            wrapped(
                &mut text,
                &format!(
                    "{} downwards, {} to the right (◆ the best, darker: more, fair: {fair:.2})",
                    y.name, x.name
                ),
            );
            let width = longest(y);
            let column = longest(x).max(7);
            let across = (WIDTH.saturating_sub(width + 2) / (column + 1)).max(1);
            for first in (0..x.labels.len()).step_by(across) {
                let part = first..(first + across).min(x.labels.len());
                let _ = write!(text, "  {:width$}", "");
                for label in &x.labels[part.clone()] {
                    let _ = write!(text, " {label:>column$}");
                }
                text.push('\n');
                for (row, (label, line)) in y.labels.iter().zip(cells).enumerate() {
                    let _ = write!(text, "  {label:>width$}");
                    for at in part.clone() {
                        let shown = line[at].map_or(String::new(), |v| {
                            let shade = SHADES[((share(v) * 5.0) as usize).min(4)];
                            let mark = if (row, at) == *best { '◆' } else { shade };
                            format!("{shade}{mark}{:5.2}", 100.0 * v)
                        });
                        let _ = write!(text, " {shown:>column$}");
                    }
                    text.push('\n');
                }
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

/// Returns the plot as an SVG file.
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
    let (ruleset, players) = (&plot.ruleset, plot.players);
    let (x, heading) = match &plot.shape {
        Shape::Line { x, marks, best } => {
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
            if (low..=high).contains(&plot.fair_share) {
                let at = height(plot.fair_share);
                let _ = writeln!(
                    text,
                    "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>",
                    LEFT + WIDTH
                );
                label(&mut text, LEFT + WIDTH - 4.0, at - 4.0, "end", "fair");
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
                if i == *best {
                    let _ = writeln!(
                        text,
                        "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"8\" fill=\"none\" stroke=\"#cc3311\" stroke-width=\"2\"/>",
                        height(*value)
                    );
                }
            }
            let _ = writeln!(
                text,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#4477aa\"/>",
                line.trim_end()
            );
            let heading = format!("won by {hero} in {ruleset}, {players} players; 95 % intervals");
            (x, heading)
        }
        Shape::Map { y, x, cells, best } => {
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
            let _ = writeln!(
                text,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"none\" stroke=\"#cc3311\" stroke-width=\"3\"/>",
                LEFT + w * best.1 as f64,
                TOP + h * best.0 as f64
            );
            let down = &y.name;
            let heading =
                format!("won by {hero} in {ruleset}, {players} players, %; downwards: {down}");
            (x, heading)
        }
    };
    label(&mut text, LEFT, TOP - 8.0, "start", &heading);
    let (middle, bottom) = (LEFT + WIDTH / 2.0, TOP + HEIGHT);
    let n = x.labels.len();
    for (i, name) in x.labels.iter().enumerate().step_by(n.div_ceil(14).max(1)) {
        label(&mut text, along(i, n), bottom + 18.0, "middle", name);
    }
    label(&mut text, middle, bottom + 42.0, "middle", &x.name);
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot_of(shape: Shape) -> SweepPlot {
        SweepPlot {
            ruleset: "power-grab".to_owned(),
            players: 2,
            fair_share: 0.5,
            shape,
        }
    }

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
        let plot = plot_of(Shape::Line {
            x: axis("a.b", &["0", "10"]),
            marks: vec![mark(0.25), mark(0.5)],
            best: 1,
        });
        let text = terminal(&plot, "me");
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[2].ends_with("25.00 (24.00 to 26.00)") && lines[3].contains("│ 50.00 ("),
            "{text}"
        );
        let at = |line: &str, mark| line.chars().position(|c| c == mark).unwrap();
        assert!(at(lines[2], '●') < 10 && at(lines[3], '◆') > 40, "{text}");
        // The fair share, a half, lies in the second interval; the first line marks it.
        assert!(lines[2].contains('┊'), "{text}");
        let picture = svg(&plot, "me", "a < b");
        assert_eq!(picture.matches("<circle").count(), 3);
        assert!(picture.contains("a &lt; b"));
    }

    #[test]
    fn no_line_of_a_plot_is_longer_than_a_terminal_of_80() {
        let longest = |shape| {
            let text = terminal(&plot_of(shape), "me");
            text.lines().map(|l| l.chars().count()).max().unwrap()
        };
        let mark = Some(Mark {
            value: 0.4,
            low: 0.3,
            high: 0.6,
        });
        let long = "l".repeat(50);
        let line = |label: &str| Shape::Line {
            x: axis("a.b", &[label]),
            marks: vec![mark],
            best: 0,
        };
        assert!(longest(line("1")) > 50);
        assert!(longest(line(&long)) <= 80);
        let map = Shape::Map {
            y: axis("a", &["1"]),
            x: axis("b", &["a label"; 30]),
            cells: vec![vec![Some(0.1); 30]],
            best: (0, 29),
        };
        assert!(longest(map) <= 80);
    }

    #[test]
    fn a_map_shows_each_pair_of_levels() {
        let plot = plot_of(Shape::Map {
            y: axis("a", &["1", "2"]),
            x: axis("b", &["x", "y"]),
            cells: vec![vec![Some(0.1), Some(0.2)], vec![None, Some(0.3)]],
            best: (1, 1),
        });
        let text = terminal(&plot, "me");
        assert!(text.contains("█◆30.00") && text.contains("10.00"), "{text}");
        let picture = svg(&plot, "me", "t");
        // The background, three cells, the frame of the best.
        assert_eq!(picture.matches("<rect").count(), 5);
    }
}
