//! An object store as a store: S3 and compatible services. A file is created by a conditional
//! put (`If-None-Match: *`), which succeeds for one writer alone.

use super::store::{Listed, Store, StoreError};
use crate::study::study_error::StudyError;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{Error, ObjectStore as _, ObjectStoreExt as _, PutMode, PutOptions, Result};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// Time for which a request that fails is repeated: before the store was reached, when the address
/// may be wrong, and after.
const FIRST_PATIENCE: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(600);

/// Time between two looks at whether the work is cancelled.
const SLICE: Duration = Duration::from_millis(100);

/// First and longest pause between two attempts; it doubles.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// A bucket, with a prefix of all keys.
#[derive(Debug)]
pub struct ObjectStore {
    address: String,
    prefix: Path,
    bucket: AmazonS3,
    runtime: Runtime,
    is_reached: AtomicBool,
    cancel: &'static AtomicBool,
}

impl ObjectStore {
    /// Opens the store at `s3://BUCKET/PREFIX`, with credentials, region and endpoint from the
    /// environment (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`,
    /// `AWS_ALLOW_HTTP` and others of the crate `object_store`). Nothing is read or written.
    ///
    /// # Errors
    /// Fails on another kind of address, or on a wrong variable.
    pub fn open(
        address: &str,
        cancel: &'static AtomicBool,
    ) -> std::result::Result<ObjectStore, StudyError> {
        let wrong = |e: &dyn std::fmt::Display| StudyError::Input(format!("{address}: {e}"));
        let rest = address
            .strip_prefix("s3://")
            .ok_or_else(|| wrong(&"a store is a directory or s3://BUCKET/PREFIX"))?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return Err(wrong(&"has no bucket"));
        }
        // If the process has installed a provider already, that one serves.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let bucket = AmazonS3Builder::from_env().with_bucket_name(bucket).build();
        let runtime = Builder::new_current_thread().enable_all().build();
        Ok(ObjectStore {
            address: address.to_owned(),
            prefix: Path::parse(prefix).map_err(|e| wrong(&e))?,
            bucket: bucket.map_err(|e| wrong(&e))?,
            runtime: runtime.map_err(|e| StudyError::Io(format!("{address}: {e}")))?,
            is_reached: AtomicBool::new(false),
            cancel,
        })
    }

    fn path(&self, key: &str) -> Path {
        let parts = key.split('/').filter(|part| !part.is_empty());
        parts.fold(self.prefix.clone(), Path::join)
    }

    /// Makes a request, and repeats it for a while if the network or the server fails. The crate
    /// repeats some requests itself, but none that writes.
    fn request<T, F: Future<Output = Result<T>>>(&self, request: impl Fn() -> F) -> Result<T> {
        let started = Instant::now();
        let (mut pause, longest) = PAUSES;
        loop {
            let answer = self.answer(request())?;
            // Other errors do not pass with time.
            if !matches!(answer, Err(Error::Generic { .. })) {
                self.is_reached.store(true, Ordering::Relaxed);
                return answer;
            }
            let patience = match self.is_reached.load(Ordering::Relaxed) {
                true => PATIENCE,
                false => FIRST_PATIENCE,
            };
            if started.elapsed() + pause > patience {
                return answer;
            }
            self.answer(async {
                tokio::time::sleep(pause).await;
                Ok(())
            })??;
            pause = (2 * pause).min(longest);
        }
    }

    /// Waits for an answer, unless the work is cancelled.
    fn answer<T>(&self, answer: impl Future<Output = Result<T>>) -> Result<Result<T>> {
        let mut answer = std::pin::pin!(answer);
        loop {
            let slice = async { tokio::time::timeout(SLICE, answer.as_mut()).await };
            match self.runtime.block_on(slice) {
                Ok(answer) => return Ok(answer),
                Err(_) if self.cancel.load(Ordering::Relaxed) => {
                    return Err(Error::Generic {
                        store: "S3",
                        source: "interrupted".into(),
                    });
                }
                Err(_) => {}
            }
        }
    }
}

/// Returns the reason of an error, for people.
fn reason(e: &Error) -> String {
    let text = e.to_string();
    match text.contains("NoSuchBucket") {
        true => "there is no such bucket".to_owned(),
        false => text,
    }
}

impl Store for ObjectStore {
    fn address(&self) -> &str {
        &self.address
    }

    fn list(&self, folder: &str) -> std::result::Result<Vec<Listed>, StoreError> {
        let path = self.path(folder);
        let listed = self.request(|| self.bucket.list_with_delimiter(Some(&path)));
        let listed = listed.map_err(|e| StoreError::read(self, folder, reason(&e)))?;
        let objects = listed.objects.into_iter();
        let file = |object: object_store::ObjectMeta| {
            Some(Listed {
                name: object.location.filename()?.to_owned(),
                created: object.last_modified.into(),
            })
        };
        Ok(objects.filter_map(file).collect())
    }

    fn get(&self, key: &str) -> std::result::Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(key);
        match self.request(|| async { self.bucket.get(&path).await?.bytes().await }) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(e @ Error::NotFound { .. }) if !e.to_string().contains("NoSuchBucket") => Ok(None),
            Err(e) => Err(StoreError::read(self, key, reason(&e))),
        }
    }

    fn create(&self, key: &str, bytes: &[u8]) -> std::result::Result<bool, StoreError> {
        let path = self.path(key);
        let put = || {
            let options = PutOptions::from(PutMode::Create);
            self.bucket.put_opts(&path, bytes.to_vec().into(), options)
        };
        match self.request(put) {
            Ok(_) => Ok(true),
            // An attempt whose answer was lost may have created it.
            Err(Error::AlreadyExists { .. }) => Ok(self.get(key)?.as_deref() == Some(bytes)),
            Err(e) => Err(StoreError::write(self, key, reason(&e))),
        }
    }
}
