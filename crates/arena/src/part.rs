//! Parts of a run, and the missing deals of a range.

use super::experiment::Deals;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of the `n` equal parts of a run's deals, `K/N` on the command line; K counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    k: u64,
    n: u64,
}

/// Error of a text that names no part, or of a run with fewer deals than parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PartError(String);

impl Part {
    /// All deals at once.
    pub const WHOLE: Part = Part { k: 1, n: 1 };

    /// Returns the `n` parts of a run, in order.
    pub fn split(n: u64) -> impl Iterator<Item = Part> + Clone {
        (1..=n).map(move |k| Part { k, n })
    }

    /// Returns part `k` of `n`, brought into the range 1 to `n`.
    pub fn numbered(k: u64, n: u64) -> Part {
        let n = n.max(1);
        Part {
            k: k.clamp(1, n),
            n,
        }
    }

    /// Returns all parts of the same split, in order.
    pub fn all(self) -> impl Iterator<Item = Part> {
        Part::split(self.n)
    }

    /// Returns the number of the part, from 1.
    pub fn number(self) -> u64 {
        self.k
    }

    /// Returns whether it has this piece, from 0, if pieces are assigned to the parts in turn.
    pub fn takes(self, piece: u64) -> bool {
        piece % self.n == self.k - 1
    }

    /// Returns the number of parts of the run.
    pub fn of(self) -> u64 {
        self.n
    }

    /// Returns the part's deals. Parts differ by at most one deal.
    ///
    /// # Errors
    /// Fails if there are fewer deals than parts.
    pub fn deals(self, whole: &Range<u64>) -> Result<Range<u64>, PartError> {
        let n_deals = whole.end.saturating_sub(whole.start);
        if self.n > n_deals {
            return Err(PartError(format!(
                "{self} splits {n_deals} deals into {} parts: there can be {n_deals} at the most",
                self.n
            )));
        }
        // At most 2^50 deals in at most as many parts: the product fits 128 bits.
        let cut = |k: u64| {
            let before = u128::from(n_deals) * u128::from(k) / u128::from(self.n);
            whole.start + u64::try_from(before).unwrap_or(n_deals)
        };
        Ok(cut(self.k - 1)..cut(self.k))
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let number = |part: &str| part.parse::<u64>().ok().filter(|n| *n > 0);
        let both = text
            .split_once('/')
            .and_then(|(k, n)| Some((number(k)?, number(n)?)));
        match both {
            Some((k, n)) if k <= n => Ok(Part { k, n }),
            _ => Err(PartError(format!(
                "{text:?} names no part: it is K/N with K from 1 to N, like 3/8"
            ))),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.k, self.n)
    }
}

/// Returns the rest of a range without these others, which are in order and do not overlap.
pub fn gaps(whole: &Range<u64>, there: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut gaps = Vec::new();
    let mut reach = whole.start;
    for range in there {
        if reach < range.start.min(whole.end) {
            gaps.push(reach..range.start.min(whole.end));
        }
        reach = reach.max(range.end);
    }
    if reach < whole.end {
        gaps.push(reach..whole.end);
    }
    gaps
}

/// Formats ranges of deals: `0..5, 8..9`.
pub fn listed(ranges: &[Range<u64>]) -> String {
    let texts: Vec<String> = ranges
        .iter()
        .map(|r| Deals(r.clone()).to_string())
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_tile_the_whole() {
        for (whole, n) in [(0..10, 3), (7..8, 1), (5..1_000_003, 997), (0..1 << 50, 4)] {
            let last: Part = format!("{n}/{n}").parse().unwrap();
            let mut reach = whole.start;
            let mut sizes = Vec::new();
            for part in last.all() {
                let deals = part.deals(&whole).unwrap();
                assert_eq!(deals.start, reach);
                sizes.push(deals.end - deals.start);
                reach = deals.end;
            }
            assert_eq!((reach, sizes.len()), (whole.end, n));
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
        let error = "3/4".parse::<Part>().unwrap().deals(&(0..3)).unwrap_err();
        assert!(error.to_string().contains("there can be 3 at the most"));
    }

    #[test]
    fn what_names_no_part() {
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "-1/4", "1/4/4", ""] {
            let error = text.parse::<Part>().unwrap_err().to_string();
            assert!(error.contains("K from 1 to N"), "{text}: {error}");
        }
        assert_eq!("3/8".parse::<Part>().unwrap().to_string(), "3/8");
    }

    #[test]
    fn gaps_are_what_is_left() {
        let gaps = |there: &[Range<u64>]| listed(&gaps(&(10..20), there));
        assert_eq!(gaps(&[]), "10..20");
        assert_eq!(gaps(&[0..12, 12..20]), "");
        assert_eq!(gaps(&[0..12, 14..15, 15..17, 30..40]), "12..14, 17..20");
    }
}
