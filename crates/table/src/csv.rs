//! Tables as CSV: writer and reader.

use super::typed::{Kind, Table, TypedColumn, Values};
use std::io;

/// Error of a file that is not a table of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// No table has this name.
    #[error("{0}: is not a table of a run; docs/reference.md lists them")]
    Unknown(String),
    /// The text is not CSV, or a row has more or fewer cells than the header.
    #[error("{file}: is not a CSV file: {problem}")]
    Csv {
        /// The file.
        file: String,
        /// The problem.
        problem: String,
    },
    /// A cell that is not of its column's kind.
    #[error("{file}: line {line}, column `{column}`: {cell:?} is not a {kind}")]
    Cell {
        /// The file.
        file: String,
        /// The line, from 1, including the header.
        line: u64,
        /// The column.
        column: String,
        /// Content of the cell.
        cell: String,
        /// Expected kind.
        kind: &'static str,
    },
}

impl Table {
    /// Returns the text of its file.
    pub fn csv(&self) -> Vec<u8> {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let written = self.write_csv(true, &mut text);
        debug_assert!(written.is_ok(), "{written:?}");
        text
    }

    /// Writes it as lines of CSV, with or without the header.
    ///
    /// # Errors
    /// Fails if `to` cannot be written.
    pub fn write_csv(&self, header: bool, to: &mut dyn io::Write) -> io::Result<()> {
        let mut lines = csv::Writer::from_writer(to);
        if header {
            lines.write_record(self.columns.iter().map(|column| column.name.as_ref()))?;
        }
        for row in 0..self.n_rows {
            for column in &self.columns {
                lines.write_field(column.values.text(row).as_ref())?;
            }
            lines.write_record(None::<&[u8]>)?;
        }
        lines.flush()
    }

    /// Parses the text of a CSV file as a table with the name and the columns of this one, which
    /// has no rows. The file's columns may have another order. Undeclared columns become texts
    /// without a meaning.
    ///
    /// # Errors
    /// [`TableError`] if the text is not such a table.
    pub fn read_csv(&self, text: &[u8]) -> Result<Table, TableError> {
        let no_csv = |e: csv::Error| TableError::Csv {
            file: self.file(),
            problem: e.to_string(),
        };
        let mut reader = csv::Reader::from_reader(text);
        let header = reader.headers().map_err(no_csv)?;
        let column = |name: &str| {
            let undeclared = || TypedColumn {
                name: name.to_owned().into(),
                meaning: "".into(),
                values: Values::new(Kind::Text),
            };
            self.column(name).cloned().unwrap_or_else(undeclared)
        };
        let mut table = Table {
            columns: header.iter().map(column).collect(),
            ..self.clone()
        };
        for record in reader.records() {
            let record = record.map_err(no_csv)?;
            for (column, cell) in table.columns.iter_mut().zip(&record) {
                let put = column.values.push_text(cell);
                put.map_err(|kind| TableError::Cell {
                    file: self.file(),
                    line: record.position().map_or(0, csv::Position::line),
                    column: column.name.clone().into_owned(),
                    cell: cell.to_owned(),
                    kind,
                })?;
            }
            table.n_rows += 1;
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Sheet;
    use proptest::prelude::*;

    type Row = (String, i64, f64, bool);

    fn sheet<'a>() -> Sheet<&'a Option<Row>> {
        Sheet::<&Option<Row>>::new("rows", "A row.")
            .column("text", "a text", |row| row.as_ref().map(|row| &row.0))
            .column("count", "a whole number", |row| row.as_ref().map(|r| r.1))
            .column("number", "a number", |row| row.as_ref().map(|r| r.2))
            .column("flag", "a truth value", |row| row.as_ref().map(|r| r.3))
    }

    fn rows() -> impl Strategy<Value = Vec<Option<Row>>> {
        // Numbers of all magnitudes, from their bits.
        let number = any::<u64>().prop_map(f64::from_bits);
        let number = number.prop_filter("a number", |x| !x.is_nan());
        let row = ("[ -~\n,\"é]{0,9}", any::<i64>(), number, any::<bool>());
        proptest::collection::vec(proptest::option::of(row), 0..20)
    }

    proptest! {
        /// A written table reads back with the same kinds and values, and writes the same text
        /// again.
        #[test]
        fn a_table_reads_back_as_it_was(rows in rows()) {
            let table = sheet().table(&rows);
            let text = table.csv();
            let read = sheet().blank().read_csv(&text).unwrap();
            prop_assert_eq!(&read, &table);
            prop_assert_eq!(read.csv(), text);
        }

        /// Undeclared columns keep their text.
        #[test]
        fn undeclared_columns_are_texts(rows in rows()) {
            let text = sheet().table(&rows).csv();
            let read = Sheet::<()>::new("rows", "").blank().read_csv(&text).unwrap();
            prop_assert!(read.columns.iter().all(|c| c.values.kind() == Kind::Text));
            prop_assert_eq!(read.csv(), text);
        }
    }

    #[test]
    fn errors_say_where_they_are() {
        let blank = sheet().blank();
        let error = |text: &str| blank.read_csv(text.as_bytes()).unwrap_err().to_string();
        assert!(error("text,count\na\n").starts_with("rows.csv: is not a CSV file: "));
        assert_eq!(
            error("text,count\na,1\nb,six\n"),
            "rows.csv: line 3, column `count`: \"six\" is not a whole number"
        );
    }
}
