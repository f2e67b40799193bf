//! The records of a match or a tournament: every game or every decision as tables, block by block, or as a file, of a run that is over or
//! while it is played.

use super::run_request::Setup;
use crate::matches::record_tables;
use crate::matches::recorded::Recorded;
use crate::matches::records::{Block, Detail, Recorder, Records};
use crate::matches::summary::Names;
use crate::outputs::is_own;
use crate::study::atomic;
use crate::study::manifest;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::table::typed::Table;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Control, Done, RunError, Workers};
use powergrab_arena::tally::Tally;
use powergrab_arena::worker::MakeWorker;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tempfile::NamedTempFile;

/// What is recorded of a run that was looked up. It can be read any number of times: each time the games are played again.
#[derive(Clone)]
pub struct RecordsSource {
    run: Arc<dyn ReadRun>,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
}

/// What is played, and the names that go with its numbers.
struct Run<G: ArenaGame> {
    experiment: Arc<Experiment<G>>,
    names: Names,
}

/// A run of whatever game, to be read.
trait ReadRun: Send + Sync {
    fn read(self: Arc<Self>, source: &RecordsSource) -> Box<dyn ReadBlocks>;
}

impl<G: Recorded> ReadRun for Run<G> {
    fn read(self: Arc<Self>, source: &RecordsSource) -> Box<dyn ReadBlocks> {
        let (experiment, deals) = (Arc::clone(&self.experiment), source.deals.clone());
        Box::new(Reading {
            records: Records::new(experiment, deals, source.detail, source.workers),
            run: self,
            detail: source.detail,
        })
    }
}

fn io(path: &Path, e: &std::io::Error) -> StudyError {
    StudyError::Io(format!("{}: {e}", path.display()))
}

impl RecordsSource {
    /// The records of a run.
    pub(super) fn new<G: Recorded>(
        setup: Setup<G>,
        detail: Detail,
        workers: Workers,
    ) -> RecordsSource {
        RecordsSource {
            run: Arc::new(Run {
                experiment: Arc::new(setup.experiment),
                names: setup.names,
            }),
            deals: setup.info.deals.0,
            detail,
            workers,
        }
    }

    /// Reads them from the first.
    pub fn read(&self) -> RecordsReader {
        RecordsReader(Arc::clone(&self.run).read(self))
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
        let mut reader = self.read();
        let mut file = RecordsFile::new(path, &reader.blank(), force)?;
        let deals = self.deals.end - self.deals.start;
        options.reporter.begin(Some("records"), deals, 0);
        loop {
            let table = options.controlled(|control| reader.next(control))?;
            if options.cancel.load(Ordering::Relaxed) {
                return Err(StudyError::Cancelled);
            }
            match table {
                Some(table) => file.add(&table).map_err(|e| io(path, &e))?,
                None => return file.end(),
            }
        }
    }
}

/// A run whose records are written while it is played: [`RecordsSource::write`] for a run that nothing is there of yet, at half the cost.
pub struct Recording<'a> {
    path: &'a Path,
    detail: Detail,
    force: bool,
}

impl<'a> Recording<'a> {
    /// Of this detail, to this file; `force` overwrites one.
    pub fn new(path: &'a Path, detail: Detail, force: bool) -> Recording<'a> {
        Recording {
            path,
            detail,
            force,
        }
    }

    /// Calls `play` with the workers of the run. Also gives the file, which [`RecordsFile::end`] puts in its place; `None` if the run was
    /// interrupted.
    ///
    /// # Errors
    /// What `play` gives. The file cannot be written: [`RunError::Store`], and the run stops.
    pub fn play<G: Recorded>(
        &self,
        experiment: &Experiment<G>,
        names: &Names,
        deals: &Range<u64>,
        play: impl FnOnce(&dyn MakeWorker<G>) -> Result<Done<Tally>, RunError>,
    ) -> Result<(Done<Tally>, Option<RecordsFile<'a>>), RunError> {
        let table = |block: &Block<G::TableState>| table_of(experiment, names, block, self.detail);
        let failed = |e: StudyError| RunError::Store(e.into());
        let file = RecordsFile::new(self.path, &table(&Block::default()), self.force);
        let mut file = file.map_err(failed)?;
        let mut write = |block: &Block<G::TableState>| {
            let added = file.add(&table(block));
            added.map_err(|e| io(self.path, &e).into())
        };
        let recorder = Recorder::new(experiment, self.detail, deals.start, &mut write);
        let done = play(&recorder)?;
        if done.deals != *deals {
            return Ok((done, None));
        }
        recorder.end().map_err(RunError::Store)?;
        Ok((done, Some(file)))
    }
}

/// A file of records that is being written. It appears whole or not at all.
pub struct RecordsFile<'a> {
    path: &'a Path,
    force: bool,
    file: NamedTempFile,
    format: Format,
    n_rows: u64,
}

