//! What is counted while games are played: integers only, so that merging is exact and free of order.
//!
//! Everything clusters by deal: for each value the tally holds sums and sums of squares and products over *deals*, of
//! the deal's totals over all its games, rotations with their weights. That is all that the standard error of a ratio
//! needs (see `interval`).

use super::bins::{EXACT, EXACT_BINS, N_BINS, bin, from_zero};
use super::interval::Ratio;
use super::layout::{Group, Layout, Shape, WIN, games, pair, result};
use crate::arena::experiment::Experiment;
use crate::arena::play::Unit;
use crate::arena::run::{Collect, Seating};
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Game, Meter, Metrics, When};
use crate::strategy::{BotGame, FaultKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How the metrics of a table spread: the least and the greatest value, and how often each bin came up, weighted.
///
/// The numbers of all metrics lie side by side, so that a round's are added without a branch for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Spreads {
    min: Vec<i32>,
    max: Vec<i32>,
    /// By metric, then by bin.
    bins: Vec<u64>,
}

impl Spreads {
    fn new(n_metrics: usize) -> Spreads {
        Spreads {
            min: vec![i32::MAX; n_metrics],
            max: vec![i32::MIN; n_metrics],
            bins: vec![0; n_metrics * N_BINS],
        }
    }

    #[inline(always)]
    fn add(&mut self, metric: usize, value: i32, weight: u32) {
        self.min[metric] = self.min[metric].min(value);
        self.max[metric] = self.max[metric].max(value);
        self.bins[metric * N_BINS + bin(value)] += u64::from(weight);
    }

    /// Adds one value to each of the first metrics.
    #[inline(always)]
    fn add_row(&mut self, values: &[i32], weight: u32) {
        let far = values.iter().copied().map(from_zero).fold(0, u32::max);
        if far >= EXACT {
            for (metric, &value) in values.iter().enumerate() {
                self.add(metric, value, weight);
            }
            return;
        }
        for (min, value) in self.min[..values.len()].iter_mut().zip(values) {
            *min = (*min).min(*value);
        }
        for (max, value) in self.max[..values.len()].iter_mut().zip(values) {
            *max = (*max).max(*value);
        }
        // Each of these values has a bin of its own.
        let rows = self.bins.chunks_exact_mut(N_BINS);
        for (row, &value) in rows.zip(values) {
            let exact = &mut row[EXACT_BINS];
            exact[(value + EXACT as i32) as usize & (EXACT_BINS.end - EXACT_BINS.start - 1)] +=
                u64::from(weight);
        }
    }

    fn absorb(&mut self, other: &mut Spreads) {
        for metric in 0..self.min.len() {
            let (min, max) = (other.min[metric], other.max[metric]);
            if min > max {
                continue;
            }
            self.min[metric] = self.min[metric].min(min);
            self.max[metric] = self.max[metric].max(max);
            // Nothing was counted outside.
            let used = metric * N_BINS + bin(min)..metric * N_BINS + bin(max) + 1;
            for (mine, its) in self.bins[used.clone()]
                .iter_mut()
                .zip(&mut other.bins[used])
            {
                *mine += std::mem::take(its);
            }
            other.min[metric] = i32::MAX;
            other.max[metric] = i32::MIN;
        }
    }
}

/// How one metric spreads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread<'a> {
    /// The least value seen; above [`Spread::max`] where there is none.
    pub min: i32,
    /// The greatest value seen.
    pub max: i32,
    bins: &'a [u64],
}

impl<'a> Spread<'a> {
    /// The bins that were seen, by number, with their counts.
    pub fn counts(self) -> impl Iterator<Item = (usize, u64)> + 'a {
        let counted = self.bins.iter().copied().enumerate();
        counted.filter(|(_, count)| *count > 0)
    }
}

/// Sums over deals; by group `n`, by value `x`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sums {
    n: Vec<i64>,
    nn: Vec<i128>,
    x: Vec<i64>,
    xn: Vec<i128>,
    xx: Vec<i128>,
}

/// The totals of the deal that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DealSums {
    n: Vec<i64>,
    x: Vec<i64>,
}

/// What the game that is being played has brought so far, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct InGame {
    rounds: u32,
    positions: [usize; MAX_SEATS],
    rounds_won: [i64; MAX_SEATS],
}

/// The tally of a run, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    layout: Arc<Layout>,
    n_deals: u64,
    n_games: u64,
    n_rounds: u64,
    sums: Sums,
    /// By table; the last metric is the rounds of a game.
    spreads: Vec<Spreads>,
    /// By table, then by bot, then by kind: failures of bots from outside, rotations with their weights.
    faults: Vec<u64>,
    deal: DealSums,
    in_game: InGame,
}

