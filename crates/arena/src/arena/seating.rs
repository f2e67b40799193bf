//! Who sits where in a deal block: pure generators of indices.
//!
//! A line-up of `n` bots is a multiset. Deal `d` seats it in a circular order, and the block plays the deal under every
//! rotation of that order. Who sits next to whom matters, so the orders take turns: there are `(n-1)!` of them once the
//! first bot is fixed, and deal `d` uses number `d mod (n-1)!`.

use crate::cards::MAX_SEATS;
use crate::rng::DealSeeds;

/// Some bots at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// Which of the experiment's games, laid out for that many seats.
    pub table: usize,
    /// Indices into the experiment's bots; a bot may sit several times.
    pub bots: Vec<usize>,
}

/// How the circular order of a line-up follows from the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All circular orders in turn.
    Cyclic,
    /// The order in which the line-up is written, in every deal.
    Fixed,
}

impl Order {
    /// The texts of the option.
    pub const TEXTS: &'static [&'static str] = &["cyclic", "fixed"];

    /// The text of the option.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Order::Cyclic => "cyclic",
            Order::Fixed => "fixed",
        }
    }

    /// The order with that text, if there is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Order> {
        [Order::Cyclic, Order::Fixed]
            .into_iter()
            .find(|order| order.text() == text)
    }
}

/// Up to this many seats all circular orders (720 of them) take turns; beyond, each deal draws one.
pub const MAX_ENUMERATED: usize = 7;

/// Places of a line-up in a circular order; only the first `n` count.
pub type Places = [u8; MAX_SEATS];

/// The order in which a line-up is written.
fn in_order() -> Places {
    std::array::from_fn(|i| i as u8)
}

/// The circular order of the deal with this index and these seeds, for `n` seats: entry `i` is the place in the line-up
/// of the bot that sits `i` seats to the left of the first.
///
/// Place 0 always comes first; the others stand in the lexicographic permutation number `deal mod (n-1)!`, or for more
/// than [`MAX_ENUMERATED`] seats in a uniformly random one from the deal's plan stream.
///
/// # Panics
/// Where `n` is more than [`MAX_SEATS`].
#[must_use]
pub fn circular_order(n: usize, deal: u64, seeds: DealSeeds, order: Order) -> Places {
    let mut places = in_order();
    if order == Order::Fixed || n < 3 {
        return places;
    }
    if n > MAX_ENUMERATED {
        // Fisher-Yates over places 1 to n-1.
        let mut rng = seeds.plan();
        for i in (2..n).rev() {
            let j = 1 + rng.below(i as u32) as usize;
            places.swap(i, j);
        }
        return places;
    }
    // The factorial number system gives the permutation with this number: each digit says which of the places that
    // are left comes next.
    let mut n_orders: u64 = (1..n as u64).product();
    let mut number = deal % n_orders;
    for i in 1..n {
        n_orders /= (n - i) as u64;
        let digit = (number / n_orders) as usize;
        number %= n_orders;
        places[i..=i + digit].rotate_right(1);
    }
    places
}

/// How many rotations of this circular sequence differ. It divides the length; each such rotation stands for
/// `length / period` equal ones.
#[must_use]
pub fn period<T: PartialEq>(ring: &[T]) -> usize {
    let n = ring.len();
    (1..n)
        .find(|&p| n.is_multiple_of(p) && (p..n).all(|i| ring[i] == ring[i - p]))
        .unwrap_or(n)
}

/// A line-up in the circular order of a deal, ready to be rotated.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// The bots of the order, written twice, so that each rotation is a slice.
    bots: [usize; 2 * MAX_SEATS],
    n: usize,
    period: usize,
}

impl Ring {
    /// The bots of a line-up (indices into the pool) in this order.
    #[inline]
    #[must_use]
    pub fn new(line_up: &[usize], order: &Places) -> Ring {
        let n = line_up.len();
        let mut ring = Ring {
            bots: [0; 2 * MAX_SEATS],
            n,
            period: n,
        };
        for seat in 0..n {
            let bot = line_up[order[seat] as usize];
            ring.bots[seat] = bot;
            ring.bots[seat + n] = bot;
        }
        ring.period = period(&ring.bots[..n]);
        ring
    }

    /// How many rotations differ: those from 0 on.
    #[inline]
    #[must_use]
    pub fn n_distinct(&self) -> usize {
        self.period
    }

