//! The choice of kinds among the differences that were found.
//!
//! A difference is a *cell*: the question, what the one does, what the other does. Its effect in a round is what the round's result loses
//! by switching the cell alone, and is booked under the circumstances of its first decision in that round. Candidates are the cells, and
//! the sums of cells with one side in common ("plays a Wild where the other does not"). The strength of a candidate is the
//! absolute sum of its effects less one standard error, clustered by deal. The strongest is taken if it is at least two standard errors
//! from zero, in ten deals or more; a sum of cells must be stronger than its strongest cell by a quarter. It is narrowed to a range of
//! one circumstance if this keeps most of its strength in much fewer decisions. Then its differences are set aside, and the next is chosen
//! among the others.

use super::features::Difference;
use super::kinds::{DecisionKind, Narrowing};
use std::collections::{BTreeMap, BTreeSet};

/// A candidate must be this many standard errors from zero.
const LEAST_ERRORS: f64 = 2.0;
/// A candidate must come up in this many deals.
const LEAST_DEALS: usize = 10;
/// A sum of cells must be so many times as strong as the strongest of them.
const GAIN_OF_SUMS: f64 = 1.25;
/// A narrowed kind must keep this part of the strength.
const KEPT_STRENGTH: f64 = 0.85;
/// A narrowed kind may have at most this part of the decisions.
const KEPT_DECISIONS: f64 = 0.6;

/// A difference in a round, with its effect.
pub struct Found {
    /// The deal.
    pub deal: u64,
    /// The first of the cell's differences in the round.
    pub difference: Difference,
    /// How many there were in the round.
    pub n: u32,
    /// What the round's result loses by switching the cell.
    pub effect: f64,
}

/// How strong a candidate is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strength {
    sum: f64,
    error: f64,
    n_deals: usize,
    n_decisions: u64,
}

impl Strength {
    /// That of these differences, which are in the order of their deals.
    fn of<'a>(found: impl Iterator<Item = &'a Found>) -> Strength {
        let (mut sum, mut squares, mut n_deals, mut n_decisions) = (0.0, 0.0, 0, 0);
        let (mut deal, mut own) = (u64::MAX, 0.0);
        for it in found {
            if it.deal != deal {
                squares += own * own;
                (deal, own) = (it.deal, 0.0);
                n_deals += 1;
            }
            own += it.effect;
            sum += it.effect;
            n_decisions += u64::from(it.n);
        }
        squares += own * own;
        Strength {
            sum,
            // Deals without such a decision count as zeros; of these there are many.
            error: libm::sqrt(squares),
            n_deals,
            n_decisions,
        }
    }

    fn value(&self) -> f64 {
        self.sum.abs() - self.error
    }

    fn is_enough(&self) -> bool {
        self.n_deals >= LEAST_DEALS && self.sum.abs() >= LEAST_ERRORS * self.error
    }
}

/// The words for a range of values of a circumstance, by its place; `None` if it is not one that is tried.
pub type Words<'a> = &'a dyn Fn(usize, u8, u8) -> Option<&'static str>;

/// At most `most` kinds, the strongest first. `found` is in the order of deals.
pub fn select(
    found: &[Found],
    most: usize,
    n_contexts: usize,
    words: Words<'_>,
) -> Vec<DecisionKind> {
    let mut rest: Vec<&Found> = found.iter().collect();
    let mut kinds = Vec::new();
    while kinds.len() < most {
        let Some((kind, strength)) = strongest(&rest) else {
            break;
        };
        let kind = narrowed(&rest, kind, strength, n_contexts, words);
        rest.retain(|it| !kind.has(&it.difference));
        kinds.push(kind);
    }
    kinds
}

/// The strongest candidate.
fn strongest(rest: &[&Found]) -> Option<(DecisionKind, Strength)> {
    // Grouped first: each difference is in one cell, and in at most two sums.
    let mut cells: BTreeMap<[&str; 3], Vec<&Found>> = BTreeMap::new();
    for it in rest {
        let deeds = &it.difference.deeds;
        let cell = [it.difference.question, &deeds.own, &deeds.other];
        cells.entry(cell).or_default().push(it);
    }
    let text = |text: &str| Some(text.to_owned());
    let mut best: Option<(DecisionKind, Strength)> = None;
    let mut offer = |kind: DecisionKind, strength: Strength| {
        let is_better = |(_, known): &(DecisionKind, Strength)| strength.value() > known.value();
        if strength.is_enough() && best.as_ref().is_none_or(is_better) {
            best = Some((kind, strength));
        }
    };
    let mut strengths: BTreeMap<[&str; 3], Strength> = BTreeMap::new();
    for (cell, found) in &cells {
        let strength = Strength::of(found.iter().copied());
        let [question, own, other] = *cell;
        let kind = DecisionKind {
            question: question.to_owned(),
            own: text(own),
            other: text(other),
            context: None,
        };
        strengths.insert(*cell, strength);
        offer(kind, strength);
    }
    let sides: BTreeSet<(&str, usize, &str)> = cells
        .keys()
        .flat_map(|[question, own, other]| [(*question, 1, *own), (*question, 2, *other)])
        .collect();
    for (question, side, deed) in sides {
        let kind = DecisionKind {
            question: question.to_owned(),
            own: if side == 1 { text(deed) } else { None },
            other: if side == 2 { text(deed) } else { None },
            context: None,
        };
        let own: Vec<&Found> = rest
            .iter()
            .copied()
            .filter(|it| kind.has(&it.difference))
            .collect();
        let of_own = strengths.iter().filter(|(cell, _)| {
            let found = &cells[*cell];
            found.first().is_some_and(|it| kind.has(&it.difference))
        });
        let values: Vec<f64> = of_own.map(|(_, strength)| strength.value()).collect();
        let largest = values.iter().copied().fold(0.0, f64::max);
        let strength = Strength::of(own.into_iter());
        if values.len() > 1 && strength.value() > GAIN_OF_SUMS * largest {
            offer(kind, strength);
        }
    }
    best
}

/// The kind in the range of one circumstance that keeps its strength best in much fewer decisions; as it is if none does.
fn narrowed(
    rest: &[&Found],
    kind: DecisionKind,
    strength: Strength,
    n_contexts: usize,
    words: Words<'_>,
) -> DecisionKind {
    let own: Vec<&Found> = rest
        .iter()
        .copied()
        .filter(|it| kind.has(&it.difference))
        .collect();
    let mut best: Option<(Narrowing, Strength)> = None;
    for place in 0..n_contexts {
        let value = |it: &&Found| it.difference.contexts[place];
        let highest = own.iter().map(value).max().unwrap_or(0);
        for low in 0..=highest {
            for high in low..=highest {
                let Some(words) = words(place, low, high) else {
                    continue;
                };
                let inside = own.iter().filter(|it| (low..=high).contains(&value(it)));
                let narrow = Strength::of(inside.copied());
                let is_kept = narrow.is_enough()
                    && narrow.sum * strength.sum > 0.0
                    && narrow.value() >= KEPT_STRENGTH * strength.value()
                    && narrow.n_decisions as f64 <= KEPT_DECISIONS * strength.n_decisions as f64;
                let is_better = |(_, known): &(Narrowing, Strength)| narrow.value() > known.value();
                if is_kept && best.as_ref().is_none_or(is_better) {
                    let narrowing = Narrowing {
                        place: place as u8,
                        low,
                        high,
                        words: words.to_owned(),
                    };
                    best = Some((narrowing, narrow));
                }
            }
        }
    }
    DecisionKind {
        context: best.map(|(narrowing, _)| narrowing),
        ..kind
    }
}
