//! The answer in sentences.

use super::tables::WhyRow;
use crate::decisions::{points, with_interval};
use crate::matches::printed::{counted, folded, grouped, wrapped};
use crate::page::answer::of_failures;
use powergrab_engine::game::Unit;
use powergrab_experiments::decisions::kind::DecisionKind;
use powergrab_experiments::why::shares::{KindSums, Shares};
use powergrab_stats::holm::ALPHA;
use powergrab_stats::holm::{holm, stars};
use powergrab_stats::moments::Estimate;
use powergrab_stats::order::HighestFirst;
use powergrab_table::sheet::Sheet;

/// Words for effects in no deal, and in few deals.
const EFFECTS: [&str; 2] = ["changed no deal's result", "changed the result of only"];
/// Sentence of all other decisions.
const OTHERS: &str = "all other decisions";

/// Setup of a run and its results, for the answer.
pub struct Told<'a> {
    /// Names of the two bots and of the one in the other seats.
    pub names: [&'a str; 3],
    /// Name of the ruleset.
    pub ruleset: &'a str,
    /// Number of seats.
    pub seats: usize,
    /// Unit of play.
    pub unit: Unit,
    /// Number of deals searched for kinds.
    pub searched: u64,
    /// Kinds of decision.
    pub kinds: &'a [DecisionKind],
    /// Measured shares.
    pub shares: &'a Shares,
}

/// Formats the size of a difference, without its sign: "8.0 points (7.1 to 8.9)".
fn size(estimate: &Estimate) -> String {
    let turned = match estimate.value < 0.0 {
        true => Estimate {
            value: -estimate.value,
            interval: estimate.interval.map(|(low, high)| (-high, -low)),
            ..*estimate
        },
        false => *estimate,
    };
    with_interval(&turned)
}

