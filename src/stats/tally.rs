//! What is counted while games are played: integers only, so that merging is exact and free of order.
//!
//! Everything clusters by deal: for each value the tally holds sums and sums of squares and products over *deals*, of
//! the deal's totals over all its games, rotations with their weights. That is all that the standard error of a ratio
//! needs (see `interval`).

use super::blocks::Blocks;
use super::independence::Independence;
use super::interval::Ratio;
use super::layout::{Group, Layout, Shape, WIN, games, pair, result};
use super::resample::Resample;
use super::spread::{Spread, Spreads};
use crate::arena::experiment::Experiment;
use crate::arena::play::Unit;
use crate::arena::run::{Collect, Seating};
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Game, MAX_METRICS, Meter, Metrics, When};
use crate::rng::Seeds;
use crate::strategy::{BotGame, FaultKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// How many rounds somebody won.
    n_won: u32,
    /// The metrics of all rounds, summed.
    metrics: Row,
    /// Those of [`Shape::won`], of the rounds that somebody won.
    won: Row,
    /// By seat: its metrics, summed.
    seats: [Row; MAX_SEATS],
}

/// A sum for each metric, as long as a row of metrics can be.
type Row = [i64; MAX_METRICS];

/// Adds a row of counts. The length is known when this is compiled.
#[inline(always)]
fn add_row(sums: &mut Row, row: &[i32]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += i64::from(*value);
    }
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
    seeds: Seeds,
    resample: Resample,
    blocks: Blocks,
    pairs_of_games: BTreeMap<usize, [u64; 5]>,
    independence: Independence,
    deal: DealSums,
    in_game: InGame,
}

impl Tally {
    /// An empty tally for the experiment.
    #[must_use]
    pub fn new<G: BotGame>(experiment: &Experiment<G>) -> Tally {
        let won = G::METRICS.iter().enumerate();
        let won = won.filter(|(_, metric)| metric.when == When::Won);
        let layout = Arc::new(Layout::new(Shape {
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
        }));
        Tally::empty(layout, experiment.seeds)
    }

    fn empty(layout: Arc<Layout>, seeds: Seeds) -> Tally {
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
            seeds,
            resample: Resample::new(&layout),
            blocks: Blocks::new(&layout),
            pairs_of_games: BTreeMap::new(),
            independence: Independence::new(&layout),
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
        self.spreads[table].of(metric)
    }

    /// How many of a bot's games at a table it failed in, in that way; rotations with their weights.
    #[must_use]
    pub fn faults(&self, table: usize, bot: usize, kind: FaultKind) -> u64 {
        self.faults[self.fault_place(table, bot, kind)]
    }

    /// The sums of the bootstrap's replicates.
    #[must_use]
    pub fn resample(&self) -> &Resample {
        &self.resample
    }

    /// The sums of the groups of deals.
    #[must_use]
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Of a line-up of two different bots, how many deals brought the first one 0, a half, 1, one and a half and 2 of their
    /// two games; one without a winner is a half for both.
    #[must_use]
    pub fn pairs_of_games(&self, line_up: usize) -> [u64; 5] {
        self.pairs_of_games
            .get(&line_up)
            .copied()
            .unwrap_or_default()
    }

