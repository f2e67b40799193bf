//! What the cells of a sweep showed.

use crate::matches::block_rows::BlockRow;
use crate::matches::failures::BotFailures;
use powergrab_stats::blocks::RatioSums;
use powergrab_stats::performance::Performance;
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
    pub record: Performance,
    /// Its wins by group of deals, so that cells can be compared deal by deal.
    pub blocks: Vec<RatioSums>,
}

/// A bot's wins by group of deals.
pub(crate) fn wins_by_group(blocks: &[BlockRow<'_>], bot: &str) -> Vec<RatioSums> {
    let own = blocks.iter().filter(|b| b.bot == bot && b.metric == "wins");
    let part = |b: &BlockRow<'_>| RatioSums {
        n: b.n as f64,
        x: b.x,
    };
    own.map(part).collect()
}

/// What came of playing a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// How its bots did.
    pub rows: Vec<Row>,
    /// Which of them failed.
    pub failures: Vec<BotFailures>,
}

impl Row {
    /// The win rate as a multiple of the fair share, so that tables of different size compare; 0 where nobody won a game.
    pub fn relative(&self) -> f64 {
        match self.record.fair_share {
            0.0 => 0.0,
            fair => self.record.win_rate / fair,
        }
    }
}
