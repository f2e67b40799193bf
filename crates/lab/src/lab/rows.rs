//! What the cells of a sweep showed, and how it is kept between runs.

use super::cells::Cell;
use crate::ArenaGame;
use crate::rulesets::RuleData;
use crate::stats::interval::Interval;
use crate::stats::summary::Record;
use toml::Value;

/// What a cell showed of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// When: `sweep`, or with halving `rung-1` and so on and `held-out`.
    pub stage: String,
    /// The cell's number.
    pub cell: usize,
    /// Its levels.
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

impl Row {
    /// The win rate as a multiple of the fair share, so that tables of different size compare.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.record.win_rate / self.record.fair_share
    }
}

/// A row as it is kept between runs: numbers as text, which reads back as the same number.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeptRow {
    stage: String,
    /// The cell's number.
    pub cell: usize,
    ruleset: String,
    players: usize,
    bot: String,
    deals: u64,
    games: i64,
    stopped: i64,
    /// Wins, their rate, its interval, the fair share, points per game, rounds won.
    figures: [String; 7],
    /// The standard errors of the win rate and of points.
    errors: [Option<String>; 2],
}

impl Row {
    /// To be kept.
    #[must_use]
    pub fn kept(&self) -> KeptRow {
        let r = &self.record;
        let figures = [
            r.wins,
            r.win_rate,
            r.interval.low,
            r.interval.high,
            r.fair_share,
            r.points_per_game,
            r.rounds_won,
        ];
        KeptRow {
            stage: self.stage.clone(),
            cell: self.cell,
            ruleset: self.ruleset.clone(),
            players: self.players,
            bot: self.bot.clone(),
            deals: self.deals,
            games: r.games,
            stopped: r.stopped,
            figures: figures.map(|x| x.to_string()),
            errors: [r.se, r.points_se].map(|x| x.map(|x| x.to_string())),
        }
    }

    /// As it was before it was kept, in a sweep of these cells; none where it is of no such cell or damaged.
    #[must_use]
    pub fn restored<R: RuleData<Game: ArenaGame>>(
        kept: &KeptRow,
        cells: &[Cell<R>],
    ) -> Option<Row> {
        let cell = cells.get(kept.cell.checked_sub(1)?)?;
        let figure = |i: usize| kept.figures[i].parse::<f64>().ok();
        let error = |i: usize| match &kept.errors[i] {
            None => Some(None),
            Some(text) => text.parse::<f64>().ok().map(Some),
        };
        Some(Row {
            stage: kept.stage.clone(),
            cell: kept.cell,
            levels: cell.levels.clone(),
            ruleset: kept.ruleset.clone(),
            players: kept.players,
            bot: kept.bot.clone(),
            deals: kept.deals,
            record: Record {
                games: kept.games,
                wins: figure(0)?,
                win_rate: figure(1)?,
                se: error(0)?,
                interval: Interval {
                    low: figure(2)?,
                    high: figure(3)?,
                },
                fair_share: figure(4)?,
                points_per_game: figure(5)?,
                points_se: error(1)?,
                rounds_won: figure(6)?,
                stopped: kept.stopped,
            },
        })
    }
}
