//! Sums over deals of a layout's totals and of their products, which suffice for the standard error
//! of a ratio.

use super::layout::{Group, Layout};
use super::take;
use serde::{Deserialize, Serialize};

/// Sums over deals: `n` by group, `x` by value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Sums of the weights, by group.
    pub n: Vec<i64>,
    /// Sums of the weights' squares, by group.
    pub nn: Vec<i128>,
    /// Sums of the totals, by value.
    pub x: Vec<i64>,
    /// Sums of the totals times the weights of their groups, by value.
    pub xn: Vec<i128>,
    /// Sums of the totals' squares, by value.
    pub xx: Vec<i128>,
    #[serde(skip)]
    pending: Pending,
}

/// Products waiting to be added to the wide sums; empty if unused.
///
/// Totals of a deal are nearly always small numbers. If so, their products are summed up in 64
/// bits, several at once in vector registers; the wide sums are only updated from time to time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pending {
    deals: u32,
    nn: Vec<i64>,
    xn: Vec<i64>,
    xx: Vec<i64>,
    /// By group: its weight in the last deal, which is often that of the next.
    last: Vec<i64>,
    /// By value: its group's weight in the last deal.
    n: Vec<i64>,
}

/// Totals from the negative of this to below it are small.
const SMALL: i64 = 1 << 23;
/// Number of deals whose products of small totals fit 64 bits.
const MAX_PENDING: u32 = 1 << 16;

const _: () = assert!((SMALL as i128) * (SMALL as i128) * (MAX_PENDING as i128) < 1 << 63);

/// Returns whether all totals are small.
#[inline(always)]
fn are_small(totals: &[i64]) -> bool {
    let bits = totals
        .iter()
        .fold(0, |bits, total| bits | total.wrapping_add(SMALL));
    bits as u64 & !(2 * SMALL as u64 - 1) == 0
}

/// Returns the product of small numbers, four of which processors compute at once.
#[inline(always)]
fn product(a: i64, b: i64) -> i64 {
    i64::from(a as i32) * i64::from(b as i32)
}

impl Sums {
    /// Returns sums of 0.
    pub fn new(layout: &Layout) -> Sums {
        let (groups, values) = (layout.n_groups(), layout.n_values());
        Sums {
            n: vec![0; groups],
            nn: vec![0; groups],
            x: vec![0; values],
            xn: vec![0; values],
            xx: vec![0; values],
            pending: Pending::default(),
        }
    }

    /// Adds a deal, from its totals by group (`n`) and by value (`x`), which are 0 afterwards.
    #[inline(always)]
    pub fn deal(&mut self, layout: &Layout, n: &mut [i64], x: &mut [i64]) {
        if are_small(n) && are_small(x) {
            self.small_deal(layout, n, x);
        } else {
            self.large_deal(layout, n, x);
        }
    }

    #[inline(always)]
    fn small_deal(&mut self, layout: &Layout, n: &mut [i64], x: &mut [i64]) {
        let pending = &mut self.pending;
        if pending.deals == 0 {
            pending.begin(n.len(), x.len());
        }
        let pairs = n.iter().zip(&pending.last);
        if pairs.fold(0, |differ, (n, last)| differ | (n ^ last)) != 0 {
            pending.weigh(layout, n);
        }
        let sums = self.n.iter_mut().zip(&mut pending.nn);
        for (n, (sum, nn)) in n.iter_mut().zip(sums) {
            let n = std::mem::take(n);
            *sum += n;
            *nn += product(n, n);
        }
        let products = pending.xn.iter_mut().zip(&mut pending.xx);
        let sums = self.x.iter_mut().zip(products);
        for ((x, n), (sum, (xn, xx))) in x.iter_mut().zip(&pending.n).zip(sums) {
            let x = std::mem::take(x);
            *sum += x;
            *xn += product(x, *n);
            *xx += product(x, x);
        }
        pending.deals += 1;
        if pending.deals == MAX_PENDING {
            self.settle();
        }
    }

    #[cold]
    #[inline(never)]
    fn large_deal(&mut self, layout: &Layout, n: &mut [i64], x: &mut [i64]) {
        for (group, n) in n.iter_mut().enumerate() {
            let n = std::mem::take(n);
            self.n[group] += n;
            self.nn[group] += i128::from(n) * i128::from(n);
            for place in layout.values(Group(group)) {
                let x = std::mem::take(&mut x[place]);
                self.x[place] += x;
                self.xn[place] += i128::from(x) * i128::from(n);
                self.xx[place] += i128::from(x) * i128::from(x);
            }
        }
    }

