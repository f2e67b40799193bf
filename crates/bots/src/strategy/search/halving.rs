//! Sequential halving of a budget of playouts.

use super::{
    Budget, Candidates, OptionValue, PlayoutBatch, Prior, SearchContext, Searchable, Worlds,
};
use powergrab_engine::cards::MAX_CARDS;

/// Estimates by candidate.
pub struct CandidateTable {
    /// By candidate, in the order of [`Candidates::places`].
    pub estimates: [OptionValue; MAX_CARDS],
    /// Number of candidates.
    pub n: usize,
    /// Their prior estimates.
    pub prior: Prior,
}

impl Default for CandidateTable {
    fn default() -> CandidateTable {
        CandidateTable {
            estimates: [OptionValue::default(); MAX_CARDS],
            n: 0,
            prior: Prior::default(),
        }
    }
}

impl CandidateTable {
    /// Returns the candidate with the greatest gain over the first one, minus `caution` standard
    /// errors; the first if none gains.
    pub fn best(&self, caution: f64) -> usize {
        let mut best = (0, 0.0);
        for candidate in 1..self.n {
            let (mean, error) = self.gain(candidate);
            let gain = mean - if caution > 0.0 { caution * error } else { 0.0 };
            if gain > best.1 {
                best = (candidate, gain);
            }
        }
        best.0
    }

    /// Returns a candidate's gain over the first one, from playouts and prior, and the remaining
    /// standard error of the playouts.
    fn gain(&self, candidate: usize) -> (f64, f64) {
        let e = &self.estimates[candidate];
        let (gain, error) = (e.gain(), e.gain_error());
        if self.prior.weight == 0.0 {
            return (gain, error);
        }
        let n = f64::from(e.n);
        let share = n / (n + self.prior.weight);
        (
            share * gain + (1.0 - share) * self.prior.gains[candidate],
            share * error,
        )
    }
}

/// Spends about `budget` on the candidates, and fills the table.
///
/// Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
/// bandits", ICML 2013): the budget is cut into as many equal parts as there are halvings down to
/// one candidate; after each part the worse half is dropped. Here the first candidate always stays,
/// because the others are compared with it, world by world.
pub fn halving<G: Searchable>(
    worlds: &Worlds<'_, G>,
    candidates: &Candidates,
    context: &mut SearchContext<G>,
    budget: Budget,
    table: &mut CandidateTable,
) {
    let n = candidates.len();
    table.n = n;
    table.estimates[..n].fill(OptionValue::default());
    let mut tried: [u8; MAX_CARDS] = std::array::from_fn(|i| i as u8);
    let mut alive = n;
    let parts = n.next_power_of_two().ilog2().max(1);
    let mut spender = budget.begin(parts);
    let mut world = 0u32;
    while alive > 1 {
        spender.next_part();
        let before = world;
        loop {
            let more = spender.worlds(world - before, alive as u32);
            if more == 0 {
                break;
            }
            let estimates = &mut table.estimates;
            G::play_out(PlayoutBatch {
                worlds,
                context: &mut *context,
                numbers: world..world + more,
                places: candidates.places(),
                tried: &tried[..alive],
                each: &mut |candidate, value, first| estimates[candidate].add(value, first, 1.0),
            });
            world += more;
        }
        // With two left to compare, they get the last part.
        if alive == 2 {
            break;
        }
        let gain = |c: &u8| table.gain(usize::from(*c)).0;
        // The order of candidates decides between equals.
        tried[1..alive].sort_unstable_by(|a, b| gain(b).total_cmp(&gain(a)).then(a.cmp(b)));
        alive = alive.div_ceil(2).max(2);
    }
}
