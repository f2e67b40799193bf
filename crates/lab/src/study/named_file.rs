//! A file of a run: its name in the run's directory, its bytes, and the table that they are the text of.

use crate::table::typed::Table;

/// A file of a run.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The table that was written; `None` for other files, and for files that were read.
    pub table: Option<Table>,
}

impl NamedFile {
    /// A file that is no table, or one that was read.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> NamedFile {
        NamedFile {
            name: name.into(),
            bytes: bytes.into(),
            table: None,
        }
    }
}

impl From<Table> for NamedFile {
    fn from(table: Table) -> NamedFile {
        NamedFile {
            name: table.file(),
            bytes: table.csv(),
            table: Some(table),
        }
    }
}

/// Files are equal by their names and bytes.
impl PartialEq for NamedFile {
    fn eq(&self, other: &NamedFile) -> bool {
        (&self.name, &self.bytes) == (&other.name, &other.bytes)
    }
}

impl Eq for NamedFile {}
