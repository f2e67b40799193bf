//! The choice of kinds among the differences that were found.
//!
//! A *cell* is a question with what the one bot does and what the other does; a *side* is all cells in which one of them does the same
//! ("plays a Wild where the other does not"). Cells and sides are the candidates. The effect of a candidate in a round is what the
//! round's result loses by switching its decisions and no others, and is booked under the circumstances of the first of them.
//!
//! 1. The strength of a candidate is the absolute sum of its effects less one standard error, clustered by deal. The strongest is taken if
//!    it is at least two standard errors from zero, in ten deals or more. A side must be stronger than its strongest cell by a quarter.
//!    It is no candidate if its mirror (the two bots change places) comes up as often, and the two together change nothing: then it is
//!    chance that tells the bots apart in it, and not a habit. As often is what McNemar's test (Psychometrika 12, 1947) says of the two
//!    numbers, at three standard errors.
//! 2. It is narrowed to a range of one circumstance if this keeps most of its strength in much fewer decisions, or if nearly all its
//!    decisions lie in that range, and few of the question's.
//! 3. Its decisions are set aside, and the next is chosen among the others. A side with a cell that was set aside has the sum of its other
//!    cells' effects.

use super::features::Circumstances;
use super::hybrid_table::{RoundEffect, Together};
use super::kinds::{DecisionKind, Narrowing};
use std::collections::{BTreeMap, BTreeSet};

/// A candidate must be this many standard errors from zero.
const LEAST_ERRORS: f64 = 2.0;
/// A candidate must come up in this many deals.
const LEAST_DEALS: usize = 10;
/// A candidate and its mirror come up as often if their numbers differ by no more standard errors.
const AS_OFTEN: f64 = 3.0;
/// A candidate that comes up as often as its mirror must change something together with it, by so many standard errors: there are many
/// candidates, and a few of them are far from zero by chance.
const BOTH_ERRORS: f64 = 3.5;
/// A side must be so many times as strong as the strongest of its cells.
const GAIN_OF_SIDES: f64 = 1.25;
/// A narrowed kind must keep this part of the strength.
const KEPT_STRENGTH: f64 = 0.85;
/// A narrowed kind may have at most this part of the decisions.
const KEPT_DECISIONS: f64 = 0.6;
/// A range that describes a kind has this part of its decisions at least.
const DESCRIBED: f64 = 0.98;
/// A range that describes a kind has this part of the question's decisions at most.
const USUAL: f64 = 0.5;

/// Differences of a round that were switched together, with the effect.
pub struct Found {
    /// The deal.
    pub deal: u64,
    /// The differences.
    pub group: RoundEffect,
    /// What the round's result loses.
    pub effect: f64,
}

/// The words for a range of values of a circumstance, by its place; `None` if it is not one that is tried.
pub type Words<'a> = &'a dyn Fn(usize, u8, u8) -> Option<&'static str>;

/// What kinds are chosen from.
pub struct Selection<'a> {
    /// All that was found, in the order of deals.
    pub found: &'a [Found],
    /// How often each circumstance came up.
    pub circumstances: &'a Circumstances,
    /// How many circumstances there are.
    pub n_contexts: usize,
    /// Their words.
    pub words: Words<'a>,
}

/// A question, what the first bot does, what the other does.
type Cell<'a> = [&'a str; 3];

impl Found {
    fn cell(&self) -> Cell<'_> {
        let difference = &self.group.difference;
        [
            difference.question,
            &difference.deeds.own,
            &difference.deeds.other,
        ]
    }
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
    /// That of these groups, which are in the order of their deals.
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
            n_decisions += u64::from(it.group.n);
        }
        squares += own * own;
        Strength {
            sum,
            // About the mean of 0 that there is if the candidate changes nothing.
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

/// A candidate with the groups that its strength comes from.
struct Candidate<'a> {
    kind: DecisionKind,
    groups: Vec<&'a Found>,
    strength: Strength,
}

/// The decisions of a kind with the two bots' places changed.
type Mirror<'a> = Vec<&'a Found>;

/// All cells of a question in which one of the bots does the same.
type Side<'a> = (Together, &'a str, &'a str);

/// Whether it is chance that tells the bots apart in a candidate: its mirror comes up as often, and both together change nothing.
fn is_chance(candidate: &Candidate<'_>, mirror: &[&Found]) -> bool {
    let own = candidate.strength.n_decisions as f64;
    let other = Strength::of(mirror.iter().copied()).n_decisions as f64;
    let as_often = (own - other).abs() <= AS_OFTEN * libm::sqrt(own + other);
    let mut both: Vec<&Found> = candidate.groups.iter().chain(mirror).copied().collect();
    both.sort_by_key(|it| it.deal);
    let both = Strength::of(both.into_iter());
    as_often && both.sum.abs() < BOTH_ERRORS * both.error
}

impl<'a> Selection<'a> {
    /// At most `most` kinds, in the order in which they were chosen.
    pub fn kinds(&self, most: usize) -> Vec<DecisionKind> {
        let mut rest: Vec<&Found> = self.of(Together::Cell).collect();
        let mut touched: BTreeSet<Cell<'_>> = BTreeSet::new();
        let mut kinds = Vec::new();
        while kinds.len() < most {
            let Some(best) = self.strongest(&rest, &touched) else {
                break;
            };
            let kind = DecisionKind {
                context: self.narrowing(&best).or_else(|| self.description(&best)),
                ..best.kind
            };
            let (taken, left) = rest
                .into_iter()
                .partition(|it| kind.has(&it.group.difference));
            let taken: Vec<&Found> = taken;
            touched.extend(taken.iter().map(|it| it.cell()));
            rest = left;
            kinds.push(kind);
        }
        kinds
    }

