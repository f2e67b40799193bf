//! Threads that step environments, in a process that may have been forked.

use super::error::LearnerTableError;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads, and the process that started them. A process forked later does not have them and starts
/// its own.
pub(super) struct Pool {
    /// `None` if a forked process could not start threads.
    threads: Option<ThreadPool>,
    n_threads: usize,
    process: u32,
}

fn start(n_threads: usize) -> Result<ThreadPool, LearnerTableError> {
    let builder = ThreadPoolBuilder::new().num_threads(n_threads);
    builder
        .build()
        .map_err(|e| LearnerTableError::Threads(e.to_string()))
}

impl Pool {
    pub fn new(n_threads: usize) -> Result<Pool, LearnerTableError> {
        Ok(Pool {
            threads: Some(start(n_threads)?),
            n_threads,
            process: std::process::id(),
        })
    }

    /// Returns the threads of this process; `None` if they cannot be started.
    pub fn threads(&mut self) -> Option<&ThreadPool> {
        if self.forget_others() {
            self.threads = start(self.n_threads).ok();
            self.process = std::process::id();
        }
        self.threads.as_ref()
    }

    /// Gives up threads of another process without ending them: no thread would answer, and a
    /// missing one may hold a lock.
    fn forget_others(&mut self) -> bool {
        let others = self.process != std::process::id();
        if others {
            std::mem::forget(self.threads.take());
        }
        others
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.forget_others();
    }
}
