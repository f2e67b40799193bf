//! Background work: it runs on a separate thread without the interpreter's lock, while this thread
//! waits, handles Ctrl-C and updates the bar.

use crate::detach::{DetachedThread, ended, is_closing, start};
use powergrab_arena::run::Progress;
use powergrab_lab::study::options::{Reporter, StudyOptions};
use pyo3::prelude::*;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Interval between checks for signals.
const HEARTBEAT: Duration = Duration::from_millis(20);
/// Minimum time between two updates of the bar: at most 5 Hz.
const BAR: Duration = Duration::from_millis(200);

/// Progress of the work, as reported by its threads.
#[derive(Default)]
struct Counters {
    deals: AtomicU64,
    games: AtomicU64,
    part: Mutex<RunPart>,
    lines: Mutex<Vec<String>>,
}

/// The part being played.
#[derive(Clone, Default)]
struct RunPart {
    name: Option<String>,
    total: u64,
}

impl Reporter for Counters {
    fn begin(&self, part: Option<&str>, deals: u64, n_there: u64) {
        let mut own = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        *own = RunPart {
            name: part.map(str::to_owned),
            total: deals,
        };
        self.deals.store(n_there, Ordering::Relaxed);
    }

    fn step(&self, step: Progress) {
        self.deals.fetch_add(step.deals, Ordering::Relaxed);
        self.games.fetch_add(step.games, Ordering::Relaxed);
    }

    fn tell(&self, line: &str) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(line.to_owned());
    }
}

impl Counters {
    /// Updates the bar: `tick(part, done, total, games, lines)`.
    fn tell_bar(&self, py: Python<'_>, tick: &Py<PyAny>) -> PyResult<()> {
        let part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        let RunPart { name, total } = part.clone();
        drop(part);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = std::mem::take(&mut *lines);
        let (deals, games) = (&self.deals, &self.games);
        let (deals, games) = (deals.load(Ordering::Relaxed), games.load(Ordering::Relaxed));
        tick.call1(py, (name, deals, total, games, lines))?;
        Ok(())
    }
}

/// Result of the work.
pub struct BackgroundResult<T> {
    /// Return value.
    pub value: T,
    /// Exception that stopped it early: a Ctrl-C, or one raised by the bar.
    pub stopped: Option<PyErr>,
}

/// Performs the work on a separate thread. Calls `tick` from this one, at most five times a second.
///
/// # Errors
/// Fails in a forked process, while the interpreter ends, or on a second Ctrl-C before the work has
/// ended after the first, which then continues alone.
pub fn in_background<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<NonZero<usize>>,
    tick: Option<&Py<PyAny>>,
    work: impl FnOnce(&StudyOptions<'_>) -> T + Send + 'static,
) -> PyResult<BackgroundResult<T>> {
    let cancel = start(py)?;
    let (_away, worker_away) = (DetachedThread::new(), DetachedThread::new());
    let counters = Arc::new(Counters::default());
    let (to, from) = channel();
    let (own_cancel, own_counters) = (Arc::clone(&cancel), Arc::clone(&counters));
    let worker = std::thread::Builder::new().name("powergrab".to_owned());
    let thread = worker.spawn(move || {
        let options = StudyOptions {
            threads,
            cancel: &own_cancel,
            reporter: &*own_counters,
        };
        // Nobody receives it after a second Ctrl-C.
        let _ = to.send(work(&options));
        drop(worker_away);
    })?;
    // A receiver is for one thread at a time, which is this one.
    let from = Mutex::new(from);
    let mut stopped: Option<PyErr> = None;
    let mut shown = Instant::now();
    loop {
        let waited = py.detach(|| {
            let from = from.lock().unwrap_or_else(PoisonError::into_inner);
            from.recv_timeout(HEARTBEAT)
        });
        match waited {
            Ok(value) => {
                // It has nothing left to do.
                let _ = py.detach(|| thread.join());
                if stopped.is_none() && is_closing() {
                    stopped = Some(ended(py));
                }
                if let (Some(tick), None) = (tick, &stopped) {
                    counters.tell_bar(py, tick)?;
                }
                return Ok(BackgroundResult { value, stopped });
            }
            Err(RecvTimeoutError::Disconnected) => {
                // The panic's message went to standard error.
                return Err(pyo3::exceptions::PyRuntimeError::new_err(
                    "a fault in powergrab ended the work; please report it with the lines on standard error",
                ));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let mut heard = py.check_signals();
        if heard.is_ok()
            && stopped.is_none()
            && shown.elapsed() >= BAR
            && let Some(tick) = tick
        {
            shown = Instant::now();
            heard = counters.tell_bar(py, tick);
        }
        if let Err(e) = heard {
            cancel.store(true, Ordering::Relaxed);
            if stopped.is_some() {
                return Err(e);
            }
            stopped = Some(e);
        }
    }
}
