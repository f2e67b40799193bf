//! The threads of all runs, started once.
//!
//! A new thread shares a processor with its parent for some milliseconds, until the system has
//! moved it to another one. That is a good part of a short run, and sweeps and tunings start
//! thousands of runs. So threads are kept, and sleep in between.
//!
//! Threads belong to one run at a time. A bot may play a run of its own while it decides, and the
//! outer run holds its threads until the bot answers: an inner run on the same threads would
//! deadlock. The calling thread does not identify an inner run (Python starts every run on a new
//! thread), so a run only takes threads that no run has.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

/// Threads without a run, with their requested number.
static IDLE: Mutex<Vec<(usize, ThreadPool)>> = Mutex::new(Vec::new());

/// Threads of one run. When dropped, they are kept for another run.
pub(super) struct RunThreads {
    n: usize,
    pool: Option<ThreadPool>,
}

impl RunThreads {
    /// Returns their number.
    pub fn n(&self) -> usize {
        self.pool
            .as_ref()
            .map_or(1, ThreadPool::current_num_threads)
    }

    /// Returns the pool; `None` where the only thread is the caller's.
    pub fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref()
    }
}

impl Drop for RunThreads {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push((self.n, pool));
        }
    }
}

/// Returns this many threads, or one per processor: those of an earlier run, or new ones.
///
/// # Errors
/// Fails if the threads cannot be started.
pub(super) fn threads(n: Option<NonZero<usize>>) -> Result<RunThreads, ThreadPoolBuildError> {
    if cfg!(target_family = "wasm") {
        return Ok(RunThreads { n: 1, pool: None });
    }
    // rayon takes 0 for one thread per processor.
    let n = n.map_or(0, NonZero::get);
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = idle.iter().rposition(|(number, _)| *number == n);
    let kept = kept.map(|at| idle.remove(at).1);
    drop(idle);
    let pool = match kept {
        Some(pool) => pool,
        None => ThreadPoolBuilder::new().num_threads(n).build()?,
    };
    Ok(RunThreads {
        n,
        pool: Some(pool),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::ThreadId;

    fn on_all<T: Send>(threads: &RunThreads, work: impl Fn() -> T + Sync) -> Vec<T> {
        threads.pool().unwrap().broadcast(|_| work())
    }

    fn ids(threads: &RunThreads) -> Vec<ThreadId> {
        on_all(threads, || std::thread::current().id())
    }

    /// Each test uses another number of threads, because tests run side by side.
    #[test]
    fn threads_are_kept_for_the_next_run() {
        let three = || threads(NonZero::new(3)).unwrap();
        let first = ids(&three());
        assert_eq!(first.len(), 3);
        assert_eq!(ids(&three()), first);
        assert_eq!(threads(NonZero::new(5)).unwrap().n(), 5);
        assert!(threads(None).unwrap().n() >= 1);
    }

    #[test]
    fn runs_at_the_same_time_share_no_threads() {
        let four = || threads(NonZero::new(4)).unwrap();
        let (one, other) = (four(), four());
        let (ids_of_one, ids_of_other) = (ids(&one), ids(&other));
        assert!(ids_of_one.iter().all(|id| !ids_of_other.contains(id)));
        drop(one);
        assert_eq!(ids(&four()), ids_of_one);
    }

    /// One run inside a worker of another, and many at once, without a deadlock.
    #[test]
    fn runs_may_be_nested() {
        let pool = threads(NonZero::new(2)).unwrap();
        let within = on_all(&pool, || {
            let inner = threads(NonZero::new(2)).unwrap();
            on_all(&inner, rayon::current_thread_index).len()
        });
        assert_eq!(within, [2, 2]);
        std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let two = threads(NonZero::new(2)).unwrap();
                        on_all(&two, rayon::current_thread_index)
                    })
                })
                .collect();
            for run in runs {
                assert_eq!(run.join().unwrap(), [Some(0), Some(1)]);
            }
        });
    }
}