impl Tally {
    /// An empty tally for the experiment.
    #[must_use]
    pub fn new<G: BotGame>(experiment: &Experiment<G>) -> Tally {
        let won = G::METRICS.iter().enumerate();
        let won = won.filter(|(_, metric)| metric.when == When::Won);
        Tally::empty(Arc::new(Layout::new(Shape {
            n_bots: experiment.bots.len(),
            players: experiment.tables.iter().map(Game::n_seats).collect(),
            line_ups: experiment
                .line_ups
                .iter()
                .map(|l| (l.table, l.bots.clone()))
                .collect(),
            n_metrics: G::METRICS.len(),
            won: won.map(|(i, _)| i).collect(),
            n_seat_metrics: G::SEAT_METRICS.len(),
        })))
    }

    fn empty(layout: Arc<Layout>) -> Tally {
        let (groups, values) = (layout.n_groups(), layout.n_values());
        let shape = layout.shape();
        Tally {
            n_deals: 0,
            n_games: 0,
            n_rounds: 0,
            sums: Sums {
                n: vec![0; groups],
                nn: vec![0; groups],
                x: vec![0; values],
                xn: vec![0; values],
                xx: vec![0; values],
            },
            spreads: vec![Spreads::new(shape.n_metrics + 1); shape.players.len()],
            deal: DealSums {
                n: vec![0; groups],
                x: vec![0; values],
            },
            in_game: InGame::default(),
            faults: vec![0; shape.players.len() * shape.n_bots * FaultKind::ALL.len()],
            layout,
        }
    }

    /// Where everything is.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many deals were played.
    #[must_use]
    pub fn n_deals(&self) -> u64 {
        self.n_deals
    }

    /// How many games were really played; rotations that are alike count once.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// How many rounds were really played.
    #[must_use]
    pub fn n_rounds(&self) -> u64 {
        self.n_rounds
    }

    /// The `i`-th value of a group as a ratio to the group's weight.
    #[must_use]
    pub fn ratio(&self, group: Group, i: usize) -> Ratio {
        let place = self.layout.values(group).start + i;
        Ratio {
            deals: self.n_deals,
            n: self.sums.n[group.0],
            nn: self.sums.nn[group.0],
            x: self.sums.x[place],
            xn: self.sums.xn[place],
            xx: self.sums.xx[place],
        }
    }

    /// How a metric of a table spreads; the metric after the last is the rounds of a game.
    #[must_use]
    pub fn spread(&self, table: usize, metric: usize) -> Spread<'_> {
        let spreads = &self.spreads[table];
        Spread {
            min: spreads.min[metric],
            max: spreads.max[metric],
            bins: &spreads.bins[metric * N_BINS..(metric + 1) * N_BINS],
        }
    }

    /// How many of a bot's games at a table it failed in, in that way; rotations with their weights.
    #[must_use]
    pub fn faults(&self, table: usize, bot: usize, kind: FaultKind) -> u64 {
        self.faults[self.fault_place(table, bot, kind)]
    }

    fn fault_place(&self, table: usize, bot: usize, kind: FaultKind) -> usize {
        (table * self.layout.shape().n_bots + bot) * FaultKind::ALL.len() + kind as usize
    }

    #[inline(always)]
    fn add(&mut self, group: Group, weight: i64, values: [i64; result::N]) {
        self.deal.n[group.0] += weight;
        let places = &mut self.deal.x[self.layout.values(group)];
        for (place, value) in places.iter_mut().zip(values) {
            *place += weight * value;
        }
    }
}

impl DealSums {
    /// Adds a row of counts, as it is.
    #[inline(always)]
    fn add_row(&mut self, layout: &Layout, group: Group, weight: u32, row: &[i32]) {
        self.n[group.0] += i64::from(weight);
        // The row is as long as the group: a length that is known when this is compiled.
        let start = layout.values(group).start;
        let places = &mut self.x[start..start + row.len()];
        for (place, value) in places.iter_mut().zip(row) {
            *place += i64::from(weight) * i64::from(*value);
        }
    }
}

/// What each of these winners gets of a win.
#[inline(always)]
fn share(winners: u16) -> i64 {
    match winners.count_ones() {
        0 => 0,
        n => WIN / i64::from(n),
    }
}

#[inline(always)]
fn has(winners: u16, seat: usize) -> i64 {
    i64::from(winners >> seat & 1)
}

impl<G: Game> Collect<G> for Tally {
    fn fresh(&self) -> Tally {
        Tally::empty(Arc::clone(&self.layout))
    }

