//! Seating within a deal block: pure generators of indices.
//!
//! A line-up of `n` bots is a multiset. Each deal seats it in a circular order, and the block plays
//! the deal under every rotation of that order. The neighbours of a bot matter, so the orders take
//! turns ([`Orders`]): there are `(n-1)!` of them once the first bot is fixed.

use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::rng::{DealSeeds, Rng, Seeds};
use powergrab_engine::texts;
use powergrab_stats::blocks::GROUPS;
use serde::{Deserialize, Serialize};

/// Bots at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// Index of the experiment's game for this number of seats.
    pub table: usize,
    /// Indices into the experiment's bots; a bot may take several seats.
    pub bots: Vec<usize>,
}

texts! {
    /// Rule by which the deal determines the circular order of a line-up.
    #[derive(Serialize, Deserialize)]
    pub enum Order {
        /// All circular orders in turn, in a sequence drawn from the seed.
        Cyclic = "cyclic",
        /// The written order of the line-up, in every deal.
        Fixed = "fixed",
    }
}

/// Maximum number of seats at which all circular orders (720 of them) take turns; beyond, each deal
/// draws one.
pub const MAX_ENUMERATED: usize = 7;

/// Indices of a line-up in a circular order; only the first `n` count.
pub type Places = [u8; MAX_SEATS];

/// Returns the written order of a line-up.
fn in_order() -> Places {
    std::array::from_fn(|i| i as u8)
}

/// Returns the circular order with this number: entry `i` is the index in the line-up of the bot
/// that sits `i` seats to the left of the first. Index 0 always comes first; the others follow in
/// the lexicographic permutation number `number`, which is below `(n-1)!`.
fn lexicographic(n: usize, mut number: u64) -> Places {
    let mut places = in_order();
    // The factorial number system encodes the permutation: each digit selects the next of the
    // remaining indices.
    let mut n_orders: u64 = (1..n as u64).product();
    for i in 1..n {
        n_orders /= (n - i) as u64;
        let digit = (number / n_orders) as usize;
        number %= n_orders;
        places[i..=i + digit].rotate_right(1);
    }
    places
}

/// The circular orders of a run's deals.
///
/// Each `(n-1)!` deals from deal 0 on form a cycle, which uses every circular order once, in a
/// sequence drawn from the run's seed. So the first few deals of a large table are a sample of the
/// orders, and whole cycles contain all of them equally often. Beyond [`MAX_ENUMERATED`] seats each
/// deal draws its order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "(Seeds, Order)", into = "(Seeds, Order)")]
pub struct Orders {
    seeds: Seeds,
    order: Order,
    /// By number of seats: the cycle drawn last.
    cycles: [Cycle; MAX_ENUMERATED + 1],
}

/// Sequence of circular orders of one cycle, by their lexicographic numbers.
#[derive(Clone, Debug, Default)]
struct Cycle {
    number: u64,
    sequence: Vec<u16>,
}

impl PartialEq for Orders {
    fn eq(&self, other: &Orders) -> bool {
        (self.seeds, self.order) == (other.seeds, other.order)
    }
}

impl Eq for Orders {}

impl From<(Seeds, Order)> for Orders {
    fn from((seeds, order): (Seeds, Order)) -> Orders {
        Orders::new(seeds, order)
    }
}

impl From<Orders> for (Seeds, Order) {
    fn from(orders: Orders) -> (Seeds, Order) {
        (orders.seeds, orders.order)
    }
}

impl Orders {
    /// Returns the orders of a run with these seeds.
    pub fn new(seeds: Seeds, order: Order) -> Orders {
        Orders {
            seeds,
            order,
            cycles: Default::default(),
        }
    }