    /// Completes the deferred sums.
    pub fn settle(&mut self) {
        fn add(sums: &mut [i128], pending: &mut Vec<i64>) {
            for (sum, pending) in sums.iter_mut().zip(pending.iter()) {
                *sum += i128::from(*pending);
            }
            pending.clear();
        }
        let Pending {
            deals,
            nn,
            xn,
            xx,
            last,
            n,
        } = &mut self.pending;
        *deals = 0;
        add(&mut self.nn, nn);
        add(&mut self.xn, xn);
        add(&mut self.xx, xx);
        last.clear();
        n.clear();
    }

    /// Returns whether nothing is deferred.
    pub fn is_settled(&self) -> bool {
        self.pending.deals == 0
    }

    /// Takes everything from another, which is empty afterwards.
    pub fn absorb(&mut self, other: &mut Sums) {
        self.settle();
        other.settle();
        take(&mut self.n, &mut other.n);
        take(&mut self.nn, &mut other.nn);
        take(&mut self.x, &mut other.x);
        take(&mut self.xn, &mut other.xn);
        take(&mut self.xx, &mut other.xx);
    }
}

impl Pending {
    fn begin(&mut self, n_groups: usize, n_values: usize) {
        self.nn.resize(n_groups, 0);
        self.xn.resize(n_values, 0);
        self.xx.resize(n_values, 0);
        self.last.resize(n_groups, 0);
        self.n.resize(n_values, 0);
    }

    /// Records a deal's weights if they differ from those of the previous deal, as they do if games
    /// have several rounds.
    #[cold]
    #[inline(never)]
    fn weigh(&mut self, layout: &Layout, n: &[i64]) {
        for (group, (n, last)) in n.iter().zip(&mut self.last).enumerate() {
            if n != last {
                *last = *n;
                self.n[layout.values(Group(group))].fill(*n);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::RunShape;
    use powergrab_engine::rng::Rng;

    fn layout() -> Layout {
        Layout::new(RunShape {
            n_bots: 3,
            players: vec![2, 4],
            line_ups: vec![(0, vec![0, 1]), (1, vec![2, 1, 2, 0])],
            n_metrics: 5,
            won: vec![3],
            n_seat_metrics: 7,
        })
    }

    /// Returns totals of random deals: small ones, some just at the limit, and some far beyond it.
    fn deals(layout: &Layout, n: usize) -> Vec<(Vec<i64>, Vec<i64>)> {
        let mut rng = Rng::from_key(3);
        let mut totals = |len: usize, deal: usize| -> Vec<i64> {
            let mut totals: Vec<i64> = (0..len)
                .map(|_| i64::from(rng.below(2001)) - 1000)
                .collect();
            let edges = [SMALL - 1, -SMALL, SMALL, -SMALL - 1, 1 << 40];
            if deal.is_multiple_of(3) {
                totals[rng.below(len as u32) as usize] = edges[rng.below(5) as usize];
            }
            totals
        };
        (0..n)
            .map(|deal| {
                let n = totals(layout.n_groups(), deal);
                (n, totals(layout.n_values(), deal))
            })
            .collect()
    }

    #[test]
    fn products_are_exact_whatever_is_put_off() {
        let layout = layout();
        let deals = deals(&layout, 200);
        let mut slow = Sums::new(&layout);
        let mut fast = Sums::new(&layout);
        let mut parts = [Sums::new(&layout), Sums::new(&layout)];
        for (i, (n, x)) in deals.iter().enumerate() {
            slow.large_deal(&layout, &mut n.clone(), &mut x.clone());
            let (mut n, mut x) = (n.clone(), x.clone());
            parts[i % 2].deal(&layout, &mut n.clone(), &mut x.clone());
            fast.deal(&layout, &mut n, &mut x);
            assert!(n.iter().chain(&x).all(|total| *total == 0));
            if i == 77 {
                fast.settle();
            }
        }
        assert!(!fast.is_settled());
        fast.settle();
        assert_eq!(fast, slow);
        let [mut one, mut other] = parts;
        one.absorb(&mut other);
        assert_eq!(one, slow);
        assert_eq!(other, Sums::new(&layout));
    }
}
