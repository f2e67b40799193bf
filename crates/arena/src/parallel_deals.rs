//! Parallel work on many deals other than runs of whole games: experiments that play a deal in
//! several ways.

use super::run::{Control, Progress, RunError, Workers, on_all};
use super::threads::threads;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A collection of results by deal. Absorbing must be exact and independent of order, so that the
/// result is.
pub trait Merge: Send {
    /// Returns an empty collection of the same shape.
    fn fresh(&self) -> Self;
    /// Takes everything from another collection.
    fn absorb(&mut self, other: Self);
}

/// Returns `of(0)` to `of(n - 1)`, computed on the threads of a run, or on this thread if threads
/// cannot be started.
pub fn parallel_map<T: Send>(n: usize, workers: Workers, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..n).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = results.get(at) else { break };
            let value = of(at);
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        }
    };
    match threads(workers.threads) {
        Ok(pool) => on_all(&pool, &work),
        Err(_) => work(),
    }
    let results = results.into_iter().map(Mutex::into_inner);
    let results: Vec<T> = results
        .filter_map(|value| value.unwrap_or_else(PoisonError::into_inner))
        .collect();
    debug_assert_eq!(results.len(), n);
    results
}

/// Maximum number of deals in a piece of work, unless the workers specify one.
const CHUNK: u64 = 16;
/// The remaining deals are cut into at least this many pieces per thread. So pieces become short
/// towards the end, when the other threads wait for the last one.
const PIECES_LEFT: u64 = 4;

/// Calls `work` for every deal, with a collection per thread, and returns them merged. `None` if
/// cancelled, because a part of an experiment has no meaning. `worker` creates a thread's
/// resources.
///
/// # Errors
/// Fails if the threads cannot be started.
pub fn parallel_deals<C: Merge + Sync, W>(
    deals: Range<u64>,
    workers: Workers,
    blank: &C,
    control: Control<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64, &mut C) + Sync,
) -> Result<Option<C>, RunError> {
    let pool = threads(workers.threads).map_err(RunError::Threads)?;
    let pieces = PIECES_LEFT * pool.n() as u64;
    let length = |left: u64| match workers.chunk {
        Some(chunk) => chunk.get(),
        None => (left / pieces).clamp(1, CHUNK),
    };
    let next = AtomicU64::new(deals.start);
    let take = |start: u64| {
        let left = deals.end - start;
        (left > 0).then(|| start + length(left).min(left))
    };
    let total = Mutex::new(blank.fresh());
    let cancelled = || control.cancel.load(Ordering::Relaxed);
    on_all(&pool, &|| {
        let mut mine = blank.fresh();
        let mut worker = worker();
        while !cancelled() {
            let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
            let Ok(start) = taken else { break };
            let end = take(start).unwrap_or(start);
            for deal in start..end {
                work(&mut worker, deal, &mut mine);
            }
            (control.progress)(Progress {
                deals: end - start,
                games: 0,
            });
        }
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.absorb(mine);
    });
    if cancelled() {
        return Ok(None);
    }
    Ok(Some(
        total.into_inner().unwrap_or_else(PoisonError::into_inner),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;

    #[test]
    fn results_stand_in_order_whatever_the_number_of_threads() {
        for threads in [1, 3] {
            let workers = Workers {
                threads: NonZero::new(threads),
                chunk: None,
            };
            for n in [0, 1, 100] {
                let squares = parallel_map(n, workers, |at| at * at);
                assert!(squares.into_iter().eq((0..n).map(|at| at * at)), "{n}");
            }
        }
    }
}
