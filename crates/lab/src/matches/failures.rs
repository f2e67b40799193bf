//! Bots that failed in their games: the number of games, and the first failure.

use powergrab_arena::collect::FirstFaults;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Fault, FaultKind};
use powergrab_experiments::faults::Faults;
use serde::{Deserialize, Serialize};

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

    /// Returns the failures of the bots with these names.
    pub fn of(faults: &Faults, names: &[&str]) -> Vec<BotFailures> {
        let mut all = Vec::new();
        for (&bot, (deal, first)) in &faults.first {
            let [games, timeouts] = faults.games.get(&bot).copied().unwrap_or_default();
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
