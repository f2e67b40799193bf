//! The rows of `blocks.csv`.

use super::summary::{ROUNDS_PER_GAME, Summary};
use powergrab_engine::game::ObservedIn;
use powergrab_stats::blocks::GROUPS;
use powergrab_stats::layout::{Group, WIN, games, result};

/// A ratio's sums in one group of deals.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRow<'a> {
    /// The ruleset.
    pub ruleset: &'a str,
    /// The number of players.
    pub players: usize,
    /// The bot; empty for a table-wide metric.
    pub bot: &'a str,
    /// The metric.
    pub metric: &'a str,
    /// The group of deals.
    pub group: usize,
    /// Observations.
    pub n: i64,
    /// Sum of the observations.
    pub x: f64,
}

impl<'a> Summary<'a> {
    /// Returns the rows of each metric of each table, then of each bot's results, by group of
    /// deals.
    pub fn block_rows(&self) -> Vec<BlockRow<'a>> {
        let layout = self.tally.layout();
        let mut rows = Vec::new();
        for (table, ruleset, players) in self.tables() {
            let mut add = |bot: &'a str, metric: &'a str, group: Group, i: usize, whole: f64| {
                for deals in 0..GROUPS {
                    let (n, x) = self.tally.blocks().part(layout, table, group, i, deals);
                    if n != 0 {
                        rows.push(BlockRow {
                            ruleset,
                            players,
                            bot,
                            metric,
                            group: deals,
                            n,
                            x: x as f64 / whole,
                        });
                    }
                }
            };
            let mut won = 0;
            for (i, metric) in self.names.metrics.iter().enumerate() {
                match metric.when {
                    ObservedIn::Always => add("", metric.name, layout.rounds(table), i, 1.0),
                    ObservedIn::Won => {
                        add("", metric.name, layout.won(table), won, 1.0);
                        won += 1;
                    }
                }
            }
            add("", ROUNDS_PER_GAME, layout.games(table), games::ROUNDS, 1.0);
            for (index, bot) in self.bots() {
                let group = layout.bot(table, index);
                add(bot, "wins", group, result::WINS, WIN as f64);
                add(bot, "points", group, result::POINTS, 1.0);
                add(bot, "rounds_won", group, result::ROUNDS_WON, WIN as f64);
                add(bot, "stopped", group, result::STOPPED, 1.0);
            }
        }
        rows
    }
}
