//! The answer in sentences.

use super::games::ReviewedGames;
use super::habits::{Habit, HabitKey};
use super::summary::{ALPHA, Costs, KindCost, PARTS, Shown};
use super::tables::{HabitRow, KindRow, OptionRow};
use crate::decisions::figure::Figure;
use crate::matches::printed::{counted, folded, wrapped};
use crate::table::sheet::Sheet;
use powergrab_engine::game::Unit;
use powergrab_stats::holm::{holm, stars};
use powergrab_stats::layout::WIN;
use powergrab_stats::moments::Estimate;
use std::fmt::Write as _;

/// Name of the reference in sentences.
const REFERENCE: &str = "the reference";
/// Least difference between two fractions for a habit to be unusual.
const LEAST_EXCESS: f64 = 0.05;
/// Maximum number of unusual habits in the answer.
const MOST_HABITS: usize = 6;
/// Maximum number of options shown of a position.
const MOST_OPTIONS: usize = 4;

/// Setup of a review and its results, for the answer.
pub struct Told<'a> {
    /// Names of the bots, the reviewed one first.
    pub names: Vec<&'a str>,
    /// Name of the playout policy.
    pub reference: &'a str,
    /// `true` if the reference searches.
    pub search: bool,
    /// Names of the bots of the panel.
    pub panel: Vec<&'a str>,
    /// Name of the ruleset.
    pub ruleset: &'a str,
    /// Unit of play.
    pub unit: Unit,
    /// Results of the games.
    pub reviewed: &'a ReviewedGames,
    /// Costs by kind.
    pub costs: &'a Costs,
    /// Positions to look at.
    pub positions: &'a [Shown<'a>],
}

fn points(value: f64) -> String {
    format!("{:.1}", 100.0 * value)
}

fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

