//! The results of a match or a tournament.

use crate::matches::failures::BotFailures;
use crate::matches::printed;
use crate::matches::printed::{counted, grouped};
use crate::matches::run_tables;
use crate::matches::summary::Summary;
use crate::study::files::Files;
use crate::study::manifest::{RunInfo, Timing};
use crate::study::traits::Results;
use crate::study::{intact, manifest};
use powergrab_arena::run::Piece;
use powergrab_arena::tally::Tally;
use powergrab_experiments::names::Names;
use powergrab_table::named_file::NamedFile;
use serde_json::Value;

/// A finished run with its description.
pub struct RunResult {
    /// Description of the run.
    pub info: RunInfo,
    /// Names that go with the numbers.
    pub names: Names,
    /// The tally, and the deals behind it: fewer than requested if the run was cancelled.
    pub piece: Piece<Tally>,
    /// The looks of a run with a stopping rule.
    pub stopping: Option<Value>,
}

impl RunResult {
    /// Returns all results: by bot, seat, pair, line-up, and per round.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.piece.collected, &self.names)
    }

    /// Returns the bots that failed in games.
    pub fn failures(&self) -> Vec<BotFailures> {
        let piece = &self.piece;
        BotFailures::of_run(&piece.collected, &self.names.bots, &piece.first_faults)
    }

    /// Returns the manifest's part about the result.
    pub fn manifest_result(&self) -> Value {
        let summary = self.summary();
        let (deals, tally) = (&self.piece.deals, &self.piece.collected);
        let mut result = self.info.manifest_result(deals, tally, &summary);
        // A run that is settled, or has spent its games elsewhere, is complete.
        if let Some(stopping) = &self.stopping
            && (stopping["settled"] == true || stopping["spent"] == true)
        {
            result["complete"] = Value::from(true);
        }
        result
    }

    /// Returns all files of the run's directory except the manifest.
    pub fn tables(&self, timing: Option<&Timing>) -> Vec<NamedFile> {
        let summary = self.summary();
        let mut files = run_tables::of(&summary).map(NamedFile::from).to_vec();
        let dictionary = run_tables::dictionary(&self.names);
        files.push(NamedFile::new(run_tables::DICTIONARY_FILE, dictionary));
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

    /// Returns all files of the run's directory.
    pub fn files(&self, timing: Option<&Timing>) -> Files {
        let mut files = self.tables(timing);
        let about = self.info.manifest(self.manifest_result());
        let manifest = intact::seal(&about, &files);
        files.push(NamedFile::new(manifest::FILE, manifest));
        Files(files)
    }

    /// Returns what is printed: a table, or JSON.
    pub fn text(&self, as_json: bool) -> String {
        let summary = self.summary();
        let (info, deals) = (&self.info, &self.piece.deals);
        match as_json {
            false => printed::text(info, deals, &summary),
            true => format!("{:#}\n", printed::json(info, deals, &summary)),
        }
    }

    /// Returns the numbers of games and rounds, in words.
    pub fn games(&self) -> String {
        let tally = &self.piece.collected;
        format!(
            "{} ({})",
            counted(tally.n_games(), "game"),
            counted(tally.n_rounds(), "round")
        )
    }

    /// Returns the size and the speed of the run, in words. `resumed` says that only some of its
    /// games were played this time.
    pub fn speed(&self, timing: &Timing, resumed: bool) -> String {
        let now = match resumed {
            true => format!("{} of them now, ", grouped(timing.games)),
            false => String::new(),
        };
        format!(
            "{}, {now}{:.1} s, {} games/s on {}",
            self.games(),
            timing.took.as_secs_f64(),
            grouped(timing.games_per_second() as u64),
            counted(timing.threads as u64, "thread"),
        )
    }

    /// Returns the files of the run, the printed text, and its failures.
    pub(super) fn results(&self, timing: Option<&Timing>, as_json: bool) -> Results {
        Results {
            told: self.text(as_json),
            files: self.tables(timing),
            result: self.manifest_result(),
            failures: self.failures(),
            ..Results::default()
        }
    }
}
