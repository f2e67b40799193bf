//! Share of each kind of decision in the difference between two bots.

use super::hybrid::Example;
use super::hybrid_table::{HybridTable, Matchup, PlayedSet, SeatedDeal};
use crate::decisions::figure::Figure;
use crate::decisions::kind::DecisionKind;
use crate::faults::Faults;
use powergrab_arena::ArenaGame;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_engine::game::Textual;
use powergrab_engine::rng::{Rng, Seeds};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Example of a decision, with its deal and seat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DealtExample {
    /// Number of the deal.
    pub deal: u64,
    /// Seat that decides.
    pub seat: u8,
    /// The decision.
    pub example: Example,
}

/// Sums of a kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindSums {
    /// Share: the first bot's loss from playing this kind as the second, in a random order of
    /// switching.
    pub share: Figure,
    /// Loss if this is the first kind switched.
    pub alone: Figure,
    /// Loss if this is the last kind switched.
    pub last: Figure,
    /// Number of such differences per round in which the first bot plays.
    pub rate: Figure,
    /// The first decisions of this kind.
    pub examples: Vec<DealtExample>,
}

/// Sums over some deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Win rate of the first bot.
    pub first: Figure,
    /// Win rate of the second bot.
    pub second: Figure,
    /// Difference of the win rates.
    pub difference: Figure,
    /// Sums by kind; the last are those of all other decisions.
    pub kinds: Vec<KindSums>,
    /// Number of games played, including those continued from a round.
    pub n_games: u64,
    /// Number of deals.
    pub n_deals: u64,
    /// Failures of the bots.
    pub faults: Faults,
    /// Maximum number of examples per kind.
    n_examples: usize,
}

impl Shares {
    /// Returns empty sums of this many kinds, including the one for all others.
    pub fn new(n_kinds: usize, n_examples: usize) -> Shares {
        Shares {
            first: Figure::default(),
            second: Figure::default(),
            difference: Figure::default(),
            kinds: vec![KindSums::default(); n_kinds],
            n_games: 0,
            n_deals: 0,
            faults: Faults::default(),
            n_examples,
        }
    }

    /// Returns the kinds that still need examples, as bits.
    fn wanted(&self) -> u32 {
        let lacking = |sums: &KindSums| sums.examples.len() < self.n_examples;
        let kinds = self.kinds.iter().enumerate();
        kinds.fold(0, |bits, (at, sums)| bits | u32::from(lacking(sums)) << at)
    }
}

impl Merge for Shares {
    fn fresh(&self) -> Shares {
        Shares::new(self.kinds.len(), self.n_examples)
    }

    fn absorb(&mut self, other: Shares) {
        self.first.absorb(&other.first);
        self.second.absorb(&other.second);
        self.difference.absorb(&other.difference);
        for (own, other) in self.kinds.iter_mut().zip(other.kinds) {
            own.share.absorb(&other.share);
            own.alone.absorb(&other.alone);
            own.last.absorb(&other.last);
            own.rate.absorb(&other.rate);
            own.examples.extend(other.examples);
            own.examples.sort();
            own.examples.truncate(self.n_examples);
        }
        self.n_games += other.n_games;
        self.n_deals += other.n_deals;
        self.faults.absorb(other.faults);
    }
}

/// Sums of one deal over all seats, in parts of a [`WIN`].
struct DealSums {
    first: i64,
    second: i64,
    /// Share, alone and last of each kind.
    kinds: Vec<[i64; 3]>,
}

/// Setup of [`ExperimentGame::measure`](crate::ExperimentGame::measure).
pub struct Measurement<'a, G: ArenaGame + Textual> {
    /// Bots to compare, their game and their opponents.
    pub matchup: &'a Matchup<G>,
    /// Kinds of decision.
    pub kinds: &'a [DecisionKind],
    /// Seeds of the deals.
    pub seeds: Seeds,
    /// Number of random orders per seat and deal.
    pub orders: u32,
    /// Maximum number of examples per kind.
    pub n_examples: usize,
}

impl<G: ArenaGame + Textual> Measurement<'_, G> {
    /// Returns the sums over these deals; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub(crate) fn measure(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<Shares>, RunError> {
        parallel_deals(
            deals,
            workers,
            &Shares::new(self.kinds.len() + 1, self.n_examples),
            control,
            || HybridTable::new(self.matchup, self.kinds),
            |table, deal, shares| {
                self.deal(table, deal, shares);
                shares.faults.absorb(std::mem::take(&mut table.faults));
            },
        )
    }

    fn deal(&self, table: &mut HybridTable<'_, G>, deal: u64, shares: &mut Shares) {
        let n = shares.kinds.len();
        let n_seats = self.matchup.n_seats();
        let seeds = self.seeds.deal(deal);
        let mut plan = seeds.plan();
        let mut sums = DealSums {
            first: 0,
            second: 0,
            kinds: vec![[0; 3]; n],
        };
        let mut counts = vec![0; n];
        let mut n_rounds = 0;
        for seat in 0..n_seats {
            let at = SeatedDeal { deal, seeds, seat };
            let mut played: Vec<PlayedSet<G>> = Vec::new();
            let wanted = shares.wanted();
            for (kind, example) in table.play_first(&at, wanted, &mut played) {
                let seat = seat as u8;
                let examples = &mut shares.kinds[kind].examples;
                examples.push(DealtExample {
                    deal,
                    seat,
                    example,
                });
            }
            if let Some(first) = played.first() {
                n_rounds += i64::from(first.n_rounds);
                for (count, more) in counts.iter_mut().zip(first.noticed.counts) {
                    *count += i64::from(more);
                }
            }
            self.seat(table, &at, &mut plan, &mut played, &mut sums);
            shares.n_games += played.len() as u64;
        }
        let weight = n_seats as i64;
        shares.first.add(weight, sums.first);
        shares.second.add(weight, sums.second);
        shares.difference.add(weight, sums.first - sums.second);
        let orders = i64::from(self.orders);
        for ((own, sums), count) in shares.kinds.iter_mut().zip(sums.kinds).zip(counts) {
            let [share, alone, last] = sums;
            own.share.add(weight * orders, share);
            own.alone.add(weight, alone);
            own.last.add(weight, last);
            own.rate.add(n_rounds, count);
        }
        shares.n_deals += 1;
    }

    /// Adds the results of a seat in a deal.
    fn seat<'g>(
        &self,
        table: &mut HybridTable<'g, G>,
        at: &SeatedDeal,
        plan: &mut Rng,
        played: &mut Vec<PlayedSet<G>>,
        sums: &mut DealSums,
    ) {
        let n = sums.kinds.len();
        let all = u32::MAX >> (32 - n);
        let mut value = |set: u32| table.play_set(at, set, played);
        let (first, second) = (value(0), value(all));
        sums.first += first;
        sums.second += second;
        let mut order: Vec<usize> = (0..n).collect();
        for _ in 0..self.orders {
            plan.shuffle(&mut order);
            let (mut set, mut before) = (0, first);
            for &kind in &order {
                set |= 1 << kind;
                let after = value(set);
                sums.kinds[kind][0] += before - after;
                before = after;
            }
        }
        for (kind, sums) in sums.kinds.iter_mut().enumerate() {
            sums[1] += first - value(1 << kind);
            sums[2] += value(all & !(1 << kind)) - second;
        }
    }
}
