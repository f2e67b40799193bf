//! What the CSV files have in common: columns with a meaning, rows of cells.

use crate::cards::Tower;
use crate::stats::interval::Interval;
use crate::stats::summary::{Performance, Summary};
use std::borrow::Cow;

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number of 64 bits.
    Count,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
}

/// A column and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// A sentence for the data dictionary.
    pub meaning: &'static str,
    /// What its cells are; any of them may be empty.
    pub kind: Kind,
}

/// A column of texts.
pub(super) const fn text(name: &'static str, meaning: &'static str) -> Column {
    let kind = Kind::Text;
    Column {
        name,
        meaning,
        kind,
    }
}

/// A column of whole numbers.
pub(super) const fn count(name: &'static str, meaning: &'static str) -> Column {
    let kind = Kind::Count;
    Column {
        name,
        meaning,
        kind,
    }
}

/// A column of numbers.
pub(super) const fn number(name: &'static str, meaning: &'static str) -> Column {
    let kind = Kind::Number;
    Column {
        name,
        meaning,
        kind,
    }
}

/// A column of truth values.
pub(super) const fn flag(name: &'static str, meaning: &'static str) -> Column {
    let kind = Kind::Flag;
    Column {
        name,
        meaning,
        kind,
    }
}

/// What a cell may hold. Numbers are written in the shortest form that reads back as the same number.
pub trait Cell: std::fmt::Display {
    /// The kind of column that it belongs into.
    const KIND: Kind;
}

macro_rules! cells {
    ($kind:ident: $($type:ty),*) => {
        $(impl Cell for $type {
            const KIND: Kind = Kind::$kind;
        })*
    };
}
cells!(Text: str, String, Cow<'_, str>, Tower, serde_json::Value);
cells!(Count: u8, u32, u64, usize, i32, i64);
cells!(Number: f64);
cells!(Flag: bool);

impl<T: Cell + ?Sized> Cell for &T {
    const KIND: Kind = T::KIND;
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
    columns: Vec<Kind>,
    cells: Vec<String>,
    kinds: Vec<Kind>,
}

impl Rows {
    /// The text of a file with these columns, whose rows `write` adds.
    pub(super) fn sheet<'a>(
        columns: impl IntoIterator<Item = &'a Column>,
        write: impl FnOnce(&mut Rows),
    ) -> Vec<u8> {
        Rows::named(columns.into_iter().map(|c| (c.name, c.kind)), write)
    }

    /// As [`Rows::sheet`], where some columns have names that people chose.
    pub(super) fn named<'a>(
        columns: impl IntoIterator<Item = (&'a str, Kind)>,
        write: impl FnOnce(&mut Rows),
    ) -> Vec<u8> {
        let (header, columns): (Vec<&str>, Vec<Kind>) = columns.into_iter().unzip();
        let mut rows = Rows {
            writer: csv::Writer::from_writer(Vec::new()),
            columns,
            cells: Vec::new(),
            kinds: Vec::new(),
        };
        rows.write(&header);
        write(&mut rows);
        // Writing to memory does not fail.
        rows.writer.into_inner().unwrap_or_default()
    }

    fn write(&mut self, cells: &[impl AsRef<[u8]>]) {
        // Every row has as many cells as the header, and writing to memory does not fail.
        let written = self.writer.write_record(cells);
        debug_assert!(written.is_ok(), "{written:?}");
    }

    fn put(&mut self, kind: Kind, cell: String) -> &mut Rows {
        self.cells.push(cell);
        self.kinds.push(kind);
        self
    }

    /// Adds a cell.
    pub fn cell<T: Cell>(&mut self, cell: T) -> &mut Rows {
        self.put(T::KIND, cell.to_string())
    }

    /// Adds a cell that may be empty.
    pub fn maybe<T: Cell>(&mut self, cell: Option<T>) -> &mut Rows {
        self.put(T::KIND, cell.map_or(String::new(), |c| c.to_string()))
    }

    /// Adds a probability that may be very small, or missing.
    pub(super) fn probability(&mut self, p: Option<f64>) -> &mut Rows {
        match p {
            Some(p) if p != 0.0 && p < 1e-4 => self.put(Kind::Number, format!("{p:e}")),
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
        let cells = std::mem::take(&mut self.cells);
        debug_assert_eq!(self.kinds, self.columns, "{cells:?}");
        self.write(&cells);
        self.kinds.clear();
    }
}

pub(super) const BOT: Column = text("bot", "the bot's name");
pub(super) const RULESET: Column = text("ruleset", "the ruleset's name");
pub(super) const PLAYERS: Column = count("players", "the number of players at the table");

/// How a bot did.
pub(super) const RECORD: &[Column] = &[
    count(
        "games",
        "games (rounds with --unit round) times seats that the bot took in them; rotations of a block that are alike are played once and count with their weight",
    ),
    number(
        "wins",
        "of those, won; a win shared by k seats counts 1/k to each",
    ),
    number("win_rate", "wins / games, so the rate per seat taken"),
    number(
        "se",
        "standard error of win_rate, clustered by deal; empty with one deal",
    ),
    number(
        "low",
        "lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t",
    ),
    number("high", "upper bound of that interval"),
    number(
        "fair_share",
        "1 / players, what each seat would win if all were equal",
    ),
    number(
        "points_per_game",
        "mean score at the end of a game, per seat taken",
    ),
    number(
        "points_se",
        "standard error of points_per_game, clustered by deal; empty with one deal",
    ),
    number("rounds_won", "rounds won; a shared one counts 1/k to each"),
    count(
        "stopped",
        "of games, those that ended without a winner (deadlock, max_turns, max_rounds)",
    ),
];
