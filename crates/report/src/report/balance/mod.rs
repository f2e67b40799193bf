//! The CSV files of `balance`: their columns with meanings, their rows, and the data dictionary made from them.

mod changes;
mod course;
mod designs;
mod told;
mod worth;

pub use designs::{is_strategy, strategies};
pub use told::told;

use super::sheet::{Column, Rows, column};
use crate::lab::balance::cards::CardRow;
use crate::lab::balance::drama::DramaRow;
use crate::lab::balance::ledger::LedgerRow;
use crate::lab::balance::retune::Retuned;
use crate::lab::balance::search::Design;
use crate::lab::balance::towers::{BlockRow, WorthRow};
use crate::lab::balance::variants::{RankingRow, VariantRow};
use crate::lab::balance::{Effect, GameEffect, Place};
use crate::stats::moments::Estimate;
use changes::{ABLATIONS, RANKINGS, RULINGS};
use course::{DRAMA, LEDGER};
use designs::{PARETO, TUNED};
use std::fmt::Write as _;
use worth::{BLOCKS, CARDS, TOWERS};

/// Everything that a run of `balance` found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// `tower_worth.csv`
    pub towers: Vec<WorthRow>,
    /// `block_worth.csv`
    pub blocks: Vec<BlockRow>,
    /// `card_worth.csv`
    pub cards: Vec<CardRow>,
    /// `ablations.csv`
    pub ablations: Vec<VariantRow>,
    /// `rulings.csv`
    pub rulings: Vec<VariantRow>,
    /// `rankings.csv`
    pub rankings: Vec<RankingRow>,
    /// `drama.csv`
    pub drama: Vec<DramaRow>,
    /// `ledger.csv`
    pub ledger: Vec<LedgerRow>,
    /// `pareto.csv`
    pub designs: Vec<Design>,
    /// `tuned_bots.csv`
    pub tuned: Vec<Retuned>,
}

/// One CSV file.
pub struct Sheet {
    /// Its name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
    /// Writes its rows; none where that experiment was not asked for.
    write: fn(&Findings, &mut Rows),
    /// Whether there are rows.
    has: fn(&Findings) -> bool,
}

const PLACE: &[Column] = &[
    column("ruleset", "the ruleset's name"),
    column("players", "the number of players at the table"),
    column("line_up", "the bots at the table, joined by +"),
];

impl Rows {
    fn place(&mut self, place: &Place) -> &mut Rows {
        self.cell(&place.ruleset)
            .cell(place.players)
            .cell(&place.line_up)
    }

    fn estimate(&mut self, e: Option<&Estimate>) -> &mut Rows {
        self.maybe(e.map(|e| e.value))
            .maybe(e.and_then(|e| e.se))
            .maybe(e.and_then(|e| e.interval).map(|i| i.0))
            .maybe(e.and_then(|e| e.interval).map(|i| i.1))
    }

    fn effect(&mut self, effect: &Effect) -> &mut Rows {
        self.cell(effect.samples)
            .cell(effect.deals)
            .estimate(Some(&effect.win))
            .estimate(Some(&effect.points))
    }

    fn game_effect(&mut self, effect: Option<&GameEffect>) -> &mut Rows {
        self.estimate(effect.map(|e| &e.win))
            .estimate(effect.map(|e| &e.points))
    }
}

/// Every CSV file of `balance`.
pub const SHEETS: [Sheet; 10] = [
    TOWERS, BLOCKS, CARDS, ABLATIONS, RULINGS, RANKINGS, DRAMA, LEDGER, PARETO, TUNED,
];

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

/// The data dictionary of a run of `balance`.
#[must_use]
pub fn dictionary() -> String {
    let mut text = String::from(
        "# Data dictionary of `powergrab balance`\n\n\
Every table has one observation a row; a run has the tables of the experiments that its configuration asks for. Empty cells are values \
that do not exist. Intervals are at 95 %, Student's t with one degree of freedom less than there are deals.\n",
    );
    for sheet in &SHEETS {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n",
            sheet.file, sheet.about
        );
        for column in sheet.all_columns() {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
    }
    text
}
