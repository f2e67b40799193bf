//! Choice of kinds among the differences found.
//!
//! A *cell* is a question with the actions of both bots. A *side* is all cells with the same action
//! of one bot ("plays a Wild where the other does not"). Cells and sides are the candidates. The
//! effect of a candidate in a round is the loss of the round's result from switching its decisions
//! and no others. It is recorded under the circumstances of the first of them.
//!
//! 1. The strength of a candidate is the absolute sum of its effects minus one standard error,
//!    clustered by deal. The strongest is chosen among those whose sum is at least two standard
//!    errors from zero, in ten deals or more. A side must be stronger than its strongest cell by a
//!    quarter. A candidate is excluded if its mirror (the two bots exchanged) comes up equally
//!    often, and the two together change nothing, or one gains what the other loses: then the bots
//!    differ in it by chance, not by habit. The numbers are compared by McNemar's test
//!    (Psychometrika 12, 1947). As there are many candidates, the level of the tests is divided by
//!    their number (Bonferroni).
//! 2. It is narrowed to a range of one circumstance in one of two cases: the range keeps most of
//!    its strength in far fewer decisions, or contains nearly all its decisions and few of the
//!    question's.
//! 3. Its decisions are set aside, and the next kind is chosen among the others. If a side loses
//!    decisions in this way, its effect becomes the sum of the effects that remain in its cells.

use super::features::{Circumstances, Difference};
use super::kind::{DecisionKind, Narrowing, Together};
use powergrab_stats::distributions::normal_quantile;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Minimum distance of a candidate's effect from zero, in standard errors.
const LEAST_ERRORS: f64 = 2.0;
/// Minimum number of deals in which a candidate comes up.
const LEAST_DEALS: usize = 10;
/// Probability that any candidate of two bots that decide alike seems to be a habit of one of them.
const MISTAKEN: f64 = 0.01;
/// Minimum ratio of a side's strength to that of its strongest cell.
const GAIN_OF_SIDES: f64 = 1.25;
/// Minimum fraction of the strength that a narrowed kind keeps.
const KEPT_STRENGTH: f64 = 0.85;
/// Maximum fraction of the decisions that a narrowed kind keeps.
const KEPT_DECISIONS: f64 = 0.6;
/// Minimum fraction of a kind's decisions in a range that describes it.
const DESCRIBED: f64 = 0.98;
/// Maximum fraction of the question's decisions in a range that describes a kind.
const USUAL: f64 = 0.5;

/// Least share of an action that describes the open side of a kind.
const OFTEN: f64 = 0.1;
/// Number of these actions, and their maximum number where that many are too small a part of all.
const FEW_ACTIONS: usize = 2;
const MOST_ACTIONS: usize = 3;
/// Least share of these together; below, there are too many others to name any.
const ENOUGH: f64 = 0.6;
/// Share below which others are worth a word.
const NEARLY_ALL: f64 = 0.95;

/// Differences of a round that were taken together, and their effect.
pub struct Found {
    /// Number of the deal.
    pub deal: u64,
    /// Rule that groups them.
    pub together: Together,
    /// The first of them.
    pub difference: Difference,
    /// Number of differences.
    pub n: u32,
    /// Loss of the result.
    pub effect: f64,
}

/// Words for a range of a circumstance's values, by the circumstance's index; `None` if the range
/// is not to be tried.
pub type Words<'a> = &'a dyn Fn(usize, u8, u8) -> Option<&'static str>;

/// Findings from which kinds are chosen.
pub struct Selection<'a> {
    /// All findings, in the order of deals.
    pub found: &'a [Found],
    /// Number of decisions in each circumstance.
    pub circumstances: &'a Circumstances,
    /// Number of circumstances.
    pub n_contexts: usize,
    /// Words for their ranges.
    pub words: Words<'a>,
}

/// Question, action of the first bot, action of the second bot.
type Cell<'a> = [&'a str; 3];

impl Found {
    fn cell(&self) -> Cell<'_> {
        let difference = &self.difference;
        [
            &difference.question,
            &difference.deeds.own,
            &difference.deeds.other,
        ]
    }
}

/// Strength of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strength {
    sum: f64,
    error: f64,
    n_deals: usize,
    n_decisions: u64,
}

impl Strength {
    /// Returns the strength of these groups, which are in the order of their deals.
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
            // Around 0, the mean of a candidate that changes nothing.
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

/// Candidate with the groups on which its strength is based.
struct Candidate<'a> {
    kind: DecisionKind,
    groups: Vec<&'a Found>,
    strength: Strength,
}

