//! Changed rules on the same deals: ablations (a thing removed from the rules) and rulings (an
//! alternative reading of the rule sheets), one at a time and in pairs.
//!
//! Base and variant play the same deals with the same bots in the same seats, so their difference
//! is paired by deal. Standard errors come from the deals' differences, whose spread is smaller by
//! what the two games have in common.

use super::changes::{AND, Change, changed, overlap};
use crate::seating_pool::{Place, SeatedLineUp};
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Collect, Control, RunError, Seating, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::Bot;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Game, Metrics, Unit};
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::{Shedding, State};
use powergrab_stats::interval::LEAST_EVENTS;
use powergrab_stats::layout::{WIN, share};
use powergrab_stats::moments::Estimate;
use powergrab_stats::order::HighestFirst;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Figures by deal: one row per deal, in the order of the deals.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PerDeal {
    width: usize,
    n_places: usize,
    rows: Vec<i64>,
    /// Row of the current deal.
    #[serde(skip)]
    deal: Vec<i64>,
}

const ROUNDS: usize = 0;
const GAMES: usize = 1;
const FIRST: usize = 2;
const METRIC: usize = 3;
/// Minimum effective number of deals that carry the variance, for a usable standard error.
const LEAST_CARRYING: f64 = 10.0;

/// Returns the number of deals behind an interval, from these deviations from the mean: all of
/// them, or 0 if a change affects too few deals.
///
/// There are too few if (Σz²)²/Σz⁴, the effective number of deals that carry the variance, is small
/// (for normal deviations a third of the deals, for rare events the number of events), or if there
/// are fewer deals than 25 times the squared skewness (Cochran, "Sampling Techniques", 3rd ed.,
/// 2.15).
fn resting_on(deals: &[f64]) -> u64 {
    let (mut two, mut three, mut four) = (0.0, 0.0, 0.0);
    for z in deals {
        let square = z * z;
        two += square;
        three += square * z;
        four += square * square;
    }
    let carries = two * two >= LEAST_CARRYING * four;
    let is_even = two * two * two > LEAST_EVENTS * three * three;
    if two > 0.0 && carries && is_even {
        deals.len() as u64
    } else {
        0
    }
}

/// Minimum number of deals for a noticeable difference.
const LEAST_DEALS: u64 = 30;

fn n_metrics() -> usize {
    Shedding::METRICS.len()
}

/// Returns the column of the wins of the bot at an index of the line-up.
fn wins(place: usize) -> usize {
    METRIC + n_metrics() + place
}

impl Collect<Shedding> for PerDeal {
    fn fresh(&self) -> PerDeal {
        PerDeal {
            rows: Vec::new(),
            deal: vec![0; self.deal.len()],
            ..*self
        }
    }

    fn round(
        &mut self,
        seating: &Seating<'_>,
        _: u32,
        game: &Shedding,
        state: &State,
        metrics: &Metrics,
        _: &<Shedding as Game>::Meter,
    ) {
        let weight = i64::from(seating.weight);
        let row = &mut self.deal[seating.line_up * self.width..];
        row[ROUNDS] += weight;
        let winner = state.winner();
        row[FIRST] += weight * i64::from(winner.is_some_and(|s| game.position(state, s) == 0));
        for (cell, value) in row[METRIC..METRIC + n_metrics()].iter_mut().zip(metrics) {
            *cell += weight * i64::from(*value);
        }
    }

    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &Shedding, state: &State) {
        let weight = i64::from(seating.weight);
        let outcome = match unit {
            Unit::Game => game.outcome(state),
            Unit::Round => game.round_outcome(state),
        };
        let row = &mut self.deal[seating.line_up * self.width..];
        row[GAMES] += weight;
        let won = weight * share(outcome.winners);
        for (seat, &bot) in seating.bots.iter().enumerate() {
            if outcome.winners >> (seat as Seat) & 1 == 1 {
                row[wins(bot % self.n_places)] += won;
            }
        }
    }

    fn end_deal(&mut self, _deal: u64) {
        self.rows.extend_from_slice(&self.deal);
        self.deal.fill(0);
    }

    /// The arena absorbs chunks in the order of their deals.
    fn absorb(&mut self, other: &mut PerDeal) {
        self.rows.append(&mut other.rows);
    }
}

/// Figures of one ruleset, by line-up, metric and deal.
struct Played {
    /// By line-up, by metric: the figure, and each deal's part in its linearised error.
    figures: Vec<Vec<(f64, Vec<f64>)>>,
}

