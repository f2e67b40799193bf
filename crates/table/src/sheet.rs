//! Declarations of tables. Each column is on one line: its name, its meaning, and its value in a
//! row; the value's type determines its kind.

use super::typed::{Kind, Table, TypedColumn, Values};
use powergrab_stats::interval::Interval;
use powergrab_stats::moments::Estimate;
use std::borrow::Cow;

type Text = Cow<'static, str>;

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
cells!(Count(cell, counts) counts.push(Some(*cell as i64)) => u8, u16, u32, u64, usize, i32);
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

/// Values of adjacent columns in a row.
trait Cells {
    /// Adds them to these columns.
    fn put_each(&self, columns: &mut [TypedColumn]);
}

impl<T: Cell> Cells for T {
    fn put_each(&self, columns: &mut [TypedColumn]) {
        if let [column] = columns {
            self.put(&mut column.values);
        }
    }
}

impl<const N: usize> Cells for [Option<f64>; N] {
    fn put_each(&self, columns: &mut [TypedColumn]) {
        for (cell, column) in self.iter().zip(columns) {
            cell.put(&mut column.values);
        }
    }
}

/// Source of the values of adjacent columns. A boxed `Fn` would compile to more code per column.
trait Put<R> {
    /// Adds the values of a row to the columns.
    fn put_row(&self, row: R, columns: &mut [TypedColumn]);
}

impl<R, T: Cells, F: Fn(R) -> T> Put<R> for F {
    fn put_row(&self, row: R, columns: &mut [TypedColumn]) {
        self(row).put_each(columns);
    }
}

/// Returns columns with these names and meanings, without values.
fn columns<const N: usize>(kind: Kind, named: [(Text, Text); N]) -> Vec<TypedColumn> {
    let column = |(name, meaning)| TypedColumn {
        name,
        meaning,
        values: Values::new(kind),
    };
    named.map(column).into()
}

/// Returns the four columns of an estimate; `error` has the meanings of the last three.
fn estimate_columns(
    name: &'static str,
    meaning: &'static str,
    error: [Text; 3],
) -> Vec<TypedColumn> {
    let [se, low, high] = error;
    let named = [
        (name.into(), meaning.into()),
        (format!("{name}_se").into(), se),
        (format!("{name}_low").into(), low),
        (format!("{name}_high").into(), high),
    ];
    columns(Kind::Number, named)
}

/// Returns meanings of an estimate's error that repeat the estimate's name.
fn error_named(name: &str) -> [Text; 3] {
    let low = format!("lower bound of the 95 % interval of {name}");
    let high = "upper bound of that interval";
    [
        format!("standard error of {name}").into(),
        low.into(),
        high.into(),
    ]
}

/// Returns meanings of an estimate's error without the estimate's name.
fn error_with(se: &'static str) -> [Text; 3] {
    let low = "lower bound of its 95 % interval";
    let high = "upper bound of that interval";
    [se, low, high].map(Cow::Borrowed)
}

/// Returns the standard error of an estimate and the bounds of its interval.
fn error(estimate: Option<Estimate>) -> [Option<f64>; 3] {
    let interval = estimate.and_then(|e| e.interval);
    let se = estimate.and_then(|e| e.se);
    [se, interval.map(|i| i.0), interval.map(|i| i.1)]
}

/// As [`error`], with the value before them.
fn value_and_error(estimate: Option<Estimate>) -> [Option<f64>; 4] {
    let [se, low, high] = error(estimate);
    [estimate.map(|e| e.value), se, low, high]
}

/// The declaration of a table with rows of type `R`.
pub struct Sheet<R> {
    blank: Table,
    /// Sources of values, each with its number of columns.
    puts: Vec<(usize, Box<dyn Put<R>>)>,
}

