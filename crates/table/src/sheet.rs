//! Declarations of tables. Each column is on one line: its name, its meaning, and its value in a
//! row; the value's type determines its kind.

use super::typed::{Kind, Table, TypedColumn, Values};
use powergrab_stats::interval::Interval;
use powergrab_stats::moments::Estimate;
use std::borrow::Cow;

/// A value of a column.
pub trait Cell {
    /// Kind of the column.
    const KIND: Kind;

    /// Adds it to the values of a column of its kind.
    fn put(&self, values: &mut Values);
}

macro_rules! cells {
    ($kind:ident($cell:ident, $values:ident) $put:expr => $($type:ty),*) => {
        $(impl Cell for $type {
            const KIND: Kind = Kind::$kind;

            fn put(&self, values: &mut Values) {
                let $cell = self;
                match values {
                    Values::$kind($values) => $put,
                    _ => debug_assert!(false, "a column of another kind"),
                }
            }
        })*
    };
}
cells!(Text(cell, texts) texts.push_filled(cell) => str, String, Cow<'_, str>, serde_json::Value);
cells!(Text(cell, texts) texts.push(&cell.0) => List);
cells!(Count(cell, counts) counts.push(Some(*cell as i64)) => u8, u32, u64, usize, i32);
cells!(Count(cell, counts) counts.push(Some(*cell)) => i64);
cells!(Number(cell, numbers) numbers.push(Some(*cell)) => f64);
cells!(Flag(cell, flags) flags.push(Some(*cell)) => bool);

impl<T: Cell + ?Sized> Cell for &T {
    const KIND: Kind = T::KIND;

    fn put(&self, values: &mut Values) {
        T::put(self, values);
    }
}

/// A missing value is an empty cell.
impl<T: Cell> Cell for Option<T> {
    const KIND: Kind = T::KIND;

    fn put(&self, values: &mut Values) {
        match self {
            Some(cell) => cell.put(values),
            None => values.push_missing(),
        }
    }
}

/// Words in one text. A list without words is an empty text, not a missing value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List(pub String);

/// Adds the value of a row to a column.
type Put<R> = Box<dyn Fn(R, &mut Values)>;

/// The declaration of a table with rows of type `R`.
pub struct Sheet<R> {
    blank: Table,
    puts: Vec<Put<R>>,
}

impl<R: Copy> Sheet<R> {
    /// Declares a table without columns: the name of its file without `.csv`, and a sentence on the
    /// meaning of a row.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        about: impl Into<Cow<'static, str>>,
    ) -> Sheet<R> {
        let blank = Table {
            name: name.into(),
            about: about.into(),
            columns: Vec::new(),
            n_rows: 0,
        };
        let puts = Vec::new();
        Sheet { blank, puts }
    }

    /// Adds a column: its name, its meaning, and its value in a row.
    #[must_use]
    pub fn column<T: Cell>(
        mut self,
        name: impl Into<Cow<'static, str>>,
        meaning: impl Into<Cow<'static, str>>,
        value: impl Fn(R) -> T + 'static,
    ) -> Sheet<R> {
        let put = move |row: R, values: &mut Values| value(row).put(values);
        self.add(name.into(), meaning.into(), T::KIND, Box::new(put));
        self
    }

    /// Adds a column, in code that all values share.
    fn add(
        &mut self,
        name: Cow<'static, str>,
        meaning: Cow<'static, str>,
        kind: Kind,
        put: Put<R>,
    ) {
        self.blank.columns.push(TypedColumn {
            name,
            meaning,
            values: Values::new(kind),
        });
        self.puts.push(put);
    }

    /// Adds the bounds of a 95 % interval, with the meanings of the lower and the upper one.
    #[must_use]
    pub fn interval(
        self,
        low: &'static str,
        high: &'static str,
        value: impl Fn(R) -> Option<Interval> + Copy + 'static,
    ) -> Sheet<R> {
        self.column("low", low, move |row| value(row).map(|i| i.low))
            .column("high", high, move |row| value(row).map(|i| i.high))
    }

    /// Adds the four columns of an estimate: its value, its standard error, and the bounds of its
    /// interval, whose meanings name it.
    #[must_use]
    pub fn estimate(
        self,
        name: &'static str,
        meaning: &'static str,
        value: impl Fn(R) -> Option<Estimate> + Copy + 'static,
    ) -> Sheet<R> {
        let se = format!("standard error of {name}");
        let low = format!("lower bound of the 95 % interval of {name}");
        let high = "upper bound of that interval";
        self.column(name, meaning, move |row| value(row).map(|e| e.value))
            .error_of(
                format!("{name}_"),
                [se.into(), low.into(), high.into()],
                value,
            )
    }

    /// As [`Sheet::estimate`], with meanings that do not name it; `se` is the meaning of its
    /// standard error.
    #[must_use]
    pub fn estimate_with(
        self,
        name: &'static str,
        meaning: &'static str,
        se: &'static str,
        value: impl Fn(R) -> Option<Estimate> + Copy + 'static,
    ) -> Sheet<R> {
        let low = "lower bound of its 95 % interval";
        let high = "upper bound of that interval";
        self.column(name, meaning, move |row| value(row).map(|e| e.value))
            .error_of(
                format!("{name}_"),
                [se, low, high].map(Cow::Borrowed),
                value,
            )
    }

    /// Adds the standard error of an estimate and the bounds of its interval, with these meanings;
    /// `prefix` precedes their names.
    #[must_use]
    pub fn error_of(
        self,
        prefix: impl AsRef<str>,
        [se, low, high]: [Cow<'static, str>; 3],
        value: impl Fn(R) -> Option<Estimate> + Copy + 'static,
    ) -> Sheet<R> {
        let name = |end: &str| format!("{}{end}", prefix.as_ref());
        let interval = move |row| value(row).and_then(|e| e.interval);
        self.column(name("se"), se, move |row| value(row).and_then(|e| e.se))
            .column(name("low"), low, move |row| interval(row).map(|i| i.0))
            .column(name("high"), high, move |row| interval(row).map(|i| i.1))
    }

    /// Returns the table without rows.
    pub fn blank(self) -> Table {
        self.blank
    }

    /// Returns the table with these rows.
    pub fn table(self, rows: impl IntoIterator<Item = R>) -> Table {
        let Sheet { mut blank, puts } = self;
        for row in rows {
            for (column, put) in blank.columns.iter_mut().zip(&puts) {
                put(row, &mut column.values);
            }
            blank.n_rows += 1;
        }
        blank
    }

    /// Adds the bot's name.
    #[must_use]
    pub fn bot<'a>(self, bot: impl Fn(R) -> &'a str + 'static) -> Sheet<R> {
        self.column("bot", "the bot's name", bot)
    }

    /// Adds the ruleset and the number of players.
    #[must_use]
    #[rustfmt::skip]
    pub fn at_table<'a>(
        self,
        table: impl Fn(R) -> (&'a str, usize) + Copy + 'static,
    ) -> Sheet<R> {
        self.column("ruleset", "the ruleset's name", move |row| table(row).0)
            .column("players", "the number of players at the table", move |row| table(row).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_the_kind_of_its_values() {
        let sheet = Sheet::<(&str, Option<f64>)>::new("x", "A row.")
            .column("name", "its name", |row| row.0)
            .column("length", "how long that is", |row| row.0.len())
            .column("size", "what it weighs", |row| row.1)
            .column("is_set", "whether it weighs anything", |row| {
                row.1.is_some()
            })
            .column("words", "it again", |row| List(row.0.to_owned()));
        let table = sheet.table([("a", Some(0.5)), ("", None)]);
        let values: Vec<&Values> = table.columns.iter().map(|c| &c.values).collect();
        let kinds: Vec<Kind> = values.iter().map(|values| values.kind()).collect();
        let (text, count) = (Kind::Text, Kind::Count);
        assert_eq!(kinds, [text, count, Kind::Number, Kind::Flag, text]);
        assert_eq!(table.n_rows, 2);
        assert_eq!(values[1], &Values::Count(vec![Some(1), Some(0)]));
        assert_eq!(values[2], &Values::Number(vec![Some(0.5), None]));
        let (Values::Text(names), Values::Text(words)) = (values[0], values[4]) else {
            panic!("{values:?}");
        };
        assert_eq!((names.get(1), words.get(1)), (None, Some("")));
    }
}
