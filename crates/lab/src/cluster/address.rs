//! From the address of a store to the store.

use super::directory::Directory;
use super::store::Store;
use crate::study::study_error::StudyError;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Opens the store at this address: the path of a directory, or the URL of an object store, such as
/// `s3://BUCKET/PREFIX`. Setting `cancel` ends requests that wait for the network.
///
/// # Errors
/// Fails on a URL that is wrong, or of a kind that this build does not know.
#[cfg_attr(
    not(feature = "object-store"),
    expect(unused_variables, reason = "only requests over a network take long")
)]
pub fn open(address: &str, cancel: &'static AtomicBool) -> Result<Box<dyn Store>, StudyError> {
    let wrong = |why: &str| Err(StudyError::Input(format!("{address:?}: {why}")));
    let directory = |path: &str| -> Result<Box<dyn Store>, StudyError> {
        Ok(Box::new(Directory::new(PathBuf::from(path))))
    };
    match address.split_once("://") {
        None if address.is_empty() => {
            wrong("is not a store: give a directory or s3://BUCKET/PREFIX")
        }
        None if address.starts_with("s3:") => {
            wrong("is not a store: s3://BUCKET/PREFIX has two slashes")
        }
        None => directory(address),
        Some(("file" | "s3", "")) => wrong("has no path after the slashes"),
        Some(("file", path)) => directory(path),
        #[cfg(feature = "object-store")]
        Some(_) => Ok(Box::new(super::object::ObjectStore::open(address, cancel)?)),
        #[cfg(not(feature = "object-store"))]
        Some(_) => Err(StudyError::Input(format!(
            "{address}: this build does not support object stores; the release packages do, and so does `cargo install --features object-store`"
        ))),
    }
}