    /// Returns the run's seeds.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// Returns the cycle of a deal at a table of `n` seats, and the lexicographic number of its
    /// circular order; `None` if orders do not take turns.
    #[inline]
    pub fn turn(&mut self, n: usize, deal: u64) -> Option<(u64, u64)> {
        if self.order == Order::Fixed || !(3..=MAX_ENUMERATED).contains(&n) {
            return None;
        }
        let n_orders: u64 = (1..n as u64).product();
        let number = deal / n_orders;
        let cycle = &mut self.cycles[n];
        if cycle.number != number || cycle.sequence.is_empty() {
            cycle.draw(n_orders, number, self.seeds.orders(n, number));
        }
        let place = (deal % n_orders) as usize;
        Some((number, u64::from(cycle.sequence[place])))
    }

    /// Returns the group of deals ([`powergrab_stats::blocks`]) of a deal at a table of `n` seats.
    ///
    /// If orders take turns, the one with number `o` is in group `c + o` mod [`GROUPS`] in cycle
    /// `c`: in any [`GROUPS`] cycles, each group has each order once. Grouping by the deal's number
    /// alone would tie groups to orders, because that number determines the order.
    #[inline]
    pub fn group(&mut self, n: usize, deal: u64) -> usize {
        let number = match self.turn(n, deal) {
            Some((cycle, order)) => cycle + order,
            None => deal,
        };
        (number % GROUPS as u64) as usize
    }

    /// Returns the circular order of a deal at a table of `n` seats.
    ///
    /// # Panics
    /// Panics if `n` is more than [`MAX_SEATS`].
    #[inline]
    pub fn places(&mut self, n: usize, deal: u64) -> Places {
        if let Some((_, number)) = self.turn(n, deal) {
            return lexicographic(n, number);
        }
        let mut places = in_order();
        if self.order == Order::Cyclic && n > MAX_ENUMERATED {
            self.seeds.deal(deal).plan().shuffle(&mut places[1..n]);
        }
        places
    }
}

impl Cycle {
    #[cold]
    fn draw(&mut self, n_orders: u64, number: u64, mut rng: Rng) {
        self.number = number;
        self.sequence.clear();
        self.sequence.extend(0..n_orders as u16);
        rng.shuffle(&mut self.sequence);
    }
}

/// Returns the number of distinct rotations of this circular sequence. It divides the length; each
/// such rotation represents `length / period` equal ones.
pub fn period<T: PartialEq>(circle: &[T]) -> usize {
    let n = circle.len();
    (1..n)
        .find(|&p| n.is_multiple_of(p) && (p..n).all(|i| circle[i] == circle[i - p]))
        .unwrap_or(n)
}

/// A line-up in the circular order of a deal, ready to be rotated.
#[derive(Clone, Copy, Debug)]
pub struct CircularLineUp {
    /// Bots of the order, written twice, so that each rotation is a slice.
    bots: [usize; 2 * MAX_SEATS],
    n: usize,
    period: usize,
}

impl CircularLineUp {
    /// Returns the bots of a line-up (indices into the pool) in this order.
    #[inline]
    pub fn new(line_up: &[usize], order: &Places) -> CircularLineUp {
        let n = line_up.len();
        let mut circle = CircularLineUp {
            bots: [0; 2 * MAX_SEATS],
            n,
            period: n,
        };
        for seat in 0..n {
            let bot = line_up[order[seat] as usize];
            circle.bots[seat] = bot;
            circle.bots[seat + n] = bot;
        }
        circle.period = period(&circle.bots[..n]);
        circle
    }

    /// Returns the number of distinct rotations: those from 0 on.
    #[inline]
    pub fn n_distinct(&self) -> usize {
        self.period
    }

    /// Returns the number of the `n` rotations that each of the distinct ones represents.
    #[inline]
    pub fn weight(&self) -> u32 {
        (self.n / self.period) as u32
    }

    /// Returns rotation `r`, below `n`: the bots by seat. In `seat` sits the bot that is
    /// `(seat + r) mod n` in the order.
    #[inline]
    pub fn rotation(&self, r: usize) -> &[usize] {
        &self.bots[r..r + self.n]
    }
}

