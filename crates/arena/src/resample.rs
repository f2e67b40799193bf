//! The online bootstrap: in each of [`REPLICATES`] replicates, every deal counts a Poisson(1)
//! number of times.
//!
//! Weights depend only on the deal and the replicate, so the sums are the same in any order and for
//! any split of the deals, and memory does not grow with the deals. (Poisson weights instead of
//! draws with replacement: Chamandy et al., "Estimating uncertainty for massive data streams",
//! Google, 2012; Oza and Russell, AISTATS 2001.) Two runs over the same deals of the same seed have
//! the same weights, so their replicates are paired.

use powergrab_engine::rng::{DealSeeds, FourRngs, Seeds};
use powergrab_stats::layout::{Group, Layout, PayoffCell, result};
use powergrab_stats::{REPLICATES, take};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of cells of payoff matrices whose replicates are kept.
pub const MAX_CELLS: usize = 4096;

/// Of 65,536 equally likely numbers, how many give a weight of at least 1, 2, …: Poisson(1),
/// rounded so that mean and variance are exactly 1.
pub const AT_LEAST: [u16; 8] = [41_426, 17_318, 5_263, 1_244, 240, 39, 5, 1];

/// Weights of one deal, by replicate.
pub type DealWeights = [u8; REPLICATES];

/// Returns the weights of a deal with these seeds.
#[inline(always)]
pub fn weights(seeds: DealSeeds) -> DealWeights {
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

/// Number of deals that are weighted together, and number of replicates per random number.
const FOUR: usize = 4;

/// Weights of four deals: by four replicates, then by deal, then by replicate.
type FourWeights = [[[u16; FOUR]; FOUR]; REPLICATES / FOUR];

const _: () = assert!(REPLICATES.is_multiple_of(FOUR));

/// Returns the [`weights`] of four deals, only the first `n` of which count; the others have
/// weight 0.
#[inline(always)]
fn four_weights(seeds: [DealSeeds; FOUR], n: usize) -> FourWeights {
    let mut rngs = FourRngs::resample(seeds);
    let mut numbers = [[[0; 8]; FOUR]; REPLICATES / FOUR];
    for four in &mut numbers {
        *four = rngs.next_u64().map(u64::to_le_bytes);
    }
    let (numbers, _) = numbers.as_flattened().as_flattened().as_chunks();
    let mut weights = [[[0; FOUR]; FOUR]; REPLICATES / FOUR];
    for (weight, number) in weights
        .as_flattened_mut()
        .as_flattened_mut()
        .iter_mut()
        .zip(numbers)
    {
        // As signed numbers, which processors can compare in vectors.
        let signed = |number: u16| (number ^ 1 << 15) as i16;
        let number = signed(u16::from_le_bytes(*number));
        *weight = AT_LEAST
            .iter()
            .map(|least| u16::from(number < signed(*least)))
            .sum();
    }
    if n < FOUR {
        for four in &mut weights {
            four[n..].fill([0; FOUR]);
        }
    }
    weights
}

/// A sum for each replicate.
type Sums = Vec<i64>;

/// Sums of each replicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resample {
    /// Number of deals.
    deals: Sums,
    /// By table and bot, then by replicate: wins, in [`WIN`](powergrab_stats::layout::WIN)s.
    wins: Sums,
    /// By cell of the payoff matrix (see [`Layout::payoff_cells`]), then by replicate: wins of its
    /// single bot.
    payoffs: Sums,
    /// By line-up with stopped games: their number, rotations counted with their weights.
    stopped: BTreeMap<usize, Sums>,
    #[serde(skip)]
    pending: Pending,
}

/// Deals waiting to be added, so that four are weighted at once, and the total weights of deals
/// since the sums were last settled. Both are empty if unused.
///
/// Σ w x = Σ w (x - base) + base Σ w. For a value that hardly changes from deal to deal, such as
/// the wins of a bot in all seats, the first sum costs nothing, and the second is computed at the
/// end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pending {
    /// The waiting deals, at most four.
    deals: Vec<DealSeeds>,
    /// By sum (wins, then payoffs): the values of the waiting deals.
    values: Vec<[i64; FOUR]>,
    /// By sum: its base.
    bases: Vec<i64>,
    /// Total weights of all deals since, in the layout of [`FourWeights`], and the number of fours
    /// added.
    weights: Vec<u16>,
    fours: u16,
}

/// Maximum number of fours whose total weights fit 16 bits.
const MAX_FOURS: u16 = u16::MAX / AT_LEAST.len() as u16;

/// Adds a deal's value to each replicate, multiplied by the deal's weight there.
fn add(sums: &mut [i64], weights: &DealWeights, value: i64) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += value * i64::from(*weight);
    }
}