impl<R: Copy> Sheet<R> {
    /// Declares a table without columns: the name of its file without `.csv`, and a sentence on the
    /// meaning of a row.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>) -> Sheet<R> {
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
        self,
        name: &'static str,
        meaning: &'static str,
        value: impl Fn(R) -> T + 'static,
    ) -> Sheet<R> {
        self.one(name.into(), meaning.into(), T::KIND, Box::new(value))
    }

    /// As [`Sheet::column`], for a name or a meaning composed at run time.
    #[must_use]
    pub fn column_of<T: Cell>(
        self,
        name: impl Into<Text>,
        meaning: impl Into<Text>,
        value: impl Fn(R) -> T + 'static,
    ) -> Sheet<R> {
        self.one(name.into(), meaning.into(), T::KIND, Box::new(value))
    }

    fn one(self, name: Text, meaning: Text, kind: Kind, put: Box<dyn Put<R>>) -> Sheet<R> {
        self.with(columns(kind, [(name, meaning)]), put)
    }

    /// Adds columns, in code that all values share.
    fn with(mut self, columns: Vec<TypedColumn>, put: Box<dyn Put<R>>) -> Sheet<R> {
        self.puts.push((columns.len(), put));
        self.blank.columns.extend(columns);
        self
    }

    /// Adds the bounds of a 95 % interval, with the meanings of the lower and the upper one.
    #[must_use]
    pub fn interval(
        self,
        low: &'static str,
        high: &'static str,
        value: impl Fn(R) -> Option<Interval> + 'static,
    ) -> Sheet<R> {
        let named = [("low".into(), low.into()), ("high".into(), high.into())];
        let put = move |row| {
            let interval = value(row);
            [interval.map(|i| i.low), interval.map(|i| i.high)]
        };
        self.with(columns(Kind::Number, named), Box::new(put))
    }

    /// Adds the four columns of an estimate: its value, its standard error, and the bounds of its
    /// interval, whose meanings name it.
    #[must_use]
    pub fn estimate(
        self,
        name: &'static str,
        meaning: &'static str,
        value: impl Fn(R) -> Option<Estimate> + 'static,
    ) -> Sheet<R> {
        let columns = estimate_columns(name, meaning, error_named(name));
        self.with(columns, Box::new(move |row| value_and_error(value(row))))
    }

    /// As [`Sheet::estimate`], with meanings that do not name it; `se` is the meaning of its
    /// standard error.
    #[must_use]
    pub fn estimate_with(
        self,
        name: &'static str,
        meaning: &'static str,
        se: &'static str,
        value: impl Fn(R) -> Option<Estimate> + 'static,
    ) -> Sheet<R> {
        let columns = estimate_columns(name, meaning, error_with(se));
        self.with(columns, Box::new(move |row| value_and_error(value(row))))
    }

    /// Adds the standard error of an estimate and the bounds of its interval, with these meanings.
    #[must_use]
    pub fn error_of(
        self,
        [se, low, high]: [&'static str; 3],
        value: impl Fn(R) -> Option<Estimate> + 'static,
    ) -> Sheet<R> {
        let named = [("se", se), ("low", low), ("high", high)];
        let named = named.map(|(name, meaning)| (name.into(), meaning.into()));
        let columns = columns(Kind::Number, named);
        self.with(columns, Box::new(move |row| error(value(row))))
    }

    /// Returns the table without rows.
    pub fn blank(self) -> Table {
        self.blank
    }

    /// Returns the table with these rows.
    pub fn table(self, rows: impl IntoIterator<Item = R>) -> Table {
        let Sheet { mut blank, puts } = self;
        for row in rows {
            let mut columns = &mut blank.columns[..];
            for (n, put) in &puts {
                let (these, others) = columns.split_at_mut(*n);
                put.put_row(row, these);
                columns = others;
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

    #[test]
    fn an_estimate_fills_its_columns() {
        let known = Estimate {
            value: 0.5,
            se: Some(0.1),
            interval: Some((0.25, 0.75)),
        };
        let unsure = Estimate {
            se: None,
            interval: None,
            ..known
        };
        let table = Sheet::<Option<Estimate>>::new("x", "A row.")
            .estimate("rate", "how often", |row| row)
            .estimate_with("share", "how much", "its error", |row| row)
            .error_of(["error", "from", "to"], |row| row)
            .table([Some(known), Some(unsure), None]);
        let columns: Vec<(&str, &str)> = table
            .columns
            .iter()
            .map(|c| (c.name.as_ref(), c.meaning.as_ref()))
            .collect();
        assert_eq!(
            columns,
            [
                ("rate", "how often"),
                ("rate_se", "standard error of rate"),
                ("rate_low", "lower bound of the 95 % interval of rate"),
                ("rate_high", "upper bound of that interval"),
                ("share", "how much"),
                ("share_se", "its error"),
                ("share_low", "lower bound of its 95 % interval"),
                ("share_high", "upper bound of that interval"),
                ("se", "error"),
                ("low", "from"),
                ("high", "to"),
            ]
        );
        let [value, se] = [Some(0.5), Some(0.1)];
        let [low, high] = [Some(0.25), Some(0.75)];
        let whole = [value, se, low, high];
        let rows = whole.iter().chain(&whole).chain(&whole[1..]);
        for ((column, first), at) in table.columns.iter().zip(rows).zip(0..) {
            let second = if at == 0 || at == 4 { value } else { None };
            let expected = Values::Number(vec![*first, second, None]);
            assert_eq!(column.values, expected, "{}", column.name);
        }
    }
}
