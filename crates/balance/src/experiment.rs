//! The interface of a `balance` experiment. `EXPERIMENTS` lists all of them.

use super::seating_pool::SeatedLineUp;
use powergrab_arena::parallel_deals::Merge;
use powergrab_arena::piece::{Piece, PiecesError, encode};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_bots::strategy::line_up::read_all;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::Rules;
use powergrab_table::named_file::NamedFile;
use powergrab_table::page::{Section, Tables};
use powergrab_table::typed::Table;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;
use std::ops::Range;

/// An entry of the register: the static description of an experiment.
pub struct Entry {
    /// Name of its table in the configuration, and prefix of its pieces' labels.
    pub name: &'static str,
    /// Reads that table. Keys that it does not ask for are refused; all but `deals` have defaults.
    pub read: fn(&Reader<'_>) -> Result<Box<dyn Experiment>, ConfigError>,
    /// Returns the tables that it writes, without rows.
    pub blanks: fn() -> Vec<Table>,
    /// Sections of the HTML page that show these files.
    pub sections: &'static [Section],
    /// Returns sentences about them for the page's summary.
    pub sentences: fn(&Tables<'_>) -> Vec<String>,
}

/// A requested experiment.
pub trait Experiment: fmt::Debug + Send + Sync {
    /// Returns the experiment's deals and tables.
    fn part(&self) -> &Part;

    /// Returns everything that decides its results, as names and values.
    fn identity(&self) -> Value {
        json!({ "deals": self.part().deals, "line_ups": self.part().line_ups })
    }

    /// Returns the unit of play, for the page of a report.
    fn unit(&self) -> Unit {
        Unit::Round
    }

    /// Refuses an experiment that these rules or tables do not allow.
    ///
    /// # Errors
    /// States the problem and a remedy.
    fn check(&self, _rules: &[Rules], _tables: &[SeatedLineUp]) -> Result<(), String> {
        Ok(())
    }

    /// Returns the independent pieces that it is cut into.
    fn cut(&self, setting: &Setting<'_>) -> Vec<Job> {
        Job::blocks(0..setting.deals)
    }

    /// Returns the approximate relative cost of a deal: a round for each rotation of its tables.
    fn cost(&self, tables: &[SeatedLineUp]) -> u64 {
        tables.iter().map(|table| table.bots.len() as u64).sum()
    }

    /// Plays a piece and returns its payload; `None` if cancelled.
    ///
    /// # Errors
    /// [`PlayError`] if the piece cannot be played or encoded.
    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload;

    /// Returns the outcome of all its pieces.
    ///
    /// # Errors
    /// Fails if a piece belongs to another experiment.
    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError>;
}

/// Payload of a piece; `None` if cancelled.
pub type Payload = Result<Option<Vec<u8>>, PlayError>;

/// All pieces of an experiment, in their order.
pub type Played<'a> = [(&'a Job, &'a Piece)];

/// Settings common to all experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Number of deals; for `[ledger]`, of samples of two deals each.
    pub deals: u64,
    /// The experiment's line-ups; `None` for the configuration's.
    pub line_ups: Option<Vec<Vec<String>>>,
}

/// Environment of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The rules of all tables of the run.
    pub rules: &'a [Rules],
    /// Its tables.
    pub tables: &'a [SeatedLineUp],
    /// Source of the deals.
    pub seeds: Seeds,
    /// Number of deals, scaled.
    pub deals: u64,
    /// Threads.
    pub workers: Workers,
}

/// One piece of an experiment.
#[derive(Clone, Debug)]
pub struct Job {
    /// Label, unique within the experiment.
    pub label: String,
    /// Deals that it plays.
    pub deals: Range<u64>,
}

/// Minimum number of deals per block, and maximum number of blocks, for independent deals.
const BLOCKS: u64 = 20;
const LEAST_DEALS: u64 = 128;

impl Job {
    /// Cuts deals into blocks.
    pub fn blocks(deals: Range<u64>) -> Vec<Job> {
        let n_deals = deals.end - deals.start;
        let n_blocks = (n_deals / LEAST_DEALS).clamp(1, BLOCKS);
        let cut = |block: u64| deals.start + n_deals * block / n_blocks;
        let block = |block: u64| Job {
            label: format!("{}..{}", cut(block), cut(block + 1)),
            deals: cut(block)..cut(block + 1),
        };
        (0..n_blocks).map(block).collect()
    }
}

/// Error of a piece that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The arena stopped.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Its results cannot be encoded.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
}

/// Encodes the results of a piece.
pub(crate) fn payload<T: Serialize>(found: Result<Option<T>, RunError>) -> Payload {
    let payload = found?.map(|found| encode(&found)).transpose();
    Ok(payload?)
}

/// Adds up the results of pieces; `None` without pieces.
pub(crate) fn sum<T: Merge + DeserializeOwned>(
    played: &Played<'_>,
) -> Result<Option<T>, PiecesError> {
    let mut total: Option<T> = None;
    for (_, piece) in played {
        let found: T = piece.decode()?;
        match &mut total {
            Some(total) => total.absorb(found),
            None => total = Some(found),
        }
    }
    Ok(total)
}

/// Returns the files of these tables, without empty ones.
pub fn files(tables: impl IntoIterator<Item = Table>) -> Vec<NamedFile> {
    let tables = tables.into_iter().filter(|table| table.n_rows > 0);
    tables.map(NamedFile::from).collect()
}

/// Results of an experiment.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Its files: those of its non-empty tables.
    pub files: Vec<NamedFile>,
    /// Printed text.
    pub told: Vec<PrintedPart>,
    /// Requested measurements that were impossible.
    pub warnings: Vec<String>,
    /// Number of rounds continued in a second way.
    pub continuations: u64,
}

/// A part of the printed text.
#[derive(Debug)]
pub enum PrintedPart {
    /// A paragraph.
    Text(String),
    /// A table below its heading; nothing if it is empty. Its cells are printed as they are, so a table
    /// for reading has rounded ones.
    Table(Table),
}

/// Maximum number of deals of one experiment.
pub const MAX_DEALS: i64 = 1 << 40;

/// Reads the key `deals`.
pub fn deals(r: &Reader<'_>) -> Result<u64, ConfigError> {
    let deals = r.integer("deals", 2..=MAX_DEALS)?;
    deals
        .map(i64::unsigned_abs)
        .ok_or_else(|| r.error("deals", "is missing: how many deals this experiment plays"))
}

/// Reads the key `unit`, the unit of play.
pub(crate) fn unit(r: &Reader<'_>) -> Result<Option<Unit>, ConfigError> {
    Ok(r.choice("unit", Unit::TEXTS)?.and_then(Unit::from_text))
}

impl Part {
    /// Reads `deals` and `line_ups`.
    pub(crate) fn read(r: &Reader<'_>) -> Result<Part, ConfigError> {
        Ok(Part {
            deals: deals(r)?,
            line_ups: read_all(r, "line_ups")?,
        })
    }
}
