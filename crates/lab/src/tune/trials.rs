//! Trials as pieces of a study: a finished trial is not played again.

use crate::study::pieces::Pieces;
use crate::sweep::trial::{Trial, TrialError};
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::Bot;

impl Pieces<'_> {
    /// Returns a trial of these heroes on `deals` deals from `first` on: reads it, or plays and
    /// keeps it.
    ///
    /// # Errors
    /// [`TrialError`] if the trial is cancelled, cannot be played, or cannot be kept.
    pub fn trial<G: ArenaGame>(
        &mut self,
        label: &str,
        heroes: &[Bot<G>],
        first: u64,
        deals: u64,
        play: impl FnOnce() -> Result<Trial, TrialError>,
    ) -> Result<Trial, TrialError> {
        let label = format!(
            "{label}: deals {first}..{}, parameters {:016x}",
            first + deals,
            fingerprint(heroes)
        );
        self.get(&label, play)
    }
}

/// Returns a fingerprint of the parameters of some bots.
fn fingerprint<G: ArenaGame>(heroes: &[Bot<G>]) -> u64 {
    // FNV-1a over the bits: protects against mistakes, not against malice.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for hero in heroes {
        for value in G::values(&hero.policy) {
            value.to_bits().to_le_bytes().into_iter().for_each(&mut add);
        }
        if let Some(strategy) = G::external(&hero.policy) {
            strategy.describe().to_string().bytes().for_each(&mut add);
        }
        add(0xff);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::pieces::Piece;
    use powergrab_bots::strategy::resolve;
    use powergrab_engine::shedding::Shedding;

    #[test]
    fn a_trial_is_read_only_where_bots_and_deals_are_the_same() {
        let bots: Vec<Bot<Shedding>> = vec![resolve("balanced").unwrap()];
        let others: Vec<Bot<Shedding>> = vec![resolve("hoarder").unwrap()];
        let nothing = Trial {
            panels: Vec::new(),
            failures: Vec::new(),
        };
        let mut kept = Vec::new();
        let mut keep = |all: &[Piece]| {
            kept = all.to_vec();
            Ok(())
        };
        let mut pieces = Pieces::new(Vec::new(), &mut keep);
        let play = || Ok(nothing.clone());
        pieces.trial("a", &bots, 0, 10, play).unwrap();
        let mut keep = |_: &[Piece]| Ok(());
        let mut pieces = Pieces::new(kept.clone(), &mut keep);
        let never = || -> Result<Trial, TrialError> { panic!("played again") };
        assert_eq!(pieces.trial("a", &bots, 0, 10, never).unwrap(), nothing);
        let none = || -> Result<Trial, TrialError> { Err(TrialError::Cancelled) };
        for (label, bots, first) in [("b", &bots, 0), ("a", &others, 0), ("a", &bots, 1)] {
            let error = pieces.trial(label, bots, first, 10, none).unwrap_err();
            assert!(matches!(error, TrialError::Cancelled), "{error}");
        }
    }
}
