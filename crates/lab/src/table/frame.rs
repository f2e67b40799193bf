//! A CSV file as it was read back: texts by column name, numbers where they are numbers.

use std::io;

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    columns: &'a [String],
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// The cell in this column, empty where there is no such column.
    pub fn text(&self, column: &str) -> &'a str {
        let at = self.columns.iter().position(|c| c == column);
        at.and_then(|at| self.cells.get(at)).map_or("", |c| c)
    }

    /// The number in this column, if there is one.
    pub fn number(&self, column: &str) -> Option<f64> {
        let number: Option<f64> = self.text(column).parse().ok();
        number.filter(|x| x.is_finite())
    }
}

impl Frame {
    /// Reads the bytes of a CSV file.
    ///
    /// # Errors
    /// They are not CSV.
    pub fn parse(bytes: &[u8]) -> io::Result<Frame> {
        let mut reader = csv::Reader::from_reader(bytes);
        let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let columns = texts(reader.headers().map_err(io::Error::other)?);
        let rows = reader
            .records()
            .map(|record| record.map(|r| texts(&r)).map_err(io::Error::other))
            .collect::<Result<_, _>>()?;
        Ok(Frame { columns, rows })
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row {
            columns: &self.columns,
            cells,
        })
    }

    /// How many rows there are.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The different values of some columns taken together, in the order in which they first come.
    pub fn groups(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut groups: Vec<Vec<String>> = Vec::new();
        for row in self.rows() {
            let group: Vec<String> = columns.iter().map(|c| row.text(c).to_owned()).collect();
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    /// The rows with these values in these columns.
    pub fn of<'a>(
        &'a self,
        columns: &'a [&str],
        values: &'a [String],
    ) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| {
            let mut pairs = columns.iter().zip(values);
            pairs.all(|(column, value)| row.text(column) == value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_columns_name() {
        let frame = Frame::parse(b"a,b\nx,1.5\ny,\nx,-2\n").unwrap();
        assert_eq!(frame.n_rows(), 3);
        let numbers: Vec<_> = frame.rows().map(|r| r.number("b")).collect();
        assert_eq!(numbers, [Some(1.5), None, Some(-2.0)]);
        assert_eq!(frame.groups(&["a"]), [["x"], ["y"]]);
        let x = ["x".to_owned()];
        assert_eq!(frame.of(&["a"], &x).count(), 2);
        assert_eq!(frame.rows().next().unwrap().text("c"), "");
        assert!(Frame::parse(b"a,b\n1,2,3\n").is_err());
    }
}
