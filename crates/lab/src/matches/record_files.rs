//! Records of a match or a tournament: every game or every decision, block by block or as a file,
//! of a finished run or while it is played.

use super::run_request::Setup;
use crate::outputs::is_own;
use crate::study::atomic;
use crate::study::manifest;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::Experiment;
use powergrab_arena::run::{Control, Done, RunError, Workers};
use powergrab_arena::tally::Tally;
use powergrab_arena::worker::MakeWorker;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::names::Names;
use powergrab_experiments::records::recorded::Recorded;
use powergrab_experiments::records::{Block, Detail, Recorder, Records};
use powergrab_table::typed::Table;
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tempfile::NamedTempFile;

/// The records of a run that was looked up. They can be read any number of times; each time the
/// games are played again.
#[derive(Clone)]
pub struct RecordsSource {
    run: Arc<dyn ReadRun>,
    deals: Range<u64>,
    detail: Detail,
    workers: Workers,
}

/// The experiment, and the names that go with its numbers.
struct Run<G: ArenaGame> {
    experiment: Arc<Experiment<G>>,
    names: Names,
}

/// A run of any game that can be read.
trait ReadRun: Send + Sync {
    fn read(self: Arc<Self>, source: &RecordsSource) -> Box<dyn ReadBlocks>;
}

