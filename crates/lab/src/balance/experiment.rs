//! What an experiment of `balance` is: all that anybody asks of one. `EXPERIMENTS` lists those that there are.

use super::seating_pool::SeatedLineUp;
use crate::study::named_file::NamedFile;
use crate::study::pieces::{Piece, PiecesError, encode};
use crate::table::page::{Section, Tables};
use crate::table::typed::Table;
use powergrab_arena::parallel_deals::Merge;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_bots::strategy::line_up::read_all;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Unit;
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::Rules;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;
use std::ops::Range;

/// An entry of the register: what is known of an experiment before anybody asks for it.
pub struct Entry {
    /// The name of its table in the configuration, with which the labels of its pieces begin.
    pub name: &'static str,
    /// Reads that table. Keys that it does not ask for are refused.
    pub read: fn(&Reader<'_>) -> Result<Box<dyn Experiment>, ConfigError>,
    /// The tables that it writes, without rows.
    pub blanks: fn() -> Vec<Table>,
    /// What the HTML page shows of these files.
    pub sections: &'static [Section],
    /// What the page's summary says of them, in sentences.
    pub sentences: fn(&Tables<'_>) -> Vec<String>,
}

/// An experiment as it was asked for.
pub trait Experiment: fmt::Debug + Send + Sync {
    /// Its deals and tables.
    fn part(&self) -> &Part;

    /// All that decides its results, as names and values.
    fn identity(&self) -> Value {
        json!({ "deals": self.part().deals, "line_ups": self.part().line_ups })
    }

    /// What the games on the page of a report are.
    fn unit(&self) -> Unit {
        Unit::Round
    }

    /// Refuses to measure what cannot be measured.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    fn check(&self, _rules: &[Rules], _tables: &[SeatedLineUp]) -> Result<(), String> {
        Ok(())
    }

    /// The pieces that it is cut into, which do not depend on each other.
    fn cut(&self, setting: &Setting<'_>) -> Vec<Job> {
        Job::blocks(0..setting.deals)
    }

    /// About how long a deal of it takes: a round for each rotation of its tables.
    fn cost(&self, tables: &[SeatedLineUp]) -> u64 {
        tables.iter().map(|table| table.bots.len() as u64).sum()
    }

    /// Plays a piece: its payload; `None` if it was cancelled.
    ///
    /// # Errors
    /// [`PlayError`]
    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload;

    /// The outcome of all its pieces.
    ///
    /// # Errors
    /// A piece is another's.
    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError>;
}

/// The payload of a piece; `None` if it was cancelled.
pub type Payload = Result<Option<Vec<u8>>, PlayError>;

/// All pieces of an experiment, in their order.
pub type Played<'a> = [(&'a Job, &'a Piece)];

/// What every experiment is asked for with.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Deals; of `[ledger]` samples, of two deals each.
    pub deals: u64,
    /// Tables of its own.
    pub line_ups: Option<Vec<Vec<String>>>,
}

/// Where an experiment is played.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The rules of all tables of the run.
    pub rules: &'a [Rules],
    /// Its tables.
    pub tables: &'a [SeatedLineUp],
    /// Where deals come from.
    pub seeds: Seeds,
    /// How many deals, scaled.
    pub deals: u64,
    /// Threads.
    pub workers: Workers,
}

/// One piece of an experiment.
#[derive(Clone, Debug)]
pub struct Job {
    /// Which one; no two pieces of an experiment have the same.
    pub label: String,
    /// The deals that it plays.
    pub deals: Range<u64>,
}

/// Deals that do not depend on each other are cut into at most this many pieces, of at least this many deals.
const BLOCKS: u64 = 20;
const LEAST_DEALS: u64 = 128;

impl Job {
    /// The blocks that deals are cut into.
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

/// A piece that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The arena stopped.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What came of it cannot be written.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
}

/// What was found in a piece, as it is kept.
pub(crate) fn payload<T: Serialize>(found: Result<Option<T>, RunError>) -> Payload {
    let payload = found?.map(|found| encode(&found)).transpose();
    Ok(payload?)
}

/// The sum of what was found in pieces; `None` if there is no piece.
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

/// The files of these tables, but for those without rows.
pub(crate) fn files(tables: impl IntoIterator<Item = Table>) -> Vec<NamedFile> {
    let tables = tables.into_iter().filter(|table| table.n_rows > 0);
    tables.map(NamedFile::from).collect()
}

/// What an experiment came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Its files: those of its tables that have rows.
    pub files: Vec<NamedFile>,
    /// What is printed.
    pub told: Vec<PrintedPart>,
    /// What was asked for and could not be measured.
    pub warnings: Vec<String>,
    /// Rounds that were played on in another way.
    pub continuations: u64,
}

/// A part of what is printed.
#[derive(Debug)]
pub enum PrintedPart {
    /// A paragraph.
    Text(String),
    /// A table below its heading; nothing if it has no rows.
    Table(Table),
}

/// The most deals of one experiment.
pub(crate) const MAX_DEALS: i64 = 1 << 40;

/// The key `deals`.
pub(crate) fn deals(r: &Reader<'_>) -> Result<u64, ConfigError> {
    let deals = r.integer("deals", 2..=MAX_DEALS)?;
    deals
        .map(i64::unsigned_abs)
        .ok_or_else(|| r.error("deals", "is missing: how many deals this experiment plays"))
}

/// The key `unit`: what is played as one game.
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