    /// What single games would say of the spread, if they were independent.
    #[must_use]
    pub fn independence(&self) -> &Independence {
        &self.independence
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
    /// Adds what `n` observations came to.
    #[inline(always)]
    fn add_row(&mut self, layout: &Layout, group: Group, n: u32, weight: i64, row: &Row) {
        self.n[group.0] += weight * i64::from(n);
        for (place, value) in self.x[layout.values(group)].iter_mut().zip(row) {
            *place += weight * value;
        }
    }
}

impl InGame {
    /// Forgets the last game; this one has `n` seats.
    #[inline(always)]
    fn begin(&mut self, n: usize) {
        self.rounds = 0;
        self.n_won = 0;
        self.rounds_won = [0; MAX_SEATS];
        self.metrics = [0; MAX_METRICS];
        self.won = [0; MAX_METRICS];
        self.seats[..n].fill([0; MAX_METRICS]);
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
        Tally::empty(Arc::clone(&self.layout), self.seeds)
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
        let n = seating.bots.len();
        if round == 0 {
            self.in_game.begin(n);
            for (seat, position) in self.in_game.positions[..n].iter_mut().enumerate() {
                *position = game.position(state, seat as Seat);
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
        add_row(&mut self.in_game.metrics, metrics);
        if winners != 0 {
            self.in_game.n_won += 1;
            let metric_won = &self.layout.shape().won;
            for (sum, &metric) in self.in_game.won.iter_mut().zip(metric_won) {
                *sum += i64::from(metrics[metric]);
            }
        }
        for seat in 0..n {
            self.in_game.rounds_won[seat] += won * has(winners, seat);
            let row = &meter.seat(seat as Seat)[..G::SEAT_METRICS.len()];
            add_row(&mut self.in_game.seats[seat], row);
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
            ..
        } = self.in_game;
        let winners = match unit {
            Unit::Game => game.outcome(state).winners,
            Unit::Round => game.round_outcome(state).winners,
        };
        let stopped = i64::from(winners == 0);
        let win = share(winners);
        let layout = Arc::clone(&self.layout);
        let (deal, in_game) = (&mut self.deal, &self.in_game);
        let group = layout.rounds(table);
        deal.add_row(&layout, group, rounds, weight, &in_game.metrics);
        let group = layout.won(table);
        deal.add_row(&layout, group, in_game.n_won, weight, &in_game.won);
        for (row, &bot) in in_game.seats.iter().zip(bots) {
            deal.add_row(&layout, layout.habits(table, bot), rounds, weight, row);
        }
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
        self.independence
            .game(table, distinct, bots, winners, win, weight);
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
    fn end_deal(&mut self, number: u64) {
        self.n_deals += 1;
        let Tally {
            layout,
            sums,
            deal,
            seeds,
            resample,
            blocks,
            pairs_of_games,
            ..
        } = self;
        resample.deal(layout, *seeds, number, &deal.n, &deal.x);
        blocks.deal(number, &deal.n, &deal.x);
        for cell in layout.duels() {
            let place = layout.values(cell.group).start;
            // Twice the score: a game without a winner is a half for both.
            let score = 2 * deal.x[place + result::WINS] / WIN + deal.x[place + result::STOPPED];
            if let 0..=4 = score {
                pairs_of_games.entry(cell.line_up).or_default()[score as usize] += 1;
            }
        }
        for group in 0..layout.n_groups() {
            let n = std::mem::take(&mut deal.n[group]);
            if n == 0 {
                // Nobody was there, so the values are 0 as well.
                continue;
            }
            sums.n[group] += n;
            sums.nn[group] += i128::from(n) * i128::from(n);
            let places = layout.values(Group(group));
            let values = deal.x[places.clone()].iter_mut();
            let sums = sums.x[places.clone()]
                .iter_mut()
                .zip(&mut sums.xn[places.clone()])
                .zip(&mut sums.xx[places]);
            for (value, ((sum, xn), xx)) in values.zip(sums) {
                let x = std::mem::take(value);
                *sum += x;
                *xn += i128::from(x) * i128::from(n);
                *xx += i128::from(x) * i128::from(x);
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
        self.resample.absorb(&mut other.resample);
        self.blocks.absorb(&mut other.blocks);
        for (line_up, mut counts) in std::mem::take(&mut other.pairs_of_games) {
            add(self.pairs_of_games.entry(line_up).or_default(), &mut counts);
        }
        self.independence.absorb(&mut other.independence);
        for (mine, its) in self.spreads.iter_mut().zip(&mut other.spreads) {
            mine.absorb(its);
        }
    }
}
