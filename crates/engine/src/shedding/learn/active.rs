//! The active rows of an observation, found without a branch on any byte, because zero bytes are
//! unpredictable.
//!
//! The rows of 64 bytes are computed at once, also for bytes that are 0. Then the rows of the
//! non-zero bytes are selected.

use super::layout::{seat, table};
use crate::cards::{MAX_CARDS, MAX_SEATS};

/// Number of bytes examined together.
pub(super) const CHUNK: usize = 64;
/// Maximum number of bytes of an observation, and so of active rows.
const MAX_BYTES: usize =
    (2 * MAX_CARDS + table::SIZE + MAX_SEATS * seat::SIZE).next_multiple_of(CHUNK);
/// Number of rows written at once.
const EIGHT: usize = 8;

/// The active rows of an observation, in the order of its bytes.
#[derive(Clone, Debug)]
pub struct ActiveRows {
    pub(super) n: usize,
    /// With room beyond the last one, because more rows are written at once than are active.
    pub(super) rows: [u16; MAX_BYTES + CHUNK],
}

impl Default for ActiveRows {
    fn default() -> ActiveRows {
        ActiveRows {
            n: 0,
            rows: [0; MAX_BYTES + CHUNK],
        }
    }
}

impl ActiveRows {
    /// Returns the rows.
    #[inline(always)]
    pub fn as_slice(&self) -> &[u16] {
        &self.rows[..self.n]
    }
}

/// Formula of a byte's row, as a start, a factor and a limit:
/// `start + ((byte - 1) * factor / 256).min(limit)`. By byte, padded to whole chunks.
#[derive(Clone, Debug, Default)]
pub struct RowTable {
    /// By order and chunk: the row of a byte's first level.
    starts: Vec<[u16; CHUNK]>,
    /// By chunk: the other numbers.
    chunks: Vec<Chunk>,
}

/// Numbers for 64 bytes.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) factors: [u16; CHUNK],
    pub(super) limits: [u16; CHUNK],
    /// One bit for each byte that has a row.
    pub(super) has_row: u64,
}

impl RowTable {
    /// Computes the table from the first rows by order and byte, and the shift and the number of
    /// levels by byte.
    pub fn new(starts: &[u16], levels: &[(u8, u8)]) -> RowTable {
        assert!(levels.len() <= MAX_BYTES, "the bytes of an observation");
        let chunks = levels.chunks(CHUNK).map(|levels| {
            let mut chunk = Chunk {
                factors: [0; CHUNK],
                limits: [0; CHUNK],
                has_row: 0,
            };
            for (i, &(shift, n)) in levels.iter().enumerate() {
                chunk.factors[i] = 256 >> shift;
                chunk.limits[i] = u16::from(n.saturating_sub(1));
                chunk.has_row |= u64::from(n > 0) << i;
            }
            chunk
        });
        let filled_up = |starts: &[u16]| {
            let mut chunk = [0; CHUNK];
            chunk[..starts.len()].copy_from_slice(starts);
            chunk
        };
        let orders = starts.chunks(levels.len().max(1));
        RowTable {
            starts: orders
                .flat_map(|starts| starts.chunks(CHUNK).map(filled_up))
                .collect(),
            chunks: chunks.collect(),
        }
    }
}

/// Returns one bit for each byte that is not 0.
#[inline(always)]
fn which(bytes: &[u8; CHUNK]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut bits = 0;
    for (i, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*eight);
        // The highest bit of each byte that is not 0, moved to its lowest; then these eight side by
        // side.
        let ones = (((word & LOW) + LOW) | word) >> 7 & 0x0101_0101_0101_0101;
        bits |= (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    bits
}

impl RowTable {
    /// Returns the chunks of an observation's bytes, each with the numbers that determine its rows.
    /// `last` contains the bytes that do not fill a chunk.
    #[inline(always)]
    pub(super) fn chunks<'a>(
        &'a self,
        bytes: &'a [u8],
        order: usize,
        last: &'a mut [u8; CHUNK],
    ) -> impl Iterator<Item = (&'a [u8; CHUNK], &'a [u16; CHUNK], &'a Chunk)> {
        let (whole, end) = bytes.as_chunks();
        last[..end.len()].copy_from_slice(end);
        let n = self.chunks.len();
        let starts = &self.starts[order * n..][..n];
        let bytes = whole.iter().chain([&*last]);
        let all = bytes.zip(starts).zip(&self.chunks);
        all.map(|((bytes, starts), chunk)| (bytes, starts, chunk))
    }

    /// Finds the active rows.
    #[inline(always)]
    pub fn find(&self, bytes: &[u8], order: usize, found: &mut ActiveRows) {
        let mut last = [0; CHUNK];
        let mut n = 0;
        for (bytes, starts, chunk) in self.chunks(bytes, order, &mut last) {
            let mut rows = [0; CHUNK];
            for i in 0..CHUNK {
                let level = u16::from(bytes[i].wrapping_sub(1)).wrapping_mul(chunk.factors[i]) >> 8;
                rows[i] = starts[i].wrapping_add(level.min(chunk.limits[i]));
            }
            let mut on = which(bytes) & chunk.has_row;
            let end = n + on.count_ones() as usize;
            while n < end {
                for place in &mut found.rows[n..n + EIGHT] {
                    *place = rows[on.trailing_zeros() as usize % CHUNK];
                    on &= on.wrapping_sub(1);
                }
                n += EIGHT;
            }
            n = end;
        }
        found.n = n;
    }
}
