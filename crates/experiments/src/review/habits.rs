//! How often the reviewed bot chooses what, compared with other bots in the same decisions.

use crate::decisions::features::Deed;
use crate::decisions::figure::Figure;
use powergrab_stats::holm::{ALPHA, holm};
use powergrab_stats::layout::WIN;
use powergrab_stats::moments::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Least difference between two fractions for a habit to be unusual.
const LEAST_EXCESS: f64 = 0.05;

/// A question and an action that was possible.
pub type HabitKey = (Deed, Deed);

/// Row of `choices.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitRow {
    /// Question and action.
    pub key: HabitKey,
    /// Number of decisions in which the action was possible.
    pub n: i64,
    /// Fraction of these in which the reviewed bot chose it.
    pub own: Option<Estimate>,
    /// Lowest fraction among the bots of the panel.
    pub lowest: Option<f64>,
    /// Highest fraction among the bots of the panel.
    pub highest: Option<f64>,
    /// The bot of the panel whose fraction is nearest.
    pub nearest: Option<String>,
    /// The reviewed bot's fraction minus that of the nearest bot.
    pub excess: Option<Estimate>,
    /// Two-sided p-value for an excess of 0, adjusted for all habits.
    pub p_holm: Option<f64>,
    /// `true` if the fraction lies outside those of the panel, beyond chance.
    pub unusual: bool,
}

/// Counts of one game: number of decisions in which an action was possible, and number of times
/// that the reviewed bot and each other bot chose it.
#[derive(Clone, Debug, Default)]
pub struct HabitCounts(BTreeMap<HabitKey, Vec<i64>>);

impl HabitCounts {
    /// Adds a decision with these possible actions and the actions chosen, the reviewed bot's
    /// first.
    pub fn add(&mut self, question: &'static str, possible: &[Deed], chosen: &[Deed]) {
        for deed in possible {
            let counts = self.0.entry((question.into(), deed.clone()));
            let counts = counts.or_insert_with(|| vec![0; 1 + chosen.len()]);
            counts[0] += 1;
            for (count, own) in counts[1..].iter_mut().zip(chosen) {
                *count += i64::from(own == deed);
            }
        }
    }
}

/// How often an action was chosen where it was possible.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habit {
    /// Fraction of decisions in which the reviewed bot chose it.
    pub own: Figure,
    /// The same for each bot of the panel.
    pub panel: Vec<Figure>,
    /// The reviewed bot's fraction minus that of each bot of the panel.
    pub excess: Vec<Figure>,
}

/// Habits by question and action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habits(pub BTreeMap<HabitKey, Habit>);

impl Habits {
    /// Adds a game.
    pub fn add(&mut self, counts: HabitCounts) {
        for (key, counts) in counts.0 {
            let [n, own, panel @ ..] = &counts[..] else {
                continue;
            };
            let habit = self.0.entry(key).or_default();
            habit.own.add(*n, own * WIN);
            habit.panel.resize(panel.len(), Figure::default());
            habit.excess.resize(panel.len(), Figure::default());
            let figures = habit.panel.iter_mut().zip(&mut habit.excess);
            for ((figure, excess), other) in figures.zip(panel) {
                figure.add(*n, other * WIN);
                excess.add(*n, (own - other) * WIN);
            }
        }
    }

    /// Adds the habits of other games.
    pub fn absorb(&mut self, other: Habits) {
        for (key, more) in other.0 {
            let habit = self.0.entry(key).or_default();
            habit.own.absorb(&more.own);
            habit.panel.resize(more.panel.len(), Figure::default());
            habit.excess.resize(more.excess.len(), Figure::default());
            for (own, more) in habit.panel.iter_mut().zip(&more.panel) {
                own.absorb(more);
            }
            for (own, more) in habit.excess.iter_mut().zip(&more.excess) {
                own.absorb(more);
            }
        }
    }
}

/// Returns the bot of the panel whose fraction is nearest, by index, and the difference from it.
fn nearest(habit: &Habit) -> Option<(usize, &Figure)> {
    let own = habit.own.rate()?;
    let distance = |figure: &Figure| (figure.rate().unwrap_or(0.0) - own).abs();
    let places = habit.panel.iter().enumerate();
    let nearest = places.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    nearest.map(|(at, _)| (at, &habit.excess[at]))
}

/// Returns the rows of `choices.csv`.
pub fn rows(habits: &Habits, panel: &[&str]) -> Vec<HabitRow> {
    let habits: Vec<(&HabitKey, &Habit)> = habits.0.iter().collect();
    let p = habits.iter().map(|(_, habit)| {
        let (_, excess) = nearest(habit)?;
        excess.p(excess.estimate())
    });
    let adjusted = holm(&p.collect::<Vec<_>>());
    let row = |((key, habit), p_holm): (&(&HabitKey, &Habit), Option<f64>)| {
        let own = habit.own.estimate();
        let rates = habit.panel.iter().filter_map(Figure::estimate);
        let rates: Vec<f64> = rates.map(|rate| rate.value).collect();
        let lowest = rates.iter().copied().reduce(f64::min);
        let highest = rates.iter().copied().reduce(f64::max);
        let excess = nearest(habit);
        let difference = excess.and_then(|(_, figure)| figure.estimate());
        let is_outside = match (own, lowest, highest) {
            (Some(own), Some(low), Some(high)) => own.value < low || own.value > high,
            _ => false,
        };
        HabitRow {
            key: (*key).clone(),
            n: habit.own.n(),
            own,
            lowest,
            highest,
            nearest: excess.map(|(at, _)| panel[at].to_owned()),
            excess: difference,
            p_holm,
            unusual: is_outside
                && difference.is_some_and(|it| it.value.abs() >= LEAST_EXCESS)
                && p_holm.is_some_and(|p| p < ALPHA),
        }
    };
    habits.iter().zip(adjusted).map(row).collect()
}
