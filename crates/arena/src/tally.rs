//! Counts of played games: integers only, so that merging is exact and independent of order.
//!
//! Everything clusters by deal. For each value the tally holds sums, sums of squares and sums of
//! products over *deals*, of the deal's totals over all its games, rotations counted with their
//! weights. The standard error of a ratio needs no more (see `interval`).

use super::resample::Resample;
use crate::experiment::Experiment;
use crate::run::{Collect, Seating};
use crate::seating::Orders;
use powergrab_bots::strategy::{BotGame, FaultKind};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::{Game, Meter, Metrics, ObservedIn, Unit};
use powergrab_stats::blocks::Blocks;
use powergrab_stats::independence::Independence;
use powergrab_stats::interval::Ratio;
use powergrab_stats::layout::{Group, Layout, RunShape, WIN, games, pair, result, share};
use powergrab_stats::spread::{Spread, Spreads};
use powergrab_stats::sums::Sums;
use powergrab_stats::take;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Totals of the deal in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DealSums {
    n: Vec<i64>,
    x: Vec<i64>,
}

/// Results of the game in progress so far, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameSoFar {
    rounds: u32,
    positions: [usize; MAX_SEATS],
    rounds_won: [i64; MAX_SEATS],
}

/// Tally of a run, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    layout: Arc<Layout>,
    n_deals: u64,
    n_games: u64,
    n_rounds: u64,
    sums: Sums,
    /// By table; the last metric is the rounds of a game.
    spreads: Vec<Spreads>,
    /// By table, then by bot, then by kind: failures of external bots, rotations counted with their
    /// weights.
    faults: Vec<u64>,
    orders: Orders,
    resample: Resample,
    blocks: Blocks,
    pairs_of_games: BTreeMap<usize, [u64; 5]>,
    independence: Independence,
    deal: DealSums,
    in_game: GameSoFar,
}

