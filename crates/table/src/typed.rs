//! The laboratory's table: columns with names and meanings, and typed values by row. Filled by
//! studies or from a CSV file; written as CSV, JSON, Arrow, data dictionary, HTML and terminal
//! text.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

/// Kind of a column's values, any of which may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Texts.
    Text,
    /// Whole numbers of 64 bits.
    Count,
    /// Numbers.
    Number,
    /// Truth values.
    Flag,
}

/// Texts concatenated in one string, because a table may have millions of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    all: String,
    /// By row: the end of its text, and whether it has one.
    rows: Vec<(usize, bool)>,
}

impl Texts {
    /// Adds a text, which may be empty.
    pub fn push(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.all, "{text}");
        self.rows.push((self.all.len(), true));
    }

    /// Adds a text. An empty one is a missing value, as in a CSV file.
    pub fn push_filled(&mut self, text: impl Display) {
        let start = self.all.len();
        let _ = write!(self.all, "{text}");
        self.rows.push((self.all.len(), self.all.len() > start));
    }

    fn push_missing(&mut self) {
        self.rows.push((self.all.len(), false));
    }

    /// Returns the text of a row; `None` if it has none.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn get(&self, row: usize) -> Option<&str> {
        let (end, is_there) = self.rows[row];
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].0);
        is_there.then(|| &self.all[start..end])
    }

    /// Returns the texts of all rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.rows.len()).map(|row| self.get(row))
    }
}

/// Values of a column; `None` for missing values.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Texts),
    /// Whole numbers.
    Count(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<Option<f64>>),
    /// Truth values.
    Flag(Vec<Option<bool>>),
}

/// Formats a number with the fewest digits that read back as the same number; very small and very
/// large ones have an exponent.
fn number_text(x: f64) -> String {
    match x.abs() {
        0.0 | 1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

impl Values {
    /// Returns an empty column.
    pub fn new(kind: Kind) -> Values {
        match kind {
            Kind::Text => Values::Text(Texts::default()),
            Kind::Count => Values::Count(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
        }
    }

    /// Returns the kind of the values.
    pub fn kind(&self) -> Kind {
        match self {
            Values::Text(_) => Kind::Text,
            Values::Count(_) => Kind::Count,
            Values::Number(_) => Kind::Number,
            Values::Flag(_) => Kind::Flag,
        }
    }

    /// Adds a row without a value.
    pub fn push_missing(&mut self) {
        match self {
            Values::Text(texts) => texts.push_missing(),
            Values::Count(counts) => counts.push(None),
            Values::Number(numbers) => numbers.push(None),
            Values::Flag(flags) => flags.push(None),
        }
    }

    /// Adds the value that this text represents; an empty one is a missing value.
    ///
    /// # Errors
    /// Names the kind if the text is not of it.
    pub fn push_text(&mut self, text: &str) -> Result<(), &'static str> {
        if text.is_empty() {
            self.push_missing();
            return Ok(());
        }
        match self {
            Values::Text(texts) => texts.push(text),
            Values::Count(counts) => counts.push(Some(text.parse().map_err(|_| "whole number")?)),
            Values::Number(numbers) => numbers.push(Some(text.parse().map_err(|_| "number")?)),
            Values::Flag(flags) => flags.push(Some(text.parse().map_err(|_| "truth value")?)),
        }
        Ok(())
    }

    /// Returns the value of a row as text; empty if the value is missing.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn text(&self, row: usize) -> Cow<'_, str> {
        let text = match self {
            Values::Text(texts) => return Cow::Borrowed(texts.get(row).unwrap_or_default()),
            Values::Count(counts) => counts[row].map(|count| count.to_string()),
            Values::Number(numbers) => numbers[row].map(number_text),
            Values::Flag(flags) => flags[row].map(|flag| flag.to_string()),
        };
        Cow::Owned(text.unwrap_or_default())
    }

    /// Returns whether the value of a row is the one that this text represents.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn is(&self, row: usize, text: &str) -> bool {
        fn same<T: PartialEq + std::str::FromStr>(value: Option<T>, text: &str) -> bool {
            value.map_or(text.is_empty(), |value| {
                text.parse().is_ok_and(|it: T| it == value)
            })
        }
        match self {
            Values::Text(texts) => texts.get(row).unwrap_or_default() == text,
            Values::Count(counts) => same(counts[row], text),
            Values::Number(numbers) => same(numbers[row], text),
            Values::Flag(flags) => same(flags[row], text),
        }
    }

    /// Returns the value of a row as a number, parsed if it is text; `None` if it is missing, not a
    /// number, or not finite.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn number(&self, row: usize) -> Option<f64> {
        let number = match self {
            Values::Text(texts) => texts.get(row)?.parse().ok(),
            Values::Count(counts) => counts[row].map(|count| count as f64),
            Values::Number(numbers) => numbers[row],
            Values::Flag(_) => None,
        };
        number.filter(|x| x.is_finite())
    }

    /// Converts texts to the kind that all of them have: whole numbers, numbers, truth values, or
    /// texts. Other values stay unchanged.
    pub fn narrowed(self) -> Values {
        let Values::Text(texts) = &self else {
            return self;
        };
        let of_kind = |kind| {
            let mut values = Values::new(kind);
            let mut all = texts.iter().map(Option::unwrap_or_default);
            all.try_for_each(|text| values.push_text(text)).ok()?;
            Some(values)
        };
        let kinds = [Kind::Count, Kind::Number, Kind::Flag];
        kinds.into_iter().find_map(of_kind).unwrap_or(self)
    }
}

