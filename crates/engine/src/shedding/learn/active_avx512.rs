//! [`RowTable::find`] in AVX-512: the active rows are compressed in a register.

use super::active::{ActiveRows, CHUNK, RowTable};
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_test_epi8_mask, _mm512_add_epi16, _mm512_cvtepu8_epi16,
    _mm512_maskz_compress_epi16, _mm512_min_epu16, _mm512_mullo_epi16, _mm512_set1_epi16,
    _mm512_srli_epi16, _mm512_sub_epi16,
};
use std::mem::transmute;

/// Number of rows in a register.
const LANES: usize = CHUNK / 2;

/// Loads half of a chunk's numbers.
#[inline(always)]
fn load(numbers: &[u16; CHUNK], half: usize) -> __m512i {
    // SAFETY: both types have 64 bytes, and every bit pattern is a value of both. Measured: see
    // `find_avx512`.
    unsafe { transmute(numbers.as_chunks::<LANES>().0[half]) }
}

impl RowTable {
    /// Finds the active rows.
    #[inline]
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe,avx512f,avx512bw,avx512vl,avx512vbmi2"
    )]
    pub(super) fn find_avx512(&self, bytes: &[u8], order: usize, found: &mut ActiveRows) {
        let mut last = [0; CHUNK];
        let mut n = 0;
        for (bytes, starts, chunk) in self.chunks(bytes, order, &mut last) {
            for half in 0..2 {
                // SAFETY: both types have 32 bytes, and every bit pattern is a value of both.
                // Measured: in AVX2 the scan takes twice as long, about 40 ns more.
                let bytes: __m256i = unsafe { transmute(bytes.as_chunks::<LANES>().0[half]) };
                let has_row = (chunk.has_row >> (LANES * half)) as u32;
                let on = _mm256_test_epi8_mask(bytes, bytes) & has_row;
                let level = _mm512_sub_epi16(_mm512_cvtepu8_epi16(bytes), _mm512_set1_epi16(1));
                let level = _mm512_mullo_epi16(level, load(&chunk.factors, half));
                let level = _mm512_srli_epi16::<8>(level);
                let level = _mm512_min_epu16(level, load(&chunk.limits, half));
                let rows = _mm512_add_epi16(load(starts, half), level);
                let rows = _mm512_maskz_compress_epi16(on, rows);
                // SAFETY: both types have 64 bytes, and every bit pattern is a value of both.
                // Measured: as above.
                let rows: [u16; LANES] = unsafe { transmute(rows) };
                found.rows[n..n + LANES].copy_from_slice(&rows);
                n += on.count_ones() as usize;
            }
        }
        found.n = n;
    }
}
