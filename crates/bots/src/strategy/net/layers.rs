//! The arithmetic: three layers of integers, the same on every processor.
//!
//! | | numbers | one is |
//! |---|---|---|
//! | weights and sums of the first layer, all activations | 16 bits | 256 |
//! | weights of the others | 16 bits | 1024 |
//! | sums of the others, what comes out | 32 bits | 2^18 |
//!
//! Activations are cut to 0 to 8. Sums of the first layer stop at the ends of 16 bits, those of the others wrap; weights that were
//! trained as the recipe does come near neither. No sum depends on its order, but where one stops, and that order is fixed.

use crate::cpu::{Work, on_this_processor};
use crate::shedding::Features;

/// What the number one is in activations.
pub const ONE: i32 = 256;
/// What it is in the weights of the second and third layer.
pub const WEIGHT_ONE: i32 = 1024;
/// The largest activation.
const TOP: i32 = 8 * ONE - 1;
/// Columns of the first layer that are summed at once: as many as fit the registers.
const BLOCK: usize = 64;
/// The widest first layer.
pub const MAX_FIRST: usize = 512;
/// The widest second layer.
pub const MAX_SECOND: usize = 128;
/// The most rows that are summed: more than an observation has parts that can be on at once.
const MAX_ON: usize = 512;

/// The weights of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// How wide the first layer is, a multiple of 64.
    pub first: usize,
    /// How wide the second is.
    pub second: usize,
    /// Row by row of the features.
    pub rows: Vec<i16>,
    /// What the first layer's sums begin with.
    pub bias1: Vec<i16>,
    /// By place of the second layer, a weight for each of the first.
    pub weights2: Vec<i16>,
    /// What the second layer's sums begin with.
    pub bias2: Vec<i32>,
    /// By place that comes out, a weight for each of the second.
    pub weights3: Vec<i16>,
    /// What the sums that come out begin with.
    pub bias3: Vec<i32>,
}

/// What a network is at for one observation, before anything comes out.
#[derive(Clone, Debug)]
pub struct Hidden {
    on: [u16; MAX_ON],
    first: [i16; MAX_FIRST],
    second: [i16; MAX_SECOND],
}

impl Default for Hidden {
    fn default() -> Hidden {
        Hidden {
            on: [0; MAX_ON],
            first: [0; MAX_FIRST],
            second: [0; MAX_SECOND],
        }
    }
}

/// The product of two rows.
///
/// By sums of 32 products: from a sum of a fixed length the compiler makes multiplications of pairs (`pmaddwd`) with all lanes in use, in
/// plain code too, where it leaves half of them empty in a loop of any length.
#[inline(always)]
fn dot(a: &[i16], b: &[i16]) -> i32 {
    const LANES: usize = 32;
    let products = |a: &[i16], b: &[i16]| {
        let products = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b));
        products.fold(0, i32::wrapping_add)
    };
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sum = products(rest_a, rest_b);
    for (a, b) in a.iter().zip(b) {
        sum = sum.wrapping_add(products(a, b));
    }
    sum
}

/// A sum of the later layers as an activation.
#[inline(always)]
fn activation(sum: i32) -> i16 {
    (sum / WEIGHT_ONE).clamp(0, TOP) as i16
}

/// The first two layers, as one block of work.
struct Forward<'a> {
    layers: &'a Layers,
    features: &'a Features,
    observation: &'a [u8],
    order: usize,
    hidden: &'a mut Hidden,
}

impl Work for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Forward {
            layers,
            features,
            observation,
            order,
            hidden,
        } = self;
        let mut n = 0;
        features.rows(observation, order, |row| {
            hidden.on[n & (MAX_ON - 1)] = row;
            n += 1;
        });
        let on = &hidden.on[..n.min(MAX_ON)];
        let width = layers.first;
        let blocks = hidden.first[..width].as_chunks_mut::<BLOCK>().0;
        for (block, first) in blocks.iter_mut().enumerate() {
            let at = block * BLOCK;
            let mut sums = [0; BLOCK];
            sums.copy_from_slice(&layers.bias1[at..at + BLOCK]);
            for &row in on {
                let start = usize::from(row) * width + at;
                let weights = &layers.rows[start..start + BLOCK];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = i16::saturating_add(*sum, *weight);
                }
            }
            *first = sums.map(|sum| sum.clamp(0, TOP as i16));
        }
        let first = &hidden.first[..width];
        let weights = layers.weights2.chunks_exact(width);
        for ((second, weights), bias) in hidden.second.iter_mut().zip(weights).zip(&layers.bias2) {
            *second = activation(bias.wrapping_add(dot(first, weights)));
        }
    }
}

impl Layers {
    /// Whether the numbers of weights fit together and the layers are not too wide.
    #[must_use]
    pub fn is_sound(&self, rows: usize, outputs: usize) -> bool {
        let (first, second) = (self.first, self.second);
        (1..=MAX_FIRST).contains(&first)
            && first.is_multiple_of(BLOCK)
            && (1..=MAX_SECOND).contains(&second)
            && self.rows.len() == rows * first
            && self.bias1.len() == first
            && self.weights2.len() == first * second
            && self.bias2.len() == second
            && self.weights3.len() == second * outputs
            && self.bias3.len() == outputs
    }

    /// The first two layers for an observation in this order of the colours.
    #[inline(always)]
    pub fn forward(
        &self,
        features: &Features,
        observation: &[u8],
        order: usize,
        hidden: &mut Hidden,
    ) {
        on_this_processor(Forward {
            layers: self,
            features,
            observation,
            order,
            hidden,
        });
    }

    /// What comes out at a place.
    #[inline(always)]
    #[must_use]
    pub fn output(&self, hidden: &Hidden, place: usize) -> i32 {
        let weights = &self.weights3[place * self.second..][..self.second];
        self.bias3[place].wrapping_add(dot(&hidden.second[..self.second], weights))
    }
}
