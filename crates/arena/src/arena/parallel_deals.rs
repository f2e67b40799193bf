//! Work on many deals in parallel that is no run of whole games: experiments that play a deal in several ways.

use super::run::{Control, Progress, RunError, Workers};
use super::threads::threads;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is collected deal by deal. Absorbing must be exact and free of order: then so is the result.
pub trait Merge: Send {
    /// An empty collection of the same shape.
    fn fresh(&self) -> Self;
    /// Takes everything from another collection.
    fn absorb(&mut self, other: Self);
}

/// Deals in a piece of work, where the means do not say.
const CHUNK: u64 = 16;

/// Does `work` for every deal, each into a collection of its thread's, and gives all together; none where it was cancelled (a part
/// of an experiment answers nothing). `worker` makes what a thread needs.
///
/// # Errors
/// The system gives no threads.
pub fn parallel_deals<C: Merge + Sync, W>(
    deals: Range<u64>,
    workers: Workers,
    blank: &C,
    control: Control<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64, &mut C) + Sync,
) -> Result<Option<C>, RunError> {
    let pool = threads(workers.threads).map_err(RunError::Threads)?;
    let chunk = workers.chunk.map_or(CHUNK, NonZero::get);
    let next = AtomicU64::new(deals.start);
    let total = Mutex::new(blank.fresh());
    let cancelled = || control.cancel.load(Ordering::Relaxed);
    pool.broadcast(|_| {
        let mut mine = blank.fresh();
        let mut worker = worker();
        while !cancelled() {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= deals.end {
                break;
            }
            let end = deals.end.min(start + chunk);
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