/// A comparison of changed rules with the base.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// The tables under the base rules.
    pub tables: &'a [SeatedLineUp],
    /// Unit of play.
    pub unit: Unit,
    /// Source of the deals.
    pub seeds: Seeds,
    /// The deals.
    pub deals: Range<u64>,
    /// Threads.
    pub workers: Workers,
}

/// Difference caused by a change of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantRow {
    /// The table, with the base as its ruleset.
    pub place: Place,
    /// The changes, joined by ` & `.
    pub flips: String,
    /// Number of these changes.
    pub n_flips: usize,
    /// Name of the figure.
    pub metric: String,
    /// The figure with the base.
    pub base: f64,
    /// The figure with the changes.
    pub value: f64,
    /// Their difference, paired by deal.
    pub difference: Estimate,
    /// For a pair of changes: deviation from the sum of their separate effects.
    pub interaction: Option<Estimate>,
    /// `true` if large enough to be noticed at a table, and significant among all rows.
    pub noticeable: bool,
}

/// Order of the bots under changed rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingRow {
    /// The table, with the base as its ruleset.
    pub place: Place,
    /// The changes, joined by ` & `; empty for the base.
    pub flips: String,
    /// The bots, best first.
    pub ranking: String,
    /// `true` if two bots are in another order than with the base, beyond two standard errors in
    /// both.
    pub changed: bool,
}

/// Results of a comparison: differences, and orders of bots.
pub type Compared = (Vec<VariantRow>, Vec<RankingRow>);

