//! The arithmetic: three integer layers, with the same results on every processor.
//!
//! | | numbers | one is |
//! |---|---|---|
//! | weights and sums of the first layer, all activations | 16 bits | 256 |
//! | weights of the others | 16 bits | 1024 |
//! | sums of the others, outputs | 32 bits | 2^18 |
//!
//! Activations are clipped to 0 to 8. Sums of the first layer saturate at 16 bits, those of the
//! others wrap; weights trained by the recipe come near neither. Sums do not depend on their order
//! unless they saturate, and that order is fixed.
//!
//! This is the arithmetic in plain code. `wide` has it in wider instructions, with the same
//! results.

use powergrab_engine::shedding::{ActiveRows, Features};
use std::ops::Deref;

/// The number one in activations.
pub const ONE: i32 = 256;
/// The number one in the weights of the second and third layer.
pub const WEIGHT_ONE: i32 = 1024;
/// Maximum activation.
const TOP: i32 = 8 * ONE - 1;
/// Number of weights in a block of a row, and of columns of the first layer summed at once in plain
/// code: as many as fit half of the registers.
pub(super) const BLOCK: usize = 64;
/// Maximum width of the first layer.
pub const MAX_FIRST: usize = 512;
/// Maximum width of the second layer.
pub const MAX_SECOND: usize = 128;
/// Number of units of the second layer that wide instructions sum at once.
pub(super) const GROUP: usize = 64;

/// Numbers that begin at a cache line, because a wide load across two lines takes twice as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// Weights of the first layer, row by row of the features.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows(Vec<Aligned<[i16; BLOCK]>>);

impl Rows {
    /// Returns the weights.
    pub fn weights(&self) -> impl Iterator<Item = i16> {
        self.0.iter().flat_map(|block| block.0)
    }
}

impl From<Vec<i16>> for Rows {
    /// Takes as many weights as fill whole blocks of 64.
    fn from(weights: Vec<i16>) -> Rows {
        Rows(weights.as_chunks().0.iter().copied().map(Aligned).collect())
    }
}

/// Weights of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// Width of the first layer, a multiple of 64.
    pub first: usize,
    /// Width of the second layer.
    pub second: usize,
    /// Weights of the first layer.
    pub rows: Rows,
    /// Biases of the first layer.
    pub bias1: Vec<i16>,
    /// By unit of the second layer: a weight for each unit of the first.
    pub weights2: Vec<i16>,
    /// Biases of the second layer.
    pub bias2: Vec<i32>,
    /// By output: a weight for each unit of the second layer.
    pub weights3: Vec<i16>,
    /// Biases of the outputs.
    pub bias3: Vec<i32>,
}

/// Layers, with a copy of the second one in the order in which wide instructions read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedLayers {
    layers: Layers,
    /// By group of units of the second layer, and by pair of the first: for each unit of the group
    /// its two weights, adjacent.
    pub(super) pairs: Vec<Aligned<[i16; 2 * GROUP]>>,
    /// By group: the biases.
    pub(super) begin2: Vec<[i32; GROUP]>,
}

impl Deref for PackedLayers {
    type Target = Layers;

    #[inline(always)]
    fn deref(&self) -> &Layers {
        &self.layers
    }
}

/// State of a network for one observation, before the outputs.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub(super) rows: ActiveRows,
    pub(super) first: [i16; MAX_FIRST],
    pub(super) second: [i16; MAX_SECOND],
}

impl Default for Hidden {
    fn default() -> Hidden {
        Hidden {
            rows: ActiveRows::default(),
            first: [0; MAX_FIRST],
            second: [0; MAX_SECOND],
        }
    }
}

/// An observation, and the order in which its colours are read.
#[derive(Clone, Copy, Debug)]
pub struct OrderedObservation<'a> {
    /// The features of the game.
    pub features: &'a Features,
    /// The observation.
    pub observation: &'a [u8],
    /// The order ([`Features::order`]).
    pub order: usize,
}

