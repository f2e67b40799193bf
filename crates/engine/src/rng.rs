//! Derivation of all seeds, and the project's own bounded draws.
//!
//! Every stream is derived by *position*: (run seed, purpose, deal, round, role). Nothing depends
//! on the order in which games are played, so results are the same with any number of threads, any
//! chunking and any split into shards.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number
//! generators", ACM TOMS 47, 2021), seeded from a 64-bit key by SplitMix64 as its authors
//! recommend. The key is a chain of bijections of the position, so two positions that differ in one
//! coordinate never share a key.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// A stream of random numbers.
///
/// ```
/// use powergrab_engine::rng::Rng;
///
/// let (mut one, mut same) = (Rng::from_key(7), Rng::from_key(7));
/// assert_eq!(one.below(6), same.below(6));
/// assert!((0.0..1.0).contains(&one.unit()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Returns the stream with this key.
    #[inline(always)]
    pub fn from_key(key: u64) -> Rng {
        let mut seed = [0u8; 32];
        for (i, word) in seed.as_chunks_mut().0.iter_mut().enumerate() {
            *word = seed_word(key, i).to_le_bytes();
        }
        Rng(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// Returns the next 64 bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a whole number from 0 to `n - 1`, uniform up to a bias below `n / 2^64` (multiply
    /// and shift: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019,
    /// without its rejection step, whose effect is not measurable here). `n` is at least 1.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// Shuffles by Fisher and Yates: every order has the same probability.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// Returns a number in [0, 1), a multiple of 2^-53.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Returns `true` with probability `p`.
    #[inline(always)]
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }
}

/// Four parallel streams, for processors that calculate with four numbers at once: by word of the
/// generator's state, then by stream.
#[derive(Clone, Debug)]
pub struct FourRngs([[u64; 4]; 4]);

impl FourRngs {
    /// Returns the streams of [`DealSeeds::resample`].
    #[inline(always)]
    pub fn resample(deals: [DealSeeds; 4]) -> FourRngs {
        let keys = deals.map(|deal| absorb(deal.key, RESAMPLE));
        FourRngs(std::array::from_fn(|i| keys.map(|key| seed_word(key, i))))
    }

    /// Returns the next 64 bits of each stream: xoshiro256++ as published by its authors, four
    /// times.
    #[inline(always)]
    pub fn next_u64(&mut self) -> [u64; 4] {
        let mut four = [0; 4];
        for (i, bits) in four.iter_mut().enumerate() {
            let [a, b, c, d] = self.0.map(|word| word[i]);
            *bits = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
            let (c, d) = (c ^ a, d ^ b);
            self.0[0][i] = a ^ d;
            self.0[1][i] = b ^ c;
            self.0[2][i] = c ^ (b << 17);
            self.0[3][i] = d.rotate_left(45);
        }
        four
    }
}

/// Returns a word of the initial state of a generator with this key.
#[inline(always)]
fn seed_word(key: u64, word: usize) -> u64 {
    mix(key.wrapping_add(GOLDEN.wrapping_mul(word as u64 + 1)))
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Applies SplitMix64's output function, a bijection (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014; constants of Stafford's variant 13).
#[inline(always)]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Absorbs one coordinate of a position into a key.
#[inline(always)]
fn absorb(key: u64, coordinate: u64) -> u64 {
    mix(key ^ mix(coordinate.wrapping_add(GOLDEN)))
}

/// Purpose of a run's deals. Deals of different purposes never coincide, whatever else the seed is
/// used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Matches and tournaments.
    Play = 1,
    /// Deals of a tuner.
    Tune = 2,
    /// Deals for choosing between finalists.
    Validate = 3,
    /// Deals of a final figure.
    Test = 4,
    /// Everything outside games (orders of line-ups, resampling).
    Plan = 5,
}

/// The seeds of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds {
    key: u64,
}

/// Role of the table's stream within a round.
const TABLE: u64 = 0;
const DEALER: u64 = 1;
const TURNS: u64 = 2;
const FIRST_BOT: u64 = 16;
/// Role of a stream of a deal outside its rounds.
const RESAMPLE: u64 = u64::MAX - 1;
/// Role of a stream of a run outside its deals, which have lower numbers.
const ORDERS: u64 = u64::MAX;
const LINE_UPS: u64 = u64::MAX - 1;

impl Seeds {
    /// Returns the seeds of a run with this seed, for this purpose.
    pub fn new(seed: u64, purpose: Purpose) -> Seeds {
        Seeds {
            key: absorb(absorb(GOLDEN, seed), purpose as u64),
        }
    }

    /// Returns the seeds of one deal.
    #[inline(always)]
    pub fn deal(&self, deal: u64) -> DealSeeds {
        DealSeeds {
            key: absorb(self.key, deal),
        }
    }

    /// Returns the seeds of a line-up with deals of its own, by its index among the line-ups of its
    /// table. The first has those of the run.
    pub fn line_up(&self, place: usize) -> Seeds {
        if place == 0 {
            return *self;
        }
        Seeds {
            key: absorb(absorb(self.key, LINE_UPS), place as u64),
        }
    }

