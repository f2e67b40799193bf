//! A job: a study that waits in a store, with the files that it reads.

use super::store::Store;
use crate::catalog::Catalog;
use crate::kinds::{SetUp, with_stored};
use crate::study::checkpoint::{About, differences};
use crate::study::manifest;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Study};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;

/// Key of the job in its store.
pub const FILE: &str = "job.json";

/// Format of the file.
const FORMAT: u32 = 1;

/// Maximum number of parts of a round.
pub const MAX_PARTS: u64 = 1_000_000;

/// A study that waits in a store. Any machine that has the same version of the program plays it:
/// the files that the study reads travel in the job, except programs and WebAssembly modules.
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
    files: Vec<(PathBuf, String)>,
}

impl Job {
    /// Returns the job of a study in `n_parts` parts, with the files that the study reads: see
    /// [`Files::record`](powergrab_engine::config::Files::record).
    ///
    /// # Errors
    /// Fails if the study cannot be split, or not into so many parts.
    pub fn new(
        study: &dyn Study,
        n_parts: u64,
        files: Vec<(PathBuf, String)>,
    ) -> Result<Job, StudyError> {
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
        Ok(Job {
            format: FORMAT,
            n_parts,
            is_sequential,
            identity: about.identity.clone(),
            whole: (about.whole.start, about.whole.end),
            notes: about.notes.clone(),
            files,
        })
    }

    /// Returns the bytes of the job's file.
    pub fn bytes(&self) -> Vec<u8> {
        manifest::text(&serde_json::json!(self))
    }

    /// Puts the job into a store, or finds it there.
    ///
    /// # Errors
    /// Fails if the store holds another job, or cannot be written.
    pub fn submit(&self, store: &dyn Store) -> Result<(), StudyError> {
        if store.create(FILE, &self.bytes())? {
            return Ok(());
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
    /// Fails if there is none, or if it is damaged or of another version.
    pub fn read(store: &dyn Store) -> Result<Job, StudyError> {
        let shown = format!("{}/{FILE}", store.address());
        let Some(bytes) = store.get(FILE)? else {
            return Err(StudyError::Missing(format!(
                "{shown}: does not exist; `powergrab shards STUDY --n N --store {}` creates it",
                store.address()
            )));
        };
        let job: Job = serde_json::from_slice(&bytes)
            .map_err(|e| StudyError::Input(format!("{shown}: is damaged: {e}")))?;
        if job.format != FORMAT {
            return Err(StudyError::Input(format!(
                "{shown}: is of format {}; this program reads format {FORMAT}",
                job.format
            )));
        }
        Ok(job)
    }

    /// Returns the description of the study.
    pub fn about(&self) -> About {
        About {
            identity: self.identity.clone(),
            whole: self.whole.0..self.whole.1,
            notes: self.notes.clone(),
        }
    }

    /// Sets the study up on this machine, with the files of the job, and returns what `work` makes
    /// of it.
    ///
    /// # Errors
    /// Fails if this is another version of the program, or if the study is not the same here.
    pub fn with<T>(
        &self,
        store: &dyn Store,
        catalog: &Catalog,
        set_up: SetUp<'_>,
        work: impl FnOnce(&dyn Study) -> T,
    ) -> Result<T, StudyError> {
        let shown = format!("{}/{FILE}", store.address());
        let (theirs, ours) = (&self.identity["program"], manifest::program_json());
        if *theirs != ours {
            return Err(StudyError::Input(format!(
                "{shown}: is of another version of the program, {theirs}; this is {ours}. All machines need the same"
            )));
        }
        let mut catalog = catalog.clone();
        for (path, text) in &self.files {
            catalog.bots.files.add(path.clone(), text.clone());
        }
        with_stored(&self.about(), &shown, &catalog, set_up, |study| {
            let differing = differences(&self.identity, &study.about().identity);
            if differing.is_empty() {
                Ok(work(study))
            } else {
                Err(StudyError::Input(format!(
                    "{shown}: on this machine the study differs in {differing}; are its programs and modules the same?"
                )))
            }
        })?
    }
}
