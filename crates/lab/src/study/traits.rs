//! Interface of a study: configured, with an identity, cut into pieces, and turned into files.

use super::checkpoint::About;
use super::checkpoint_file::CheckpointFile;
use super::manifest::Timing;
use super::pieces::Pieces;
use super::shown::Shown;
use super::study_error::StudyError;
use crate::matches::failures::BotFailures;
use powergrab_arena::experiment::Deals;
use powergrab_arena::piece::Piece;
use powergrab_table::named_file::NamedFile;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// The results of a study.
#[derive(Default)]
pub struct Results {
    /// Files by name. The manifest is added last, after all others.
    pub files: Vec<NamedFile>,
    /// The manifest's part about them.
    pub result: Value,
    /// Text printed when they are written.
    pub told: String,
    /// Problems that did not end the study, one line each.
    pub warnings: Vec<String>,
    /// Lines printed last, on standard error.
    pub notes: Vec<String>,
    /// Bots that failed in its games.
    pub failures: Vec<BotFailures>,
}

/// Way of splitting a study.
pub enum Partition {
    /// Into pieces with these labels, independent of each other.
    Independent(Vec<String>),
    /// By deals, each of which is played once.
    Deals(Range<u64>),
    /// Only in rounds, because later pieces follow from earlier ones: a sentence that says so.
    Sequential(String),
    /// Not at all: a sentence that says why.
    Whole(String),
}

impl Partition {
    /// Returns the labels of independent pieces.
    pub fn labels(&self) -> &[String] {
        match self {
            Partition::Independent(labels) => labels,
            Partition::Deals(_) | Partition::Sequential(_) | Partition::Whole(_) => &[],
        }
    }
}

/// Request of a study, as recorded in its checkpoints.
pub struct StudyCommand<'a> {
    /// Command line, without options that change no result.
    pub command: String,
    /// Kind of the study, for [`merge`](crate::merge::merge).
    pub kind: &'static str,
    /// Request from which `merge` sets it up again.
    pub request: Value,
    /// Configuration that `merge` needs, if any.
    pub config: Option<&'a Path>,
    /// Noun for a piece.
    pub noun: &'static str,
}

impl About {
    /// Returns the description of a study for its checkpoints.
    pub fn study(identity: Value, asked: &StudyCommand<'_>, partition: &Partition) -> About {
        let whole = match partition {
            Partition::Independent(labels) => 0..labels.len() as u64,
            Partition::Deals(deals) => deals.clone(),
            Partition::Sequential(_) | Partition::Whole(_) => 0..0,
        };
        let sequential = match partition {
            Partition::Sequential(why) | Partition::Whole(why) => Some(why),
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

    /// Returns the noun for a piece of the study.
    pub(crate) fn noun(&self) -> &str {
        self.notes["noun"].as_str().unwrap_or("piece")
    }

    /// Returns the command that plays the study.
    pub fn command(&self) -> &str {
        self.notes["command"].as_str().unwrap_or_default()
    }
}

/// Resources of a running study.
pub struct StudyContext<'a, 'p> {
    /// Files shown before its end; `None` if it is played in memory.
    pub shown: Option<&'a Shown<'a>>,
    /// Finished pieces.
    pub pieces: &'a mut Pieces<'p>,
    /// File that keeps the finished pieces; `None` if it is played in memory.
    pub checkpoint: Option<&'a CheckpointFile>,
    /// Time taken by the merged parts.
    pub timing: Option<Timing>,
}

impl<'a, 'p> StudyContext<'a, 'p> {
    /// Returns the resources of a study that is played in memory, or merged.
    pub fn in_memory(pieces: &'a mut Pieces<'p>, timing: Option<Timing>) -> StudyContext<'a, 'p> {
        StudyContext {
            shown: None,
            pieces,
            checkpoint: None,
            timing,
        }
    }
}

/// A study that is configured, looked up and checked, but not played yet.
pub trait Study {
    /// Returns the description of the study.
    fn about(&self) -> &About;

    /// Returns the way it is split.
    fn partition(&self) -> Partition;

    /// Returns the manifest of this study with this result, without its files yet.
    fn manifest(&self, result: Value) -> Value {
        serde_json::json!({
            "command": self.about().notes["command"],
            "run": self.about().identity,
            "result": result,
        })
    }

    /// Returns the manifest's result until the study is complete.
    fn unfinished(&self) -> Value {
        serde_json::json!({ "complete": false })
    }

    /// Announces the number of pieces to play.
    fn begin(&self, _n_pieces: usize) {}

    /// Plays one of the independent pieces, by its index in the partition; returns its payload. A
    /// study without such pieces keeps the default.
    ///
    /// # Errors
    /// Those of the games and of the piece's encoding.
    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        Err(StudyError::Input(format!("there is no piece {number}")))
    }

    /// Plays a range of the deals into pieces whose labels are their deals. They are in the context
    /// even if it fails.
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

    /// Returns the duration of [`play_deals`](Study::play_deals).
    fn timing(&self) -> Option<Timing> {
        None
    }

    /// Returns the files that show the finished pieces, if they are informative before the study is
    /// complete.
    ///
    /// # Errors
    /// Fails if a piece belongs to another study.
    fn show(&self, _: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        Ok(Vec::new())
    }

    /// Returns the results of the pieces so far, if the study has some before its end.
    ///
    /// # Errors
    /// Fails if a piece belongs to another study.
    fn so_far(&self, _: &[Piece]) -> Result<Option<Results>, StudyError> {
        Ok(None)
    }

    /// Describes the finished pieces, for the message of an interrupted study.
    fn finished(&self, pieces: &[Piece]) -> String {
        let about = self.about();
        let n = pieces.len();
        let of = match about.whole.end {
            0 => String::new(),
            whole => format!(" of {whole}"),
        };
        format!("{n}{of} {}s", about.noun())
    }

    /// Returns the results of all pieces; plays those that the partition does not name.
    ///
    /// # Errors
    /// Those of the study's games and pieces.
    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError>;
}