    /// Returns a stream for the sequence in which a table of `n_seats` uses its circular orders in
    /// cycle `cycle`.
    pub fn orders(&self, n_seats: usize, cycle: u64) -> Rng {
        let key = absorb(absorb(self.key, ORDERS), n_seats as u64);
        Rng::from_key(absorb(key, cycle))
    }
}

/// Seeds of one deal: of one game or, with single rounds, of one round (which is then round 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealSeeds {
    key: u64,
}

impl DealSeeds {
    /// Returns the deal with this number, of any run; [`DealSeeds::key`] returns the number.
    pub fn from_key(key: u64) -> DealSeeds {
        DealSeeds { key }
    }

    /// Returns the number that identifies this deal.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the seeds of round `round` of the deal.
    #[inline(always)]
    pub fn round(&self, round: u32) -> RoundSeeds {
        RoundSeeds {
            key: absorb(self.key, u64::from(round)),
        }
    }

    /// Returns a stream for values fixed once per deal, outside its rounds.
    pub fn plan(&self) -> Rng {
        Rng::from_key(absorb(self.key, u64::MAX))
    }

    /// Returns a stream for the weights of the deal in each replicate of a bootstrap.
    #[inline(always)]
    pub fn resample(&self) -> Rng {
        Rng::from_key(absorb(self.key, RESAMPLE))
    }
}

/// Seeds of one round of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundSeeds {
    key: u64,
}

impl RoundSeeds {
    /// Returns the table's stream: the deal, the draws, the reshuffles.
    #[inline(always)]
    pub fn table(&self) -> Rng {
        Rng::from_key(absorb(self.key, TABLE))
    }

    /// Returns the stream that draws the dealer or the first seat, if that is random.
    #[inline(always)]
    pub fn dealer(&self) -> Rng {
        Rng::from_key(absorb(self.key, DEALER))
    }

    /// Returns the stream of an experiment that examines one turn of the round (the choice of
    /// turns, seat and tower). Games never draw from it.
    #[inline]
    pub fn turn(&self, turn: u32) -> Rng {
        Rng::from_key(absorb(absorb(self.key, TURNS), u64::from(turn)))
    }

    /// Returns the stream of the bot in `seat`. It is keyed by the seat and the strategy's `salt`
    /// (0 without one), never by the bot or its place in the line-up, so that equal strategies in a
    /// seat behave equally.
    #[inline(always)]
    pub fn bot(&self, seat: u8, salt: u64) -> Rng {
        let key = absorb(self.key, FIRST_BOT + u64::from(seat));
        Rng::from_key(if salt == 0 { key } else { absorb(key, salt) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Any change of these values changes every published result.
    #[test]
    fn golden_values_pin_every_result() {
        let mut plain = Rng::from_key(0);
        // SplitMix64 from state 0 generates the seed words, so the first output is that of the
        // reference programs.
        assert_eq!(plain.next_u64(), 0x53175d61490b23df);
        let seeds = Seeds::new(1, Purpose::Play);
        assert_eq!(seeds.line_up(0), seeds);
        let others = [
            seeds.orders(4, 2).next_u64(),
            seeds.line_up(3).deal(7).round(2).table().next_u64(),
        ];
        assert_eq!(
            others,
            [5_319_738_711_891_663_313, 2_784_595_383_728_161_986]
        );
        let round = seeds.deal(7).round(2);
        let firsts = [
            round.table().next_u64(),
            round.dealer().next_u64(),
            round.bot(3, 0).next_u64(),
            round.bot(3, 9).next_u64(),
        ];
        assert_eq!(
            firsts,
            [
                3_410_272_225_237_011_280,
                710_841_477_327_438_350,
                12_757_416_405_231_044_766,
                8_298_822_737_178_433_971
            ]
        );
    }

    #[test]
    fn positions_do_not_share_streams() {
        let mut seen = HashSet::new();
        for seed in 0..3 {
            for purpose in [
                Purpose::Play,
                Purpose::Tune,
                Purpose::Validate,
                Purpose::Test,
            ] {
                for deal in 0..10 {
                    for round in 0..5 {
                        let seeds = Seeds::new(seed, purpose).deal(deal).round(round);
                        assert!(seen.insert(seeds.table().next_u64()));
                        assert!(seen.insert(seeds.dealer().next_u64()));
                        for turn in 0..3 {
                            assert!(seen.insert(seeds.turn(turn).next_u64()));
                        }
                        for seat in 0..6 {
                            assert!(seen.insert(seeds.bot(seat, 0).next_u64()));
                            assert!(seen.insert(seeds.bot(seat, 1).next_u64()));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn four_streams_are_four_times_one() {
        let deals = [3, 4, 70_000, u64::MAX].map(|deal| Seeds::new(9, Purpose::Test).deal(deal));
        let mut alone = deals.map(|deal| deal.resample());
        let mut together = FourRngs::resample(deals);
        for _ in 0..500 {
            let one_by_one = alone.each_mut().map(Rng::next_u64);
            assert_eq!(together.next_u64(), one_by_one);
        }
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let mut rng = Rng::from_key(5);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Six degrees of freedom: 22.5 is the 99.9 % point of chi-squared.
        let chi: f64 = counts
            .iter()
            .map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 22.5, "{chi}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&rng.unit())));
    }
}
