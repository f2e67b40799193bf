//! Failures of bots in experiments without a tally.

use powergrab_arena::collect::{FirstFaults, note};
use powergrab_bots::strategy::{Fault, FaultKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Failures of bots by their index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Faults {
    /// Number of games with a failure, and of those with a timeout.
    pub games: BTreeMap<usize, [u64; 2]>,
    /// Deal of the first failure, and the failure.
    pub first: FirstFaults,
}

impl Faults {
    /// Adds a bot's failure in a game.
    pub fn add(&mut self, bot: usize, deal: u64, fault: Fault) {
        let games = self.games.entry(bot).or_default();
        games[0] += 1;
        games[1] += u64::from(fault.kind == FaultKind::Timeout);
        note(&mut self.first, bot, (deal, fault));
    }

    /// Adds the failures of another part.
    pub fn absorb(&mut self, other: Faults) {
        for (bot, [games, late]) in other.games {
            let own = self.games.entry(bot).or_default();
            own[0] += games;
            own[1] += late;
        }
        for (bot, fault) in other.first {
            note(&mut self.first, bot, fault);
        }
    }

    /// Fails if a bot failed in a way that stops the run.
    ///
    /// # Errors
    /// Returns the name of the first such bot and its failure.
    pub fn check(&self, name: impl Fn(usize) -> String) -> Result<(), String> {
        match self.first.iter().find(|(_, (_, fault))| fault.stops) {
            Some((bot, (_, fault))) => Err(format!("bot {}: {fault}", name(*bot))),
            None => Ok(()),
        }
    }
}
