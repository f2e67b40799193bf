//! Bots that failed in their games: the number of games, and the first failure.

use powergrab_arena::collect::{FirstFaults, note};
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Fault, FaultKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The failures of one bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotFailures {
    /// Its name.
    pub bot: String,
    /// Number of games it failed in.
    pub games: u64,
    /// Number of those games in which it did not answer in time. These differ from run to run.
    pub timeouts: u64,
    /// Place of its first failure, for people.
    pub place: String,
    /// Its first failure.
    pub first: Fault,
}

impl BotFailures {
    /// Returns the failures that a run counted, by bot.
    pub fn of_run(tally: &Tally, bots: &[String], first_faults: &FirstFaults) -> Vec<BotFailures> {
        let tables = tally.layout().shape().players.len();
        let games = |bot: usize, kind: FaultKind| -> u64 {
            (0..tables)
                .map(|table| tally.faults(table, bot, kind))
                .sum()
        };
        let of = |(&bot, (deal, first)): (&usize, &(u64, Fault))| BotFailures {
            bot: bots[bot].clone(),
            games: FaultKind::ALL.iter().map(|kind| games(bot, *kind)).sum(),
            timeouts: games(bot, FaultKind::Timeout),
            place: format!("deal {deal}"),
            first: first.clone(),
        };
        first_faults.iter().map(of).collect()
    }

    /// Adds failures to earlier ones.
    pub fn join(all: &mut Vec<BotFailures>, more: Vec<BotFailures>) {
        for failures in more {
            match all.iter_mut().find(|known| known.bot == failures.bot) {
                Some(known) => {
                    known.games += failures.games;
                    known.timeouts += failures.timeouts;
                }
                None => all.push(failures),
            }
        }
    }

    /// As [`BotFailures::join`], for failures of the part with this name.
    pub fn add(all: &mut Vec<BotFailures>, part: &str, mut more: Vec<BotFailures>) {
        for failures in &mut more {
            failures.place = format!("{part}, {}", failures.place);
        }
        BotFailures::join(all, more);
    }
}

/// Failures of bots by their index, for experiments without a tally.
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

    /// Returns the failures of the bots with these names.
    pub fn of(&self, names: &[&str]) -> Vec<BotFailures> {
        let mut all = Vec::new();
        for (&bot, (deal, first)) in &self.first {
            let [games, timeouts] = self.games.get(&bot).copied().unwrap_or_default();
            let failures = BotFailures {
                bot: names[bot].to_owned(),
                games,
                timeouts,
                place: format!("deal {deal}"),
                first: first.clone(),
            };
            BotFailures::join(&mut all, vec![failures]);
        }
        all
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
