//! Trials as pieces of a study: a finished trial is not played again.

use crate::study::pieces::Pieces;
use crate::sweep::trial::{Trial, TrialError, TrialOptions, TrialTable};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Deals;
use powergrab_bots::strategy::Bot;
use std::ops::Range;

impl Pieces<'_> {
    /// Returns a trial of these heroes at this table, on `deals` deals from `first` on: reads it, or
    /// plays and keeps it. Processes that share the study play a part of the deals each.
    ///
    /// # Errors
    /// [`TrialError`] if the trial is cancelled, cannot be played, or cannot be kept.
    pub fn trial<G: ArenaGame>(
        &mut self,
        label: &str,
        table: &TrialTable<G>,
        heroes: &[Bot<G>],
        first: u64,
        deals: u64,
        means: &TrialOptions<'_>,
    ) -> Result<Trial, TrialError> {
        let whole = first..first + deals;
        let label = format!(
            "{label}: deals {first}..{}, parameters {:016x}",
            whole.end,
            fingerprint(heroes)
        );
        let Some(sharing) = self.sharing() else {
            return self.get(&label, || table.play(heroes, first, deals, means));
        };
        if let Some(trial) = self.find(&label)? {
            // Its round is complete as well.
            sharing.enter(deals, true);
            return Ok(trial);
        }
        let parts = sharing.cut(&whole);
        let share = |deals: &Range<u64>| format!("{label}, of which {}", Deals(deals.clone()));
        let shares: Vec<String> = parts.iter().map(share).collect();
        let trials = self.round(&shares, |at| {
            table.play_part(heroes, &whole, &parts[at], means)
        })?;
        let Some(trial) = Trial::joined(trials) else {
            unreachable!("a range of deals has at least one part")
        };
        self.join(&shares, &label, &trial)?;
        Ok(trial)
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
    use crate::study::rounds::Sharing;
    use crate::sweep::opponent_groups::panels;
    use powergrab_arena::hero_sums::Objective;
    use powergrab_arena::part::Part;
    use powergrab_arena::piece::Piece;
    use powergrab_arena::run::Control;
    use powergrab_arena::seating::Order;
    use powergrab_bots::strategy::{BotCatalog, resolve};
    use powergrab_engine::game::Unit;
    use powergrab_engine::rng::{Purpose, Seeds};
    use powergrab_engine::shedding::{Shedding, rules_file};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn bots(names: &[&str]) -> Vec<Bot<Shedding>> {
        names.iter().map(|name| resolve(name).unwrap()).collect()
    }

    fn table() -> TrialTable<Shedding> {
        let rules = rules_file::resolve("power-grab").unwrap();
        let field = bots(&["greedy", "random"]);
        let panels = panels(field.len(), 1);
        let game = Shedding::new(rules, 2).unwrap();
        let objective = Objective::WinShare;
        TrialTable::new(game, field, panels, Unit::Round, Order::Cyclic, objective)
    }

    /// Plays a trial with these finished pieces; returns it, and all pieces.
    fn trial(
        (label, heroes, first): (&str, &[&str], u64),
        there: Vec<Piece>,
        is_cancelled: bool,
        sharing: Option<Arc<Sharing>>,
    ) -> (Result<Trial, TrialError>, Vec<Piece>) {
        let policies = BotCatalog::default();
        let cancel = AtomicBool::new(is_cancelled);
        let means = TrialOptions {
            bots: &policies,
            seeds: Seeds::new(1, Purpose::Tune),
            threads: None,
            control: Control {
                cancel: &cancel,
                progress: &|_| {},
            },
        };
        let mut keep = |_: &[Piece]| Ok(());
        let mut pieces = Pieces::new(there, &mut keep);
        if let Some(sharing) = sharing {
            pieces = pieces.share(sharing);
        }
        let trial = pieces.trial(label, &table(), &bots(heroes), first, 40, &means);
        (trial, pieces.into_all())
    }

    #[test]
    fn a_trial_is_read_only_where_bots_and_deals_are_the_same() {
        let asked = ("a", &["balanced"][..], 0);
        let (played, there) = trial(asked, Vec::new(), false, None);
        // A cancelled run plays nothing.
        let (read, _) = trial(asked, there.clone(), true, None);
        assert_eq!(read.unwrap(), played.unwrap());
        for other in [
            ("b", &["balanced"][..], 0),
            ("a", &["hoarder"], 0),
            ("a", &["balanced"], 1),
        ] {
            let (error, _) = trial(other, there.clone(), true, None);
            assert!(matches!(error, Err(TrialError::Cancelled)), "{error:?}");
        }
    }

    #[test]
    fn a_trial_that_processes_share_is_the_trial_of_one() {
        let asked = ("a", &["balanced", "random"][..], 7);
        let (whole, _) = trial(asked, Vec::new(), false, None);
        for n in [1, 3, 40, 100] {
            let mut there = Vec::new();
            let mut n_played = 0;
            for part in Part::split(n) {
                let sharing = Arc::new(Sharing::new(n, Some(part)));
                let (awaited, pieces) = trial(asked, Vec::new(), false, Some(sharing.clone()));
                assert!(awaited.is_err());
                assert_eq!(sharing.awaited().map(|round| round.number), Some(1));
                n_played += pieces.len() as u64;
                there.extend(pieces);
            }
            assert_eq!(n_played, n.min(40));
            let sharing = Arc::new(Sharing::new(n, None));
            let (joined, pieces) = trial(asked, there, true, Some(sharing));
            assert_eq!(joined.unwrap(), *whole.as_ref().unwrap());
            assert_eq!(pieces.len(), 1, "shares are replaced by the whole");
        }
    }
}
