//! What tables have in common: columns with a meaning, rows of cells.

use powergrab_engine::cards::Tower;
use powergrab_stats::interval::Interval;
use powergrab_stats::performance::Performance;
use std::borrow::Cow;
use std::fmt::Write as _;

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

impl Column {
    const fn new(name: &'static str, meaning: &'static str, kind: Kind) -> Column {
        Column {
            name,
            meaning,
            kind,
        }
    }
}

/// A column of texts.
pub const fn text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, meaning, Kind::Text)
}

/// A column of whole numbers.
pub const fn count(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, meaning, Kind::Count)
}

/// A column of numbers.
pub const fn number(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, meaning, Kind::Number)
}

/// A column of truth values.
pub const fn flag(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, meaning, Kind::Flag)
}

/// The four columns of an estimate: its value, its standard error, and the bounds of its interval. What they are is told with its
/// name, or with `its`.
#[macro_export]
macro_rules! estimate {
    ($name:literal, $meaning:literal) => {
        $crate::estimate!(
            $name,
            $meaning,
            concat!("standard error of ", $name),
            concat!("lower bound of the 95 % interval of ", $name)
        )
    };
    ($name:literal, $meaning:literal, its) => {
        $crate::estimate!($name, $meaning, its, "its standard error")
    };
    ($name:literal, $meaning:literal, its, $se:literal) => {
        $crate::estimate!($name, $meaning, $se, "lower bound of its 95 % interval")
    };
    ($name:literal, $meaning:literal, $se:expr, $low:expr) => {
        [
            $crate::table::sheet::number($name, $meaning),
            $crate::table::sheet::number(concat!($name, "_se"), $se),
            $crate::table::sheet::number(concat!($name, "_low"), $low),
            $crate::table::sheet::number(concat!($name, "_high"), "upper bound of that interval"),
        ]
    };
}

/// What a cell may hold.
pub trait Cell: std::fmt::Display {
    /// The kind of column that it belongs into.
    const KIND: Kind;

    /// The cell as it is written.
    fn text(&self) -> String {
        self.to_string()
    }
}

/// Numbers are written with the fewest digits that read back as the same number, very small and very large ones with an exponent.
impl Cell for f64 {
    const KIND: Kind = Kind::Number;

    fn text(&self) -> String {
        match self.abs() {
            0.0 | 1e-4..1e16 => self.to_string(),
            _ => format!("{self:e}"),
        }
    }
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
cells!(Flag: bool);

impl<T: Cell + ?Sized> Cell for &T {
    const KIND: Kind = T::KIND;

    fn text(&self) -> String {
        T::text(self)
    }
}

/// A table that somebody writes: its name, and its columns with their meanings. CSV, dictionary, arrays and checks follow from it.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// The file's name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
}

impl Sheet {
    /// The columns, one after the other.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().copied().flatten()
    }

    /// The file's text, a row for each of these.
    pub fn text<R>(
        &self,
        rows: impl IntoIterator<Item = R>,
        write: impl Fn(R, &mut Rows),
    ) -> Vec<u8> {
        Rows::sheet(self.all_columns(), |out| {
            for row in rows {
                write(row, out);
                out.end();
            }
        })
    }

    /// The file with its text; `None` if it would have no rows.
    pub fn written<R>(&self, rows: &[R], write: fn(&R, &mut Rows)) -> Option<(String, Vec<u8>)> {
        (!rows.is_empty()).then(|| (self.file.to_owned(), self.text(rows, write)))
    }

    /// Adds its chapter to a data dictionary.
    pub fn describe(&self, text: &mut String) {
        let (file, about) = (self.file, self.about);
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "\n## {file}\n\n{about}\n\n| column | meaning |\n|---|---|\n"
        );
        for column in self.all_columns() {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
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
    pub fn sheet<'a>(
        columns: impl IntoIterator<Item = &'a Column>,
        write: impl FnOnce(&mut Rows),
    ) -> Vec<u8> {
        Rows::named(columns.into_iter().map(|c| (c.name, c.kind)), write)
    }

    /// As [`Rows::sheet`], where some columns have names that people chose.
    pub fn named<'a>(
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
        self.put(T::KIND, cell.text())
    }

    /// Adds a cell that may be empty.
    pub fn maybe<T: Cell>(&mut self, cell: Option<T>) -> &mut Rows {
        self.put(T::KIND, cell.map_or(String::new(), |c| c.text()))
    }

    /// Adds the bounds of an interval, empty if there is no interval.
    pub fn interval(&mut self, interval: Option<Interval>) -> &mut Rows {
        let bounds = interval.map(|i| (i.low, i.high)).unzip();
        self.maybe(bounds.0).maybe(bounds.1)
    }

    /// Adds how a bot did, twelve columns.
    pub fn record(&mut self, r: &Performance) -> &mut Rows {
        self.cell(r.games)
            .cell(r.wins)
            .cell(r.win_rate)
            .maybe(r.se)
            .interval(r.interval)
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

#[cfg(test)]
mod tests {
    use super::Cell as _;

    #[test]
    fn numbers_are_short_and_read_back() {
        for (number, text) in [
            (0.0, "0"),
            (-0.25, "-0.25"),
            (20_000.0, "20000"),
            (1e-4, "0.0001"),
            (4.3e-19, "4.3e-19"),
            (-9.9e-5, "-9.9e-5"),
            (1e300, "1e300"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        ] {
            assert_eq!(number.text(), text);
            assert_eq!(text.parse(), Ok(number));
        }
    }
}