/// Returns the product of two rows.
///
/// It adds sums of 32 products. For a sum of fixed length the compiler generates multiplications of
/// pairs (`pmaddwd`) with all lanes in use, in plain code too; in a loop of any length it leaves
/// half of them empty.
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

/// Converts a sum of the later layers to an activation.
#[inline(always)]
pub(super) fn activation(sum: i32) -> i16 {
    (sum / WEIGHT_ONE).clamp(0, TOP) as i16
}

/// Computes columns of the first layer from `at` on.
#[inline(always)]
fn columns<const N: usize>(layers: &Layers, rows: &[u16], at: usize, first: &mut [i16; N]) {
    let mut sums = [0; N];
    sums.copy_from_slice(&layers.bias1[at..at + N]);
    for &row in rows {
        let start = (usize::from(row) * layers.first + at) / BLOCK;
        let blocks = &layers.rows.0[start..start + N / BLOCK];
        for (sums, Aligned(weights)) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().zip(blocks) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = i16::saturating_add(*sum, *weight);
            }
        }
    }
    *first = sums.map(|sum| sum.clamp(0, TOP as i16));
}

/// Computes the first layer, `N` columns at once.
#[inline(always)]
pub(super) fn first_layer<const N: usize>(layers: &Layers, hidden: &mut Hidden) {
    let rows = hidden.rows.as_slice();
    let (blocks, rest) = hidden.first[..layers.first].as_chunks_mut::<N>();
    let done = blocks.len() * N;
    for (number, block) in blocks.iter_mut().enumerate() {
        columns(layers, rows, number * N, block);
    }
    for (number, block) in rest.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        columns(layers, rows, done + number * BLOCK, block);
    }
}

/// Computes the second layer.
#[inline(always)]
pub(super) fn second_layer(layers: &Layers, hidden: &mut Hidden) {
    let first = &hidden.first[..layers.first];
    let weights = layers.weights2.chunks_exact(layers.first);
    for ((second, weights), bias) in hidden.second.iter_mut().zip(weights).zip(&layers.bias2) {
        *second = activation(bias.wrapping_add(dot(first, weights)));
    }
}

impl Layers {
    /// Returns whether the numbers of weights fit together and the layers are not too wide.
    pub fn is_sound(&self, rows: usize, outputs: usize) -> bool {
        let (first, second) = (self.first, self.second);
        (1..=MAX_FIRST).contains(&first)
            && first.is_multiple_of(BLOCK)
            && (1..=MAX_SECOND).contains(&second)
            && self.rows.0.len() == rows * first / BLOCK
            && self.bias1.len() == first
            && self.weights2.len() == first * second
            && self.bias2.len() == second
            && self.weights3.len() == second * outputs
            && self.bias3.len() == outputs
    }

    /// Returns the output at an index.
    #[inline(always)]
    pub fn output(&self, hidden: &Hidden, place: usize) -> i32 {
        let weights = &self.weights3[place * self.second..][..self.second];
        self.bias3[place].wrapping_add(dot(&hidden.second[..self.second], weights))
    }
}

impl PackedLayers {
    /// Packs layers that are sound ([`Layers::is_sound`]).
    pub fn new(layers: Layers) -> PackedLayers {
        let groups = layers.second.div_ceil(GROUP);
        let n_pairs = layers.first / 2;
        let mut pairs = vec![Aligned([0; 2 * GROUP]); groups * n_pairs];
        let mut begin2 = vec![[0; GROUP]; groups];
        let weights = layers.weights2.chunks_exact(layers.first);
        for (place, (weights, bias)) in weights.zip(&layers.bias2).enumerate() {
            let (group, place) = (place / GROUP, place % GROUP);
            begin2[group][place] = *bias;
            let own = &mut pairs[group * n_pairs..][..n_pairs];
            for (pair, two) in own.iter_mut().zip(weights.as_chunks::<2>().0) {
                pair.0[2 * place..][..2].copy_from_slice(two);
            }
        }
        PackedLayers {
            layers,
            pairs,
            begin2,
        }
    }
}
