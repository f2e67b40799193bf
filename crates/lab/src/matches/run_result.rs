//! The results of a match or a tournament.

use crate::matches::failures::BotFailures;
use crate::matches::summary::{Names, Summary};
use crate::matches::tables::dictionary;
use crate::study::files::Files;
use crate::study::manifest::{RunInfo, Timing};
use crate::study::named_file::NamedFile;
use crate::study::{intact, manifest};
use powergrab_arena::run::Piece;
use powergrab_arena::tally::Tally;
use serde_json::Value;

/// A run that ended, and what it is called.
pub struct RunResult {
    /// What was asked for.
    pub info: RunInfo,
    /// The names that go with the numbers.
    pub names: Names,
    /// What was counted, in which deals: fewer than those asked for, where the run was cancelled.
    pub piece: Piece<Tally>,
    /// The looks of a run that stops by itself.
    pub stopping: Option<Value>,
}

impl RunResult {
    /// Everything: by bot, seat, pair, line-up, and per round.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.piece.collected, &self.names)
    }

    /// The bots that failed in games.
    pub fn failures(&self) -> Vec<BotFailures> {
        let piece = &self.piece;
        BotFailures::of_run(&piece.collected, &self.names.bots, &piece.first_faults)
    }

    /// What the manifest says of the result.
    pub fn manifest_result(&self) -> Value {
        let summary = self.summary();
        let (deals, tally) = (&self.piece.deals, &self.piece.collected);
        let mut result = self.info.manifest_result(deals, tally, &summary);
        // One that is settled, or has spent its games elsewhere, has done all that was asked for.
        if let Some(stopping) = &self.stopping
            && (stopping["settled"] == true || stopping["spent"] == true)
        {
            result["complete"] = Value::from(true);
        }
        result
    }

    /// All files of the run's directory but the manifest.
    pub fn tables(&self, timing: Option<&Timing>) -> Vec<NamedFile> {
        let summary = self.summary();
        let mut files = dictionary::tables(&summary).map(NamedFile::from).to_vec();
        let dictionary = dictionary::markdown(&self.names);
        files.push(NamedFile::new(dictionary::FILE, dictionary));
        if let Some(stopping) = &self.stopping {
            let text = manifest::text(stopping);
            files.push(NamedFile::new(manifest::STOPPING_FILE, text));
        }
        if let Some(timing) = timing {
            let text = manifest::text(&timing.json(&self.piece.collected));
            files.push(NamedFile::new(manifest::TIMING_FILE, text));
        }
        files
    }

    /// All files of the run's directory.
    pub fn files(&self, timing: Option<&Timing>) -> Files {
        let mut files = self.tables(timing);
        let about = self.info.manifest(self.manifest_result());
        let manifest = intact::seal(&about, &files);
        files.push(NamedFile::new(manifest::FILE, manifest));
        Files(files)
    }
}
