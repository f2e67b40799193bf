//! Files in memory as a store: for callers that transport shards themselves.

use super::store::{Listed, Store, StoreError};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Files in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

impl Memory {
    /// Returns the store of these files, by their keys.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Memory {
        Memory(Mutex::new(files.into_iter().collect()))
    }
}

impl Store for Memory {
    fn address(&self) -> &'static str {
        "memory"
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, StoreError> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let within = |key: &String| {
            Some(Listed {
                name: key.strip_prefix(folder)?.strip_prefix('/')?.to_owned(),
                created: SystemTime::UNIX_EPOCH,
            })
        };
        Ok(files.keys().filter_map(within).collect())
    }

    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(files.get(key).cloned())
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !files.contains_key(key);
        if is_new {
            files.insert(key.to_owned(), bytes.to_vec());
        }
        Ok(is_new)
    }
}
