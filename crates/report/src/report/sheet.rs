//! What the CSV files have in common: columns with a meaning, rows of cells.

use crate::stats::interval::Interval;
use crate::stats::summary::{Performance, Summary};

/// A column and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// A sentence for the data dictionary.
    pub meaning: &'static str,
}

/// Short for a column.
pub(super) const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning }
}

/// One CSV file.
#[derive(Clone, Copy)]
pub struct Output {
    /// Its name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
    /// Writes its rows.
    pub write: fn(&Summary<'_>, &mut Rows),
}

impl Output {
    /// The columns, one after the other.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().copied().flatten()
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self, summary: &Summary<'_>) -> Vec<u8> {
        Rows::sheet(self.all_columns(), |rows| (self.write)(summary, rows))
    }
}

/// The rows of a CSV file as they are written.
pub struct Rows {
    writer: csv::Writer<Vec<u8>>,
    cells: Vec<String>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            writer: csv::Writer::from_writer(Vec::new()),
            cells: Vec::new(),
        }
    }

    /// All that was written.
    pub(super) fn text(self) -> Vec<u8> {
        // Writing to memory does not fail.
        self.writer.into_inner().unwrap_or_default()
    }

    /// The text of a file with these columns, whose rows `write` adds.
    pub(super) fn sheet(
        columns: impl Iterator<Item = &'static Column>,
        write: impl FnOnce(&mut Rows),
    ) -> Vec<u8> {
        let mut rows = Rows::new();
        for column in columns {
            rows.cell(column.name);
        }
        rows.end();
        write(&mut rows);
        rows.text()
    }

    /// Adds a cell. Numbers are written in the shortest form that reads back as the same number.
    pub fn cell(&mut self, cell: impl ToString) -> &mut Rows {
        self.cells.push(cell.to_string());
        self
    }

    /// Adds a cell that may be empty.
    pub fn maybe(&mut self, cell: Option<impl ToString>) -> &mut Rows {
        self.cells
            .push(cell.map_or(String::new(), |c| c.to_string()));
        self
    }

    /// Adds a probability that may be very small, or missing.
    pub(super) fn probability(&mut self, p: Option<f64>) -> &mut Rows {
        match p {
            Some(p) if p != 0.0 && p < 1e-4 => self.cell(format_args!("{p:e}")),
            p => self.maybe(p),
        }
    }

    /// Adds the bounds of an interval.
    pub(super) fn interval(&mut self, interval: &Interval) -> &mut Rows {
        self.cell(interval.low).cell(interval.high)
    }

    /// Adds the columns of [`RECORD`].
    pub(super) fn record(&mut self, r: &Performance) -> &mut Rows {
        self.cell(r.games)
            .cell(r.wins)
            .cell(r.win_rate)
            .maybe(r.se)
            .interval(&r.interval)
            .cell(r.fair_share)
            .cell(r.points_per_game)
            .maybe(r.points_se)
            .cell(r.rounds_won)
            .cell(r.stopped)
    }

    /// Ends the row.
    pub fn end(&mut self) {
        // Every row has as many cells as the header, and writing to memory does not fail.
        let written = self.writer.write_record(&self.cells);
        debug_assert!(written.is_ok(), "{written:?}");
        self.cells.clear();
    }
}

pub(super) const BOT: Column = column("bot", "the bot's name");
pub(super) const RULESET: Column = column("ruleset", "the ruleset's name");
pub(super) const PLAYERS: Column = column("players", "the number of players at the table");

/// How a bot did.
pub(super) const RECORD: &[Column] = &[
    column(
        "games",
        "games (rounds with --unit round) times seats that the bot took in them; rotations of a block that are alike are played once and count with their weight",
    ),
    column(
        "wins",
        "of those, won; a win shared by k seats counts 1/k to each",
    ),
    column("win_rate", "wins / games, so the rate per seat taken"),
    column(
        "se",
        "standard error of win_rate, clustered by deal; empty with one deal",
    ),
    column(
        "low",
        "lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t",
    ),
    column("high", "upper bound of that interval"),
    column(
        "fair_share",
        "1 / players, what each seat would win if all were equal",
    ),
    column(
        "points_per_game",
        "mean score at the end of a game, per seat taken",
    ),
    column(
        "points_se",
        "standard error of points_per_game, clustered by deal; empty with one deal",
    ),
    column("rounds_won", "rounds won; a shared one counts 1/k to each"),
    column(
        "stopped",
        "of games, those that ended without a winner (deadlock, max_turns, max_rounds)",
    ),
];