/// Adds the values of four deals to each replicate, multiplied by each deal's weight there.
#[inline(always)]
fn add_four(sums: &mut [i64], weights: &FourWeights, values: [i64; FOUR]) {
    let rows = sums.chunks_exact_mut(FOUR).zip(weights);
    // Products of 32 bits: processors multiply several of them at once.
    if values.iter().all(|value| i32::try_from(*value).is_ok()) {
        let values = values.map(|value| value as i32);
        for (sums, weights) in rows {
            for (i, sum) in sums.iter_mut().enumerate() {
                for (value, weights) in values.iter().zip(weights) {
                    *sum += i64::from(*value) * i64::from(i32::from(weights[i]));
                }
            }
        }
    } else {
        for (sums, weights) in rows {
            for (i, sum) in sums.iter_mut().enumerate() {
                for (value, weights) in values.iter().zip(weights) {
                    *sum += value * i64::from(weights[i]);
                }
            }
        }
    }
}

/// Returns the payoff cells whose replicates are kept: all, or an empty slice if
/// they are too many.
fn kept(layout: &Layout) -> &[PayoffCell] {
    let cells = layout.payoff_cells();
    if cells.len() > MAX_CELLS { &[] } else { cells }
}

fn row(sums: &[i64], i: usize) -> &[i64] {
    &sums[i * REPLICATES..(i + 1) * REPLICATES]
}

impl Pending {
    fn begin(&mut self, n_sums: usize) {
        self.deals.reserve_exact(FOUR);
        self.values.resize(n_sums, [0; FOUR]);
        self.bases.resize(n_sums, 0);
        self.weights.resize(REPLICATES * FOUR, 0);
    }
}

impl Resample {
    /// Returns sums of 0.
    pub fn new(layout: &Layout) -> Resample {
        let shape = layout.shape();
        Resample {
            deals: vec![0; REPLICATES],
            wins: vec![0; shape.players.len() * shape.n_bots * REPLICATES],
            payoffs: vec![0; kept(layout).len() * REPLICATES],
            stopped: BTreeMap::new(),
            pending: Pending::default(),
        }
    }

    /// Adds a deal, from its totals by group (`n`) and by value (`x`). Nothing is summed for a
    /// single bot, because replicates compare bots.
    #[inline(always)]
    pub fn deal(&mut self, layout: &Layout, seeds: Seeds, deal: u64, n: &[i64], x: &[i64]) {
        let shape = layout.shape();
        if shape.n_bots < 2 {
            return;
        }
        let seeds = seeds.deal(deal);
        let value = |group: Group, i: usize| x[layout.values(group).start + i];
        let pending = &mut self.pending;
        if pending.weights.is_empty() {
            pending.begin((self.wins.len() + self.payoffs.len()) / REPLICATES);
        }
        let nth = pending.deals.len() & (FOUR - 1);
        pending.deals.push(seeds);
        let tables = 0..shape.players.len();
        let bots = tables
            .clone()
            .flat_map(|table| (0..shape.n_bots).map(move |bot| (table, bot)));
        let bots = bots.map(|(table, bot)| layout.bot(table, bot));
        let groups = bots.chain(kept(layout).iter().map(|cell| cell.group));
        for (values, group) in pending.values.iter_mut().zip(groups) {
            values[nth] = value(group, result::WINS);
        }
        if pending.deals.len() == FOUR {
            self.weigh();
        }
        for table in tables {
            let group = layout.games(table);
            if n[group.0] != 0 && value(group, powergrab_stats::layout::games::STOPPED) != 0 {
                self.stopped_games(layout, table, &weights(seeds), x);
            }
        }
    }

    /// Adds the waiting deals.
    #[inline(always)]
    fn weigh(&mut self) {
        let pending = &mut self.pending;
        let n = pending.deals.len();
        let Some(&last) = pending.deals.last() else {
            return;
        };
        let seeds = std::array::from_fn(|i| pending.deals.get(i).copied().unwrap_or(last));
        pending.deals.clear();
        let weights = four_weights(seeds, n);
        for (sum, weight) in pending
            .weights
            .iter_mut()
            .zip(weights.as_flattened().as_flattened())
        {
            *sum += weight;
        }
        let rows = self.wins.chunks_exact_mut(REPLICATES);
        let rows = rows.chain(self.payoffs.chunks_exact_mut(REPLICATES));
        for ((values, base), sums) in pending.values.iter().zip(&mut pending.bases).zip(rows) {
            if pending.fours == 0 {
                *base = values[0];
            }
            let values = values.map(|value| value.wrapping_sub(*base));
            if values[..n].iter().any(|value| *value != 0) {
                add_four(sums, &weights, values);
            }
        }
        pending.fours += 1;
        if pending.fours == MAX_FOURS {
            self.settle();
        }
    }

