//! The table of the laboratory: columns with names and meanings, and typed values by row. Studies fill it, or a CSV file does; CSV, JSON,
//! Arrow, the data dictionary, HTML and the terminal are writers of it.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

/// The kind of a column's values; any of them may be missing.
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

/// Texts one behind the other in one string, because a table may have millions of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    all: String,
    /// By row: the end of its text, and whether it has one.
    rows: Vec<(usize, bool)>,
}

impl Texts {
    /// Adds a text, which may be empty.
    pub fn push(&mut self, text: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(self.all, "{text}");
        self.rows.push((self.all.len(), true));
    }

    /// Adds a text. An empty one is a missing value, as it is in a CSV file.
    pub fn push_filled(&mut self, text: impl Display) {
        let start = self.all.len();
        let _ = write!(self.all, "{text}");
        self.rows.push((self.all.len(), self.all.len() > start));
    }

    fn push_missing(&mut self) {
        self.rows.push((self.all.len(), false));
    }

    /// The text of a row; `None` if it has none.
    ///
    /// # Panics
    /// There is no such row.
    pub fn get(&self, row: usize) -> Option<&str> {
        let (end, is_there) = self.rows[row];
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].0);
        is_there.then(|| &self.all[start..end])
    }

    /// The texts of all rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.rows.len()).map(|row| self.get(row))
    }
}

/// The values of a column; `None` where a value does not exist.
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

/// A number with the fewest digits that read back as the same number, very small and very large ones with an exponent.
fn number_text(x: f64) -> String {
    match x.abs() {
        0.0 | 1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

impl Values {
    /// No values yet.
    pub fn new(kind: Kind) -> Values {
        match kind {
            Kind::Text => Values::Text(Texts::default()),
            Kind::Count => Values::Count(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
        }
    }

    /// Their kind.
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

    /// Adds the value that this text stands for; an empty one is a missing value.
    ///
    /// # Errors
    /// The name of the kind, if the text is not of it.
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

    /// The value of a row as text; empty if the value is missing.
    ///
    /// # Panics
    /// There is no such row.
    pub fn text(&self, row: usize) -> Cow<'_, str> {
        let text = match self {
            Values::Text(texts) => return Cow::Borrowed(texts.get(row).unwrap_or_default()),
            Values::Count(counts) => counts[row].map(|count| count.to_string()),
            Values::Number(numbers) => numbers[row].map(number_text),
            Values::Flag(flags) => flags[row].map(|flag| flag.to_string()),
        };
        Cow::Owned(text.unwrap_or_default())
    }

    /// Whether the value of a row is the one that this text stands for.
    ///
    /// # Panics
    /// There is no such row.
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

    /// The value of a row as a number, parsed if it is text; `None` if it is missing, not a number, or not finite.
    ///
    /// # Panics
    /// There is no such row.
    pub fn number(&self, row: usize) -> Option<f64> {
        let number = match self {
            Values::Text(texts) => texts.get(row)?.parse().ok(),
            Values::Count(counts) => counts[row].map(|count| count as f64),
            Values::Number(numbers) => numbers[row],
            Values::Flag(_) => None,
        };
        number.filter(|x| x.is_finite())
    }

    /// The same values, if they are texts as the kind that all of them are: whole numbers, numbers, truth values, or texts.
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
    /// The name in the header.
    pub name: Cow<'static, str>,
    /// A sentence for the data dictionary.
    pub meaning: Cow<'static, str>,
    /// The values, by row.
    pub values: Values,
}

/// A table. Without rows it declares the columns of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name of its file without `.csv`.
    pub name: Cow<'static, str>,
    /// A sentence that says what a row is.
    pub about: Cow<'static, str>,
    /// The columns, each with as many values as there are rows.
    pub columns: Vec<TypedColumn>,
    /// The number of rows.
    pub n_rows: usize,
}

impl Table {
    /// The name of its file in the run's directory.
    pub fn file(&self) -> String {
        format!("{}.csv", self.name)
    }

    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&TypedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Adds its chapter of a data dictionary: its file, what a row is, and its columns with their meanings.
    pub fn describe(&self, text: &mut String) {
        let (name, about) = (&self.name, &self.about);
        // Writing to a string does not fail.
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
