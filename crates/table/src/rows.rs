//! Rows of a table by the names of its columns, for the page of a run.

use super::typed::Table;
use std::borrow::Cow;

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    table: &'a Table,
    at: usize,
}

impl<'a> Row<'a> {
    /// Returns the value in this column as text; empty if the value is missing or the table has no
    /// such column.
    pub fn text(&self, column: &str) -> Cow<'a, str> {
        let column = self.table.column(column);
        column.map_or(Cow::Borrowed(""), |column| column.values.text(self.at))
    }

    /// Returns the finite number in this column, if there is one.
    pub fn number(&self, column: &str) -> Option<f64> {
        self.table.column(column)?.values.number(self.at)
    }

    /// Returns whether the value in this column is the one that this text represents.
    pub fn is(&self, column: &str, text: &str) -> bool {
        let column = self.table.column(column);
        column.map_or(text.is_empty(), |column| column.values.is(self.at, text))
    }
}

impl Table {
    /// Returns all rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.n_rows).map(|at| Row { table: self, at })
    }

    /// Returns the distinct values of some columns taken together, in the order of first
    /// occurrence.
    pub fn groups(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut groups: Vec<Vec<String>> = Vec::new();
        for row in self.rows() {
            let is_group =
                |group: &Vec<String>| columns.iter().zip(group).all(|(c, v)| row.is(c, v));
            if !groups.iter().any(is_group) {
                groups.push(columns.iter().map(|c| row.text(c).into_owned()).collect());
            }
        }
        groups
    }

    /// Returns the rows with these values in these columns.
    pub fn of<'a>(
        &'a self,
        columns: &'a [&str],
        values: &'a [String],
    ) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| {
            let mut pairs = columns.iter().zip(values);
            pairs.all(|(column, value)| row.is(column, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::sheet::Sheet;

    #[test]
    fn values_are_found_by_their_columns_name() {
        let sheet = Sheet::<(&str, usize, Option<f64>)>::new("x", "A row.")
            .column("a", "", |row| row.0)
            .column("n", "", |row| row.1)
            .column("b", "", |row| row.2);
        let table = sheet.table([("x", 2, Some(1.5)), ("y", 2, None), ("x", 2, Some(-2.0))]);
        let numbers: Vec<_> = table.rows().map(|r| r.number("b")).collect();
        assert_eq!(numbers, [Some(1.5), None, Some(-2.0)]);
        assert_eq!(table.groups(&["a", "n"]), [["x", "2"], ["y", "2"]]);
        let x = ["x".to_owned(), "2".to_owned()];
        assert_eq!(table.of(&["a", "n"], &x).count(), 2);
        let row = table.rows().next().unwrap();
        assert_eq!((row.text("b"), row.text("c")), ("1.5".into(), "".into()));
        assert!(row.is("c", "") && row.is("n", "2") && !row.is("b", ""));
    }
}