/// Formats a cost in points with its interval.
fn size(estimate: &Estimate) -> String {
    let value = format!("{} points", points(estimate.value));
    match estimate.interval {
        Some((low, high)) => format!("{value} ({} to {})", points(low), points(high)),
        None => value,
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

impl Told<'_> {
    fn unit(&self) -> &'static str {
        match self.unit {
            Unit::Game => "game",
            Unit::Round => "round",
        }
    }

    fn kind_number(&self, at: usize) -> String {
        match self.costs.kinds[at].kind {
            Some(_) => (at + 1).to_string(),
            None => "other".to_owned(),
        }
    }

    /// Returns the rows of `review.csv`: the kinds, all other decisions, the total.
    pub fn rows(&self) -> Vec<KindRow> {
        let row = |(at, it): (usize, &KindCost)| {
            let cost = it.cost.mean_of(PARTS);
            let kind = it.kind.as_ref();
            let n_games = self.measured() as f64;
            let sum = cost.map(|cost| cost.value * n_games);
            KindRow {
                kind: self.kind_number(at),
                sentence: kind.map_or("all other decisions".to_owned(), |kind| {
                    kind.sentence_with([self.names[0], REFERENCE], &it.usual)
                }),
                question: kind.map(|kind| kind.question.clone()),
                own: kind.and_then(|kind| kind.own.clone()),
                better: kind.and_then(|kind| kind.other.clone()),
                context: kind.and_then(|kind| Some(kind.context.as_ref()?.words.clone())),
                per_round: it.rate.rate(),
                cost,
                each: sum.filter(|_| it.n > 0).map(|sum| sum / it.n as f64),
                p_holm: it.p_holm,
                parameters: it.parameters.clone(),
                lacks: it.cost.lacks(),
            }
        };
        let mut rows: Vec<KindRow> = self.costs.kinds.iter().enumerate().map(row).collect();
        rows.push(KindRow {
            kind: "total".to_owned(),
            sentence: "all decisions".to_owned(),
            question: None,
            own: None,
            better: None,
            context: None,
            per_round: self.costs.rate.rate(),
            cost: self.costs.total.mean_of(PARTS),
            each: None,
            p_holm: None,
            parameters: String::new(),
            lacks: self.costs.total.lacks(),
        });
        rows
    }

    /// Returns the number of deals on which kinds were measured.
    fn measured(&self) -> u64 {
        self.costs.total.deals()
    }

    /// Returns the rows of `choices.csv`.
    pub fn habits(&self) -> Vec<HabitRow> {
        let habits: Vec<(&HabitKey, &Habit)> = self.reviewed.habits.0.iter().collect();
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
                nearest: excess.map(|(at, _)| self.panel[at].to_owned()),
                excess: difference,
                p_holm,
                unusual: is_outside
                    && difference.is_some_and(|it| it.value.abs() >= LEAST_EXCESS)
                    && p_holm.is_some_and(|p| p < ALPHA),
            }
        };
        habits.iter().zip(adjusted).map(row).collect()
    }

    /// Returns the number of the kind of each position.
    pub fn kinds_of_positions(&self) -> Vec<String> {
        let positions = self.positions.iter();
        positions
            .map(|shown| self.kind_number(shown.kind))
            .collect()
    }

    /// Returns the rows of `review_positions.csv` for a position.
    pub fn rows_of<'r>(
        shown: &'r Shown<'_>,
        kind: &'r str,
        number: usize,
    ) -> impl Iterator<Item = OptionRow<'r>> {
        shown.options.iter().map(move |(row, text)| OptionRow {
            position: number,
            kind,
            deal: shown.deal,
            seat: shown.seat,
            round: shown.decision.round,
            turn: shown.decision.turn,
            option: text,
            row,
            own: *text == shown.decision.own,
            reasons: &shown.reasons,
            text: &shown.decision.position,
        })
    }

    /// Returns the answer in one or two sentences.
    pub fn sentence(&self, rows: &[KindRow]) -> String {
        let name = self.names[0];
        let Some(total) = self.costs.total.mean_of(PARTS) else {
            return "Nothing was played.".to_owned();
        };
        if self.costs.rate.rate() == Some(0.0) {
            return format!(
                "{name} decides as the reference in every decision.{}",
                if self.search {
                    ""
                } else {
                    " With --search, the reference looks for better options."
                }
            );
        }
        let mut named: Vec<(&KindCost, &KindRow)> = self.costs.kinds.iter().zip(rows).collect();
        named.retain(|(kind, _)| kind.is_named());
        let cost = |row: &KindRow| row.cost.map_or(0.0, |cost| cost.value);
        named.sort_by(|(_, a), (_, b)| cost(b).total_cmp(&cost(a)));
        let unit = self.unit();
        let of = size(&total);
        let Some((_, worst)) = named.first() else {
            return format!(
                "No kind of decision of {name} stands out; all its decisions together cost {of} a {unit}."
            );
        };
        let cost = worst.cost.map_or(String::new(), |cost| size(&cost));
        let mut text = format!(
            "The costliest decisions of {name}: {}. They cost {cost} a {unit}, of {of} in all.",
            worst.sentence
        );
        if let Some((_, next)) = named.get(1)
            && let Some(cost) = &next.cost
        {
            let _ = write!(text, " Next, {}: {}.", size(cost), next.sentence);
        }
        text
    }

    /// Returns the unusual habits, the most frequent differences first.
    fn unusual<'r>(&self, habits: &'r [HabitRow]) -> Vec<&'r HabitRow> {
        let mut unusual: Vec<&HabitRow> = habits.iter().filter(|row| row.unusual).collect();
        let weight = |row: &HabitRow| row.excess.map_or(0.0, |it| it.value.abs()) * row.n as f64;
        unusual.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        unusual.truncate(MOST_HABITS);
        unusual
    }

    /// Returns the text to print.
    pub fn text(&self, rows: &[KindRow], habits: &[HabitRow]) -> String {
        let name = self.names[0];
        let mut text = String::new();
        wrapped(&mut text, &self.sentence(rows));
        text.push('\n');
        let interval = |estimate: Option<Estimate>| {
            let interval = estimate.and_then(|e| e.interval);
            interval.map(|(low, high)| format!("{} to {}", points(low), points(high)))
        };
        let sheet = Sheet::<&KindRow>::new("", "")
            .column("kind of decision", "", |row| match row.question {
                Some(_) => format!("{}. {}", row.kind, row.sentence),
                None => row.sentence.clone(),
            })
            .column("a round", "", |row| {
                row.per_round.map(|rate| format!("{rate:.2}"))
            })
            .column("points", "", |row| row.cost.map(|cost| points(cost.value)))
            .column("", "", |row| stars(row.p_holm))
            .column("95 % interval", "", move |row| interval(row.cost))
            .column("each", "", |row| row.each.map(points));
        let mut table = String::new();
        sheet.table(rows).align(&mut table);
        text.push_str(&folded(&table));
        self.tell_parameters(&mut text, rows);
        self.tell_habits(&mut text, habits);
        self.tell_positions(&mut text);
        text.push('\n');
        let others = self.names[1..].join(", ");
        let unit = self.unit();
        let won: i64 = self.reviewed.games.iter().map(|game| game.won).sum();
        let n = self.reviewed.games.len() as u64;
        let reference = match self.search {
            true => format!(
                "The reference is {}, where playouts do not show another option to be clearly better.",
                self.reference
            ),
            false => format!("The reference is {}.", self.reference),
        };
        let sum = match self.search {
            true => "",
            false => " All decisions together: how many more the reference would win in this seat.",
        };
        let note = format!(
            "{}, {} against {others}: {name} won {} of {}. {reference} Points: {unit}s in a hundred that \
{name} loses by these decisions. Each: points per decision.{sum} Kinds were found on half of the deals \
and measured on the other half. Stars: different from 0 (* 5 %, ** 1 %, *** 0.1 %, all kinds together).",
            self.ruleset,
            counted(self.names.len() as u64, "seat"),
            percent(won as f64 / (WIN as f64 * n.max(1) as f64)),
            counted(n, unit),
        );
        wrapped(&mut text, &note);
        text
    }

    fn tell_parameters(&self, text: &mut String, rows: &[KindRow]) {
        let named = self.costs.kinds.iter().zip(rows);
        let named = named.filter(|(kind, row)| kind.is_named() && !row.parameters.is_empty());
        let lines: Vec<String> = named
            .map(|(_, row)| format!("kind {}: {}", row.kind, row.parameters))
            .collect();
        if !lines.is_empty() {
            text.push('\n');
            wrapped(text, &format!("Parameters to tune. {}.", lines.join("; ")));
        }
    }

    fn tell_habits(&self, text: &mut String, habits: &[HabitRow]) {
        let unusual = self.unusual(habits);
        if unusual.is_empty() {
            return;
        }
        text.push('\n');
        wrapped(
            text,
            &format!(
                "Unusual, compared with {} in the same decisions:",
                self.panel.join(", ")
            ),
        );
        for row in unusual {
            let range = match (row.lowest, row.highest) {
                (Some(low), Some(high)) => format!("{} to {}", percent(low), percent(high)),
                _ => String::new(),
            };
            let own = row.own.map_or(0.0, |own| own.value);
            wrapped(
                text,
                &format!(
                    "- {} {}{}: in {} of {} in which it could; the others: {range}.",
                    self.names[0],
                    row.key.1,
                    match &*row.key.0 {
                        "turn" => String::new(),
                        question => format!(" (question {question})"),
                    },
                    percent(own),
                    counted(row.n as u64, "decision"),
                ),
            );
        }
    }

    fn tell_positions(&self, text: &mut String) {
        for (number, shown) in (1..).zip(self.positions) {
            let kind = match self.costs.kinds[shown.kind].kind {
                Some(_) => format!("kind {}", self.kind_number(shown.kind)),
                None => "another kind".to_owned(),
            };
            let _ = write!(
                text,
                "\n{number}. {kind}, deal {}, round {}, turn {}\n   powergrab analyse '{}'\n",
                shown.deal,
                shown.decision.round + 1,
                shown.decision.turn + 1,
                shown.decision.position
            );
            let is_own = |text: &str| text == shown.decision.own;
            let width = shown.options.iter().map(|(_, text)| text.len()).max();
            let width = width.unwrap_or(0);
            let mut left = MOST_OPTIONS;
            for (row, option) in &shown.options {
                let own = is_own(option);
                if left == 0 && !own {
                    continue;
                }
                left = left.saturating_sub(1);
                let line = format!(
                    "   {option:<width$} {:>6}   loses {:>5} ± {:<4}   {}",
                    points(row.value),
                    points(row.loss),
                    points(row.loss_se),
                    if own { "its choice" } else { "" }
                );
                text.push_str(line.trim_end());
                text.push('\n');
            }
            if !shown.reasons.is_empty() {
                let _ = writeln!(
                    text,
                    "   It prefers {} to {} by its terms: {}",
                    shown.decision.own, shown.decision.better, shown.reasons
                );
            }
        }
    }
}
