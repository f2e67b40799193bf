//! The bootstrap, as it goes along: in each of [`REPLICATES`] replicates every deal counts a Poisson(1) number of times.
//!
//! Weights belong to a deal and a replicate and to nothing else, so the sums are the same in any order and for any split of
//! the deals, and memory does not grow with them. (Poisson weights instead of draws with replacement: Chamandy et al.,
//! "Estimating uncertainty for massive data streams", Google, 2012; Oza and Russell, AISTATS 2001.) Two runs over the
//! same deals of the same seed have the same weights, so their replicates are paired.

use super::layout::{Group, Layout, PayoffCell, result};
use crate::rng::{DealSeeds, Seeds};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many replicates there are.
pub const REPLICATES: usize = 200;

/// Beyond this many cells of payoff matrices their replicates are not kept.
pub const MAX_CELLS: usize = 4096;

/// Of 65,536 equally likely numbers, how many give a weight of at least 1, 2, …: Poisson(1), rounded so that mean and
/// variance are exactly 1.
pub const AT_LEAST: [u16; 8] = [41_426, 17_318, 5_263, 1_244, 240, 39, 5, 1];

/// The weights of one deal.
pub type Weights = [u8; REPLICATES];

/// The weights of a deal with these seeds.
#[inline(always)]
#[must_use]
pub fn weights(seeds: DealSeeds) -> Weights {
    let mut rng = seeds.resample();
    let mut numbers = [0u16; REPLICATES];
    for four in numbers.chunks_exact_mut(4) {
        let bits = rng.next_u64();
        for (i, number) in four.iter_mut().enumerate() {
            *number = (bits >> (16 * i)) as u16;
        }
    }
    numbers.map(|number| AT_LEAST.iter().map(|least| u8::from(number < *least)).sum())
}

/// A sum for each replicate.
type Sums = Vec<i64>;

/// What is summed up in each replicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resample {
    /// How many deals.
    deals: Sums,
    /// By table and bot, then by replicate: wins, in [`WIN`](super::layout::WIN)s.
    wins: Sums,
    /// By cell of the payoff matrix (see [`Layout::payoff_cells`]), then by replicate: wins of its one bot.
    payoffs: Sums,
    /// By line-up with stopped games: their number, rotations with their weights.
    stopped: BTreeMap<usize, Sums>,
}

/// Adds a deal's value to each replicate, as often as the deal counts there.
#[inline(always)]
fn add(sums: &mut [i64], weights: &Weights, value: i64) {
    // Products of 32 bits: processors multiply several of them at once.
    if let Ok(value) = i32::try_from(value) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += i64::from(value) * i64::from(i32::from(*weight));
        }
    } else {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += value * i64::from(*weight);
        }
    }
}

/// The payoff cells whose replicates are kept: all, or none where they are too many.
fn kept(layout: &Layout) -> &[PayoffCell] {
    let cells = layout.payoff_cells();
    if cells.len() > MAX_CELLS { &[] } else { cells }
}

fn row(sums: &[i64], i: usize) -> &[i64] {
    &sums[i * REPLICATES..(i + 1) * REPLICATES]
}

fn row_mut(sums: &mut [i64], i: usize) -> &mut [i64] {
    &mut sums[i * REPLICATES..(i + 1) * REPLICATES]
}

impl Resample {
    /// All sums 0.
    #[must_use]
    pub fn new(layout: &Layout) -> Resample {
        let shape = layout.shape();
        Resample {
            deals: vec![0; REPLICATES],
            wins: vec![0; shape.players.len() * shape.n_bots * REPLICATES],
            payoffs: vec![0; kept(layout).len() * REPLICATES],
            stopped: BTreeMap::new(),
        }
    }

    /// Adds a deal, from its totals by group (`n`) and by value (`x`).
    #[inline(always)]
    pub fn deal(&mut self, layout: &Layout, seeds: Seeds, deal: u64, n: &[i64], x: &[i64]) {
        let weights = weights(seeds.deal(deal));
        for (sum, weight) in self.deals.iter_mut().zip(weights) {
            *sum += i64::from(weight);
        }
        let shape = layout.shape();
        let value = |group: Group, i: usize| x[layout.values(group).start + i];
        for table in 0..shape.players.len() {
            for bot in 0..shape.n_bots {
                let wins = value(layout.bot(table, bot), result::WINS);
                if wins != 0 {
                    let at = table * shape.n_bots + bot;
                    add(row_mut(&mut self.wins, at), &weights, wins);
                }
            }
        }
        for (i, cell) in kept(layout).iter().enumerate() {
            let wins = value(cell.group, result::WINS);
            if wins != 0 {
                add(row_mut(&mut self.payoffs, i), &weights, wins);
            }
        }
        for table in 0..shape.players.len() {
            let group = layout.games(table);
            if n[group.0] != 0 && value(group, super::layout::games::STOPPED) != 0 {
                self.stopped_games(layout, table, &weights, x);
            }
        }
    }

