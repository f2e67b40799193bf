//! What a tuning has played so far: a log of its trials.

use super::company::{Trial, TrialError};
use super::log::{Keep, Log, StepError};
use crate::ArenaGame;
use crate::strategy::Bot;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One trial and what it was for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What it was for.
    pub label: String,
    /// The first deal.
    pub first: u64,
    /// How many deals.
    pub deals: u64,
    /// The heroes' parameters, as a number.
    pub heroes: u64,
    /// What came of it.
    pub trial: Trial,
}

/// The trials of a tuning, in their order.
pub struct Journal<'a>(Log<'a, Record>);

/// A journal that cannot go on.
#[derive(Debug)]
pub enum JournalError {
    /// A trial did not come to its end.
    Trial(TrialError),
    /// A record is of another trial than the one asked for.
    Differs(String),
    /// A record cannot be kept.
    Keep(String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Trial(e) => e.fmt(f),
            JournalError::Differs(label) => write!(
                f,
                "the state that is to be resumed is of another search: its record of {label} is not of the same bots and deals; start anew with --force"
            ),
            JournalError::Keep(e) => f.write_str(e),
        }
    }
}

impl std::error::Error for JournalError {}

/// A number for the parameters of some bots.
fn fingerprint<G: ArenaGame>(heroes: &[Bot<G>]) -> u64 {
    // FNV-1a over the bits: a guard against mistakes, not against malice.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for hero in heroes {
        for value in G::values(&hero.policy) {
            for byte in value.to_bits().to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        hash = (hash ^ 0xff).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

impl<'a> Journal<'a> {
    /// A journal that has these records already.
    #[must_use]
    pub fn new(records: Vec<Record>, keep: Keep<'a, Record>) -> Journal<'a> {
        Journal(Log::new(records, keep))
    }

    /// Whether the next trial is on record.
    #[must_use]
    pub fn knows_next(&self) -> bool {
        self.0.knows_next()
    }

    /// The next trial: read, or played and kept.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn trial<G: ArenaGame>(
        &mut self,
        label: &str,
        heroes: &[Bot<G>],
        first: u64,
        deals: u64,
        play: impl FnOnce() -> Result<Trial, TrialError>,
    ) -> Result<Trial, JournalError> {
        let heroes = fingerprint(heroes);
        let asked = (label, first, deals, heroes);
        let fits = |r: &Record| (r.label.as_str(), r.first, r.deals, r.heroes) == asked;
        let made = || {
            Ok(Record {
                label: label.to_owned(),
                first,
                deals,
                heroes,
                trial: play()?,
            })
        };
        match self.0.step(fits, made) {
            Ok(record) => Ok(record.trial.clone()),
            Err(StepError::Made(e)) => Err(JournalError::Trial(e)),
            Err(StepError::Differs) => Err(JournalError::Differs(label.to_owned())),
            Err(StepError::Keep(e)) => Err(JournalError::Keep(e)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::Shedding;
    use crate::strategy::resolve;

    #[test]
    fn what_is_on_record_is_not_played_again_and_what_differs_is_refused() {
        let bots: Vec<Bot<Shedding>> = vec![resolve("balanced").unwrap()];
        let others: Vec<Bot<Shedding>> = vec![resolve("hoarder").unwrap()];
        let nothing = Trial { panels: Vec::new() };
        let mut kept = Vec::new();
        let mut keep = |records: &[Record]| {
            kept = records.to_vec();
            Ok(())
        };
        let mut journal = Journal::new(Vec::new(), &mut keep);
        journal
            .trial("a", &bots, 0, 10, || Ok(nothing.clone()))
            .unwrap();
        assert!(!journal.knows_next());
        assert_eq!(kept.len(), 1);

        let mut keep = |_: &[Record]| Err("full".to_owned());
        let never = || -> Result<Trial, TrialError> { panic!("played again") };
        let mut journal = Journal::new(kept.clone(), &mut keep);
        assert_eq!(journal.trial("a", &bots, 0, 10, never).unwrap(), nothing);
        let full = journal.trial("b", &bots, 10, 10, || Ok(nothing.clone()));
        assert!(matches!(full, Err(JournalError::Keep(e)) if e == "full"));
        for (label, bots, first) in [("b", &bots, 0), ("a", &others, 0), ("a", &bots, 1)] {
            let mut keep = |_: &[Record]| Ok(());
            let mut journal = Journal::new(kept.clone(), &mut keep);
            let error = journal.trial(label, bots, first, 10, never).unwrap_err();
            assert!(matches!(error, JournalError::Differs(_)), "{error}");
        }
    }
}
