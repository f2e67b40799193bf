//! Columns shared by tables of `balance`: places and effects.

use super::seating_pool::{Place, SeatedLineUp};
use powergrab_stats::moments::{Estimate, Moments};
use powergrab_table::sheet::Sheet;

/// Effect of a change on the seat concerned: in the chance of winning the round, and in points of
/// the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Number of samples.
    pub samples: u64,
    /// Number of deals, including those without samples.
    pub deals: u64,
    /// Change in the chance of winning the round.
    pub win: Estimate,
    /// Change in the points of the round (PG-16).
    pub points: Estimate,
}

impl Effect {
    /// Returns the effect from sums that begin with samples, change in wins, change in points;
    /// `None` without samples.
    pub fn of<const N: usize>(sums: &Moments<N>, deals: u64) -> Option<Effect> {
        Some(Effect {
            samples: sums.sum(0).unsigned_abs(),
            deals,
            win: sums.ratio(1, 0, 1.0, deals)?,
            points: sums.ratio(2, 0, 1.0, deals)?,
        })
    }
}

/// Effect of a change on the seat concerned, in the game that the round belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameEffect {
    /// Change in the chance of winning the game; a shared win counts in parts.
    pub win: Estimate,
    /// Change in the seat's points at the game's end (PG-16).
    pub points: Estimate,
}

/// Columns shared by tables of `balance`.
pub(crate) trait BalanceColumns<R> {
    /// Adds the columns of a [`Place`].
    #[must_use]
    fn place<'a>(self, of: impl Fn(R) -> &'a Place + Copy + 'static) -> Self;

    /// Adds the columns of an [`Effect`].
    #[must_use]
    fn effect(self, of: impl Fn(R) -> Effect + Copy + 'static) -> Self;

    /// Adds the columns of a [`GameEffect`], empty if games were not played on.
    #[must_use]
    fn game_effect(self, of: impl Fn(R) -> Option<GameEffect> + Copy + 'static) -> Self;
}

impl<R: Copy> BalanceColumns<R> for Sheet<R> {
    #[rustfmt::skip]
    fn place<'a>(self, of: impl Fn(R) -> &'a Place + Copy + 'static) -> Sheet<R> {
        self.at_table(move |row| (&of(row).ruleset, of(row).players))
            .column("line_up", "the bots at the table, joined by +", move |row| &of(row).line_up)
    }

    #[rustfmt::skip]
    fn effect(self, of: impl Fn(R) -> Effect + Copy + 'static) -> Sheet<R> {
        self.column("samples", "how often it was tried", move |row| of(row).samples)
            .column("deals", "deals played, those without a sample included; standard errors are clustered by them", move |row| of(row).deals)
            .estimate("win", "the change in the seat's chance of winning the round, as a share", move |row| Some(of(row).win))
            .estimate("points", "the change in the points that the round brings the seat (PG-16)", move |row| Some(of(row).points))
    }

    #[rustfmt::skip]
    fn game_effect(
        self,
        of: impl Fn(R) -> Option<GameEffect> + Copy + 'static,
    ) -> Sheet<R> {
        self.estimate("game_win", "with unit = \"game\": the change in the seat's chance of winning the game that the round belongs to, as a share; empty otherwise", move |row| of(row).map(|effect| effect.win))
            .estimate("game_points", "with unit = \"game\": the change in the points that the seat has at the game's end", move |row| of(row).map(|effect| effect.points))
    }
}

/// Returns a warning for each table without rows in a file: the lack of rows is not a finding.
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