    #[cold]
    fn stopped_games(&mut self, layout: &Layout, table: usize, weights: &Weights, x: &[i64]) {
        for (line_up, (its, bots)) in layout.shape().line_ups.iter().enumerate() {
            if *its != table {
                continue;
            }
            let group = layout.line_up(line_up, 0);
            let seats_stopped = x[layout.values(group).start + result::STOPPED];
            if seats_stopped != 0 {
                let first = layout.line_up_bots(line_up)[0];
                let seats = bots.iter().filter(|bot| **bot == first).count() as i64;
                let sums = self.stopped.entry(line_up);
                let sums = sums.or_insert_with(|| vec![0; REPLICATES]);
                add(sums, weights, seats_stopped / seats);
            }
        }
    }

    /// Takes everything from another, which is empty afterwards.
    pub fn absorb(&mut self, other: &mut Resample) {
        fn take(mine: &mut [i64], its: &mut [i64]) {
            for (mine, its) in mine.iter_mut().zip(its) {
                *mine += std::mem::take(its);
            }
        }
        take(&mut self.deals, &mut other.deals);
        take(&mut self.wins, &mut other.wins);
        take(&mut self.payoffs, &mut other.payoffs);
        for (line_up, mut sums) in std::mem::take(&mut other.stopped) {
            let mine = self.stopped.entry(line_up);
            let mine = mine.or_insert_with(|| vec![0; REPLICATES]);
            take(mine, &mut sums);
        }
    }

    /// By replicate: how many deals it has.
    #[must_use]
    pub fn deals(&self) -> &[i64] {
        &self.deals
    }

    /// By replicate: a bot's wins at a table, in [`WIN`](super::layout::WIN)s; `n_bots` as in the layout.
    #[must_use]
    pub fn wins(&self, n_bots: usize, table: usize, bot: usize) -> &[i64] {
        row(&self.wins, table * n_bots + bot)
    }

    /// By replicate: the wins of a payoff cell's one bot, in [`WIN`](super::layout::WIN)s; none where there are too many
    /// cells.
    #[must_use]
    pub fn payoff(&self, cell: usize) -> Option<&[i64]> {
        self.payoffs.get(cell * REPLICATES..(cell + 1) * REPLICATES)
    }

    /// By replicate: a line-up's stopped games; none where there were none at all.
    #[must_use]
    pub fn stopped(&self, line_up: usize) -> Option<&[i64]> {
        self.stopped.get(&line_up).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Purpose;

    #[test]
    fn weights_have_mean_and_variance_one() {
        let of = |number: u32| {
            let at_least = AT_LEAST.iter().filter(|least| number < u32::from(**least));
            at_least.count() as u64
        };
        let (sum, squares) = (0..65_536).fold((0, 0), |(s, q), u| (s + of(u), q + of(u) * of(u)));
        assert_eq!((sum, squares), (65_536, 2 * 65_536));
        // Poisson(1): e^-1 / k!
        let mut p = (-1f64).exp();
        for k in 0..6 {
            let count = (0..65_536).filter(|u| of(*u) == k).count() as f64;
            assert!((count / 65_536.0 - p).abs() < 3e-5, "{k}");
            p /= (k + 1) as f64;
        }
    }

    #[test]
    fn weights_belong_to_the_deal_and_the_replicate() {
        let seeds = Seeds::new(1, Purpose::Play);
        assert_eq!(weights(seeds.deal(7)), weights(seeds.deal(7)));
        assert_ne!(weights(seeds.deal(7)), weights(seeds.deal(8)));
        assert_ne!(
            weights(seeds.deal(7)),
            weights(Seeds::new(2, Purpose::Play).deal(7))
        );
        // Neither deals nor replicates hang together: correlations of 20,000 pairs have a standard deviation of 0.007.
        let n = 20_000;
        let rows: Vec<Weights> = (0..n).map(|deal| weights(seeds.deal(deal))).collect();
        let off = |w: u8| f64::from(w) - 1.0;
        for (i, j) in [(0, 1), (3, 4), (7, 199), (100, 150)] {
            let r: f64 = rows.iter().map(|w| off(w[i]) * off(w[j])).sum::<f64>() / n as f64;
            assert!(r.abs() < 0.03, "{i} {j}: {r}");
        }
        let r: f64 = rows
            .windows(2)
            .map(|w| off(w[0][5]) * off(w[1][5]))
            .sum::<f64>()
            / n as f64;
        assert!(r.abs() < 0.03, "{r}");
        let mean = rows.iter().map(|w| off(w[9])).sum::<f64>() / n as f64;
        assert!(mean.abs() < 0.03, "{mean}");
    }
}