    /// Completes the deferred sums.
    #[cold]
    #[inline(never)]
    pub fn settle(&mut self) {
        self.weigh();
        let Pending { bases, weights, .. } = std::mem::take(&mut self.pending);
        if weights.is_empty() {
            return;
        }
        let mut totals: Sums = Vec::with_capacity(REPLICATES);
        for four in weights.chunks_exact(FOUR * FOUR) {
            let total = |i: usize| four[i..].iter().step_by(FOUR).map(|w| i64::from(*w));
            totals.extend((0..FOUR).map(|i| total(i).sum::<i64>()));
        }
        for (sum, total) in self.deals.iter_mut().zip(&totals) {
            *sum += total;
        }
        let rows = self.wins.chunks_exact_mut(REPLICATES);
        let rows = rows.chain(self.payoffs.chunks_exact_mut(REPLICATES));
        for (base, sums) in bases.iter().zip(rows) {
            for (sum, total) in sums.iter_mut().zip(&totals) {
                *sum += base * total;
            }
        }
    }

    #[cold]
    fn stopped_games(&mut self, layout: &Layout, table: usize, weights: &DealWeights, x: &[i64]) {
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
        self.settle();
        other.settle();
        take(&mut self.deals, &mut other.deals);
        take(&mut self.wins, &mut other.wins);
        take(&mut self.payoffs, &mut other.payoffs);
        for (line_up, mut sums) in std::mem::take(&mut other.stopped) {
            let mine = self.stopped.entry(line_up);
            let mine = mine.or_insert_with(|| vec![0; REPLICATES]);
            take(mine, &mut sums);
        }
    }

    /// Returns the number of deals by replicate.
    pub fn deals(&self) -> &[i64] {
        &self.deals
    }

    /// Returns a bot's wins at a table by replicate, in [`WIN`](powergrab_stats::layout::WIN)s;
    /// `n_bots` as in the layout.
    pub fn wins(&self, n_bots: usize, table: usize, bot: usize) -> &[i64] {
        row(&self.wins, table * n_bots + bot)
    }

    /// Returns the wins of a payoff cell's single bot by replicate, in
    /// [`WIN`](powergrab_stats::layout::WIN)s; `None` if there are too many cells.
    pub fn payoff(&self, cell: usize) -> Option<&[i64]> {
        self.payoffs.get(cell * REPLICATES..(cell + 1) * REPLICATES)
    }

    /// Returns a line-up's stopped games by replicate; `None` if there were none.
    pub fn stopped(&self, line_up: usize) -> Option<&[i64]> {
        self.stopped.get(&line_up).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_engine::rng::Purpose;

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
    fn sums_are_those_of_each_deal_with_its_weights() {
        let layout = Layout::new(powergrab_stats::layout::RunShape {
            n_bots: 2,
            players: vec![2],
            line_ups: vec![(0, vec![0, 1])],
            n_metrics: 1,
            won: vec![],
            n_seat_metrics: 1,
        });
        let seeds = Seeds::new(5, Purpose::Play);
        let place = |bot| layout.values(layout.bot(0, bot)).start + result::WINS;
        // The first bot's wins hardly ever change, the second's always, once beyond 32 bits.
        let wins = |deal: u64| [if deal == 13 { 0 } else { 2520 }, (deal as i64 - 9) << deal];
        let mut slow = [
            vec![0; REPLICATES],
            vec![0; REPLICATES],
            vec![0; REPLICATES],
        ];
        let mut fast = Resample::new(&layout);
        for deal in 0..35 {
            let weights = weights(seeds.deal(deal));
            for (i, weight) in weights.iter().map(|w| i64::from(*w)).enumerate() {
                slow[0][i] += weight;
                slow[1][i] += weight * wins(deal)[0];
                slow[2][i] += weight * wins(deal)[1];
            }
            let (n, mut x) = (vec![0; layout.n_groups()], vec![0; layout.n_values()]);
            (0..2).for_each(|bot| x[place(bot)] = wins(deal)[bot]);
            fast.deal(&layout, seeds, deal, &n, &x);
            if deal == 17 {
                fast.settle();
            }
        }
        fast.settle();
        assert_eq!(fast.deals(), slow[0]);
        assert_eq!(fast.wins(2, 0, 0), slow[1]);
        assert_eq!(fast.wins(2, 0, 1), slow[2]);
        assert_eq!(fast.pending, Pending::default());
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
        // Neither deals nor replicates are correlated: correlations of 20,000 pairs have a standard
        // deviation of 0.007.
        let n = 20_000;
        let rows: Vec<DealWeights> = (0..n).map(|deal| weights(seeds.deal(deal))).collect();
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
