//! Stores: where a job and its shards lie. A file in a store is created once, by one of its writers,
//! and never changed.

use crate::study::study_error::StudyError;
use std::fmt::Display;
use std::time::SystemTime;

/// A place for files that many machines reach.
pub trait Store: Send + Sync {
    /// Returns the address, for messages.
    fn address(&self) -> &str;

    /// Returns the files in a folder, in any order; empty if there is no such folder.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    fn list(&self, folder: &str) -> Result<Vec<Listed>, StoreError>;

    /// Returns the file with this key (`name` or `folder/name`); `None` if there is no such file.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Creates a file, whole or not at all. Returns `false`, and changes nothing, if one of this key
    /// exists already.
    ///
    /// # Errors
    /// Fails if the store cannot be written.
    fn create(&self, key: &str, bytes: &[u8]) -> Result<bool, StoreError>;
}

/// A file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name in the folder.
    pub name: String,
    /// Time of its creation, by the clock of the store.
    pub created: SystemTime,
}

/// A store that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{address}/{key}: cannot be {what}: {why}")]
pub struct StoreError {
    /// The store.
    pub address: String,
    /// The file or folder.
    pub key: String,
    /// `read` or `written`.
    pub what: &'static str,
    /// The reason.
    pub why: String,
}

impl StoreError {
    /// Returns the error of a file or folder that cannot be read.
    pub fn read(store: &dyn Store, key: &str, why: impl Display) -> StoreError {
        StoreError::new(store, key, "read", why)
    }

    /// Returns the error of a file that cannot be written.
    pub fn write(store: &dyn Store, key: &str, why: impl Display) -> StoreError {
        StoreError::new(store, key, "written", why)
    }

    fn new(store: &dyn Store, key: &str, what: &'static str, why: impl Display) -> StoreError {
        StoreError {
            address: store.address().to_owned(),
            key: key.to_owned(),
            what,
            why: why.to_string(),
        }
    }
}

impl From<StoreError> for StudyError {
    fn from(e: StoreError) -> StudyError {
        StudyError::Io(e.to_string())
    }
}
