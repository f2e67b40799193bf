//! What comes of a match or a tournament.

use crate::matches::failures::BotFailures;
use crate::matches::summary::{Names, Summary};
use crate::matches::tables::dictionary;
use crate::study::files::Files;
use crate::study::manifest::{RunInfo, Timing};
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
    /// What a run that stops by itself looked at.
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

    /// All files of the run's directory.
    pub fn files(&self, timing: Option<&Timing>) -> Files {
        let summary = self.summary();
        let mut files: Vec<(&str, Vec<u8>)> = dictionary::OUTPUTS
            .iter()
            .map(|output| (output.file, output.text(&summary)))
            .collect();
        let mut about = self
            .info
            .manifest(&self.piece.deals, &self.piece.collected, &summary);
        files.push((
            dictionary::FILE,
            dictionary::markdown(&self.names).into_bytes(),
        ));
        if let Some(stopping) = &self.stopping {
            // One that is settled, or has spent its games elsewhere, has done all that was asked for.
            if stopping["settled"] == true || stopping["spent"] == true {
                about["result"]["complete"] = Value::from(true);
            }
            files.push((manifest::STOPPING_FILE, manifest::text(stopping)));
        }
        files.push((manifest::FILE, intact::seal(&about, &files)));
        if let Some(timing) = timing {
            let text = manifest::text(&timing.json(&self.piece.collected));
            files.push((manifest::TIMING_FILE, text));
        }
        let files = files.into_iter();
        Files(files.map(|(name, text)| (name.to_owned(), text)).collect())
    }
}
