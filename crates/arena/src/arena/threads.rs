//! The threads of all runs, started once.
//!
//! A new thread shares a processor with its maker for some milliseconds, until the system has moved it to one of its own. That
//! is a good part of a short run, and sweeps and tunings make runs by the thousand; so threads are kept, and sleep in between.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

/// So many threads, or one for each processor: always the same ones for a number.
///
/// Runs that want the same threads at the same time take turns on them.
///
/// # Errors
/// The system gives no threads.
pub(super) fn threads(n: Option<NonZero<usize>>) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    static KEPT: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    // 0 is rayon's word for one for each processor.
    let n = n.map_or(0, NonZero::get);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = kept.get(&n) {
        return Ok(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(n).build()?);
    kept.insert(n, Arc::clone(&pool));
    Ok(pool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_started_once_for_each_number() {
        let three = || threads(NonZero::new(3)).unwrap();
        assert!(Arc::ptr_eq(&three(), &three()));
        assert_eq!(three().current_num_threads(), 3);
        assert_eq!(threads(NonZero::new(5)).unwrap().current_num_threads(), 5);
        assert!(threads(None).unwrap().current_num_threads() >= 1);
    }

    /// One run inside a worker of another, on the same threads, and many at once: nobody waits for ever.
    #[test]
    fn runs_may_share_their_threads() {
        let pool = threads(NonZero::new(2)).unwrap();
        let within = pool.broadcast(|_| {
            let inner = threads(NonZero::new(2)).unwrap();
            inner.broadcast(|c| c.index()).len()
        });
        assert_eq!(within, [2, 2]);
        std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| threads(NonZero::new(2)).unwrap().broadcast(|c| c.index())))
                .collect();
            for run in runs {
                assert_eq!(run.join().unwrap(), [0, 1]);
            }
        });
    }
}
