//! Deals in blocks of equal size, as the pieces of a study.

use super::traits::Partition;
use std::ops::Range;

/// Deals in blocks. A block is a piece of a study, so that a part of a run plays whole blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealBlocks {
    deals: Range<u64>,
    size: u64,
}

impl DealBlocks {
    /// Splits these deals into blocks of this size; the last may be smaller.
    ///
    /// # Panics
    /// Panics if the size is 0.
    pub fn new(deals: &Range<u64>, size: u64) -> DealBlocks {
        assert!(size > 0, "a block has at least one deal");
        DealBlocks {
            deals: deals.clone(),
            size,
        }
    }

    /// Returns the number of deals.
    pub fn n_deals(&self) -> u64 {
        self.deals.end - self.deals.start
    }

    /// Returns the deals of the block with this number, from 0.
    pub fn block(&self, number: usize) -> Range<u64> {
        let start = self.deals.start + number as u64 * self.size;
        start..(start + self.size).min(self.deals.end)
    }

    /// Returns the maximum number of deals in this many blocks.
    pub fn most_deals(&self, n_blocks: usize) -> u64 {
        (n_blocks as u64 * self.size).min(self.n_deals())
    }

    /// Returns the blocks as pieces.
    pub fn partition(&self) -> Partition {
        let n = self.n_deals().div_ceil(self.size) as usize;
        let label = |number| {
            let block = self.block(number);
            format!("block {}..{}", block.start, block.end)
        };
        Partition::Independent((0..n).map(label).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_may_be_smaller() {
        let blocks = DealBlocks::new(&(3..50), 20);
        assert_eq!(blocks.n_deals(), 47);
        assert_eq!([blocks.block(0), blocks.block(2)], [3..23, 43..50]);
        assert_eq!([blocks.most_deals(2), blocks.most_deals(3)], [40, 47]);
        let labels = blocks.partition();
        assert_eq!(
            labels.labels(),
            ["block 3..23", "block 23..43", "block 43..50"]
        );
    }
}
