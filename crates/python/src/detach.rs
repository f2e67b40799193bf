//! Work without the interpreter's lock: in forked processes, on several threads, and while the
//! interpreter ends.
//!
//! A thread that returns to an interpreter that has ended crashes the whole process. So the
//! interpreter waits for such threads before it ends ([`close`]), and no thread starts such work
//! afterwards.

use crate::lab::errors::Class;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Process that loaded the package.
static HOME: OnceLock<u32> = OnceLock::new();
/// Number of threads that will return to the interpreter.
static AWAY: AtomicUsize = AtomicUsize::new(0);
/// `true` while the interpreter ends: no experiment starts.
static CLOSING: AtomicBool = AtomicBool::new(false);
/// `true` once the interpreter no longer waits: no thread releases its lock.
static CLOSED: AtomicBool = AtomicBool::new(false);
/// Cancel flags of the running experiments.
static CANCELS: Mutex<Vec<Weak<AtomicBool>>> = Mutex::new(Vec::new());

/// Maximum time that the interpreter's end waits for a bot that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Interval between checks while waiting.
const BEAT: Duration = Duration::from_millis(1);

/// Records this process, and registers the wait before the interpreter ends.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    HOME.get_or_init(std::process::id);
    module.add_function(wrap_pyfunction!(close, module)?)?;
    let at_exit = module.py().import("atexit")?;
    at_exit.call_method1("register", (module.getattr("close")?,))?;
    Ok(())
}

fn is_forked() -> bool {
    HOME.get().is_some_and(|home| *home != std::process::id())
}

/// Cancels running experiments, and waits for their threads. Python calls it before the interpreter
/// ends.
#[pyfunction]
fn close(py: Python<'_>) {
    // A forked process has none of these threads.
    if is_forked() {
        return;
    }
    CLOSING.store(true, Ordering::SeqCst);
    let cancels = CANCELS.lock().unwrap_or_else(PoisonError::into_inner);
    for cancel in cancels.iter().filter_map(Weak::upgrade) {
        cancel.store(true, Ordering::Relaxed);
    }
    drop(cancels);
    let until = Instant::now() + PATIENCE;
    while AWAY.load(Ordering::SeqCst) > 0 && Instant::now() < until {
        py.detach(|| thread::sleep(BEAT));
    }
    CLOSED.store(true, Ordering::SeqCst);
}

/// A thread that will return to the interpreter.
pub struct DetachedThread(());

impl DetachedThread {
    /// Registers this thread, so that the interpreter's end waits for it.
    pub fn new() -> DetachedThread {
        AWAY.fetch_add(1, Ordering::SeqCst);
        DetachedThread(())
    }
}

impl Drop for DetachedThread {
    fn drop(&mut self) {
        AWAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the cancel flag of an experiment that is about to start, set by the caller or by the end
/// of the interpreter.
///
/// # Errors
/// Fails if the process was forked, or if the interpreter ends.
pub fn start(py: Python<'_>) -> PyResult<Arc<AtomicBool>> {
    if is_forked() {
        return Err(Class::Io.error(
            "this process was forked from one that had loaded powergrab, whose threads it does not have: start it anew instead, as with multiprocessing.get_context(\"spawn\")",
        ));
    }
    if is_closing() {
        return Err(ended(py));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let mut cancels = CANCELS.lock().unwrap_or_else(PoisonError::into_inner);
    cancels.retain(|known| known.strong_count() > 0);
    cancels.push(Arc::downgrade(&cancel));
    Ok(cancel)
}

/// Returns whether the interpreter is about to end.
pub fn is_closing() -> bool {
    CLOSING.load(Ordering::SeqCst)
}

/// Returns the exception for work that the end of the interpreter stopped. A thread other than the
/// main one ends without a message: Python would print its traceback while it ends, and abort if
/// the main thread holds the stream.
pub fn ended(py: Python<'_>) -> PyErr {
    let is_main = || -> PyResult<bool> {
        let threading = py.import("threading")?;
        let main = threading.call_method0("main_thread")?;
        Ok(threading.call_method0("current_thread")?.is(&main))
    };
    if is_main().unwrap_or(true) {
        Class::Io.error("the interpreter ends: nothing is played any more")
    } else {
        PySystemExit::new_err(())
    }
}

/// Calls `work` without the interpreter's lock.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    if CLOSED.load(Ordering::SeqCst) {
        return work();
    }
    let _away = DetachedThread::new();
    py.detach(work)
}

/// Locks data shared by several threads of Python, which take turns.
pub fn lock<'a, T: Send>(py: Python<'_>, mutex: &'a Mutex<T>) -> MutexGuard<'a, T> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(guard)) => return guard.into_inner(),
            // The holder needs the interpreter's lock to release it.
            Err(TryLockError::WouldBlock) => {
                let _away = DetachedThread::new();
                py.detach(|| drop(mutex.lock()));
            }
        }
    }
}