enum Format {
    Csv(BufWriter<File>),
    #[cfg(feature = "parquet")]
    Parquet(crate::table::arrow::ParquetFile<BufWriter<File>>),
}

impl<'a> RecordsFile<'a> {
    /// Begins it, with the columns of this table.
    fn new(path: &'a Path, blank: &Table, force: bool) -> Result<RecordsFile<'a>, StudyError> {
        let failed = |e: std::io::Error| io(path, &e);
        let kind = FileKind::of(path)?;
        let file = atomic::temporary(directory(path), None).map_err(failed)?;
        let mut to = BufWriter::new(file.as_file().try_clone().map_err(failed)?);
        let format = match kind {
            FileKind::Csv => {
                blank.write_csv(true, &mut to).map_err(failed)?;
                Format::Csv(to)
            }
            #[cfg(feature = "parquet")]
            FileKind::Parquet => {
                let file = crate::table::arrow::ParquetFile::new(to, blank);
                Format::Parquet(file.map_err(failed)?)
            }
        };
        Ok(RecordsFile {
            path,
            force,
            file,
            format,
            n_rows: 0,
        })
    }

    fn add(&mut self, table: &Table) -> std::io::Result<()> {
        self.n_rows += table.n_rows as u64;
        match &mut self.format {
            Format::Csv(to) => table.write_csv(false, to),
            #[cfg(feature = "parquet")]
            Format::Parquet(file) => file.add(table),
        }
    }

    /// Puts it where it belongs; gives the number of rows.
    ///
    /// # Errors
    /// It cannot be written, or another file is there since.
    pub fn end(self) -> Result<u64, StudyError> {
        let failed = |e: std::io::Error| io(self.path, &e);
        match self.format {
            Format::Csv(mut to) => to.flush(),
            #[cfg(feature = "parquet")]
            Format::Parquet(file) => file.end(),
        }
        .map_err(failed)?;
        match self.force {
            true => self.file.persist(self.path),
            false => self.file.persist_noclobber(self.path),
        }
        .map_err(|e| failed(e.error))?;
        Ok(self.n_rows)
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
struct Reading<G: Recorded> {
    records: Records<G>,
    run: Arc<Run<G>>,
    detail: Detail,
}

/// Records of whatever game that are being read.
trait ReadBlocks: Send {
    fn blank(&self) -> Table;
    fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, RunError>;
}

/// Records that are being read, block by block.
pub struct RecordsReader(Box<dyn ReadBlocks>);

fn table_of<G: Recorded>(
    experiment: &Experiment<G>,
    names: &Names,
    block: &Block<G::TableState>,
    detail: Detail,
) -> Table {
    match detail {
        Detail::Decisions => record_tables::decisions(experiment, names, block),
        Detail::Games => record_tables::games(experiment, names, block),
    }
}

impl<G: Recorded> Reading<G> {
    fn table(&self, block: &Block<G::TableState>) -> Table {
        table_of(&self.run.experiment, &self.run.names, block, self.detail)
    }
}

impl<G: Recorded> ReadBlocks for Reading<G> {
    fn blank(&self) -> Table {
        self.table(&Block::default())
    }

    fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, RunError> {
        let block = self.records.next_block(control)?;
        Ok(block.map(|block| self.table(&block)))
    }
}

impl RecordsReader {
    /// A table without rows: its columns are those of every block.
    pub fn blank(&self) -> Table {
        self.0.blank()
    }

    /// The next rows; `None` after the last, and if it was cancelled.
    ///
    /// # Errors
    /// No threads to be had.
    pub fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, StudyError> {
        self.0
            .next(control)
            .map_err(|e| StudyError::Io(e.to_string()))
    }
}