impl Told<'_> {
    /// Returns the names of both bots. If they are equal, the second is "the other".
    fn pair(&self) -> [&str; 2] {
        let [first, second, _] = self.names;
        match first == second {
            true => [first, "the other"],
            false => [first, second],
        }
    }

    /// Returns the rows: the kinds, all other decisions, the total.
    pub fn rows(&self) -> Vec<WhyRow> {
        let total = self.shares.difference.estimate();
        let sums = &self.shares.kinds;
        let p: Vec<Option<f64>> = sums
            .iter()
            .map(|sums| sums.share.p(sums.share.estimate()))
            .collect();
        let adjusted = holm(&p);
        let row = |(at, sums): (usize, &KindSums)| {
            let kind = self.kinds.get(at);
            let share = sums.share.estimate();
            let whole = total.map(|total| total.value).filter(|value| *value != 0.0);
            WhyRow {
                kind: kind.map_or("other".to_owned(), |_| (at + 1).to_string()),
                sentence: kind.map_or(OTHERS.to_owned(), |kind| kind.sentence(self.pair())),
                question: kind.map(|kind| kind.question.clone()),
                own: kind.and_then(|kind| kind.own.clone()),
                other: kind.and_then(|kind| kind.other.clone()),
                context: kind.and_then(|kind| Some(kind.context.as_ref()?.words.clone())),
                per_round: sums.rate.rate(),
                part: share.zip(whole).map(|(share, whole)| share.value / whole),
                share,
                p_holm: adjusted[at],
                alone: sums.alone.estimate(),
                last: sums.last.estimate(),
                lacks: sums.share.lacks(share, EFFECTS),
            }
        };
        let mut rows: Vec<WhyRow> = sums.iter().enumerate().map(row).collect();
        let rates = rows.iter().filter_map(|row| row.per_round);
        rows.push(WhyRow {
            kind: "total".to_owned(),
            sentence: "the whole difference".to_owned(),
            question: None,
            own: None,
            other: None,
            context: None,
            per_round: Some(rates.sum()),
            share: total,
            part: total.filter(|total| total.value != 0.0).map(|_| 1.0),
            p_holm: None,
            alone: None,
            last: None,
            lacks: self.shares.difference.lacks(total, EFFECTS),
        });
        rows
    }

    /// Returns the kinds whose share is significant at [`ALPHA`] after Holm's adjustment, largest
    /// share first.
    pub fn named<'r>(&self, rows: &'r [WhyRow]) -> Vec<&'r WhyRow> {
        let is_named =
            |row: &&WhyRow| row.question.is_some() && row.p_holm.is_some_and(|p| p < ALPHA);
        let mut named: Vec<&WhyRow> = rows.iter().filter(is_named).collect();
        let share = |row: &WhyRow| row.share.map_or(0.0, |share| share.value.abs());
        named.sort_by_cached_key(|row| HighestFirst(share(row)));
        named
    }

    /// Returns the answer in a few sentences.
    pub fn sentence(&self, rows: &[WhyRow]) -> String {
        let failures = self.shares.faults.games.iter();
        let failures =
            failures.map(|(bot, [games, _])| of_failures(self.names[*bot], *games, None));
        let sentences: Vec<String> = failures.chain([self.answer(rows)]).collect();
        sentences.join(" ")
    }

    fn answer(&self, rows: &[WhyRow]) -> String {
        let [first, second] = self.pair();
        let Some(total) = self.shares.difference.estimate() else {
            return "Nothing was played.".to_owned();
        };
        let differences = rows.last().and_then(|row| row.per_round);
        if differences == Some(0.0) {
            return format!("{first} and {second} decided alike in every decision.");
        }
        let named = self.named(rows);
        let is_clear = !total.is_about_zero();
        let wins = total.value > 0.0;
        // If neither bot is in the other seats, the two never meet.
        let verb = match self.names[..2].contains(&self.names[2]) {
            true => "beats",
            false => "does better than",
        };
        let mut text = match (is_clear, wins) {
            (true, true) => format!("{first} {verb} {second} by {}", size(&total)),
            (true, false) => format!("{second} {verb} {first} by {}", size(&total)),
            (false, _) => {
                let range = total.interval.map_or(String::new(), |(low, high)| {
                    format!(
                        " (their difference is {} to {} points)",
                        points(low),
                        points(high)
                    )
                });
                format!("{first} and {second} cannot be told apart{range}")
            }
        };
        let Some(largest) = named.first() else {
            text.push_str("; no kind of decision stands out.");
            return text;
        };
        let Some(share) = largest.share else {
            return text;
        };
        let for_first = share.value > 0.0;
        if is_clear && for_first == wins {
            text.push_str(&format!(
                ", and {} of them come from this: {}.",
                points(share.value.abs()),
                largest.sentence
            ));
        } else {
            let winner = if for_first { first } else { second };
            let but = if is_clear { "although" } else { "but" };
            text.push_str(&format!(
                ", {but} {winner} gains {} where {}.",
                size(&share),
                largest.sentence
            ));
        }
        if let [_, others @ ..] = named.as_slice()
            && let Some((next, share)) = others.first().and_then(|row| Some((*row, row.share?)))
        {
            let winner = if share.value > 0.0 { first } else { second };
            text.push_str(&format!(
                " Next, {winner} gains {}: {}.",
                size(&share),
                next.sentence
            ));
        }
        text
    }

    /// Returns the text to print.
    pub fn text(&self, rows: &[WhyRow]) -> String {
        let mut text = String::new();
        wrapped(&mut text, &self.sentence(rows));
        text.push('\n');
        let interval = |estimate: Option<Estimate>| {
            let interval = estimate.and_then(|e| e.interval);
            interval.map(|(low, high)| format!("{} to {}", points(low), points(high)))
        };
        let value = |estimate: Option<Estimate>| estimate.map(|e| points(e.value));
        let sheet = Sheet::<&WhyRow>::new("", "")
            .column("kind of decision", "", |row| match row.question {
                Some(_) => format!("{}. {}", row.kind, row.sentence),
                None => row.sentence.clone(),
            })
            .column("a round", "", |row| {
                row.per_round.map(|rate| format!("{rate:.2}"))
            })
            .column("points", "", move |row| value(row.share))
            .column("", "", |row| stars(row.p_holm))
            .column("95 % interval", "", move |row| interval(row.share))
            .column("alone", "", move |row| value(row.alone))
            .column("last", "", move |row| value(row.last));
        let mut table = String::new();
        sheet.table(rows).align(&mut table);
        text.push_str(&folded(&table));
        text.push('\n');
        let unit = match self.unit {
            Unit::Game => "games",
            Unit::Round => "rounds",
        };
        let [first, second, field] = self.names;
        let note = format!(
            "{}, {} seats, against {field}. Points: {unit} in a hundred that {first} loses if it decides \
these as {second}, in the same seat on the same deals. Kinds are switched in random orders, so the \
points add up. Alone: only this kind is switched. Last: switched after all others. The kinds were \
found on {} and measured on {} others. Stars: significantly different from 0 (* 5 %, ** 1 %, *** 0.1 %), \
adjusted for the number of kinds.",
            self.ruleset,
            self.seats,
            counted(self.searched, "deal"),
            grouped(self.shares.n_deals),
        );
        wrapped(&mut text, &note);
        text
    }
}
