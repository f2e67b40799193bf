//! What comes of a run: its files, and what is printed. `match`, `tournament` and `merge` end here.

use super::failures::{failed, say_failure};
use super::{Failure, Format, say, say_files};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::{Part, listed};
use powergrab_arena::run::{Piece, RunError, Store as _};
use powergrab_arena::tally::Tally;
use powergrab_lab::matches::printed;
use powergrab_lab::matches::printed::{counted, grouped};
use powergrab_lab::matches::run_result::RunResult;
use powergrab_lab::matches::tables::faults;
use powergrab_lab::study::atomic::Care;
use powergrab_lab::study::checkpoint::CheckpointError;
use powergrab_lab::study::driver::StudyError;
use powergrab_lab::study::files::Files;
use powergrab_lab::study::manifest::Timing;
use powergrab_lab::study::rundir::{RunDir, RunDirError};
use powergrab_lab::study::shards::{Shelf, name};
use powergrab_lab::study::timing;
use std::ops::Range;

/// Writes all files of a run.
pub fn write(
    result: &RunResult,
    dir: &RunDir,
    timing: Option<&Timing>,
    care: Care,
) -> Result<(), RunDirError> {
    let Files(files) = result.files(timing);
    let files: Vec<(&str, Vec<u8>)> = files.iter().map(|(n, b)| (n.as_str(), b.clone())).collect();
    dir.write(&files, care)
}

/// Prints the table.
///
/// # Errors
/// Standard output cannot be written, or a bot failed in a game.
pub fn show(result: &RunResult, format: Format) -> Result<(), Failure> {
    let summary = result.summary();
    let (info, deals) = (&result.info, &result.piece.deals);
    let text = match format {
        Format::Table => printed::text(info, deals, &summary),
        Format::Json => format!("{:#}\n", printed::json(info, deals, &summary)),
    };
    super::print(&text)?;
    failed(&result.failures(), Some(faults::FILE))
}

/// How a run ends: what has to be on the disk before what, and what is said.
pub struct Ending<'a> {
    /// Where it keeps what is finished.
    pub shelf: &'a Shelf,
    /// The command that goes on with it.
    pub again: &'a str,
    /// The deals that were to be played.
    pub own: &'a Range<u64>,
}

impl Ending<'_> {
    fn keep(&self, piece: &Piece<Tally>) -> Result<(), Failure> {
        self.shelf.keep(piece).map_err(|e| self.failed(&*e))
    }

    /// Something could not be written.
    pub fn failed(&self, e: &dyn std::error::Error) -> Failure {
        if !self.shelf.is_used() {
            return Failure::Io(format!("{e}\nnothing of this run could be kept"));
        }
        Failure::Io(format!(
            "{e}\nwhat was finished before is in {}; when the cause is mended, go on with\n  {}",
            self.shelf.path().display(),
            self.again
        ))
    }

    /// A run that could not start or go on.
    pub fn run_failed(&self, e: &RunError) -> Failure {
        match e {
            RunError::Bot { .. } => Failure::Missing(e.to_string()),
            RunError::Store(_) => self.failed(e),
            _ => Failure::Io(e.to_string()),
        }
    }

    /// Keeps everything that an interrupted run has finished.
    fn keep_all(&self, piece: &Piece<Tally>, later: &[Piece<Tally>]) -> Result<(), Failure> {
        let prefix = Some(piece).filter(|piece| !piece.deals.is_empty());
        if prefix.is_none() && later.is_empty() {
            return Err(Failure::Interrupted(
                "interrupted before the first deal was finished; nothing was written".to_owned(),
            ));
        }
        prefix
            .into_iter()
            .chain(later)
            .try_for_each(|p| self.keep(p))
    }

    /// What is said of a run that was interrupted after these deals, with what was finished beyond a gap.
    pub fn interrupted(&self, done: &Range<u64>, later: &[Piece<Tally>]) -> Failure {
        let beyond: Vec<_> = later.iter().map(|piece| piece.deals.clone()).collect();
        let beyond = match beyond.as_slice() {
            [] => String::new(),
            beyond => format!(", and beyond a gap {}", listed(beyond)),
        };
        let finished = match done {
            done if done.is_empty() => "none".to_owned(),
            done => Deals(done.clone()).to_string(),
        };
        Failure::Interrupted(format!(
            "interrupted: deals {finished} of {}{beyond} were finished and are kept in {}; go on with\n  {}",
            Deals(self.own.clone()),
            self.shelf.path().display(),
            self.again
        ))
    }

    /// Ends a run of one part, which leaves a shard and nothing else.
    pub fn of_part(
        &self,
        part: Part,
        piece: &Piece<Tally>,
        later: &[Piece<Tally>],
        timing: &Timing,
    ) -> Result<(), Failure> {
        if piece.deals != *self.own {
            self.keep_all(piece, later)?;
            return Err(self.interrupted(&piece.deals, later));
        }
        self.keep(piece)?;
        let shard = self.shelf.path().join(name(&piece.deals));
        timing::keep(&shard, timing).map_err(|e| self.failed(&e))?;
        say!(
            "shard {part}, deals {}: {}, in {}",
            Deals(piece.deals.clone()),
            counted(piece.collected.n_games(), "game"),
            shard.display()
        );
        Ok(())
    }

    /// How results are written: a run short enough to have no shards is played again if the power fails.
    pub fn care(&self) -> Care {
        if self.shelf.is_used() {
            Care::Durable
        } else {
            Care::Quick
        }
    }

    /// Ends a run: writes its results, prints them, and removes its shards, which are not needed any more.
    pub fn of_whole(
        &self,
        dir: &RunDir,
        outcome: &RunResult,
        later: &[Piece<Tally>],
        timing: &Timing,
        format: Format,
    ) -> Result<(), Failure> {
        let piece = &outcome.piece;
        let is_complete = piece.deals == *self.own;
        if !is_complete {
            self.keep_all(piece, later)?;
            if piece.deals.is_empty() {
                return Err(self.interrupted(&piece.deals, later));
            }
        } else if self.shelf.is_used() {
            self.keep(piece)?;
        }
        if let Err(e) = write(outcome, dir, Some(timing), self.care()) {
            if !self.shelf.is_used() {
                // The results do not fit; a shard is smaller. If that fails too, there is nothing more to say.
                let _ = self.shelf.keep(piece);
            }
            return Err(self.failed(&e));
        }
        let cleared = match is_complete {
            true => self.shelf.clear().map_err(shard_failure),
            false => Ok(()),
        };
        let shown = show(outcome, format);
        let tally = &piece.collected;
        let before = match self.shelf.n_deals_there() {
            0 => String::new(),
            _ => format!("{} of them now, ", grouped(timing.games)),
        };
        say!(
            "{} ({}), {before}{:.1} s, {} games/s on {}",
            counted(tally.n_games(), "game"),
            counted(tally.n_rounds(), "round"),
            timing.took.as_secs_f64(),
            grouped(timing.games_per_second() as u64),
            counted(timing.threads as u64, "thread"),
        );
        say_files(dir.path());
        if !is_complete {
            say_failure(shown);
            return Err(self.interrupted(&piece.deals, later));
        }
        cleared.and(shown)
    }
}

/// A directory that may not be used, or files that cannot be written.
pub fn dir_failure(e: RunDirError) -> Failure {
    StudyError::from(e).into()
}

/// A shard that is refused, or cannot be read or written.
pub fn shard_failure(e: CheckpointError) -> Failure {
    StudyError::from(e).into()
}
