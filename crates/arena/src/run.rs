//! Many deals in parallel, with results independent of their order.
//!
//! Deals are cut into chunks. Workers take the chunks in turn. Each chunk is collected separately,
//! and the chunks are merged into the longest gap-free prefix of the run (see `chunk_queue`), so an
//! interrupted run reports exactly the deals before some index. Within a deal the order of games is
//! fixed: line-ups as listed, rotations from 0. Nothing depends on the number of workers or the
//! size of chunks.

use super::chunk_queue::{ChunkQueue, CloseOnPanic};
pub use super::collect::{
    Collect, Control, Done, FirstFaults, Piece, Progress, RunError, Seating, Store, StoreError,
    Workers,
};
use super::threads::{RunThreads, threads};
use super::worker::MakeWorker;
use powergrab_bots::strategy::BotGame;
use std::num::NonZero;
use std::ops::Range;

/// Approximate number of games per chunk: some milliseconds of work, so that merging costs nothing
/// noticeable and a cancelled run stops at once.
const GAMES_PER_CHUNK: u64 = 2048;
/// Minimum and maximum number of games per chunk for bots that answer over a connection. Games are
/// slow there, so short runs are cut finer, for all threads to have some. But connections are idle
/// at a chunk's end.
const REMOTE_GAMES_PER_CHUNK: (u64, u64) = (32, 256);
/// Maximum number of games of a chunk as a multiple of those played concurrently, so that few of
/// them wait at its end.
const CHUNKS_OF_BATCHES: u64 = 16;
/// Maximum number of deals per chunk.
const MAX_CHUNK: u64 = 1024;
/// At least this many chunks per thread, if there are enough deals. At the end of a run threads
/// wait for the last chunk of another, so it must be short compared with a run of a tenth of a
/// second.
const CHUNKS_PER_THREAD: u64 = 16;

/// Plays all line-ups of the experiment in these deals, and adds the results to `so_far`: an empty
/// collection, or that of other deals.
///
/// # Errors
/// [`RunError`]. Cancelling is not an error: see [`Done::deals`], which are those of this call.
pub fn run<G: BotGame, C: Collect<G>>(
    makes: &dyn MakeWorker<G>,
    deals: Range<u64>,
    workers: Workers,
    mut so_far: C,
    control: Control<'_>,
) -> Result<Done<C>, RunError> {
    let blank = so_far.fresh();
    let mut done = run_kept(makes, deals, workers, blank, control, None)?;
    so_far.absorb(&mut done.collected);
    done.collected = so_far;
    Ok(done)
}

/// As [`run`], with the workers of `makes`, which collect into copies of `blank`. The store keeps
/// finished deals from time to time, and returns those that it has. If the run is cancelled, the
/// caller has to keep the finished deals.
///
/// # Errors
/// [`RunError`] if the run cannot start or continue.
pub fn run_kept<G: BotGame, C: Collect<G>>(
    makes: &dyn MakeWorker<G>,
    deals: Range<u64>,
    workers: Workers,
    blank: C,
    control: Control<'_>,
    store: Option<&dyn Store<C>>,
) -> Result<Done<C>, RunError> {
    let experiment = makes.experiment();
    if !experiment.is_sound() {
        return Err(RunError::Unsound);
    }
    let pool = threads(workers.threads).map_err(RunError::Threads)?;
    let n_threads = pool.n();
    let per_deal = experiment.games_per_deal().max(1);
    let at_once = experiment.games_at_once();
    let n_games = (deals.end - deals.start).saturating_mul(per_deal);
    let games_per_chunk = if let Some(at_once) = at_once {
        let (least, most) = REMOTE_GAMES_PER_CHUNK;
        let most = most.max(CHUNKS_OF_BATCHES * at_once as u64);
        (n_games / (2 * n_threads as u64)).clamp(least, most)
    } else {
        // A short run is cut finer, so that all threads get some.
        (n_games / (CHUNKS_PER_THREAD * n_threads as u64)).min(GAMES_PER_CHUNK)
    };
    let chunk = workers.chunk.map_or(
        (games_per_chunk / per_deal).clamp(1, MAX_CHUNK),
        NonZero::get,
    );
    let queue = ChunkQueue::new(deals.clone(), chunk, blank, store)?;
    on_all(&pool, &|| {
        let _guard = CloseOnPanic(&queue);
        let mut worker = makes.worker();
        while let Some((chunk, mut collected)) = queue.take(control.cancel) {
            let played = worker.chunk(chunk.clone(), &mut collected, control);
            match played {
                Ok(n_deals) => {
                    // A deal given up half-way left partial results.
                    if n_deals == 0 {
                        collected = collected.fresh();
                    }
                    collected.settle();
                    let piece = Piece {
                        deals: chunk.start..chunk.start + n_deals,
                        collected,
                        first_faults: worker.first_faults(),
                    };
                    queue.give(chunk, piece);
                }
                Err(e) => queue.stop(e),
            }
        }
    });
    let (prefix, later) = queue.end()?;
    Ok(Done {
        first_faults: prefix.first_faults,
        collected: prefix.collected,
        deals: prefix.deals,
        later,
        threads: n_threads,
    })
}

/// Calls `work` once on each thread.
pub(super) fn on_all(threads: &RunThreads, work: &(dyn Fn() + Sync)) {
    match threads.pool() {
        Some(pool) => {
            pool.broadcast(|_| work());
        }
        None => work(),
    }
}
