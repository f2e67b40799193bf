//! The first two layers in AVX-512: see `wide`.

use super::layers::{GROUP, Hidden, OrderedObservation, PackedLayers, first_layer};
use super::wide::{Pairs, WORD, activations, both, each};
use std::arch::x86_64::{__m512i, _mm512_dpwssd_epi32, _mm512_set1_epi32, _mm512_test_epi32_mask};
use std::mem::transmute;

/// Number of activations in a register.
const LANES: usize = 32;
/// Sums of a group, or the weights of a pair for them.
type Group = [__m512i; 2 * GROUP / LANES];
/// Number of columns of the first layer summed at once.
const BLOCK: usize = 128;

/// Computes the first two layers.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe,avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vnni"
)]
pub fn forward(layers: &PackedLayers, seen: OrderedObservation<'_>, hidden: &mut Hidden) {
    let (features, observation) = (seen.features, seen.observation);
    features.find_active_avx512(observation, seen.order, &mut hidden.rows);
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
            let both = _mm512_set1_epi32(both(&hidden.first, pair));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                // The name ends in d, not ds: it wraps.
                *sum = _mm512_dpwssd_epi32(*sum, both, weights);
            }
        }
        // SAFETY: as above.
        activations(&unsafe { transmute::<Group, [i32; GROUP]>(sums) }, second);
    }
}

/// Returns the pairs that are not 0.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe,avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vnni"
)]
fn pairs(first: &[i16]) -> Pairs {
    const EACH: usize = LANES / 2;
    let mut pairs = Pairs::default();
    for (i, activations) in first.as_chunks::<LANES>().0.iter().enumerate() {
        // SAFETY: both types have 64 bytes, and every bit pattern is a value of both. Measured: see
        // `forward`.
        let activations: __m512i = unsafe { transmute(*activations) };
        let on = u64::from(_mm512_test_epi32_mask(activations, activations));
        pairs[i * EACH / WORD] |= on << (i * EACH % WORD);
    }
    pairs
}
