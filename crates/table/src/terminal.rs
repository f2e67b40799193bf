//! Tables for the terminal.

use super::typed::Table;
use std::borrow::Cow;
use std::fmt::Write as _;

impl Table {
    /// Appends its names and rows as lines of text: the first column left-aligned, the others
    /// right-aligned. If a line would exceed 80 characters, a name too long for the first column
    /// gets a line of its own.
    pub fn align(&self, text: &mut String) {
        let length = |cell: &str| cell.chars().count();
        let cells = self.columns.iter().map(|column| {
            let values = (0..self.n_rows).map(|row| column.values.text(row));
            std::iter::once(column.name.as_ref().into())
                .chain(values)
                .collect()
        });
        let cells: Vec<Vec<Cow<'_, str>>> = cells.collect();
        let lengths = |column: &[Cow<'_, str>]| column.iter().map(|cell| length(cell)).collect();
        let lengths: Vec<Vec<usize>> = cells.iter().map(|column| lengths(column)).collect();
        let widest = |lengths: &Vec<usize>| lengths.iter().copied().max().unwrap_or(0);
        let mut widths: Vec<usize> = lengths.iter().map(widest).collect();
        let room = 80_usize.saturating_sub(widths.iter().skip(1).map(|w| w + 2).sum::<usize>() + 2);
        if let Some(first) = widths.first_mut().filter(|w| **w > room) {
            let fitting = lengths[0].iter().copied().filter(|w| *w <= room);
            *first = fitting.max().unwrap_or(0);
        }
        for line in 0..=self.n_rows {
            let mut row = String::new();
            for (i, (column, &width)) in cells.iter().zip(&widths).enumerate() {
                let cell = &column[line];
                // Writing to a string cannot fail.
                let _ = match i {
                    0 if length(cell) > width => write!(row, "  {cell}\n  {:width$}", ""),
                    0 => write!(row, "  {cell:<width$}"),
                    _ => write!(row, "  {cell:>width$}"),
                };
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sheet::Sheet;

    #[test]
    fn a_long_name_has_a_line_of_its_own_where_the_table_would_be_too_wide() {
        let long = "b".repeat(37);
        let text = |won: String| {
            let sheet = Sheet::<&str>::new("", "")
                .column("bot", "", |bot| bot)
                .column_of(won, "", |_| 1)
                .column("", "", |_| "*");
            let mut text = String::new();
            sheet.table([long.as_str()]).align(&mut text);
            text
        };
        assert_eq!(
            text("won".to_owned()),
            format!("  bot{}  won\n  {long}    1  *\n", " ".repeat(34))
        );
        let (wide, indent) = ("9".repeat(40), " ".repeat(46));
        assert_eq!(
            text(wide.clone()),
            format!("  bot  {wide}\n  {long}\n{indent}1  *\n")
        );
    }
}
