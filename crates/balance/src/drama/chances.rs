//! Chances of a seat to win a round, by the cards in its hand and in the smallest other hand,
//! estimated from some deals.

use powergrab_arena::parallel_deals::Merge;
use powergrab_arena::resample::DealWeights;
use serde::{Deserialize, Serialize};

/// Hands of at least this many cards are counted together.
const MANY: usize = 15;

/// Frequencies of seats and of their wins, by the cards in their hand and in the smallest other
/// hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chances {
    seen: Vec<u64>,
    won: Vec<u64>,
}

impl Default for Chances {
    fn default() -> Self {
        Chances {
            seen: vec![0; MANY * MANY],
            won: vec![0; MANY * MANY],
        }
    }
}

#[inline]
fn cell(hands: &[u8], seat: usize) -> usize {
    let class = |cards: u8| usize::from(cards).clamp(1, MANY) - 1;
    let mut least = u8::MAX;
    for (other, cards) in hands.iter().enumerate() {
        if other != seat && *cards < least {
            least = *cards;
        }
    }
    class(hands[seat]) * MANY + class(least)
}

impl Chances {
    /// Counts a seat among these hands.
    pub fn see(&mut self, hands: &[u8], seat: usize, wins: bool) {
        let cell = cell(hands, seat);
        self.seen[cell] += 1;
        self.won[cell] += u64::from(wins);
    }

    fn add(&mut self, other: &Chances, times: u64) {
        for (mine, its) in [(&mut self.seen, &other.seen), (&mut self.won, &other.won)] {
            for (a, b) in mine.iter_mut().zip(its) {
                *a += times * b;
            }
        }
    }

    /// Returns the chances at tables of this number of seats. Every class starts with one win in
    /// `n` seats, so no class is empty.
    pub fn forecasts(&self, n: usize) -> Forecasts {
        let fair = 1.0 / n as f64;
        let chance = |(won, seen): (&u64, &u64)| (*won as f64 + fair) / (*seen as f64 + 1.0);
        Forecasts(self.won.iter().zip(&self.seen).map(chance).collect())
    }
}

/// Chance of each class of hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecasts(Vec<f64>);

impl Forecasts {
    /// Returns the chance of a seat among these hands.
    #[inline]
    pub fn of(&self, hands: &[u8], seat: usize) -> f64 {
        self.0[cell(hands, seat)]
    }
}

/// Chances learnt from some deals, and those of each replicate of the bootstrap, in which every
/// deal counts with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChances {
    /// Chances by all deals.
    pub all: Chances,
    /// Chances by replicate.
    pub replicates: Vec<Chances>,
}

impl TableChances {
    /// Returns empty chances for this many replicates.
    pub fn new(replicates: usize) -> TableChances {
        TableChances {
            all: Chances::default(),
            replicates: vec![Chances::default(); replicates],
        }
    }

    /// Returns empty chances for as many replicates.
    pub fn fresh(&self) -> TableChances {
        TableChances::new(self.replicates.len())
    }

    /// Adds a deal with its weights.
    pub fn add(&mut self, deal: &Chances, weights: &DealWeights) {
        self.all.add(deal, 1);
        for (replicate, weight) in self.replicates.iter_mut().zip(weights) {
            if *weight > 0 {
                replicate.add(deal, u64::from(*weight));
            }
        }
    }

    /// Merges the counts of another.
    pub fn absorb(&mut self, other: &TableChances) {
        self.all.add(&other.all, 1);
        for (mine, its) in self.replicates.iter_mut().zip(&other.replicates) {
            mine.add(its, 1);
        }
    }
}

/// Chances learnt from some deals, by table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WinChances(pub(crate) Vec<TableChances>);

impl Merge for WinChances {
    fn fresh(&self) -> WinChances {
        WinChances(self.0.iter().map(TableChances::fresh).collect())
    }
    fn absorb(&mut self, other: WinChances) {
        for (mine, its) in self.0.iter_mut().zip(&other.0) {
            mine.absorb(its);
        }
    }
}
