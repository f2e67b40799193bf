//! The records of a match or a tournament: every game or every decision as tables, block by block, or as a file.

use super::{AnySetup, Setup, StudyOptions};
use crate::ArenaGame;
use crate::arena::experiment::Experiment;
use crate::arena::run::{Control, RunError, Workers};
use crate::grid::Grid;
use crate::lab::records::{Block, Detail, Recorded, Records};
use crate::report::manifest;
use crate::report::records::{self, Staged};
use crate::report::tables::Table;
use crate::session::atomic;
use crate::session::rundir::is_own;
use crate::session::study::StudyError;
use crate::shedding::Shedding;
use crate::stats::summary::Names;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What is recorded of a run that was looked up. It can be read any number of times: each time the games are played again.
#[derive(Clone)]
pub struct RecordsSource {
    run: AnyRun,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
}

/// What is played, and the names that go with its numbers.
type Run<G> = Arc<(Arc<Experiment<G>>, Names)>;

/// A run of either game.
#[derive(Clone)]
enum AnyRun {
    Shedding(Run<Shedding>),
    Grid(Run<Grid>),
}

fn own<G: ArenaGame>(setup: Setup<G>) -> (Run<G>, Range<u64>) {
    let deals = setup.info.deals.0;
    (Arc::new((Arc::new(setup.experiment), setup.names)), deals)
}

fn io(path: &Path, e: &std::io::Error) -> StudyError {
    StudyError::Io(format!("{}: {e}", path.display()))
}

impl RecordsSource {
    /// The records of a run.
    #[must_use]
    pub fn new(setup: AnySetup, detail: Detail, workers: Workers) -> RecordsSource {
        let (run, deals) = match setup {
            AnySetup::Shedding(setup) => {
                let (run, deals) = own(setup);
                (AnyRun::Shedding(run), deals)
            }
            AnySetup::Grid(setup) => {
                let (run, deals) = own(setup);
                (AnyRun::Grid(run), deals)
            }
        };
        RecordsSource {
            run,
            deals,
            detail,
            workers,
        }
    }

    /// Reads them from the first.
    #[must_use]
    pub fn read(&self) -> RecordsReader {
        fn start<G: Recorded>(run: &Run<G>, source: &RecordsSource) -> Reading<G> {
            let experiment = Arc::clone(&run.0);
            let deals = source.deals.clone();
            Reading {
                records: Records::new(experiment, deals, source.detail, source.workers),
                run: Arc::clone(run),
            }
        }
        let reading = match &self.run {
            AnyRun::Shedding(run) => AnyReading::Shedding(start(run, self)),
            AnyRun::Grid(run) => AnyReading::Grid(start(run, self)),
        };
        RecordsReader {
            reading,
            detail: self.detail,
        }
    }

    /// Writes them to a file, `.csv` or, in a build with the feature `parquet`, `.parquet`. It appears whole or not at all. Gives the
    /// number of rows.
    ///
    /// # Errors
    /// [`StudyError::Input`] for another ending, or a file that is there already if `force` is not given;
    /// [`StudyError::Cancelled`], or the file cannot be written.
    pub fn write(
        &self,
        path: &Path,
        force: bool,
        options: &StudyOptions<'_>,
    ) -> Result<u64, StudyError> {
        let kind = FileKind::of(path)?;
        let failed = |e: std::io::Error| io(path, &e);
        let file = atomic::temporary(directory(path), None).map_err(failed)?;
        let to = file.as_file().try_clone().map_err(failed)?;
        let rows = self.write_rows(kind, BufWriter::new(to), path, options)?;
        match force {
            true => file.persist(path),
            false => file.persist_noclobber(path),
        }
        .map_err(|e| failed(e.error))?;
        Ok(rows)
    }

