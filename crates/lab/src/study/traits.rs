//! What a study is: configured, with an identity, cut into pieces, and made into files.

use super::checkpoint::About;
use super::checkpoint_file::CheckpointFile;
use super::manifest::Timing;
use super::named_file::NamedFile;
use super::pieces::{Piece, Pieces};
use super::shown::Shown;
use super::study_error::StudyError;
use crate::matches::failures::BotFailures;
use powergrab_arena::experiment::Deals;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// The results of a study.
#[derive(Default)]
pub struct Results {
    /// Its files, by name. The manifest is added last, when they are all there.
    pub files: Vec<NamedFile>,
    /// What the manifest says of them.
    pub result: Value,
    /// What is printed when they are written.
    pub told: String,
    /// What went wrong without ending it, a line each.
    pub warnings: Vec<String>,
    /// Lines that are printed last, on standard error.
    pub notes: Vec<String>,
    /// Bots that failed in its games.
    pub failures: Vec<BotFailures>,
}

/// How a study is split.
pub enum Partition {
    /// Into pieces with these labels, which do not depend on each other.
    Independent(Vec<String>),
    /// By deals, each of which is played once.
    Deals(Range<u64>),
    /// Not at all, because each piece follows from those before: a sentence that says so.
    Sequential(String),
}

impl Partition {
    /// The labels of independent pieces.
    pub fn labels(&self) -> &[String] {
        match self {
            Partition::Independent(labels) => labels,
            Partition::Deals(_) | Partition::Sequential(_) => &[],
        }
    }
}

/// How a study was asked for, as its checkpoints tell it.
pub struct StudyCommand<'a> {
    /// The command line, without what changes no result.
    pub command: String,
    /// Which kind of study it is, for [`merge`](crate::merge::merge).
    pub kind: &'static str,
    /// What `merge` needs to set it up again.
    pub request: Value,
    /// The configuration that `merge` needs, if there is one.
    pub config: Option<&'a Path>,
    /// What a piece is called.
    pub noun: &'static str,
}

impl About {
    /// What the checkpoints of a study tell of it.
    pub fn study(identity: Value, asked: &StudyCommand<'_>, partition: &Partition) -> About {
        let whole = match partition {
            Partition::Independent(labels) => 0..labels.len() as u64,
            Partition::Deals(deals) => deals.clone(),
            Partition::Sequential(_) => 0..0,
        };
        let sequential = match partition {
            Partition::Sequential(why) => Some(why),
            _ => None,
        };
        About {
            identity,
            whole,
            notes: serde_json::json!({
                "command": asked.command, "kind": asked.kind, "request": asked.request,
                "config": asked.config, "noun": asked.noun, "pieces": partition.labels(),
                "by_deals": matches!(partition, Partition::Deals(_)), "sequential": sequential,
            }),
        }
    }

    /// What a piece of the study is called.
    pub(crate) fn noun(&self) -> &str {
        self.notes["noun"].as_str().unwrap_or("piece")
    }

    /// The command that plays the study.
    pub fn command(&self) -> &str {
        self.notes["command"].as_str().unwrap_or_default()
    }
}

/// What a study works with while it is run.
pub struct StudyContext<'a, 'p> {
    /// Where it shows files before its end; `None` if it is played in memory.
    pub shown: Option<&'a Shown<'a>>,
    /// What is finished.
    pub pieces: &'a mut Pieces<'p>,
    /// The file that keeps what is finished; `None` if it is played in memory.
    pub checkpoint: Option<&'a CheckpointFile>,
    /// How long the parts took that are merged.
    pub timing: Option<Timing>,
}

/// What is configured, looked up and checked, and has not been played yet.
pub trait Study {
    /// Which study this is.
    fn about(&self) -> &About;

    /// How it is split.
    fn partition(&self) -> Partition;

    /// The manifest of this study with this result, as yet without its files.
    fn manifest(&self, result: Value) -> Value {
        serde_json::json!({
            "command": self.about().notes["command"],
            "run": self.about().identity,
            "result": result,
        })
    }

    /// The result that the manifest has until the study is complete.
    fn unfinished(&self) -> Value {
        serde_json::json!({ "complete": false })
    }

    /// Hears how many pieces there are to play.
    fn begin(&self, _n_pieces: usize) {}

    /// Plays one of the independent pieces, by its place in the partition; returns its payload. A study without such pieces keeps this.
    ///
    /// # Errors
    /// [`StudyError`]
    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        Err(StudyError::Input(format!("there is no piece {number}")))
    }

    /// Plays a range of the deals into pieces whose labels are their deals. They are in the context even if it fails.
    ///
    /// # Errors
    /// [`StudyError::Cancelled`] if some deals are missing.
    fn play_deals(
        &self,
        deals: Range<u64>,
        _: &mut StudyContext<'_, '_>,
    ) -> Result<(), StudyError> {
        Err(StudyError::Input(format!(
            "deals {}: this study is not split by deals",
            Deals(deals)
        )))
    }

    /// How long [`play_deals`](Study::play_deals) took.
    fn timing(&self) -> Option<Timing> {
        None
    }

    /// The files that show what is finished, if that is worth a look before the study is complete.
    ///
    /// # Errors
    /// A piece is another study's.
    fn show(&self, _: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        Ok(Vec::new())
    }

    /// The results of the pieces so far, if a study that was interrupted has some before its end.
    ///
    /// # Errors
    /// A piece is another study's.
    fn so_far(&self, _: &[Piece]) -> Result<Option<Results>, StudyError> {
        Ok(None)
    }

    /// What is finished, in words, for the message of an interrupted study.
    fn finished(&self, pieces: &[Piece]) -> String {
        let about = self.about();
        let n = pieces.len();
        let of = match about.whole.end {
            0 => String::new(),
            whole => format!(" of {whole}"),
        };
        format!("{n}{of} {}s", about.noun())
    }

    /// The results of all pieces; plays those that the partition does not name.
    ///
    /// # Errors
    /// [`StudyError`]
    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError>;
}