impl<G: ExperimentGame + Recorded> ReadRun for Run<G> {
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
    /// Returns the records of a run.
    pub(super) fn new<G: ExperimentGame + Recorded>(
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

    /// Starts reading from the first record.
    pub fn read(&self) -> RecordsReader {
        RecordsReader(Arc::clone(&self.run).read(self))
    }

    /// Writes the records to a file, `.csv` or, in a build with the feature `parquet`, `.parquet`.
    /// The file appears whole or not at all. Returns the number of rows.
    ///
    /// # Errors
    /// [`StudyError::Input`] for another extension, or an existing file without `force`;
    /// [`StudyError::Cancelled`]; or the file cannot be written.
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

/// Records written during a run that has not started yet. Does the same as [`RecordsSource::write`]
/// at half the cost.
pub struct Recording {
    path: PathBuf,
    detail: Detail,
    force: bool,
    /// The complete file, before it is put in its place.
    file: RefCell<Option<RecordsFile>>,
}

impl Recording {
    /// Records of this detail in this file; `force` overwrites an existing one.
    pub fn new(path: &Path, detail: Detail, force: bool) -> Recording {
        Recording {
            path: path.to_owned(),
            detail,
            force,
            file: RefCell::default(),
        }
    }

    /// Calls `play` with the workers of the run, and keeps the file for [`end`](Recording::end)
    /// unless the run is interrupted.
    ///
    /// # Errors
    /// Those of `play`. If the file cannot be written, the run stops with [`RunError::Store`].
    pub fn play<G: ExperimentGame + Recorded>(
        &self,
        experiment: &Experiment<G>,
        names: &Names,
        deals: &Range<u64>,
        play: impl FnOnce(&dyn MakeWorker<G>) -> Result<Done<Tally>, RunError>,
    ) -> Result<Done<Tally>, RunError> {
        let (path, detail) = (&self.path, self.detail);
        let table =
            |block: &Block<G::TableState>| G::record_table(experiment, names, block, detail);
        let failed = |e: StudyError| RunError::Store(e.into());
        let file = RecordsFile::new(path, &table(&Block::default()), self.force);
        let mut file = file.map_err(failed)?;
        let mut write = |block: &Block<G::TableState>| {
            let added = file.add(&table(block));
            added.map_err(|e| io(path, &e).into())
        };
        let recorder = Recorder::new(experiment, detail, deals.start, &mut write);
        let done = play(G::recording(&recorder))?;
        if done.deals == *deals {
            recorder.end().map_err(RunError::Store)?;
            *self.file.borrow_mut() = Some(file);
        }
        Ok(done)
    }

    /// Puts the file in its place; returns the number of rows, or `None` if the records were not
    /// written during the run.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if another one has appeared there.
    pub fn end(&self) -> Result<Option<u64>, StudyError> {
        self.file.take().map(RecordsFile::end).transpose()
    }
}

/// A file of records that is being written. It appears whole or not at all.
struct RecordsFile {
    path: PathBuf,
    force: bool,
    file: NamedTempFile,
    format: Format,
    n_rows: u64,
}

enum Format {
    Csv(BufWriter<File>),
    #[cfg(feature = "parquet")]
    Parquet(Box<powergrab_table::arrow::ParquetFile<BufWriter<File>>>),
}

impl RecordsFile {
    /// Starts the file, with the columns of this table.
    fn new(path: &Path, blank: &Table, force: bool) -> Result<RecordsFile, StudyError> {
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
                let file = powergrab_table::arrow::ParquetFile::new(to, blank);
                Format::Parquet(Box::new(file.map_err(failed)?))
            }
        };
        Ok(RecordsFile {
            path: path.to_owned(),
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

    /// Puts the file in its place; returns the number of rows.
    ///
    /// # Errors
    /// Fails if it cannot be written, or if another file has appeared there.
    fn end(self) -> Result<u64, StudyError> {
        let failed = |e: std::io::Error| io(&self.path, &e);
        match self.format {
            Format::Csv(mut to) => to.flush(),
            #[cfg(feature = "parquet")]
            Format::Parquet(file) => file.end(),
        }
        .map_err(failed)?;
        match self.force {
            true => self.file.persist(&self.path),
            false => self.file.persist_noclobber(&self.path),
        }
        .map_err(|e| failed(e.error))?;
        Ok(self.n_rows)
    }
}

/// Returns the directory of a file.
fn directory(path: &Path) -> &Path {
    let parent = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Checks, before anything is played, that the records of the run in the directory `out` can be
/// written to this file.
///
/// # Errors
/// - [`StudyError::Input`] for another extension, an existing file without `force`, or a run's own
///   file.
/// - [`StudyError::Io`] if its directory does not exist.
pub fn check_records(path: &Path, out: Option<&Path>, force: bool) -> Result<(), StudyError> {
    FileKind::of(path)?;
    let wrong = |problem: &str| Err(StudyError::Input(format!("{}: {problem}", path.display())));
    let dir = directory(path);
    // The run creates its own directory.
    let is_runs = out == Some(dir) || dir.join(manifest::FILE).exists();
    if !dir.is_dir() && !is_runs {
        return Err(StudyError::Io(format!(
            "{}: does not exist; the file of records needs an existing directory",
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
            wrong("already exists and is not a regular file; choose another")
        }
        Ok(_) if !force => {
            wrong("already exists; choose another file, or use --force to overwrite it")
        }
        _ => Ok(()),
    }
}

/// Format of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Text.
    Csv,
    /// Columns.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FileKind {
    /// Returns the format by the file's extension.
    ///
    /// # Errors
    /// [`StudyError::Input`] for another extension, or one that this build cannot write.
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
struct Reading<G: ExperimentGame + Recorded> {
    records: Records<G>,
    run: Arc<Run<G>>,
    detail: Detail,
}

/// Records of any game that are being read.
trait ReadBlocks: Send {
    fn blank(&self) -> Table;
    fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, RunError>;
}

/// Records that are being read, block by block.
pub struct RecordsReader(Box<dyn ReadBlocks>);

impl<G: ExperimentGame + Recorded> Reading<G> {
    fn table(&self, block: &Block<G::TableState>) -> Table {
        G::record_table(&self.run.experiment, &self.run.names, block, self.detail)
    }
}

impl<G: ExperimentGame + Recorded> ReadBlocks for Reading<G> {
    fn blank(&self) -> Table {
        self.table(&Block::default())
    }

    fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, RunError> {
        let block = G::next_block(&mut self.records, control)?;
        Ok(block.map(|block| self.table(&block)))
    }
}

impl RecordsReader {
    /// Returns a table without rows, with the columns of every block.
    pub fn blank(&self) -> Table {
        self.0.blank()
    }

    /// Returns the next rows; `None` after the last, and if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn next(&mut self, control: Control<'_>) -> Result<Option<Table>, StudyError> {
        self.0
            .next(control)
            .map_err(|e| StudyError::Io(e.to_string()))
    }
}
