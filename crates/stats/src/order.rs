//! Order by a figure.

use std::cmp::Ordering;

/// A figure as the key of a sort, the highest first: `list.sort_by_cached_key(|row|
/// HighestFirst(row.value))`. Reverses [`f64::total_cmp`]. Rows with equal figures keep their order.
///
/// One compiled sort serves all lists; `sort_by` is compiled again for each closure.
#[derive(Clone, Copy, Debug)]
pub struct HighestFirst(pub f64);

impl Ord for HighestFirst {
    fn cmp(&self, other: &HighestFirst) -> Ordering {
        other.0.total_cmp(&self.0)
    }
}

impl PartialOrd for HighestFirst {
    fn partial_cmp(&self, other: &HighestFirst) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HighestFirst {
    fn eq(&self, other: &HighestFirst) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for HighestFirst {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_comes_first_and_equal_ones_keep_their_order() {
        let mut list = [(1.0, 'a'), (-2.0, 'b'), (f64::INFINITY, 'c'), (1.0, 'd')];
        list.sort_by_cached_key(|(value, _)| HighestFirst(*value));
        assert_eq!(list.map(|(_, name)| name), ['c', 'a', 'd', 'b']);
    }
}