    fn of(&self, together: Together) -> impl Iterator<Item = &'a Found> {
        let found = self.found.iter();
        found.filter(move |it| it.group.together == together)
    }

    /// The strongest candidate.
    fn strongest(&self, rest: &[&'a Found], touched: &BTreeSet<Cell<'a>>) -> Option<Candidate<'a>> {
        let mut cells: BTreeMap<Cell<'a>, Vec<&'a Found>> = BTreeMap::new();
        for it in rest {
            cells.entry(it.cell()).or_default().push(it);
        }
        let candidate = |together: Together, groups: Vec<&'a Found>| {
            let first = groups.first()?;
            Some(Candidate {
                kind: together.kind(&first.group.difference),
                strength: Strength::of(groups.iter().copied()),
                groups,
            })
        };
        // By side: the largest value of its cells, and those of them that are left.
        let mut sides: BTreeMap<Side<'_>, (f64, Vec<&'a Found>)> = BTreeMap::new();
        let mut all: Vec<(Candidate<'a>, Mirror<'_>)> = Vec::new();
        for (cell, groups) in &cells {
            let [question, own, other] = *cell;
            let same_class = groups[0].group.difference.deeds.same_class;
            let mirror = cells.get(&[question, other, own]);
            let Some(it) = candidate(Together::Cell, groups.clone()) else {
                continue;
            };
            if !same_class {
                for side in [
                    (Together::Own, question, own),
                    (Together::Other, question, other),
                ] {
                    let (largest, of_side) = sides.entry(side).or_default();
                    *largest = largest.max(it.strength.value());
                    of_side.extend(groups);
                }
            }
            all.push((it, mirror.cloned().unwrap_or_default()));
        }
        let is_of = |(together, question, deed): Side<'_>, [asked, own, other]: Cell<'_>| {
            asked == question
                && deed
                    == if together == Together::Own {
                        own
                    } else {
                        other
                    }
        };
        let groups_of = |side: Side<'_>| {
            let Some((_, of_cells)) = sides.get(&side) else {
                return Vec::new();
            };
            if touched.iter().any(|cell| is_of(side, *cell)) {
                let mut groups = of_cells.clone();
                groups.sort_by_key(|it| it.deal);
                return groups;
            }
            self.of(side.0)
                .filter(|it| is_of(side, it.cell()))
                .collect()
        };
        for (side, (largest, _)) in &sides {
            let (together, question, deed) = *side;
            let mirror = match together {
                Together::Own => Together::Other,
                _ => Together::Own,
            };
            let it = candidate(together, groups_of(*side));
            let stronger = it.filter(|it| it.strength.value() > GAIN_OF_SIDES * largest);
            all.extend(stronger.map(|it| (it, groups_of((mirror, question, deed)))));
        }
        let enough = all
            .into_iter()
            .filter(|(it, mirror)| it.strength.is_enough() && !is_chance(it, mirror));
        let strongest =
            enough.max_by(|(a, _), (b, _)| a.strength.value().total_cmp(&b.strength.value()));
        strongest.map(|(it, _)| it)
    }

    /// The ranges of circumstances that are tried, with their words.
    fn ranges(&self, groups: &[&Found]) -> Vec<Narrowing> {
        let mut all = Vec::new();
        for place in 0..self.n_contexts {
            let values = groups.iter().map(|it| it.group.difference.contexts[place]);
            let highest = values.max().unwrap_or(0);
            // One more, for the ranges beyond what came up.
            for low in 0..=highest {
                for high in low..=highest.saturating_add(1) {
                    if let Some(words) = (self.words)(place, low, high).filter(|w| !w.is_empty()) {
                        all.push(Narrowing {
                            place: place as u8,
                            low,
                            high,
                            words: words.to_owned(),
                        });
                    }
                }
            }
        }
        all
    }

    /// The range that keeps the strength of a candidate best in much fewer decisions; `None` if none does.
    fn narrowing(&self, candidate: &Candidate<'_>) -> Option<Narrowing> {
        let whole = candidate.strength;
        let narrow = |range: Narrowing| {
            let inside = candidate
                .groups
                .iter()
                .filter(|it| range.has(&it.group.difference));
            let strength = Strength::of(inside.copied());
            let is_kept = strength.is_enough()
                && strength.sum * whole.sum > 0.0
                && strength.value() >= KEPT_STRENGTH * whole.value()
                && strength.n_decisions as f64 <= KEPT_DECISIONS * whole.n_decisions as f64;
            is_kept.then_some((strength.value(), range))
        };
        let kept = self
            .ranges(&candidate.groups)
            .into_iter()
            .filter_map(narrow);
        let best = kept.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map(|(_, range)| range)
    }

    /// The range that has nearly all decisions of a candidate, and the fewest of the question's; `None` if none has few of these.
    fn description(&self, candidate: &Candidate<'_>) -> Option<Narrowing> {
        let usual = |range: &Narrowing| {
            let place = usize::from(range.place);
            let question = &candidate.kind.question;
            self.circumstances
                .part(question, place, range.low, range.high)
        };
        let describes = |range: &Narrowing| {
            let inside = candidate
                .groups
                .iter()
                .filter(|it| range.has(&it.group.difference));
            let n: u64 = inside.map(|it| u64::from(it.group.n)).sum();
            n as f64 >= DESCRIBED * candidate.strength.n_decisions as f64 && usual(range) <= USUAL
        };
        let ranges = self.ranges(&candidate.groups).into_iter().filter(describes);
        ranges.min_by(|a, b| usual(a).total_cmp(&usual(b)))
    }
}
