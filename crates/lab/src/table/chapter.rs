//! The chapter of a table in a data dictionary.

use super::typed::Table;
use std::fmt::Write as _;

impl Table {
    /// Adds its chapter: its file, what a row is, and its columns with their meanings.
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