/// A column: its name, its meaning, its values.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    /// Name in the header.
    pub name: Cow<'static, str>,
    /// A sentence for the data dictionary.
    pub meaning: Cow<'static, str>,
    /// Values by row.
    pub values: Values,
}

/// A table. Without rows it declares the columns of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Name of its file without `.csv`.
    pub name: Cow<'static, str>,
    /// A sentence on the meaning of a row.
    pub about: Cow<'static, str>,
    /// Columns, each with as many values as there are rows.
    pub columns: Vec<TypedColumn>,
    /// Number of rows.
    pub n_rows: usize,
}

impl Table {
    /// Returns the name of its file in the run's directory.
    pub fn file(&self) -> String {
        format!("{}.csv", self.name)
    }

    /// Returns the column with this name.
    pub fn column(&self, name: &str) -> Option<&TypedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Appends its chapter of a data dictionary: its file, the meaning of a row, and its columns
    /// with their meanings.
    pub fn describe(&self, text: &mut String) {
        let (name, about) = (&self.name, &self.about);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n## {name}.csv\n\n{about}\n\n| column | meaning |\n|---|---|\n"
        );
        for column in &self.columns {
            let _ = writeln!(text, "| `{}` | {} |", column.name, column.meaning);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(number_text(number), text);
            assert_eq!(text.parse(), Ok(number));
        }
    }

    #[test]
    fn a_missing_text_is_not_an_empty_one() {
        let mut texts = Texts::default();
        texts.push("a");
        texts.push("");
        texts.push_filled("");
        texts.push_filled("b");
        let all: Vec<Option<&str>> = texts.iter().collect();
        assert_eq!(all, [Some("a"), Some(""), None, Some("b")]);
    }

    #[test]
    fn texts_become_the_kind_that_all_of_them_are() {
        let narrowed = |texts: &[&str]| {
            let mut values = Values::new(Kind::Text);
            texts
                .iter()
                .for_each(|text| values.push_text(text).unwrap());
            values.narrowed()
        };
        assert_eq!(narrowed(&["1", ""]), Values::Count(vec![Some(1), None]));
        let halves = vec![Some(1.0), Some(0.5)];
        assert_eq!(narrowed(&["1", "0.5"]), Values::Number(halves));
        assert_eq!(narrowed(&["true"]), Values::Flag(vec![Some(true)]));
        assert_eq!(narrowed(&["true", "1"]).kind(), Kind::Text);
    }
}
