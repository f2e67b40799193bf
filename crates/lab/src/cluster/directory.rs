//! A directory as a store. The machines share its file system.

use super::store::{Listed, Store, StoreError};
use crate::study::atomic::{is_temporary, sync_dir, temporary};
use powergrab_engine::config::read_regular;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Maximum size of a file, in bytes.
const MAX_FILE: u64 = 1 << 30;

/// A directory.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    address: String,
}

impl Directory {
    /// Returns the directory of this path, without any input or output.
    pub fn new(path: PathBuf) -> Directory {
        let address = path.display().to_string();
        Directory { path, address }
    }

    fn create_at(&self, path: &std::path::Path, bytes: &[u8]) -> io::Result<bool> {
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder)?;
        let mut file = temporary(folder, None)?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(path) {
            Ok(_) => {
                sync_dir(folder)?;
                Ok(true)
            }
            Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(e) => Err(e.error),
        }
    }
}

impl Store for Directory {
    fn address(&self) -> &str {
        &self.address
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, StoreError> {
        let entries = match fs::read_dir(self.path.join(folder)) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(StoreError::read(self, folder, e)),
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| StoreError::read(self, folder, e))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // Another worker may just have renamed a temporary file.
            let created = entry.metadata().and_then(|about| about.modified());
            if let (false, Ok(created)) = (is_temporary(&name), created) {
                all.push(Listed { name, created });
            }
        }
        Ok(all)
    }

    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match read_regular(&self.path.join(key), MAX_FILE) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(StoreError::read(self, key, e)),
        }
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        self.create_at(&self.path.join(key), bytes)
            .map_err(|e| StoreError::write(self, key, e))
    }
}
