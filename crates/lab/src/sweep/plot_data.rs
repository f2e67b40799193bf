//! Data of a sweep's plot: the hero's win rate over one factor as a line, over two as a map.

use super::factors::{Factor, Levels, Target};
use super::rows::Row;
use super::verdict::tables;
use powergrab_stats::order::HighestFirst;
use toml::Value;

/// One axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The factor.
    pub name: String,
    /// Labels of the positions along it, in order.
    pub labels: Vec<String>,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The win rate.
    pub value: f64,
    /// The interval's lower bound.
    pub low: f64,
    /// The interval's upper bound.
    pub high: f64,
}

/// Plotted win rates, for one ruleset and number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPlot {
    /// The ruleset's name.
    pub ruleset: String,
    /// Seats.
    pub players: usize,
    /// Win rate of each seat if all were equal.
    pub fair_share: f64,
    /// The hero's win rates.
    pub shape: Shape,
}

/// The win rates by one factor or by two.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// One factor: the hero's win rate at each level.
    Line {
        /// The factor.
        x: Axis,
        /// By level; `None` if nothing was played.
        marks: Vec<Option<Mark>>,
        /// The level with the highest win rate.
        best: usize,
    },
    /// Two factors: the hero's win rate at each pair of levels, averaged over all other factors
    /// except the number of players.
    Map {
        /// The first factor, downwards.
        y: Axis,
        /// The second factor, to the right.
        x: Axis,
        /// By level of the first factor, then of the second.
        cells: Vec<Vec<Option<f64>>>,
        /// The pair of levels with the highest win rate: row, then column.
        best: (usize, usize),
    },
}

/// Maximum number of positions of a factor with all levels different; more are grouped.
const MAX_PLACES: usize = 24;
/// The number of groups.
const GATHERED: usize = 8;

/// Returns the positions of a factor, and the position of each row.
fn places(factor: &Factor, levels: &[&Value]) -> (Axis, Vec<usize>) {
    let mut all: Vec<&Value> = Vec::new();
    for level in levels {
        if !all.contains(level) {
            all.push(level);
        }
    }
    let number = |v: &Value| v.as_float().or(v.as_integer().map(|n| n as f64));
    if all.iter().all(|v| number(v).is_some()) {
        let key = |v: &&Value| number(v).unwrap_or(0.0);
        all.sort_by(|a, b| key(a).total_cmp(&key(b)));
    }
    if let Levels::Range { from, to, log, .. } = factor.levels
        && all.len() > MAX_PLACES
    {
        let share = |x: f64| {
            if log {
                libm::log(x / from) / libm::log(to / from)
            } else {
                (x - from) / (to - from)
            }
        };
        let edge = |i: usize| {
            let u = i as f64 / GATHERED as f64;
            if log {
                from * libm::pow(to / from, u)
            } else {
                from + u * (to - from)
            }
        };
        let labels = (0..GATHERED).map(|i| format!("{:.4}", (edge(i) + edge(i + 1)) / 2.0));
        let labels = labels.map(|l| l.trim_end_matches('0').trim_end_matches('.').to_owned());
        let at = levels.iter().map(|v| {
            let u = share(number(v).unwrap_or(from));
            ((u * GATHERED as f64) as usize).min(GATHERED - 1)
        });
        let name = factor.name.clone();
        let axis = Axis {
            name,
            labels: labels.collect(),
        };
        return (axis, at.collect());
    }
    let at = levels
        .iter()
        .map(|v| all.iter().position(|a| a == v).unwrap_or(0));
    let at = at.collect();
    let labels = all.iter().map(|v| label(v)).collect();
    let name = factor.name.clone();
    (Axis { name, labels }, at)
}

/// Returns a level as text: without quotes, whole numbers without a point.
pub fn label(level: &Value) -> String {
    match level {
        Value::String(text) => text.clone(),
        Value::Float(x) => format!("{x}"),
        other => other.to_string(),
    }
}

/// Returns the plots of a sweep's rows for this bot, one per ruleset and number of players: rates
/// of different tables are not averaged. With halving, each cell counts as far as it was played.
pub fn sweep_plots(factors: &[Factor], rows: &[Row], hero: &str) -> Vec<SweepPlot> {
    let mut last: Vec<&Row> = Vec::new();
    for row in rows
        .iter()
        .filter(|r| r.bot == hero && r.stage != "held-out")
    {
        match last.iter_mut().find(|r| r.cell == row.cell) {
            Some(known) => *known = row,
            None => last.push(row),
        }
    }
    let plot = |table: Vec<&Row>| {
        Some(SweepPlot {
            ruleset: table[0].ruleset.clone(),
            players: table[0].players,
            fair_share: table[0].record.fair_share,
            shape: shape(factors, &table)?,
        })
    };
    tables(last).into_iter().filter_map(plot).collect()
}

/// Returns the rates of one table's rows. Factors that distinguish tables are axes only if there is
/// no other factor.
fn shape(factors: &[Factor], rows: &[&Row]) -> Option<Shape> {
    let apart = |f: &&(usize, &Factor)| !matches!(f.1.target, Target::Players | Target::Ruleset);
    let all: Vec<(usize, &Factor)> = factors.iter().enumerate().collect();
    let mut axes: Vec<(usize, &Factor)> = all.iter().filter(apart).copied().collect();
    if axes.is_empty() {
        axes = all;
    }
    let along = |at: usize| -> Option<(Axis, Vec<usize>)> {
        let (i, factor) = *axes.get(at)?;
        let levels: Vec<&Value> = rows.iter().map(|r| &r.levels[i]).collect();
        Some(places(factor, &levels))
    };
    let (first, at) = along(0)?;
    // Levels that vary together (a list) also form a line.
    let mut places = at.clone();
    places.sort_unstable();
    places.dedup();
    let alone = places.len() == rows.len();
    let Some((second, beside)) = along(1).filter(|_| !alone) else {
        let mut marks = vec![None; first.labels.len()];
        for (row, at) in rows.iter().zip(at) {
            marks[at] = Some(Mark {
                value: row.record.win_rate,
                low: row.record.interval.map_or(row.record.win_rate, |i| i.low),
                high: row.record.interval.map_or(row.record.win_rate, |i| i.high),
            });
        }
        let played = marks.iter().enumerate();
        let played = played.filter_map(|(i, m)| Some((i, m.as_ref()?.value)));
        return Some(Shape::Line {
            x: first,
            best: played.min_by_key(|(_, rate)| HighestFirst(*rate))?.0,
            marks,
        });
    };
    let mut sums = vec![vec![(0.0, 0u32); second.labels.len()]; first.labels.len()];
    for ((row, y), x) in rows.iter().zip(at).zip(beside) {
        sums[y][x].0 += row.record.win_rate;
        sums[y][x].1 += 1;
    }
    let mean = |(sum, n): (f64, u32)| (n > 0).then(|| sum / f64::from(n));
    let cells = sums
        .into_iter()
        .map(|line| line.into_iter().map(mean).collect());
    let cells: Vec<Vec<Option<f64>>> = cells.collect();
    let places = cells.iter().enumerate().flat_map(|(y, line)| {
        let line = line.iter().enumerate();
        line.filter_map(move |(x, rate)| Some(((y, x), (*rate)?)))
    });
    let best = places.min_by_key(|(_, rate)| HighestFirst(*rate))?.0;
    Some(Shape::Map {
        y: first,
        x: second,
        best,
        cells,
    })
}
