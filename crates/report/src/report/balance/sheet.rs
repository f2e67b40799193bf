//! A table of `balance`: its columns, how its rows are written, and what all of them share.

use super::findings::Findings;
use crate::lab::balance::{Effect, GameEffect, Place};
use crate::report::sheet::{Column, Rows, count, text};
use crate::stats::moments::Estimate;

/// One CSV file.
pub struct Sheet {
    /// Its name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
    /// Writes its rows; none where that experiment was not asked for.
    pub(super) write: fn(&Findings, &mut Rows),
    /// Whether there are rows.
    pub(super) has: fn(&Findings) -> bool,
}

pub(super) const PLACE: &[Column] = &[
    text("ruleset", "the ruleset's name"),
    count("players", "the number of players at the table"),
    text("line_up", "the bots at the table, joined by +"),
];

impl Rows {
    pub(super) fn place(&mut self, place: &Place) -> &mut Rows {
        self.cell(&place.ruleset)
            .cell(place.players)
            .cell(&place.line_up)
    }

    pub(super) fn estimate(&mut self, e: Option<&Estimate>) -> &mut Rows {
        self.maybe(e.map(|e| e.value))
            .maybe(e.and_then(|e| e.se))
            .maybe(e.and_then(|e| e.interval).map(|i| i.0))
            .maybe(e.and_then(|e| e.interval).map(|i| i.1))
    }

    pub(super) fn effect(&mut self, effect: &Effect) -> &mut Rows {
        self.cell(effect.samples)
            .cell(effect.deals)
            .estimate(Some(&effect.win))
            .estimate(Some(&effect.points))
    }

    pub(super) fn game_effect(&mut self, effect: Option<&GameEffect>) -> &mut Rows {
        self.estimate(effect.map(|e| &e.win))
            .estimate(effect.map(|e| &e.points))
    }
}

impl Sheet {
    /// The columns, one after the other.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().copied().flatten()
    }

    /// The file's text; none where it would have no rows.
    #[must_use]
    pub fn text(&self, findings: &Findings) -> Option<Vec<u8>> {
        (self.has)(findings)
            .then(|| Rows::sheet(self.all_columns(), |rows| (self.write)(findings, rows)))
    }
}
