//! The first two layers in AVX2: see `wide`.

use super::layers::{GROUP, Hidden, OrderedObservation, PackedLayers, first_layer};
use super::wide::{Pairs, WORD, activations, both, each};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpgt_epi32, _mm256_madd_epi16,
    _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setzero_si256,
};
use std::mem::transmute;

/// Number of activations in a register.
const LANES: usize = 16;
/// Sums of a group, or the weights of a pair for them.
type Group = [__m256i; 2 * GROUP / LANES];
/// Number of columns of the first layer summed at once: half of the registers.
const BLOCK: usize = 128;

/// Computes the first two layers.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
pub fn forward(layers: &PackedLayers, seen: OrderedObservation<'_>, hidden: &mut Hidden) {
    let (features, observation) = (seen.features, seen.observation);
    features.find_active(observation, seen.order, &mut hidden.rows);
    first_layer::<BLOCK>(layers, hidden);
    let pairs = pairs(&hidden.first[..layers.first]);
    let groups = layers.pairs.chunks_exact(layers.first / 2);
    let seconds = hidden.second.as_chunks_mut().0;
    for ((second, bias), weights) in seconds.iter_mut().zip(&layers.begin2).zip(groups) {
        // SAFETY: both types have the same size, and every bit pattern is a value of both.
        // Measured: see `forward`.
        let mut sums: Group = unsafe { transmute(*bias) };
        for pair in each(&pairs) {
            // SAFETY: as above.
            let weights: Group = unsafe { transmute(weights[pair].0) };
            let both = _mm256_set1_epi32(both(&hidden.first, pair));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(both, weights));
            }
        }
        // SAFETY: as above.
        activations(&unsafe { transmute::<Group, [i32; GROUP]>(sums) }, second);
    }
}

/// Returns the pairs that are not 0; no activation is negative.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
fn pairs(first: &[i16]) -> Pairs {
    const EACH: usize = LANES / 2;
    let mut pairs = Pairs::default();
    for (i, activations) in first.as_chunks::<LANES>().0.iter().enumerate() {
        // SAFETY: both types have 32 bytes, and every bit pattern is a value of both. Measured: see
        // `forward`.
        let activations: __m256i = unsafe { transmute(*activations) };
        let on = _mm256_cmpgt_epi32(activations, _mm256_setzero_si256());
        let on = _mm256_movemask_ps(_mm256_castsi256_ps(on)) as u64;
        pairs[i * EACH / WORD] |= on << (i * EACH % WORD);
    }
    pairs
}