    #[inline(always)]
    fn round(
        &mut self,
        seating: &Seating<'_>,
        round: u32,
        game: &G,
        state: &G::State,
        metrics: &Metrics,
        meter: &G::Meter,
    ) {
        let Seating { table, weight, .. } = *seating;
        let layout = &*self.layout;
        if round == 0 {
            self.in_game = InGame::default();
            for seat in 0..seating.bots.len() {
                self.in_game.positions[seat] = game.position(state, seat as Seat);
            }
        }
        self.in_game.rounds += 1;
        let winners = game.round_outcome(state).winners;
        let won = share(winners);
        let metrics = &metrics[..G::METRICS.len()];
        let spreads = &mut self.spreads[table];
        if winners != 0 {
            spreads.add_row(metrics, weight);
        } else {
            for (i, (metric, value)) in G::METRICS.iter().zip(metrics).enumerate() {
                if metric.when == When::Always {
                    spreads.add(i, *value, weight);
                }
            }
        }
        self.deal
            .add_row(layout, layout.rounds(table), weight, metrics);
        if winners != 0 {
            let group = layout.won(table);
            self.deal.n[group.0] += i64::from(weight);
            let places = &mut self.deal.x[layout.values(group)];
            for (place, &metric) in places.iter_mut().zip(&layout.shape().won) {
                *place += i64::from(weight) * i64::from(metrics[metric]);
            }
        }
        for (seat, &bot) in seating.bots.iter().enumerate() {
            self.in_game.rounds_won[seat] += won * has(winners, seat);
            let row = &meter.seat(seat as Seat)[..G::SEAT_METRICS.len()];
            self.deal
                .add_row(layout, layout.habits(table, bot), weight, row);
        }
    }

    #[inline(always)]
    fn game(&mut self, seating: &Seating<'_>, unit: Unit, game: &G, state: &G::State) {
        let Seating {
            table,
            line_up,
            bots,
            ..
        } = *seating;
        let weight = i64::from(seating.weight);
        let InGame {
            rounds,
            positions,
            rounds_won,
        } = self.in_game;
        let winners = match unit {
            Unit::Game => game.outcome(state).winners,
            Unit::Round => game.round_outcome(state).winners,
        };
        let stopped = i64::from(winners == 0);
        let win = share(winners);
        let layout = Arc::clone(&self.layout);
        let distinct = layout.line_up_bots(line_up);
        for (seat, &bot) in bots.iter().enumerate() {
            let mut values = [0; result::N];
            values[result::WINS] = win * has(winners, seat);
            values[result::POINTS] = i64::from(game.score(state, seat as Seat));
            values[result::ROUNDS_WON] = rounds_won[seat];
            values[result::STOPPED] = stopped;
            self.add(layout.bot(table, bot), weight, values);
            self.add(layout.seat(table, bot, positions[seat]), weight, values);
            let k = distinct.iter().position(|b| *b == bot).unwrap_or(0);
            self.add(layout.line_up(line_up, k), weight, values);
        }
        for (a, &first) in bots.iter().enumerate() {
            for (b, &second) in bots.iter().enumerate() {
                if first < second {
                    let group = layout.pair(table, first, second);
                    let mine = win * has(winners, a);
                    let start = layout.values(group).start;
                    self.deal.n[group.0] += weight;
                    self.deal.x[start + pair::WINS] += weight * mine;
                    self.deal.x[start + pair::DIFFERENCE] +=
                        weight * (mine - win * has(winners, b));
                }
            }
        }
        let group = layout.games(table);
        let start = layout.values(group).start;
        self.deal.n[group.0] += weight;
        self.deal.x[start + games::ROUNDS] += weight * i64::from(rounds);
        self.deal.x[start + games::STOPPED] += weight * stopped;
        let n_metrics = layout.shape().n_metrics;
        self.spreads[table].add(n_metrics, rounds as i32, seating.weight);
        self.n_games += 1;
        self.n_rounds += u64::from(rounds);
    }

    fn fault(&mut self, seating: &Seating<'_>, bot: usize, kind: FaultKind) {
        let place = self.fault_place(seating.table, bot, kind);
        self.faults[place] += u64::from(seating.weight);
    }

    #[inline(always)]
    fn end_deal(&mut self) {
        self.n_deals += 1;
        let Tally {
            layout, sums, deal, ..
        } = self;
        for group in 0..layout.n_groups() {
            let n = std::mem::take(&mut deal.n[group]);
            if n == 0 {
                // Nobody was there, so the values are 0 as well.
                continue;
            }
            sums.n[group] += n;
            sums.nn[group] += i128::from(n) * i128::from(n);
            for place in layout.values(Group(group)) {
                let x = std::mem::take(&mut deal.x[place]);
                sums.x[place] += x;
                sums.xn[place] += i128::from(x) * i128::from(n);
                sums.xx[place] += i128::from(x) * i128::from(x);
            }
        }
    }

    fn absorb(&mut self, other: &mut Tally) {
        fn add<T: std::ops::AddAssign + Default>(mine: &mut [T], its: &mut [T]) {
            for (mine, its) in mine.iter_mut().zip(its) {
                *mine += std::mem::take(its);
            }
        }
        self.n_deals += std::mem::take(&mut other.n_deals);
        self.n_games += std::mem::take(&mut other.n_games);
        self.n_rounds += std::mem::take(&mut other.n_rounds);
        add(&mut self.sums.n, &mut other.sums.n);
        add(&mut self.sums.nn, &mut other.sums.nn);
        add(&mut self.sums.x, &mut other.sums.x);
        add(&mut self.sums.xn, &mut other.sums.xn);
        add(&mut self.sums.xx, &mut other.sums.xx);
        add(&mut self.faults, &mut other.faults);
        for (mine, its) in self.spreads.iter_mut().zip(&mut other.spreads) {
            mine.absorb(its);
        }
    }
}