/// Decisions of a kind with the two bots exchanged.
type Mirror<'a> = Vec<&'a Found>;

/// All cells of a question with the same action of one of the bots.
type Side<'a> = (Together, &'a str, &'a str);

/// Returns whether the bots differ in a candidate only by chance. They do not if the numbers of the
/// candidate and its mirror differ by more than this many standard errors, or if their joint effect
/// is as far from zero and both have the same sign. With opposite signs, one direction gains what the
/// other loses, which need not cancel: several decisions of a round are switched together.
fn is_chance(candidate: &Candidate<'_>, mirror: &[&Found], errors: f64) -> bool {
    let own = candidate.strength;
    let other = Strength::of(mirror.iter().copied());
    let [n_own, n_other] = [own, other].map(|it| it.n_decisions as f64);
    let as_often = (n_own - n_other).abs() <= errors * libm::sqrt(n_own + n_other);
    let mut both: Vec<&Found> = candidate.groups.iter().chain(mirror).copied().collect();
    both.sort_by_cached_key(|it| it.deal);
    let both = Strength::of(both.into_iter());
    let is_effect = both.sum.abs() > errors * both.error && own.sum * other.sum > 0.0;
    as_often && !is_effect
}

/// Returns the two or three most frequent actions on the open side of a kind with these cells; empty
/// if they are a small part of all.
fn usual(kind: &DecisionKind, cells: &[&Found]) -> String {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for it in cells {
        let deeds = &it.difference.deeds;
        let open = match (&kind.own, &kind.other) {
            (Some(_), None) => &deeds.other,
            (None, Some(_)) => &deeds.own,
            _ => return String::new(),
        };
        *counts.entry(open).or_default() += it.n;
    }
    let n = f64::from(counts.values().sum::<u32>());
    let share = |count: u32| f64::from(count) / n;
    let mut counts: Vec<(&str, u32)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.retain(|(_, count)| share(*count) >= OFTEN);
    let shown = |most: usize| share(counts.iter().take(most).map(|(_, count)| count).sum());
    let sizes = [FEW_ACTIONS, MOST_ACTIONS];
    let Some(most) = sizes.into_iter().find(|most| shown(*most) >= ENOUGH) else {
        return String::new();
    };
    let shown = shown(most);
    counts.truncate(most);
    let named = counts
        .iter()
        .map(|(deed, count)| format!("{deed} ({:.0} %)", 100.0 * share(*count)));
    let mut named: Vec<String> = named.collect();
    if shown < NEARLY_ALL {
        named.push("others".to_owned());
    }
    named.join(" or ")
}

