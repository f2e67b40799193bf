//! Bots that failed in their games: in how many, and how at first.

use powergrab_arena::run::FirstFaults;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::{Fault, FaultKind};
use serde::{Deserialize, Serialize};

/// The failures of one bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotFailures {
    /// Its name.
    pub bot: String,
    /// How many games it failed in.
    pub games: u64,
    /// In how many of them it did not answer in time: those are not the same in the next run.
    pub timeouts: u64,
    /// Where it first failed, for people.
    pub place: String,
    /// How it first failed.
    pub first: Fault,
}

impl BotFailures {
    /// The failures that a run counted, by bot.
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

    /// Adds failures to those that came before.
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

    /// As [`BotFailures::join`], for failures of a part with this name.
    pub fn add(all: &mut Vec<BotFailures>, part: &str, mut more: Vec<BotFailures>) {
        for failures in &mut more {
            failures.place = format!("{part}, {}", failures.place);
        }
        BotFailures::join(all, more);
    }
}