    fn write_rows(
        &self,
        kind: FileKind,
        to: BufWriter<File>,
        path: &Path,
        options: &StudyOptions<'_>,
    ) -> Result<u64, StudyError> {
        let failed = |e: std::io::Error| io(path, &e);
        let mut reader = self.read();
        let deals = self.deals.end - self.deals.start;
        options.reporter.begin(Some("records"), deals, 0);
        let mut rows = 0;
        let mut next = |rows: &mut u64| -> Result<Option<Table>, StudyError> {
            let table = options.controlled(|control| reader.next(control))?;
            if options.cancel.load(Ordering::Relaxed) {
                return Err(StudyError::Cancelled);
            }
            *rows += table.as_ref().map_or(0, |table| table.n_rows as u64);
            Ok(table)
        };
        match kind {
            FileKind::Csv => {
                let mut to = to;
                let blank = self.read().blank();
                records::write_csv(&blank, true, &mut to).map_err(failed)?;
                while let Some(table) = next(&mut rows)? {
                    records::write_csv(&table, false, &mut to).map_err(failed)?;
                }
                to.flush().map_err(failed)?;
            }
            #[cfg(feature = "parquet")]
            FileKind::Parquet => {
                let blank = self.read().blank();
                let file = crate::report::arrow::ParquetFile::new(to, &blank);
                let mut file = file.map_err(failed)?;
                while let Some(table) = next(&mut rows)? {
                    file.add(&table).map_err(failed)?;
                }
                file.end().map_err(failed)?;
            }
        }
        Ok(rows)
    }
}

/// The directory of a file.
fn directory(path: &Path) -> &Path {
    let parent = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Makes sure, before anything is played, that the records of the run in the directory `out` can be written to this file.
///
/// # Errors
/// [`StudyError::Input`]: its ending is another; it is there already, and `force` is not given; it is a run's own file.
/// [`StudyError::Io`]: its directory is not there.
pub fn check_records(path: &Path, out: Option<&Path>, force: bool) -> Result<(), StudyError> {
    FileKind::of(path)?;
    let wrong = |problem: &str| Err(StudyError::Input(format!("{}: {problem}", path.display())));
    let dir = directory(path);
    // The run makes its own directory.
    let is_runs = out == Some(dir) || dir.join(manifest::FILE).exists();
    if !dir.is_dir() && !is_runs {
        return Err(StudyError::Io(format!(
            "{}: is not there; records are written to a file in a directory that is",
            dir.display()
        )));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_runs && is_own(&name) {
        return wrong(
            "is the name of a table of the run itself; name another file for its records",
        );
    }
    match std::fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => {
            wrong("is there already and is no regular file; name another")
        }
        Ok(_) if !force => wrong("is there already; name another file, or --force to overwrite it"),
        _ => Ok(()),
    }
}

/// What a file of records is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Text.
    Csv,
    /// Columns.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FileKind {
    /// By the ending of its name.
    ///
    /// # Errors
    /// [`StudyError::Input`] for another ending, or one that this build cannot write.
    pub fn of(path: &Path) -> Result<FileKind, StudyError> {
        let wrong = |problem: &str| StudyError::Input(format!("{}: {problem}", path.display()));
        match path.extension().and_then(|e| e.to_str()) {
            Some("csv") => Ok(FileKind::Csv),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(FileKind::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(wrong(
                "this build writes no Parquet: build it with `--features parquet`, or name a .csv file",
            )),
            _ => Err(wrong("records are written to a .csv or .parquet file")),
        }
    }
}

/// A run whose records are being read.
struct Reading<G: ArenaGame> {
    records: Records<G>,
    run: Run<G>,
}

enum AnyReading {
    Shedding(Reading<Shedding>),
    Grid(Reading<Grid>),
}

/// Records that are being read, block by block.
pub struct RecordsReader {
    reading: AnyReading,
    detail: Detail,
}

impl<G: Staged> Reading<G> {
    fn table(&self, block: &Block<G::Scene>, detail: Detail) -> Table {
        let (experiment, names) = &*self.run;
        match detail {
            Detail::Decisions => records::decisions(experiment, names, block),
            Detail::Games => records::games(experiment, names, block),
        }
    }

    fn next(&mut self, detail: Detail, control: Control<'_>) -> Result<Option<Table>, RunError> {
        let block = self.records.next_block(control)?;
        Ok(block.map(|block| self.table(&block, detail)))
    }
}

impl RecordsReader {
    /// A table without rows: its columns are those of every block.
    #[must_use]
    pub fn blank(&self) -> Table {
        match &self.reading {
            AnyReading::Shedding(reading) => reading.table(&Block::default(), self.detail),
            AnyReading::Grid(reading) => reading.table(&Block::default(), self.detail),
        }
    }

    /// The next rows; none after the last, and where it was cancelled.
    ///
    /// # Errors
    /// No threads to be had.
    pub fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, StudyError> {
        let table = match &mut self.reading {
            AnyReading::Shedding(reading) => reading.next(self.detail, control),
            AnyReading::Grid(reading) => reading.next(self.detail, control),
        };
        table.map_err(|e| StudyError::Io(e.to_string()))
    }
}
