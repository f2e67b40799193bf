//! The baseline for the engine's speed: the random numbers that a run needs, and nothing else.
//!
//! A separate kernel that shares no code with the engine: xoshiro256++, multiply and shift, cards
//! drawn on demand by Fisher-Yates from an array of bytes.

/// Number of random numbers that a round takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomLoad {
    /// Number of cards in the deck, 1 to 128.
    pub cards: usize,
    /// Cards drawn per round, including the deal and the upcard.
    pub draws: f64,
    /// Choices made per round.
    pub choices: f64,
}

/// Draws and chooses for `rounds` rounds, as often as `load` says on average. The result depends on
/// every number drawn, so that the compiler cannot omit any.
pub fn rng_baseline(rounds: u64, load: RandomLoad) -> u64 {
    let mut state = [1u64, 2, 3, 4];
    let mut sum = 0u64;
    let (mut draws_due, mut choices_due) = (0.0, 0.0);
    let n_cards = load.cards.clamp(1, 128);
    for _ in 0..rounds {
        let mut deck: [u8; 128] = std::array::from_fn(|i| i as u8);
        let mut left = n_cards;
        draws_due += load.draws;
        while draws_due >= 1.0 {
            draws_due -= 1.0;
            if left == 0 {
                left = n_cards;
            }
            let at = below(&mut state, left as u64) as usize & 127;
            left -= 1;
            let card = deck[at];
            deck[at] = deck[left];
            sum = sum.wrapping_add(u64::from(card));
        }
        choices_due += load.choices;
        while choices_due >= 1.0 {
            choices_due -= 1.0;
            sum = sum.wrapping_add(below(&mut state, 3 + (sum & 3)));
        }
    }
    sum
}

#[inline(always)]
fn below(state: &mut [u64; 4], n: u64) -> u64 {
    ((u128::from(next(state)) * u128::from(n)) >> 64) as u64
}

/// xoshiro256++, as published by its authors (Blackman and Vigna, 2021).
#[inline(always)]
fn next(s: &mut [u64; 4]) -> u64 {
    let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
    let t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3].rotate_left(45);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_xoshiro256_plus_plus() {
        use rand_core::{Rng as _, SeedableRng as _};
        let mut seed = [0; 32];
        for (i, byte) in [1u8, 2, 3, 4].into_iter().enumerate() {
            seed[8 * i] = byte;
        }
        let mut reference = rand_xoshiro::Xoshiro256PlusPlus::from_seed(seed);
        let mut state = [1, 2, 3, 4];
        for _ in 0..100 {
            assert_eq!(next(&mut state), reference.next_u64());
        }
    }

    #[test]
    fn more_draws_give_another_sum() {
        let load = |draws| RandomLoad {
            cards: 112,
            draws,
            choices: 10.0,
        };
        assert_ne!(rng_baseline(100, load(57.0)), rng_baseline(100, load(57.5)));
        assert_eq!(rng_baseline(100, load(57.0)), rng_baseline(100, load(57.0)));
    }
}
