//! What the tables of `balance` have in common: places, estimates and effects, with their columns.

use super::seating_pool::SeatedLineUp;
use crate::estimate;
use crate::table::sheet::{Column, Rows, count, text};
use powergrab_stats::moments::{Estimate, Moments};

pub use super::seating_pool::Place;

/// What a change does to the seat concerned: in the chance of winning the round, and in points of the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// How often it was tried.
    pub samples: u64,
    /// How many deals there were, those without samples included.
    pub deals: u64,
    /// The change in the chance of winning the round.
    pub win: Estimate,
    /// The change in the points that the round brings (PG-16).
    pub points: Estimate,
}

impl Effect {
    /// The effect in sums that begin with samples, change in wins, change in points; `None` if there was no sample.
    pub fn of<const N: usize>(sums: &Moments<N>, deals: u64) -> Option<Effect> {
        Some(Effect {
            samples: sums.sum(0).unsigned_abs(),
            deals,
            win: sums.ratio(1, 0, 1.0, deals)?,
            points: sums.ratio(2, 0, 1.0, deals)?,
        })
    }
}

/// What a change does to the seat concerned in the game that the round belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameEffect {
    /// The change in the chance of winning the game; a shared win counts in parts.
    pub win: Estimate,
    /// The change in the points that the seat has at the game's end (PG-16).
    pub points: Estimate,
}

/// The columns of a [`Place`].
pub const PLACE: &[Column] = &[
    text("ruleset", "the ruleset's name"),
    count("players", "the number of players at the table"),
    text("line_up", "the bots at the table, joined by +"),
];

/// The columns of an [`Effect`] are these, [`WIN`] and [`POINTS`].
pub const TRIED: &[Column] = &[
    count("samples", "how often it was tried"),
    count(
        "deals",
        "deals played, those without a sample included; standard errors are clustered by them",
    ),
];

/// An effect on the chance of winning the round.
pub const WIN: &[Column] = &estimate!(
    "win",
    "the change in the seat's chance of winning the round, as a share"
);

/// An effect on the points of the round.
pub const POINTS: &[Column] = &estimate!(
    "points",
    "the change in the points that the round brings the seat (PG-16)"
);

/// The columns of a [`GameEffect`] are these and [`GAME_POINTS`].
pub const GAME_WIN: &[Column] = &estimate!(
    "game_win",
    "with unit = \"game\": the change in the seat's chance of winning the game that the round belongs to, as a share; empty otherwise"
);

/// An effect on the points of the game.
pub const GAME_POINTS: &[Column] = &estimate!(
    "game_points",
    "with unit = \"game\": the change in the points that the seat has at the game's end"
);

impl Rows {
    /// Adds the columns of [`PLACE`].
    pub fn place(&mut self, place: &Place) -> &mut Rows {
        self.cell(&place.ruleset)
            .cell(place.players)
            .cell(&place.line_up)
    }

    /// Adds a value, its standard error, and the bounds of its interval.
    pub fn estimate(&mut self, e: Option<&Estimate>) -> &mut Rows {
        self.maybe(e.map(|e| e.value))
            .maybe(e.and_then(|e| e.se))
            .maybe(e.and_then(|e| e.interval).map(|i| i.0))
            .maybe(e.and_then(|e| e.interval).map(|i| i.1))
    }

    /// Adds the columns of an [`Effect`].
    pub fn effect(&mut self, effect: &Effect) -> &mut Rows {
        self.cell(effect.samples)
            .cell(effect.deals)
            .estimate(Some(&effect.win))
            .estimate(Some(&effect.points))
    }

    /// Adds the columns of a [`GameEffect`], empty where games were not played on.
    pub fn game_effect(&mut self, effect: Option<&GameEffect>) -> &mut Rows {
        self.estimate(effect.map(|e| &e.win))
            .estimate(effect.map(|e| &e.points))
    }
}

/// A warning for each table that has no rows in a file: a table without rows is no finding.
pub fn without_rows<'a>(
    part: &str,
    file: &str,
    tables: &[SeatedLineUp],
    rows: impl Iterator<Item = &'a Place> + Clone,
) -> Vec<String> {
    let places = tables.iter().map(SeatedLineUp::place);
    let missing = places.filter(|place| rows.clone().all(|row| row != place));
    let warning = |place: Place| {
        let Place {
            ruleset,
            players,
            line_up,
        } = place;
        format!(
            "[{part}] measured nothing at {ruleset}, {players} players, {line_up}: it has no rows in {file}"
        )
    };
    missing.map(warning).collect()
}