impl Comparison<'_> {
    /// Returns the distinct bots of a table by name, with their indices in the line-up.
    fn bots(seated: &SeatedLineUp) -> Vec<(&str, Vec<usize>)> {
        let mut bots: Vec<(&str, Vec<usize>)> = Vec::new();
        for (place, bot) in seated.bots.iter().enumerate() {
            match bots.iter_mut().find(|(name, _)| *name == bot.name) {
                Some((_, places)) => places.push(place),
                None => bots.push((&bot.name, vec![place])),
            }
        }
        bots
    }

    /// Returns the names of a table's figures.
    fn metrics(seated: &SeatedLineUp) -> Vec<String> {
        let mut names = vec!["first_seat".to_owned()];
        names.extend(Shedding::METRICS.iter().map(|m| m.name.to_owned()));
        let bots = Comparison::bots(seated);
        if bots.len() > 1 {
            names.extend(bots.iter().map(|(name, _)| format!("share {name}")));
        }
        names
    }

    /// Plays the tables with changed rules; `None` if cancelled.
    ///
    /// # Errors
    /// [`RunError`] if the arena cannot run.
    pub fn play(
        &self,
        changes: &[&Change],
        control: Control<'_>,
    ) -> Result<Option<PerDeal>, RunError> {
        let n_places = self.tables.iter().map(|t| t.bots.len()).max().unwrap_or(1);
        let width = METRIC + n_metrics() + n_places;
        let mut experiment = Experiment {
            tables: Vec::new(),
            bots: Vec::new(),
            line_ups: Vec::new(),
            unit: self.unit,
            order: Order::Cyclic,
            line_up_deals: LineUpDeals::Shared,
            seeds: self.seeds,
        };
        for seated in self.tables {
            let rules = changed(seated.game.rules(), changes).map_err(|_| RunError::Unsound)?;
            let game = Shedding::new(rules, seated.bots.len()).map_err(|_| RunError::Unsound)?;
            // Each index of the line-up is a bot of its own, so that wins are counted by index.
            // Equal bots are still played only once per rotation, because their first index
            // represents all.
            let first = experiment.bots.len();
            let place = |bot: &Bot<Shedding>| {
                let same = seated.bots.iter().position(|b| b.name == bot.name);
                first + same.unwrap_or(0)
            };
            experiment.line_ups.push(LineUp {
                table: experiment.tables.len(),
                bots: seated.bots.iter().map(place).collect(),
            });
            experiment.tables.push(game);
            experiment.bots.extend(seated.bots.iter().cloned());
            // Filled up, so that a bot's number determines its index.
            while experiment.bots.len() % n_places != 0 {
                experiment.bots.push(seated.bots[0].clone());
            }
        }
        let blank = PerDeal {
            width,
            n_places,
            rows: Vec::new(),
            deal: vec![0; width * self.tables.len()],
        };
        let done = run(
            &experiment,
            self.deals.clone(),
            self.workers,
            blank,
            control,
        )?;
        Ok((done.deals == self.deals).then_some(done.collected))
    }

    fn figures(&self, collected: &PerDeal) -> Played {
        let width = collected.width;
        let stride = width * self.tables.len();
        let rows: Vec<&[i64]> = collected.rows.chunks_exact(stride).collect();
        let figures = self.tables.iter().enumerate().map(|(at, seated)| {
            let ratio = |columns: &[usize], weight: usize, parts: i64| {
                let x = |row: &[i64]| -> i64 { columns.iter().map(|c| row[at * width + c]).sum() };
                let n = |row: &[i64]| row[at * width + weight] * parts;
                let sum_x: i64 = rows.iter().map(|row| x(row)).sum();
                let sum_n: i64 = rows.iter().map(|row| n(row)).sum();
                let whole = sum_n.max(1) as f64;
                let value = sum_x as f64 / whole;
                let parts = rows
                    .iter()
                    .map(|row| (x(row) as f64 - value * n(row) as f64) / whole);
                (value, parts.collect())
            };
            let mut figures = vec![ratio(&[FIRST], ROUNDS, 1)];
            figures.extend((0..n_metrics()).map(|m| ratio(&[METRIC + m], ROUNDS, 1)));
            let bots = Comparison::bots(seated);
            if bots.len() > 1 {
                for (_, places) in &bots {
                    figures.push(ratio(&[wins(places[0])], GAMES, WIN * places.len() as i64));
                }
            }
            figures
        });
        Played {
            figures: figures.collect(),
        }
    }

    /// Returns the runs of a comparison, by their changes: none, each by itself, and with `pairs`
    /// every two that concern different options.
    pub fn runs(changes: &[Change], pairs: bool) -> Vec<Vec<&Change>> {
        let mut runs = vec![Vec::new()];
        runs.extend(changes.iter().map(|change| vec![change]));
        let n = if pairs { changes.len() } else { 0 };
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            let pair = [&changes[i], &changes[j]];
            if !overlap(pair) {
                runs.push(pair.to_vec());
            }
        }
        runs
    }

    /// Compares the [`runs`](Comparison::runs) by their collected figures.
    pub fn compare(&self, runs: &[Vec<&Change>], played: &[PerDeal]) -> Compared {
        let mut rows = Vec::new();
        let mut rankings = Vec::new();
        let mut base = None;
        let mut singles: Vec<(&str, Played)> = Vec::new();
        for (run, collected) in runs.iter().zip(played) {
            let played = self.figures(collected);
            let base = base.get_or_insert_with(|| self.figures(collected));
            let names: Vec<&str> = run.iter().map(|c| c.name.as_str()).collect();
            let single = |name: &str| singles.iter().find(|(known, _)| *known == name);
            let alone = match names[..] {
                [a, b] => single(a).zip(single(b)).map(|(a, b)| [&a.1, &b.1]),
                _ => None,
            };
            if !run.is_empty() {
                self.differences(run, base, &played, alone, &mut rows);
            }
            rankings.extend(self.rankings(&names.join(AND), base, &played));
            if let [name] = names[..] {
                singles.push((name, played));
            }
        }
        let n_rows = rows.len() as f64;
        for row in &mut rows {
            // The p-value assumes a normal distribution, which few deals do not have.
            let enough = self.deals.end - self.deals.start >= LEAST_DEALS
                && row.difference.interval.is_some();
            row.noticeable = enough && row.is_large() && row.chance() * n_rows < 0.05;
        }
        (rows, rankings)
    }

    fn estimate(&self, value: f64, parts: impl Iterator<Item = f64>) -> Estimate {
        let d = (self.deals.end - self.deals.start) as f64;
        let parts: Vec<f64> = parts.collect();
        let square: f64 = parts.iter().map(|z| z * z).sum();
        let se = libm::sqrt(square * d / (d - 1.0));
        // Rounding errors count as zero: sums of equal figures need not cancel to the last bit.
        if value.abs().max(se) < 1e-12 {
            return Estimate::of_events(0.0, Some(0.0), 0);
        }
        Estimate::of_events(value, Some(se), resting_on(&parts))
    }

    fn differences(
        &self,
        changes: &[&Change],
        base: &Played,
        played: &Played,
        alone: Option<[&Played; 2]>,
        rows: &mut Vec<VariantRow>,
    ) {
        let names: Vec<&str> = changes.iter().map(|c| c.name.as_str()).collect();
        for (at, seated) in self.tables.iter().enumerate() {
            let mut push = |metric: String, terms: &[(usize, f64)]| {
                let total = |p: &Played| -> f64 {
                    terms
                        .iter()
                        .map(|(m, sign)| sign * p.figures[at][*m].0)
                        .sum()
                };
                let deal = |p: &Played, d: usize| -> f64 {
                    terms
                        .iter()
                        .map(|(m, sign)| sign * p.figures[at][*m].1[d])
                        .sum()
                };
                let n = base.figures[at][0].1.len();
                let (before, after) = (total(base), total(played));
                rows.push(VariantRow {
                    place: seated.place(),
                    flips: names.join(AND),
                    n_flips: changes.len(),
                    metric,
                    base: before,
                    value: after,
                    difference: self.estimate(
                        after - before,
                        (0..n).map(|d| deal(played, d) - deal(base, d)),
                    ),
                    interaction: alone.map(|[a, b]| {
                        self.estimate(
                            after - total(a) - total(b) + before,
                            (0..n)
                                .map(|d| deal(played, d) - deal(a, d) - deal(b, d) + deal(base, d)),
                        )
                    }),
                    noticeable: false,
                });
            };
            let metrics = Comparison::metrics(seated);
            for (m, metric) in metrics.iter().enumerate() {
                push(metric.clone(), &[(m, 1.0)]);
            }
            // Influence of skill: the best bot's share (with the base) over the worst's.
            let first = 1 + n_metrics();
            let share = |m: &usize| base.figures[at][*m].0;
            let shares = first..metrics.len();
            let best = shares.clone().max_by(|a, b| share(a).total_cmp(&share(b)));
            let worst = shares.min_by(|a, b| share(a).total_cmp(&share(b)));
            if let (Some(best), Some(worst)) = (best, worst) {
                push("skill".to_owned(), &[(best, 1.0), (worst, -1.0)]);
            }
        }
    }

    fn rankings(&self, flips: &str, base: &Played, played: &Played) -> Vec<RankingRow> {
        let mut rows = Vec::new();
        for (at, seated) in self.tables.iter().enumerate() {
            let bots = Comparison::bots(seated);
            if bots.len() < 2 {
                continue;
            }
            let first = 1 + n_metrics();
            let lead = |p: &Played, a: usize, b: usize| {
                let (a, b) = (&p.figures[at][first + a], &p.figures[at][first + b]);
                let parts = a.1.iter().zip(&b.1).map(|(x, y)| x - y);
                self.estimate(a.0 - b.0, parts)
            };
            let sure = |e: Estimate| e.value.abs() > 2.0 * e.se.unwrap_or(f64::INFINITY);
            let pairs = (0..bots.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let changed = pairs.into_iter().any(|(a, b)| {
                let (before, after) = (lead(base, a, b), lead(played, a, b));
                before.value * after.value < 0.0 && sure(before) && sure(after)
            });
            let mut order: Vec<usize> = (0..bots.len()).collect();
            let share = |a: &usize| played.figures[at][first + a].0;
            order.sort_by_cached_key(|at| HighestFirst(share(at)));
            let names: Vec<&str> = order.iter().map(|a| bots[*a].0).collect();
            rows.push(RankingRow {
                place: seated.place(),
                flips: flips.to_owned(),
                ranking: names.join(" > "),
                changed,
            });
        }
        rows
    }
}

impl VariantRow {
    /// Returns whether it is large enough to be noticed: a percentage point of a share or a chance,
    /// three hundredths of a mean.
    fn is_large(&self) -> bool {
        let d = self.difference.value.abs();
        let is_share = self.metric.starts_with("share ");
        if is_share || matches!(self.metric.as_str(), "first_seat" | "skill") {
            d >= 0.01
        } else {
            d >= 0.03 * self.base.abs() && d >= 0.005
        }
    }

    /// Returns the probability of a difference this far from zero under equality (normal
    /// approximation).
    fn chance(&self) -> f64 {
        match self.difference.se {
            Some(se) if se > 0.0 => {
                libm::erfc(self.difference.value.abs() / se / core::f64::consts::SQRT_2)
            }
            _ => f64::from(u8::from(self.difference.value == 0.0)),
        }
    }
}