/// Line-ups of a run in the circular orders of one deal after another.
#[derive(Clone, Debug)]
pub struct CircularLineUps {
    /// By line-up, in its written order, which remains in use if one bot sits in all seats.
    written: Vec<CircularLineUp>,
    /// Numbers of seats of the line-ups with different bots.
    sizes: Vec<usize>,
    /// By line-up: source of its deals.
    seeds: Vec<Seeds>,
    orders: Orders,
    deal: u64,
    /// By number of seats: the order of the deal.
    places: [Places; MAX_SEATS + 1],
}

impl CircularLineUps {
    /// Returns these line-ups, each with its seeds, in these orders.
    pub fn new(line_ups: &[LineUp], seeds: Vec<Seeds>, orders: Orders) -> CircularLineUps {
        let circles = line_ups
            .iter()
            .map(|l| CircularLineUp::new(&l.bots, &in_order()));
        let written: Vec<CircularLineUp> = circles.collect();
        let mixed = written.iter().filter(|circle| circle.n_distinct() > 1);
        let mut sizes: Vec<usize> = mixed.map(|circle| circle.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        CircularLineUps {
            written,
            sizes,
            seeds,
            orders,
            deal: 0,
            places: [in_order(); MAX_SEATS + 1],
        }
    }

    /// Sets the circular orders of the deal with this index.
    #[inline(always)]
    pub fn begin(&mut self, deal: u64) {
        self.deal = deal;
        for &n in &self.sizes {
            self.places[n] = self.orders.places(n, deal);
        }
    }

    /// Returns the seeds of the line-up with this index in the deal.
    #[inline(always)]
    pub fn seeds(&self, line_up: usize) -> DealSeeds {
        self.seeds[line_up].deal(self.deal)
    }

    /// Returns the line-up with this index in the order of the deal.
    #[inline(always)]
    pub fn circle(&self, line_up: usize) -> CircularLineUp {
        let written = self.written[line_up];
        if written.n_distinct() == 1 {
            return written;
        }
        CircularLineUp::new(written.rotation(0), &self.places[written.n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_engine::rng::{Purpose, Seeds};
    use std::collections::HashSet;

    fn order(n: usize, deal: u64) -> Vec<u8> {
        order_of(3, n, deal)
    }

    fn order_of(seed: u64, n: usize, deal: u64) -> Vec<u8> {
        let mut orders = Orders::new(Seeds::new(seed, Purpose::Play), Order::Cyclic);
        orders.places(n, deal)[..n].to_vec()
    }

    #[test]
    fn numbers_are_lexicographic() {
        for (n, n_orders) in [(3, 2), (4, 6), (5, 24), (6, 120), (7, 720)] {
            let all: Vec<Places> = (0..n_orders).map(|i| lexicographic(n, i)).collect();
            assert!(all.is_sorted());
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
            assert!(all.iter().all(|places| places[0] == 0));
        }
        assert_eq!(lexicographic(4, 3)[..4], [0, 2, 3, 1]);
    }

    #[test]
    fn each_cycle_uses_every_order_once() {
        for (n, n_orders) in [(2, 1), (3, 2), (4, 6), (5, 24), (6, 120), (7, 720)] {
            for cycle in 0..3 {
                let deals = cycle * n_orders..(cycle + 1) * n_orders;
                let all: HashSet<Vec<u8>> = deals.map(|deal| order(n, deal)).collect();
                assert_eq!(all.len() as u64, n_orders);
            }
        }
    }

    /// In lexicographic sequence, the second bot sat left of the first in the first 24 deals of six
    /// seats, regardless of the seed.
    #[test]
    fn the_first_deals_are_a_sample_of_the_orders() {
        let mut next = [0u32; 6];
        for seed in 0..200 {
            for deal in 0..24 {
                next[order_of(seed, 6, deal)[1] as usize] += 1;
            }
        }
        // 960 each expected, standard deviation below 28 (the draws are without replacement).
        assert!(
            next[1..].iter().all(|&c| (850..1070).contains(&c)),
            "{next:?}"
        );
    }

    #[test]
    fn a_deal_has_its_order_however_it_is_reached() {
        let mut orders = Orders::new(Seeds::new(3, Purpose::Play), Order::Cyclic);
        for deal in [700, 3, 4, 121, 5, 0, 240, 1 << 40] {
            for n in 2..=10 {
                assert_eq!(orders.places(n, deal)[..n], order(n, deal));
            }
        }
    }

    #[test]
    fn many_seats_draw_an_order_that_the_seed_fixes() {
        for n in 8..=10 {
            let mut all = HashSet::new();
            for deal in 0..50 {
                let places = order(n, deal);
                assert_eq!(places, order(n, deal));
                assert_eq!(places[0], 0);
                let mut sorted = places.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..n as u8).collect::<Vec<_>>());
                all.insert(places);
            }
            assert!(all.len() > 45);
        }
        // Each neighbour of the first bot is about equally frequent: 9 of them, 900 deals each
        // expected, standard deviation 28.
        let mut next = [0u32; 10];
        for deal in 0..8_100 {
            next[order(10, deal)[1] as usize] += 1;
        }
        assert!(
            next[1..].iter().all(|&c| (760..1040).contains(&c)),
            "{next:?}"
        );
    }

    #[test]
    fn a_fixed_order_is_the_line_up_as_given() {
        let mut orders = Orders::new(Seeds::new(3, Purpose::Play), Order::Fixed);
        for n in [2, 4, 9] {
            let places = orders.places(n, 5);
            assert_eq!(places[..n], (0..n as u8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rotations_seat_the_order_from_r_on() {
        let circle = CircularLineUp::new(&[7, 8, 9], &std::array::from_fn(|i| [0, 2, 1][i % 3]));
        assert_eq!((circle.n_distinct(), circle.weight()), (3, 1));
        assert_eq!(circle.rotation(0), [7, 9, 8]);
        assert_eq!(circle.rotation(1), [9, 8, 7]);
        assert_eq!(circle.rotation(2), [8, 7, 9]);
    }

    #[test]
    fn equal_rotations_are_played_once_and_weighted() {
        let in_order = std::array::from_fn(|i| i as u8);
        for (line_up, period, weight) in [
            (vec![1, 1, 1, 1], 1, 4),
            (vec![1, 2, 1, 2], 2, 2),
            (vec![1, 1, 2, 2], 4, 1),
            (vec![1, 2, 3, 1, 2, 3], 3, 2),
            (vec![1, 2, 1, 2, 1], 5, 1),
            (vec![5, 5], 1, 2),
        ] {
            let circle = CircularLineUp::new(&line_up, &in_order);
            assert_eq!((circle.n_distinct(), circle.weight()), (period, weight));
            let n = line_up.len();
            let distinct: HashSet<&[usize]> = (0..n).map(|r| circle.rotation(r)).collect();
            assert_eq!(distinct.len(), period);
            for r in 0..n {
                assert_eq!(circle.rotation(r), circle.rotation(r % period));
            }
        }
    }

    #[test]
    fn groups_hold_all_orders_equally_often() {
        for (n_seats, n_orders) in [(3, 2), (4, 6), (5, 24), (6, 120)] {
            let mut orders = Orders::new(Seeds::new(5, Purpose::Play), Order::Cyclic);
            let mut counts = vec![[0; GROUPS]; n_orders];
            for deal in 0..(2 * GROUPS * n_orders) as u64 {
                let (_, order) = orders.turn(n_seats, deal).unwrap();
                counts[order as usize][orders.group(n_seats, deal)] += 1;
            }
            assert!(counts.iter().flatten().all(|&count| count == 2));
        }
    }
}
