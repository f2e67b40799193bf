//! The answer in sentences.

use super::tables::{KindRow, OptionRow};
use crate::decisions::{points, with_interval};
use crate::matches::printed::{counted, folded, grouped, wrapped};
use powergrab_engine::game::Unit;
use powergrab_experiments::review::games::ReviewedGames;
use powergrab_experiments::review::habits::HabitRow;
use powergrab_experiments::review::summary::{Costs, KindCost, PARTS, Shown};
use powergrab_stats::holm::stars;
use powergrab_stats::layout::WIN;
use powergrab_stats::moments::Estimate;
use powergrab_stats::order::HighestFirst;
use powergrab_table::sheet::Sheet;
use std::fmt::Write as _;

/// Words for costs in no deal, and in few deals.
const COSTS: [&str; 2] = ["cost nothing in any deal", "had a cost in only"];
/// Name of the reference in sentences.
const REFERENCE: &str = "the reference";
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

fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

impl Told<'_> {
    fn unit(&self) -> &'static str {
        match self.unit {
            Unit::Game => "game",
            Unit::Round => "round",
        }
    }

    /// Returns the number of a kind: its place by cost.
    fn kind_number(&self, at: usize) -> String {
        match self.costs.kinds[at].kind {
            Some(_) => {
                let order = self.costs.by_cost();
                let place = order.iter().position(|other| *other == at);
                (place.unwrap_or(at) + 1).to_string()
            }
            None => "other".to_owned(),
        }
    }

    /// Returns the rows of `review.csv`: the kinds, all other decisions, the total.
    pub fn rows(&self) -> Vec<KindRow> {
        let row = |at: usize| {
            let it = &self.costs.kinds[at];
            let cost = it.cost.mean_of(PARTS);
            let kind = it.kind.as_ref();
            let (sum, n) = (it.cost.sum() as f64 / PARTS as f64, it.rate.sum());
            KindRow {
                kind: self.kind_number(at),
                sentence: kind.map_or("all other decisions".to_owned(), |kind| {
                    kind.sentence([self.names[0], REFERENCE])
                }),
                question: kind.map(|kind| kind.question.clone()),
                own: kind.and_then(|kind| kind.own.clone()),
                better: kind.and_then(|kind| kind.other.clone()),
                context: kind.and_then(|kind| Some(kind.context.as_ref()?.words.clone())),
                per_round: it.rate.rate(),
                cost,
                each: (n > 0).then(|| sum / n as f64),
                p_holm: it.p_holm,
                parameters: it.parameters.clone(),
                lacks: it.cost.lacks(cost, COSTS),
            }
        };
        let mut rows: Vec<KindRow> = self.costs.by_cost().into_iter().map(row).collect();
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
            lacks: self
                .costs
                .total
                .lacks(self.costs.total.mean_of(PARTS), COSTS),
        });
        rows
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

    /// Returns the kinds that cost something beyond chance, with their rows.
    fn named<'r>(&'r self, rows: &'r [KindRow]) -> Vec<(&'r KindCost, &'r KindRow)> {
        let kinds = self.costs.by_cost().into_iter();
        let kinds = kinds.map(|at| &self.costs.kinds[at]).zip(rows);
        kinds.filter(|(kind, _)| kind.is_named()).collect()
    }

    /// Returns the answer in a few sentences.
    pub fn sentence(&self, rows: &[KindRow]) -> String {
        let failed = self
            .reviewed
            .faults
            .games
            .get(&0)
            .map_or(0, |games| games[0]);
        let answer = self.answer(rows);
        if failed == 0 {
            return answer;
        }
        format!(
            "{} failed in {} of {}, which are left out. {answer}",
            self.names[0],
            grouped(failed),
            counted(failed + self.reviewed.games.len() as u64, self.unit()),
        )
    }

    fn answer(&self, rows: &[KindRow]) -> String {
        let name = self.names[0];
        let Some(total) = self.costs.total.mean_of(PARTS) else {
            return "Nothing is left to review.".to_owned();
        };
        if self.costs.rate.rate() == Some(0.0) {
            return format!(
                "{name} makes the same choice as the reference in every decision.{}",
                if self.search {
                    ""
                } else {
                    " With --search or a stronger --playout, the reference may find better options."
                }
            );
        }
        let named = self.named(rows);
        let unit = self.unit();
        let of = with_interval(&total);
        let Some((_, worst)) = named.first() else {
            return self.without_costs(&total);
        };
        let cost = worst
            .cost
            .map_or(String::new(), |cost| with_interval(&cost));
        let all = match Self::better(&total) {
            Some(better) => format!(
                "; in all, it plays better than the reference, by {}",
                with_interval(&better)
            ),
            None => format!(", of {of} in all"),
        };
        let mut text = format!(
            "The costliest decisions of {name}: {}. They cost {cost} a {unit}{all}.",
            worst.sentence
        );
        if let Some((_, next)) = named.get(1)
            && let Some(cost) = &next.cost
        {
            let _ = write!(text, " Next, {}: {}.", with_interval(cost), next.sentence);
        }
        text
    }

    /// Returns by how much the bot plays better than the reference; `None` unless it clearly does.
    fn better(total: &Estimate) -> Option<Estimate> {
        let (low, high) = total.interval.filter(|(_, high)| *high < 0.0)?;
        Some(Estimate {
            value: -total.value,
            interval: Some((-high, -low)),
            ..*total
        })
    }

    /// Returns the answer if no kind of decision costs anything beyond chance.
    fn without_costs(&self, total: &Estimate) -> String {
        let (name, reference, unit) = (self.names[0], self.reference, self.unit());
        if let Some(better) = Self::better(total) {
            let search = match self.search {
                true => "name a stronger --playout",
                false => "use --search, or name a stronger --playout",
            };
            return format!(
                "{name} plays better than {reference} here, by {} a {unit}. To find its mistakes, {search}.",
                with_interval(&better)
            );
        }
        let is_short = self.costs.kinds.iter().any(|it| {
            let cost = it.cost.mean_of(PARTS);
            it.kind.is_some() && cost.is_some_and(|cost| cost.interval.is_none())
        });
        let more = match total.interval.is_none() || is_short {
            true => " More deals may tell the kinds apart.",
            false => "",
        };
        format!(
            "No kind of decision of {name} stands out; all its decisions together cost {} a {unit}.{more}",
            with_interval(total)
        )
    }

    /// Returns the unusual habits, the most frequent differences first.
    fn unusual<'r>(&self, habits: &'r [HabitRow]) -> Vec<&'r HabitRow> {
        let mut unusual: Vec<&HabitRow> = habits.iter().filter(|row| row.unusual).collect();
        let weight = |row: &HabitRow| row.excess.map_or(0.0, |it| it.value.abs()) * row.n as f64;
        unusual.sort_by_cached_key(|row| HighestFirst(weight(row)));
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
            true => String::new(),
            false => format!(
                " All decisions together: how many more {unit}s in a hundred the reference would win in this seat."
            ),
        };
        let note = format!(
            "{}, {} against {others}: {name} won {} of {}. {reference} Points: {unit}s in a hundred that \
{name} loses by these decisions. Each: points per decision.{sum} Kinds were found on half of the deals \
and measured on the other half. Stars: significantly different from 0 (* 5 %, ** 1 %, *** 0.1 %), adjusted for the number of kinds.",
            self.ruleset,
            counted(self.names.len() as u64, "seat"),
            percent(won as f64 / (WIN as f64 * n.max(1) as f64)),
            counted(n, unit),
        );
        wrapped(&mut text, &note);
        text
    }

    fn tell_parameters(&self, text: &mut String, rows: &[KindRow]) {
        let named = self.named(rows).into_iter();
        let named = named.filter(|(_, row)| !row.parameters.is_empty());
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
        for row in unusual.iter().take(MOST_HABITS) {
            wrapped(text, &format!("- {}", self.habit(row)));
        }
        if unusual.len() > MOST_HABITS {
            let more = unusual.len() - MOST_HABITS;
            wrapped(
                text,
                &format!("- {more} more: see `unusual` in choices.csv."),
            );
        }
    }

    /// Describes an unusual habit.
    fn habit(&self, row: &HabitRow) -> String {
        let own = row.own.map_or(0.0, |own| own.value);
        let (low, high) = (row.lowest.unwrap_or(0.0), row.highest.unwrap_or(0.0));
        let (question, action) = &row.key;
        let at = match &**question {
            "turn" => String::new(),
            question => format!(" (question {question})"),
        };
        let name = self.names[0];
        let n = grouped(row.n as u64);
        let habit = if own == 0.0 {
            format!("{name} never {action}{at}, though it could {n} times")
        } else if own == 1.0 {
            format!("{name} always {action}{at}, in {n} decisions")
        } else {
            format!(
                "{name} {action}{at} in {} of the {n} decisions in which it could",
                percent(own)
            )
        };
        let others = if high == 0.0 {
            "the others never do".to_owned()
        } else if low == 1.0 {
            "the others always do".to_owned()
        } else {
            format!("the others do in {} to {}", percent(low), percent(high))
        };
        format!("{habit}; {others}.")
    }

    fn tell_positions(&self, text: &mut String) {
        for (number, shown) in (1..).zip(self.positions) {
            let kind = match self.costs.kinds[shown.kind].kind {
                Some(_) => format!("kind {}", self.kind_number(shown.kind)),
                None => "other".to_owned(),
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
                if left == 0 && !own && *option != shown.decision.better {
                    continue;
                }
                left = left.saturating_sub(1);
                let line = format!(
                    "   {option:<width$} {:>6}   loses {:>5} ± {:<4}   {}",
                    points(row.value),
                    points(row.loss),
                    points(row.loss_se),
                    match (own, *option == shown.decision.better) {
                        (true, _) => "its choice",
                        (false, true) => "the reference's choice",
                        _ => "",
                    }
                );
                text.push_str(line.trim_end());
                text.push('\n');
            }
            if !shown.reasons.is_empty() {
                let _ = writeln!(
                    text,
                    "   Its score favours {} over {}: {}",
                    shown.decision.own, shown.decision.better, shown.reasons
                );
            }
        }
    }
}
