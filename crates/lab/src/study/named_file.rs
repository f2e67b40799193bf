//! A file of a run: its name in the run's directory, and its content.

use crate::table::typed::Table;
use std::borrow::Cow;

/// A file of a run.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// Its name.
    pub name: String,
    content: Content,
}

/// The content of a file. The text of a table is made when it is written: kept beside the table, it would take the memory twice.
#[derive(Clone, Debug)]
enum Content {
    Bytes(Vec<u8>),
    Table(Table),
}

impl NamedFile {
    /// A file that is no table, or one that was read.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> NamedFile {
        NamedFile {
            name: name.into(),
            content: Content::Bytes(bytes.into()),
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.content {
            Content::Bytes(bytes) => Cow::Borrowed(bytes),
            Content::Table(table) => Cow::Owned(table.csv()),
        }
    }

    /// The same file with its bytes in place of the table, for one whose bytes are needed more than once.
    pub fn without_table(self) -> NamedFile {
        match self.content {
            Content::Bytes(_) => self,
            Content::Table(table) => NamedFile::new(self.name, table.csv()),
        }
    }

    /// The table that it is made of; `None` for other files, and for files that were read.
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
