//! The records of a run, streamed.

use crate::detach::{DetachedThread, detached, ended, is_closing, start};
use crate::lab::errors::{Class, input, study_error};
use crate::lab::table::Table;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use powergrab_arena::run::{Control, Workers};
use powergrab_experiments::records::Detail;
use powergrab_lab::matches::prepared_run::PreparedRun;
use powergrab_lab::matches::record_files::{RecordsReader, RecordsSource, check_records};
use powergrab_lab::study::options::{Silent, StudyOptions};
use powergrab_lab::study::study_error::StudyError;
use powergrab_table::arrow;
use powergrab_table::typed::Table as Data;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The records of a run. Each time they are read the games are played again.
#[pyclass(frozen, module = "powergrab._native")]
pub struct Records {
    source: RecordsSource,
    threads: Option<NonZero<usize>>,
}

/// Interval between checks for signals.
const HEARTBEAT: Duration = Duration::from_millis(20);

impl Records {
    /// Returns the records of a run that was looked up.
    pub fn new(
        run: Box<dyn PreparedRun>,
        detail: &str,
        threads: Option<NonZero<usize>>,
    ) -> PyResult<Records> {
        let known = Detail::from_text(detail).ok_or_else(|| {
            input(format!(
                "records={detail:?}: one of {}, or None",
                Detail::TEXTS.join(", ")
            ))
        })?;
        let workers = Workers {
            threads,
            chunk: NonZero::new(1),
        };
        let source = run.records(known, workers);
        Ok(Records { source, threads })
    }
}

/// Calls `work` without the interpreter's lock on a separate thread, while this one checks for
/// signals.
fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let cancel = start(py)?;
    let _away = DetachedThread::new();
    let (value, stopped) = thread::scope(|scope| {
        let worker = scope.spawn(|| work(&cancel));
        let mut stopped = None;
        while !worker.is_finished() {
            py.detach(|| thread::sleep(HEARTBEAT.min(Duration::from_millis(1))));
            if stopped.is_none() {
                stopped = py.check_signals().err();
                cancel.fetch_or(stopped.is_some(), Ordering::Relaxed);
            }
        }
        (worker.join(), stopped)
    });
    match (value, stopped) {
        (_, Some(stopped)) => Err(stopped),
        (Ok(_), None) if is_closing() => Err(ended(py)),
        (Ok(value), None) => Ok(value),
        (Err(_), None) => Err(study_error(StudyError::Io(
            "the reading of records ended early".to_owned(),
        ))),
    }
}

fn next(reader: &mut RecordsReader, cancel: &AtomicBool) -> Result<Option<Data>, StudyError> {
    reader.next(Control {
        cancel,
        progress: &|_| {},
    })
}

#[pymethods]
impl Records {
    /// Returns the tables, block by block.
    fn __iter__(&self) -> PyResult<RecordsIterator> {
        let reader = self.source.read();
        Ok(RecordsIterator {
            reader: Mutex::new(reader),
        })
    }

    /// Returns a table without rows: the columns and their meanings.
    fn blank(&self) -> PyResult<Table> {
        let reader = self.source.read();
        Ok(Table::new(reader.blank()))
    }

    /// Writes them to a `.csv` or `.parquet` file, which appears whole or not at all; returns the
    /// number of rows.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let (source, threads) = (&self.source, self.threads);
        // Like other libraries, overwrites an existing file, unless it is a table of a run.
        check_records(&path, None, true).map_err(study_error)?;
        interruptible(py, move |cancel| {
            source.write(
                &path,
                true,
                &StudyOptions {
                    threads,
                    cancel,
                    reporter: &Silent,
                },
            )
        })?
        .map_err(study_error)
    }

    /// Returns the rows as a capsule of the Arrow C stream interface: batches are produced on
    /// demand. A requested schema is only a hint, and is ignored.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let reader = self.source.read();
        let schema = Arc::new(arrow::schema(&reader.blank()));
        let stream = FFI_ArrowArrayStream::new(Box::new(Stream { reader, schema }));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Records being read.
#[pyclass(frozen, module = "powergrab._native")]
pub struct RecordsIterator {
    reader: Mutex<RecordsReader>,
}

#[pymethods]
impl RecordsIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let table = interruptible(py, |cancel| {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            next(&mut reader, cancel)
        })?;
        Ok(table.map_err(study_error)?.map(Table::new))
    }
}

/// Records as Arrow record batches.
struct Stream {
    reader: RecordsReader,
    schema: SchemaRef,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The reader may hold the interpreter's lock, which a bot in Python needs.
        let reader = &mut self.reader;
        let read = Python::try_attach(|py| {
            let cancel = start(py)?;
            detached(py, || next(reader, &cancel)).map_err(study_error)
        });
        match read.unwrap_or_else(|| Err(Class::Io.error("the interpreter has ended"))) {
            Ok(table) => table.map(|table| arrow::batch(&table)),
            Err(e) => Some(Err(ArrowError::ExternalError(e.to_string().into()))),
        }
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
