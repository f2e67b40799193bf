//! Results of a sweep's cells.

use crate::matches::block_rows::BlockRow;
use crate::matches::failures::BotFailures;
use powergrab_stats::blocks::RatioSums;
use powergrab_stats::performance::Performance;
use serde::{Deserialize, Serialize};
use toml::Value;

/// Result of a bot in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Stage: `sweep`, or with halving `rung-1` and so on, and `held-out`.
    pub stage: String,
    /// The cell's number.
    pub cell: usize,
    /// Its levels; not kept, because the cell has them.
    #[serde(skip)]
    pub levels: Vec<Value>,
    /// The ruleset's name.
    pub ruleset: String,
    /// Seats.
    pub players: usize,
    /// The bot's name in the line-up.
    pub bot: String,
    /// Deals.
    pub deals: u64,
    /// The result.
    pub record: Performance,
    /// Its wins by group of deals, for comparing cells deal by deal.
    pub blocks: Vec<RatioSums>,
}

/// Returns a bot's wins by group of deals.
pub(crate) fn wins_by_group(blocks: &[BlockRow<'_>], bot: &str) -> Vec<RatioSums> {
    let own = blocks.iter().filter(|b| b.bot == bot && b.metric == "wins");
    let part = |b: &BlockRow<'_>| RatioSums {
        n: b.n as f64,
        x: b.x,
    };
    own.map(part).collect()
}

/// Results of playing a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// Results of its bots.
    pub rows: Vec<Row>,
    /// The bots that failed.
    pub failures: Vec<BotFailures>,
}

impl Row {
    /// Returns the win rate as a multiple of the fair share, which is comparable across tables of
    /// different size. 0 if nobody won a game.
    pub fn relative(&self) -> f64 {
        match self.record.fair_share {
            0.0 => 0.0,
            fair => self.record.win_rate / fair,
        }
    }
}
