//! What the cells of a sweep showed.

use super::cells::Cell;
use crate::ArenaGame;
use crate::game::Game as _;
use crate::rulesets::RuleData;
use crate::stats::failures::BotFailures;
use crate::stats::summary::{Names, Record, Summary};
use crate::stats::tally::Tally;
use serde::{Deserialize, Serialize};
use toml::Value;

/// What a cell showed of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// When: `sweep`, or with halving `rung-1` and so on and `held-out`.
    pub stage: String,
    /// The cell's number.
    pub cell: usize,
    /// Its levels; not kept, for the cell has them.
    #[serde(skip)]
    pub levels: Vec<Value>,
    /// The ruleset's name.
    pub ruleset: String,
    /// Seats.
    pub players: usize,
    /// The bot, as the line-up calls it.
    pub bot: String,
    /// Deals.
    pub deals: u64,
    /// How it did.
    pub record: Record,
}

/// What came of playing a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// How its bots did.
    pub rows: Vec<Row>,
    /// Which of them failed.
    pub failures: Vec<BotFailures>,
}

/// What came of playing deals of a cell.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was counted, with the deals before.
    pub tally: Tally,
    /// Bots that failed in these deals.
    pub failures: Vec<BotFailures>,
}

impl Row {
    /// The win rate as a multiple of the fair share, so that tables of different size compare.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.record.win_rate / self.record.fair_share
    }
}

impl<R: RuleData<Game: ArenaGame>> Cell<R> {
    /// What a played cell shows.
    #[must_use]
    pub fn result(&self, stage: &str, played: Played) -> CellResult {
        CellResult {
            rows: self.rows(stage, &played.tally),
            failures: played.failures,
        }
    }

    /// What a tally of the cell shows.
    #[must_use]
    pub fn rows(&self, stage: &str, tally: &Tally) -> Vec<Row> {
        let names = Names {
            rulesets: vec![self.rules.name().to_owned()],
            bots: self.bots.iter().map(|b| b.name.clone()).collect(),
            metrics: R::Game::METRICS,
            seat_metrics: R::Game::SEAT_METRICS,
        };
        let summary = Summary::new(tally, &names);
        let row = |row: crate::stats::summary::BotRow<'_>| Row {
            stage: stage.to_owned(),
            cell: self.number,
            levels: self.levels.clone(),
            ruleset: row.ruleset.to_owned(),
            players: row.players,
            bot: row.bot.to_owned(),
            deals: tally.n_deals(),
            record: row.record,
        };
        summary.bot_rows().into_iter().map(row).collect()
    }
}
