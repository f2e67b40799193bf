//! Files of a tuning, and its line of progress.

use crate::matches::failures::BotFailures;
use crate::matches::printed::grouped;
use crate::matches::run_tables::DICTIONARY_FILE;
use crate::study::shown::Shown;
use crate::study::study_error::StudyError;
use crate::study::traits::Results;
use crate::sweep::columns;
use crate::tune::search::Generation;
use crate::tune::tables;
use crate::tune::tables::Unit;
use powergrab_table::named_file::NamedFile;
use serde_json::Value;

/// Files that are shown as soon as they exist, and written again with all others.
pub(crate) struct Put<'a> {
    shown: Option<&'a Shown<'a>>,
    pub files: Vec<NamedFile>,
}

impl<'a> Put<'a> {
    pub fn new(shown: Option<&'a Shown<'a>>) -> Put<'a> {
        let files = Vec::new();
        Put { shown, files }
    }

    pub fn file(&mut self, file: impl Into<NamedFile>) -> Result<(), StudyError> {
        let file = file.into();
        if let Some(shown) = self.shown {
            shown.put(file.clone())?;
        }
        self.files.push(file);
        Ok(())
    }

    /// Returns all of them, with the dictionary.
    pub fn results(mut self, result: Value, failures: Vec<BotFailures>) -> Results {
        let dictionary = NamedFile::new(DICTIONARY_FILE, columns::markdown());
        self.files.push(dictionary);
        Results {
            files: self.files,
            result,
            failures,
            ..Results::default()
        }
    }
}

/// Shows the generations so far. Write errors are ignored, because the pieces are kept anyway.
pub(crate) fn show_generations(shown: Option<&Shown<'_>>, told: &[(String, Generation)]) {
    if let Some(shown) = shown {
        let _ = shown.put(tables::generations().table(told).into());
    }
}

/// Returns a line of progress; technical figures are in generations.csv.
pub(crate) fn progress(g: &Generation, of: u64, objective: &str) -> String {
    let unit = Unit::of(objective);
    format!(
        "generation {:>3} of {of}, {} deals: {}, gain {}",
        g.number,
        grouped(g.deals),
        unit.value(&g.mean),
        unit.figure(&g.gain),
    )
}
