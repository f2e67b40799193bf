//! Files of a run, each with its name in the run's directory and its content.

use crate::typed::Table;
use std::borrow::Cow;

/// A file of a run.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// Name in the run's directory.
    pub name: String,
    content: Content,
}

/// Content of a file. The text of a table is generated when it is written: stored beside the table,
/// it would take the memory twice.
#[derive(Clone, Debug)]
enum Content {
    Bytes(Vec<u8>),
    Table(Table),
}

impl NamedFile {
    /// Returns a file that is not a table, or one that was read.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> NamedFile {
        NamedFile {
            name: name.into(),
            content: Content::Bytes(bytes.into()),
        }
    }

    /// Returns the file's bytes.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.content {
            Content::Bytes(bytes) => Cow::Borrowed(bytes),
            Content::Table(table) => Cow::Owned(table.csv()),
        }
    }

    /// Returns the same file with its bytes in place of the table, for repeated use of the bytes.
    pub fn without_table(self) -> NamedFile {
        match self.content {
            Content::Bytes(_) => self,
            Content::Table(table) => NamedFile::new(self.name, table.csv()),
        }
    }

    /// Returns the table behind it; `None` for other files, and for files that were read.
    pub fn table(&self) -> Option<&Table> {
        match &self.content {
            Content::Bytes(_) => None,
            Content::Table(table) => Some(table),
        }
    }
}

impl From<Table> for NamedFile {
    fn from(table: Table) -> NamedFile {
        NamedFile {
            name: table.file(),
            content: Content::Table(table),
        }
    }
}

/// Files are equal by their names and bytes.
impl PartialEq for NamedFile {
    fn eq(&self, other: &NamedFile) -> bool {
        (&self.name, self.bytes()) == (&other.name, other.bytes())
    }
}

impl Eq for NamedFile {}
