//! A job: a study that waits in a store, with the files that it reads.

use super::store::Store;
use crate::catalog::Catalog;
use crate::kinds::{SetUp, stored_study};
use crate::study::checkpoint::{About, differences};
use crate::study::intact::version;
use crate::study::manifest;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Study};
use powergrab_engine::config::{FileContents, hex};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::path::PathBuf;

/// Key of the job in its store.
pub const FILE: &str = "job.json";

/// Format of the file.
const FORMAT: u32 = 1;

/// Maximum number of parts of a round.
pub const MAX_PARTS: u64 = 1_000_000;

/// A study that waits in a store. Any machine that has the same version of the program plays it:
/// the files that the study reads lie in the store, except programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    format: u32,
    /// Number of parts of each round.
    pub n_parts: u64,
    /// Whether later rounds depend on earlier ones.
    pub is_sequential: bool,
    identity: Value,
    whole: (u64, u64),
    notes: Value,
    /// The files that the study reads, each with the SHA-256 of its contents.
    files: Vec<(PathBuf, String)>,
    /// SHA-256 of the job without this field.
    sha256: String,
}

/// Returns the key of a file that the study reads, by the SHA-256 of its contents.
fn key(digest: &str) -> String {
    format!("files/{digest}")
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

impl Job {
    /// Returns the job of a study in `n_parts` parts, with the files that the study reads: see
    /// [`Files::record`](powergrab_engine::config::Files::record).
    ///
    /// # Errors
    /// Fails if the study cannot be split, or not into that many parts.
    pub fn new(study: &dyn Study, n_parts: u64, files: &[FileContents]) -> Result<Job, StudyError> {
        if !(1..=MAX_PARTS).contains(&n_parts) {
            return Err(StudyError::Input(format!(
                "a study is split into 1 to {MAX_PARTS} parts, not {n_parts}"
            )));
        }
        let is_sequential = match study.partition() {
            Partition::Whole(why) => return Err(StudyError::Input(why)),
            Partition::Sequential(_) => true,
            Partition::Independent(_) | Partition::Deals(_) => false,
        };
        let about = study.about();
        let job = Job {
            format: FORMAT,
            n_parts,
            is_sequential,
            identity: about.identity.clone(),
            whole: (about.whole.start, about.whole.end),
            notes: about.notes.clone(),
            files: files
                .iter()
                .map(|(path, contents)| (path.clone(), sha256(contents)))
                .collect(),
            sha256: String::new(),
        };
        let sha256 = job.digest();
        Ok(Job { sha256, ..job })
    }

    /// Returns the files that the study reads, which the job was created with, by their keys in the
    /// store.
    pub fn stored<'a>(
        &'a self,
        files: &'a [FileContents],
    ) -> impl Iterator<Item = (String, &'a [u8])> {
        let pairs = self.files.iter().zip(files);
        pairs.map(|((_, digest), (_, contents))| (key(digest), &**contents))
    }

    fn digest(&self) -> String {
        let unsigned = Job {
            sha256: String::new(),
            ..self.clone()
        };
        sha256(&manifest::text(&serde_json::json!(unsigned)))
    }

    /// Returns the bytes of the job's file.
    pub fn bytes(&self) -> Vec<u8> {
        manifest::text(&serde_json::json!(self))
    }

    /// Puts the job and its files into a store, or finds it there.
    ///
    /// # Errors
    /// Fails if the store holds another job, or cannot be written.
    pub fn submit(&self, store: &dyn Store, files: &[FileContents]) -> Result<(), StudyError> {
        if store.get(FILE)?.is_none() {
            // The files first, so that no worker meets a job without them.
            for (key, contents) in self.stored(files) {
                store.create(&key, contents)?;
            }
            if store.create(FILE, &self.bytes())? {
                return Ok(());
            }
        }
        let there = Job::read(store)?;
        let mut differing = differences(&there.identity, &self.identity);
        if there.n_parts != self.n_parts {
            differing = "the number of parts".to_owned();
        }
        if differing.is_empty() {
            return Ok(());
        }
        Err(StudyError::Input(format!(
            "{}: holds another job (it differs in {differing}); choose another --store",
            store.address()
        )))
    }

    /// Reads the job in a store.
    ///
    /// # Errors
    /// Fails if the store has no job, or if the job is damaged or of another format.
    pub fn read(store: &dyn Store) -> Result<Job, StudyError> {
        let shown = format!("{}/{FILE}", store.address());
        let Some(bytes) = store.get(FILE)? else {
            return Err(StudyError::Missing(format!(
                "{shown}: does not exist; `powergrab shards STUDY --n N --store {}` creates it",
                store.address()
            )));
        };
        let damaged = |why: &str| {
            StudyError::Input(format!(
                "{shown}: is damaged or was edited ({why}); `powergrab shards` creates jobs"
            ))
        };
        let job: Job = serde_json::from_slice(&bytes).map_err(|e| damaged(&e.to_string()))?;
        if job.format != FORMAT {
            return Err(StudyError::Input(format!(
                "{shown}: is of format {}; this program reads format {FORMAT}",
                job.format
            )));
        }
        if job.sha256 != job.digest() {
            return Err(damaged("its checksum is wrong"));
        }
        Ok(job)
    }

    /// Checks that the store still holds this job.
    ///
    /// # Errors
    /// [`StudyError::Missing`] if it was removed or replaced.
    pub fn is_there(&self, store: &dyn Store) -> Result<(), StudyError> {
        let there = store.get(FILE)?;
        if there.is_some_and(|bytes| bytes == self.bytes()) {
            return Ok(());
        }
        Err(StudyError::Missing(format!(
            "{}/{FILE}: was removed or replaced while its tasks were played",
            store.address()
        )))
    }

    /// Returns the description of the study.
    pub fn about(&self) -> About {
        About {
            identity: self.identity.clone(),
            whole: self.whole.0..self.whole.1,
            notes: self.notes.clone(),
        }
    }

    /// Sets the study up on this machine, with the files of the job.
    ///
    /// # Errors
    /// Fails if this is another version of the program, or if the study is not the same here.
    pub fn study<'a>(
        &self,
        store: &dyn Store,
        catalog: &Catalog,
        set_up: SetUp<'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        let shown = format!("{}/{FILE}", store.address());
        let (theirs, ours) = (&self.identity["program"], manifest::program_json());
        if *theirs != ours {
            return Err(StudyError::Input(format!(
                "{shown}: was created by version {}; this is version {}. All machines need the same version of the program",
                version(theirs),
                version(&ours)
            )));
        }
        let mut catalog = catalog.clone();
        for (path, digest) in &self.files {
            let key = key(digest);
            let contents = store.get(&key)?;
            let Some(contents) = contents.filter(|contents| sha256(contents) == *digest) else {
                return Err(StudyError::Input(format!(
                    "{}/{key}: is missing or damaged; it is {} of the job, which `powergrab shards` creates again in another store",
                    store.address(),
                    path.display()
                )));
            };
            catalog.bots.files.add(path.clone(), contents);
        }
        let study = stored_study(&self.about(), &shown, &catalog, set_up)?;
        let differing = differences(&self.identity, &study.about().identity);
        if !differing.is_empty() {
            return Err(StudyError::Input(format!(
                "{shown}: on this machine the study differs in {differing}; are its programs the same?"
            )));
        }
        Ok(study)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::memory::Memory;
    use crate::matches::match_request::MatchRequest;
    use crate::matches::study::RunOptions;
    use crate::study::options::StudyOptions;

    fn job() -> Job {
        let request = MatchRequest::new("classic", &["greedy", "random"], 4).unwrap();
        let request = request.request().unwrap();
        let (catalog, options) = (Catalog::default(), StudyOptions::default());
        let study = request.study(&catalog, options, RunOptions::default());
        Job::new(&*study.unwrap(), 2, &[]).unwrap()
    }

    fn set_up(job: &Job) -> Result<(), StudyError> {
        let store = Memory::default();
        job.submit(&store, &[])?;
        let set_up = SetUp {
            options: StudyOptions::default(),
            as_json: false,
            plays: true,
        };
        let study = Job::read(&store)?.study(&store, &Catalog::default(), set_up);
        study.map(drop)
    }

    #[test]
    fn a_job_of_another_version_or_of_another_study_is_refused() {
        set_up(&job()).unwrap();
        for (key, value, why) in [
            (
                "program",
                serde_json::json!({ "version": "9.9" }),
                "was created by version 9.9",
            ),
            ("seed", serde_json::json!("7"), "differs in `seed`"),
        ] {
            let mut job = job();
            job.identity[key] = value;
            job.sha256 = job.digest();
            let error = set_up(&job).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_job_that_was_replaced_is_noticed() {
        let (job, store) = (job(), Memory::default());
        let error = job.is_there(&store).unwrap_err().to_string();
        assert!(error.contains("was removed or replaced"), "{error}");
        job.submit(&store, &[]).unwrap();
        job.is_there(&store).unwrap();
    }
}
