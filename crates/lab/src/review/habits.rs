//! How often the reviewed bot chooses what, compared with other bots in the same decisions.

use crate::decisions::features::Deed;
use crate::decisions::figure::Figure;
use powergrab_stats::layout::WIN;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question and an action that was possible.
pub type HabitKey = (Deed, Deed);

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
