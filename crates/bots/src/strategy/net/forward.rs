//! The first two layers, with a given instruction set.

use super::layers::{BLOCK, Hidden, OrderedObservation, PackedLayers, first_layer, second_layer};
use powergrab_engine::cpu::Instructions;

impl PackedLayers {
    /// Computes the first two layers. The result is the same with any instructions.
    #[inline(always)]
    pub fn forward(
        &self,
        instructions: Instructions,
        seen: OrderedObservation<'_>,
        hidden: &mut Hidden,
    ) {
        #[cfg(target_arch = "x86_64")]
        if instructions.has_avx512() {
            // SAFETY: the processor has the features that the function is compiled for;
            // `instructions` proves it. Measured: plain code takes 2.0 to 2.5 times as long per
            // decision (`cargo run --release -p powergrab-benches --example net_speed`).
            return unsafe { super::avx512::forward(self, seen, hidden) };
        } else if instructions.has_avx2() {
            // SAFETY: as above. Measured: 1.7 to 2.0 times.
            return unsafe { super::avx2::forward(self, seen, hidden) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = instructions;
        self.forward_plain(seen, hidden);
    }

    /// Computes the first two layers in code for any processor.
    #[inline(never)]
    fn forward_plain(&self, seen: OrderedObservation<'_>, hidden: &mut Hidden) {
        let OrderedObservation {
            features,
            observation,
            order,
        } = seen;
        features.find_active(observation, order, &mut hidden.rows);
        first_layer::<BLOCK>(self, hidden);
        second_layer(self, hidden);
    }
}