impl Tally {
    /// Returns an empty tally for the experiment.
    pub fn new<G: BotGame>(experiment: &Experiment<G>) -> Tally {
        let won = G::METRICS.iter().enumerate();
        let won = won.filter(|(_, metric)| metric.when == ObservedIn::Won);
        let layout = Arc::new(Layout::new(RunShape {
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
        Tally::empty(layout, experiment.orders())
    }

    fn empty(layout: Arc<Layout>, orders: Orders) -> Tally {
        let (groups, values) = (layout.n_groups(), layout.n_values());
        let shape = layout.shape();
        Tally {
            n_deals: 0,
            n_games: 0,
            n_rounds: 0,
            sums: Sums::new(&layout),
            spreads: vec![Spreads::new(shape.n_metrics + 1); shape.players.len()],
            deal: DealSums {
                n: vec![0; groups],
                x: vec![0; values],
            },
            in_game: GameSoFar::default(),
            faults: vec![0; shape.players.len() * shape.n_bots * FaultKind::ALL.len()],
            orders,
            resample: Resample::new(&layout),
            blocks: Blocks::new(&layout),
            pairs_of_games: BTreeMap::new(),
            independence: Independence::new(&layout),
            layout,
        }
    }

    /// Returns the layout of the values.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of deals played.
    pub fn n_deals(&self) -> u64 {
        self.n_deals
    }

    /// Returns the number of games actually played; equal rotations count once.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Returns the number of rounds actually played.
    pub fn n_rounds(&self) -> u64 {
        self.n_rounds
    }

    /// Returns the `i`-th value of a group as a ratio to the group's weight.
    pub fn ratio(&self, group: Group, i: usize) -> Ratio {
        debug_assert!(self.sums.is_settled());
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

    /// Returns the spread of a metric of a table; the metric after the last is the rounds of a
    /// game.
    pub fn spread(&self, table: usize, metric: usize) -> Spread<'_> {
        self.spreads[table].of(metric)
    }

    /// Returns the number of a bot's games at a table with a failure of this kind, rotations
    /// counted with their weights.
    pub fn faults(&self, table: usize, bot: usize, kind: FaultKind) -> u64 {
        self.faults[self.fault_place(table, bot, kind)]
    }

    /// Returns the sums of the bootstrap's replicates.
    pub fn resample(&self) -> &Resample {
        &self.resample
    }

    /// Returns the sums of the groups of deals.
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// For a line-up of two different bots, returns the number of deals in which the first one
    /// scored 0, 1/2, 1, 3/2 and 2 in their two games; a game without a winner is 1/2 for both.
    pub fn pairs_of_games(&self, line_up: usize) -> [u64; 5] {
        self.pairs_of_games
            .get(&line_up)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the spread that single games would have if they were independent.
    pub fn independence(&self) -> &Independence {
        &self.independence
    }

    fn fault_place(&self, table: usize, bot: usize, kind: FaultKind) -> usize {
        (table * self.layout.shape().n_bots + bot) * FaultKind::ALL.len() + kind as usize
    }
}

impl DealSums {
    /// Adds the sums of `n` observations, each counted `weight` times. Inlined, so that the number
    /// of values is known at compile time if it is a game's number of metrics.
    #[inline(always)]
    fn add_row(&mut self, layout: &Layout, group: Group, n: usize, weight: u32, row: &[i32]) {
        self.n[group.0] += n as i64 * i64::from(weight);
        let start = layout.start(group);
        if let Some(places) = self.x.get_mut(start..start + row.len()) {
            for (place, value) in places.iter_mut().zip(row) {
                // A product of 32 bits each, several of which processors compute at once.
                *place += i64::from(weight as i32) * i64::from(*value);
            }
        }
    }

    /// Adds values with their total weight `n`.
    #[inline(always)]
    fn add<const N: usize>(&mut self, layout: &Layout, group: Group, n: i64, values: [i64; N]) {
        self.n[group.0] += n;
        let start = layout.start(group);
        if let Some(places) = self.x.get_mut(start..start + N) {
            for (place, value) in places.iter_mut().zip(values) {
                *place += value;
            }
        }
    }
}

impl GameSoFar {
    /// Resets the game in progress.
    #[inline(always)]
    fn begin(&mut self) {
        self.rounds = 0;
        self.rounds_won = [0; MAX_SEATS];
    }
}

#[inline(always)]
fn has(winners: u16, seat: usize) -> i64 {
    i64::from(winners >> seat & 1)
}

impl<G: Game> Collect<G> for Tally {
    fn fresh(&self) -> Tally {
        Tally::empty(Arc::clone(&self.layout), self.orders.clone())
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
        let Seating {
            table,
            line_up,
            weight,
            ..
        } = *seating;
        let n = seating.bots.len();
        let Tally {
            layout,
            deal,
            in_game,
            spreads,
            ..
        } = self;
        if round == 0 {
            in_game.begin();
            for (seat, position) in in_game.positions[..n].iter_mut().enumerate() {
                *position = game.position(state, seat as Seat);
            }
        }
        in_game.rounds += 1;
        let winners = game.round_outcome(state).winners;
        let won = share(winners);
        let metrics = &metrics[..G::METRICS.len()];
        let spreads = &mut spreads[table];
        if winners != 0 {
            spreads.add_row(metrics, weight);
        } else {
            for (i, (metric, value)) in G::METRICS.iter().zip(metrics).enumerate() {
                if metric.when == ObservedIn::Always {
                    spreads.add(i, *value, weight);
                }
            }
        }
        deal.add_row(layout, layout.rounds(table), 1, weight, metrics);
        if winners != 0 {
            let group = layout.won(table);
            let start = layout.start(group);
            deal.n[group.0] += i64::from(weight);
            for (i, &metric) in layout.shape().won.iter().enumerate() {
                deal.x[start + i] += i64::from(weight) * i64::from(metrics[metric]);
            }
        }
        for (seat, rounds_won) in in_game.rounds_won[..n].iter_mut().enumerate() {
            *rounds_won += won * has(winners, seat);
        }
        if let &[bot] = layout.line_up_bots(line_up) {
            let row = &meter.sum()[..G::SEAT_METRICS.len()];
            deal.add_row(layout, layout.habits(table, bot), n, weight, row);
        } else {
            for (seat, &bot) in seating.bots.iter().enumerate() {
                let row = &meter.seat(seat as Seat)[..G::SEAT_METRICS.len()];
                deal.add_row(layout, layout.habits(table, bot), 1, weight, row);
            }
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
        let Tally {
            layout,
            deal,
            in_game,
            spreads,
            independence,
            ..
        } = self;
        let rounds = in_game.rounds;
        let winners = match unit {
            Unit::Game => game.outcome(state).winners,
            Unit::Round => game.round_outcome(state).winners,
        };
        let stopped = i64::from(winners == 0);
        let win = share(winners);
        let distinct = layout.line_up_bots(line_up);
        for (k, &bot) in distinct.iter().enumerate() {
            // Number of its seats, and its wins.
            let (mut n, mut wins) = (0, 0);
            let mut total = [0; result::N];
            let first = layout.seats(table, bot);
            for (seat, _) in bots.iter().enumerate().filter(|(_, b)| **b == bot) {
                let mut values = [0; result::N];
                values[result::WINS] = win * has(winners, seat);
                values[result::POINTS] = i64::from(game.score(state, seat as Seat));
                values[result::ROUNDS_WON] = in_game.rounds_won[seat];
                values[result::STOPPED] = stopped;
                n += 1;
                wins += values[result::WINS];
                let values = values.map(|value| weight * value);
                let group = Group(first.0 + in_game.positions[seat]);
                deal.add(layout, group, weight, values);
                for (total, value) in total.iter_mut().zip(values) {
                    *total += value;
                }
            }
            independence.game(table, bot, n, wins, weight);
            deal.add(layout, layout.bot(table, bot), weight * n, total);
            deal.add(layout, layout.line_up(line_up, k), weight * n, total);
        }
        if distinct.len() > 1 {
            for (a, &first) in bots.iter().enumerate() {
                for (b, &second) in bots.iter().enumerate() {
                    if first < second {
                        let mine = win * has(winners, a);
                        let mut values = [0; pair::N];
                        values[pair::WINS] = weight * mine;
                        values[pair::DIFFERENCE] = weight * (mine - win * has(winners, b));
                        deal.add(layout, layout.pair(table, first, second), weight, values);
                    }
                }
            }
        }
        let mut values = [0; games::N];
        values[games::ROUNDS] = weight * i64::from(rounds);
        values[games::STOPPED] = weight * stopped;
        deal.add(layout, layout.games(table), weight, values);
        let n_metrics = layout.shape().n_metrics;
        spreads[table].add(n_metrics, rounds as i32, seating.weight);
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
            orders,
            resample,
            blocks,
            pairs_of_games,
            ..
        } = self;
        resample.deal(layout, orders.seeds(), number, &deal.n, &deal.x);
        blocks.deal(|n_seats| orders.group(n_seats, number), &deal.n, &deal.x);
        for cell in layout.duels() {
            let place = layout.values(cell.group).start;
            // Twice the score, with 1/2 for both in a game without a winner.
            let score = 2 * deal.x[place + result::WINS] / WIN + deal.x[place + result::STOPPED];
            if let 0..=4 = score {
                pairs_of_games.entry(cell.line_up).or_default()[score as usize] += 1;
            }
        }
        sums.deal(layout, &mut deal.n, &mut deal.x);
    }

    fn settle(&mut self) {
        self.sums.settle();
        self.resample.settle();
    }

    fn absorb(&mut self, other: &mut Tally) {
        self.n_deals += std::mem::take(&mut other.n_deals);
        self.n_games += std::mem::take(&mut other.n_games);
        self.n_rounds += std::mem::take(&mut other.n_rounds);
        self.sums.absorb(&mut other.sums);
        take(&mut self.faults, &mut other.faults);
        self.resample.absorb(&mut other.resample);
        self.blocks.absorb(&mut other.blocks);
        for (line_up, mut counts) in std::mem::take(&mut other.pairs_of_games) {
            take(self.pairs_of_games.entry(line_up).or_default(), &mut counts);
        }
        self.independence.absorb(&mut other.independence);
        for (mine, its) in self.spreads.iter_mut().zip(&mut other.spreads) {
            mine.absorb(its);
        }
    }
}
