//! The files of a tuning, and its line of progress.

use crate::lab::tune::Generation;
use crate::report::table::grouped;
use crate::report::tune::Unit;
use crate::report::{dictionary, lab_dictionary, manifest};
use crate::session::rundir::RunDir;
use crate::session::study::{Results, StudyError, put_early};
use crate::stats::failures::BotFailures;
use serde_json::Value;

/// Files that are written as soon as they are there, for whoever looks on, and once more with all others.
pub(super) struct Put<'a> {
    dir: Option<&'a RunDir>,
    pub files: Vec<(String, Vec<u8>)>,
}

impl<'a> Put<'a> {
    pub fn new(dir: Option<&'a RunDir>) -> Put<'a> {
        let files = Vec::new();
        Put { dir, files }
    }

    pub fn file(&mut self, name: &str, text: Vec<u8>) -> Result<(), StudyError> {
        put_early(self.dir, name, &text)?;
        self.files.push((name.to_owned(), text));
        Ok(())
    }

    /// All of them, with the dictionary and the manifest.
    pub fn results(mut self, about: &Value, failures: Vec<BotFailures>) -> Results {
        let dictionary = lab_dictionary::markdown().into_bytes();
        self.files.push((dictionary::FILE.to_owned(), dictionary));
        let manifest = manifest::text(about);
        self.files.push((manifest::FILE.to_owned(), manifest));
        Results {
            files: self.files,
            told: String::new(),
            failures,
        }
    }
}

/// A line of progress; what is technical is in generations.csv.
pub(super) fn progress(g: &Generation, of: u64, objective: &str) -> String {
    let unit = Unit::of(objective);
    format!(
        "generation {:>3} of {of}, {} deals: {}, gain {}",
        g.number,
        grouped(g.deals),
        unit.value(&g.mean),
        unit.figure(&g.gain),
    )
}