impl<'a> Selection<'a> {
    /// Returns at most `most` kinds, in the order in which they were chosen.
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
            let (taken, left) = rest.into_iter().partition(|it| kind.has(&it.difference));
            let taken: Vec<&Found> = taken;
            touched.extend(taken.iter().map(|it| it.cell()));
            rest = left;
            let usual = usual(&kind, &taken);
            kinds.push(DecisionKind { usual, ..kind });
        }
        kinds
    }

    fn of(&self, together: Together) -> impl Iterator<Item = &'a Found> {
        let found = self.found.iter();
        found.filter(move |it| it.together == together)
    }

    /// Returns the strongest candidate.
    fn strongest(&self, rest: &[&'a Found], touched: &BTreeSet<Cell<'a>>) -> Option<Candidate<'a>> {
        let mut cells: BTreeMap<Cell<'a>, Vec<&'a Found>> = BTreeMap::new();
        for it in rest {
            cells.entry(it.cell()).or_default().push(it);
        }
        let candidate = |together: Together, groups: Vec<&'a Found>| {
            let first = groups.first()?;
            Some(Candidate {
                kind: together.kind(&first.difference),
                strength: Strength::of(groups.iter().copied()),
                groups,
            })
        };
        // By side: the largest strength of its remaining cells, and their groups.
        let mut sides: BTreeMap<Side<'_>, (f64, Vec<&'a Found>)> = BTreeMap::new();
        let mut all: Vec<(Candidate<'a>, Mirror<'_>)> = Vec::new();
        for (cell, groups) in &cells {
            let [question, own, other] = *cell;
            let first = &groups[0].difference;
            let same_class = first.deeds.same_class;
            let exchanged = if same_class { own } else { other };
            let mirror = cells.get(&[question, exchanged, &*first.mirror]);
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
                groups.sort_by_cached_key(|it| it.deal);
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
        // A candidate and its mirror have two tests in common, each with two tails.
        let errors = normal_quantile(MISTAKEN / (2.0 * all.len().max(1) as f64));
        let enough = all
            .into_iter()
            .filter(|(it, mirror)| it.strength.is_enough() && !is_chance(it, mirror, errors));
        let strongest =
            enough.max_by(|(a, _), (b, _)| a.strength.value().total_cmp(&b.strength.value()));
        strongest.map(|(it, _)| it)
    }

    /// Returns the ranges of circumstances to try, with their words.
    fn ranges(&self, groups: &[&Found]) -> Vec<Narrowing> {
        let mut all = Vec::new();
        for place in 0..self.n_contexts {
            let values = groups.iter().map(|it| it.difference.contexts[place]);
            let highest = values.max().unwrap_or(0);
            // One more, for the ranges beyond the values that came up.
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

    /// Returns the range that best keeps a candidate's strength in far fewer decisions; `None` if
    /// no range does.
    fn narrowing(&self, candidate: &Candidate<'_>) -> Option<Narrowing> {
        let whole = candidate.strength;
        let narrow = |range: Narrowing| {
            let inside = candidate
                .groups
                .iter()
                .filter(|it| range.has(&it.difference));
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

    /// Returns the range with nearly all decisions of a candidate and the fewest of the question's;
    /// `None` if every such range has too many of these.
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
                .filter(|it| range.has(&it.difference));
            let n: u64 = inside.map(|it| u64::from(it.n)).sum();
            n as f64 >= DESCRIBED * candidate.strength.n_decisions as f64 && usual(range) <= USUAL
        };
        let ranges = self.ranges(&candidate.groups).into_iter().filter(describes);
        ranges.min_by(|a, b| usual(a).total_cmp(&usual(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::features::Deeds;
    use powergrab_bots::strategy::rules::MAX_CONTEXTS;

    fn found(deal: u64, deeds: Deeds, mirror: &'static str, n: u32, effect: f64) -> Found {
        Found {
            deal,
            together: Together::Cell,
            difference: Difference {
                question: "turn".into(),
                deeds,
                mirror: mirror.into(),
                contexts: [0; MAX_CONTEXTS],
            },
            n,
            effect,
        }
    }

    #[test]
    fn a_third_action_is_named_where_two_are_too_few() {
        let usual_of = |counts: &[(&'static str, u32)]| {
            let of = |(deed, n): &(&'static str, u32)| {
                let deeds = Deeds::new("draws".into(), (*deed).into(), || "differs");
                found(0, deeds, "draws", *n, 1.0)
            };
            let all: Vec<Found> = counts.iter().map(of).collect();
            let kind = Together::Own.kind(&all[0].difference);
            usual(&kind, &all.iter().collect::<Vec<_>>())
        };
        let two = [("a", 35), ("b", 25), ("c", 40)];
        assert_eq!(usual_of(&two), "c (40 %) or a (35 %) or others");
        let three = [("a", 30), ("b", 20), ("c", 15), ("d", 14), ("e", 21)];
        assert_eq!(
            usual_of(&three),
            "a (30 %) or e (21 %) or b (20 %) or others"
        );
        // Three of these are half of all.
        let none = [
            ("a", 17),
            ("b", 17),
            ("c", 17),
            ("d", 17),
            ("e", 16),
            ("f", 16),
        ];
        assert_eq!(usual_of(&none), "");
    }

    /// Two bots play a number each, the second sometimes one of more points and sometimes one of
    /// fewer: with these effects, in as many deals.
    #[test]
    fn what_one_bot_does_as_often_as_the_other_is_a_kind_only_if_both_directions_lose() {
        let n_kinds = |effects: &[f64]| {
            let words = [
                ("plays one of more points", "plays one of fewer points"),
                ("plays one of fewer points", "plays one of more points"),
            ];
            let of = |deal| {
                let both = words.iter().zip(effects);
                both.map(move |((differs, mirror), effect)| {
                    let number = || "plays a number".into();
                    let deeds = Deeds::new(number(), number(), || differs);
                    found(deal, deeds, mirror, 1, *effect)
                })
            };
            let all: Vec<Found> = (0..40).flat_map(of).collect();
            let selection = Selection {
                found: &all,
                circumstances: &Circumstances::default(),
                n_contexts: 0,
                words: &|_, _, _| None,
            };
            selection.kinds(1).len()
        };
        assert_eq!(n_kinds(&[10.0, -10.0]), 0);
        assert_eq!(n_kinds(&[30.0, -10.0]), 0);
        assert_eq!(n_kinds(&[10.0, 10.0]), 1);
        assert_eq!(n_kinds(&[10.0]), 1);
    }
}