    /// How many of the `n` rotations each of the distinct ones stands for.
    #[inline]
    #[must_use]
    pub fn weight(&self) -> u32 {
        (self.n / self.period) as u32
    }

    /// Rotation `r`, below `n`: the bots by seat; in `seat` sits the one that is `(seat + r) mod n` in the order.
    #[inline]
    #[must_use]
    pub fn rotation(&self, r: usize) -> &[usize] {
        &self.bots[r..r + self.n]
    }
}

/// The line-ups of a run in the circular orders of one deal after another.
#[derive(Clone, Debug)]
pub struct Rings {
    /// By line-up, as it is written. Where one bot sits in all seats there is nothing to put in order.
    written: Vec<Ring>,
    /// The numbers of seats of the line-ups of different bots.
    sizes: Vec<usize>,
    /// By number of seats.
    orders: [Places; MAX_SEATS + 1],
}

impl Rings {
    /// For these line-ups.
    #[must_use]
    pub fn new(line_ups: &[LineUp]) -> Rings {
        let rings = line_ups.iter().map(|l| Ring::new(&l.bots, &in_order()));
        let written: Vec<Ring> = rings.collect();
        let mixed = written.iter().filter(|ring| ring.n_distinct() > 1);
        let mut sizes: Vec<usize> = mixed.map(|ring| ring.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        Rings {
            written,
            sizes,
            orders: [in_order(); MAX_SEATS + 1],
        }
    }

    /// Takes the circular orders of the deal with this index and these seeds.
    #[inline(always)]
    pub fn begin(&mut self, deal: u64, seeds: DealSeeds, order: Order) {
        for &n in &self.sizes {
            self.orders[n] = circular_order(n, deal, seeds, order);
        }
    }

    /// The line-up with this index in the order of the deal.
    #[inline(always)]
    #[must_use]
    pub fn ring(&self, line_up: usize) -> Ring {
        let written = self.written[line_up];
        if written.n_distinct() == 1 {
            return written;
        }
        Ring::new(written.rotation(0), &self.orders[written.n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Seeds};
    use std::collections::HashSet;

    fn order(n: usize, deal: u64) -> Vec<u8> {
        let seeds = Seeds::new(3, Purpose::Play).deal(deal);
        circular_order(n, deal, seeds, Order::Cyclic)[..n].to_vec()
    }

    #[test]
    fn orders_take_turns_lexicographically() {
        let four: Vec<Vec<u8>> = (0..7).map(|deal| order(4, deal)).collect();
        assert_eq!(
            four,
            [
                [0, 1, 2, 3],
                [0, 1, 3, 2],
                [0, 2, 1, 3],
                [0, 2, 3, 1],
                [0, 3, 1, 2],
                [0, 3, 2, 1],
                [0, 1, 2, 3],
            ]
        );
        for (n, n_orders) in [(2, 1), (3, 2), (5, 24), (6, 120), (7, 720)] {
            let all: Vec<Vec<u8>> = (0..n_orders).map(|deal| order(n, deal)).collect();
            assert!(all.is_sorted());
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
            assert_eq!(order(n, n_orders), all[0]);
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
        // Each neighbour of the first bot comes up about equally often: 9 of them, 900 deals each expected, standard
        // deviation 28.
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
        let seeds = Seeds::new(3, Purpose::Play).deal(5);
        for n in [2, 4, 9] {
            let places = circular_order(n, 5, seeds, Order::Fixed);
            assert_eq!(places[..n], (0..n as u8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rotations_seat_the_order_from_r_on() {
        let ring = Ring::new(&[7, 8, 9], &std::array::from_fn(|i| [0, 2, 1][i % 3]));
        assert_eq!((ring.n_distinct(), ring.weight()), (3, 1));
        assert_eq!(ring.rotation(0), [7, 9, 8]);
        assert_eq!(ring.rotation(1), [9, 8, 7]);
        assert_eq!(ring.rotation(2), [8, 7, 9]);
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
            let ring = Ring::new(&line_up, &in_order);
            assert_eq!((ring.n_distinct(), ring.weight()), (period, weight));
            let n = line_up.len();
            let distinct: HashSet<&[usize]> = (0..n).map(|r| ring.rotation(r)).collect();
            assert_eq!(distinct.len(), period);
            for r in 0..n {
                assert_eq!(ring.rotation(r), ring.rotation(r % period));
            }
        }
    }
}
