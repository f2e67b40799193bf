//! Rounds of a study that several processes share.
//!
//! A study that decides from its earlier results (a tuning, a run that stops by itself) is played
//! in rounds: the pieces of one round do not need each other, and the next round needs all of them.
//! Since a study is a pure function of its pieces, every process goes through the finished rounds
//! from their pieces, and plays its part of the first round that is not complete.

use powergrab_arena::part::Part;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A round that is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Number, from 1.
    pub number: u64,
    /// Number of its pieces or deals.
    pub size: u64,
}

/// Sharing of a study's rounds among several processes.
#[derive(Debug)]
pub struct Sharing {
    /// Number of parts of each round.
    n: u64,
    /// Part that this process plays; `None` if it plays nothing.
    part: Option<Part>,
    passed: AtomicU64,
    awaited: Mutex<Option<Round>>,
    played: Mutex<HashSet<String>>,
}

impl Sharing {
    /// Returns the sharing of rounds of at most `n` parts, of which this process plays one, or none.
    /// A short round has fewer parts, which `part` counts.
    pub fn new(n: u64, part: Option<Part>) -> Sharing {
        Sharing {
            n: n.max(1),
            part,
            passed: AtomicU64::new(0),
            awaited: Mutex::new(None),
            played: Mutex::default(),
        }
    }

    /// Enters the next round, of this size. Returns it if it has to be played, `None` if it is
    /// complete.
    pub fn enter(&self, size: u64, is_complete: bool) -> Option<Round> {
        if is_complete {
            self.passed.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let number = self.passed.load(Ordering::Relaxed) + 1;
        Some(Round { number, size })
    }

    /// Stops at a round of which this process has played its part, for others to play theirs.
    pub fn stop_at(&self, round: Round, own: impl IntoIterator<Item = String>) {
        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        played.extend(own);
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        *awaited = Some(round);
    }

    /// Returns whether this process plays the piece of a round with this index.
    pub fn takes(&self, piece: u64) -> bool {
        self.part.is_some_and(|part| part.takes(piece))
    }

    /// Cuts a round of deals into its parts; a short one into fewer.
    pub fn cut(&self, deals: &Range<u64>) -> Vec<Range<u64>> {
        let n = self.n.min(deals.end.saturating_sub(deals.start)).max(1);
        let parts = Part::split(n);
        parts.filter_map(|part| part.deals(deals).ok()).collect()
    }

    /// Returns the labels of the pieces that this process has played.
    pub fn played(&self) -> HashSet<String> {
        let played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        played.clone()
    }

    /// Returns the round at which the study stopped; `None` if it went to its end.
    pub fn awaited(&self) -> Option<Round> {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
