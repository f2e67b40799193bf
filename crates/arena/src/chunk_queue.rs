//! The queue from which workers take deals, and to which they return their results.
//!
//! Deals to play and finished deals are stored as ranges. The lowest deals are taken first;
//! adjacent finished pieces are merged at once, so the lists stay short: never more pieces than
//! workers and gaps. The piece that starts with the run's first deal is the gap-free prefix.

use super::collect::{Collect, FirstFaults, Piece, RunError, Store, note};
use super::part::gaps;
use powergrab_engine::game::Game;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The state shared by workers.
pub(super) struct ChunkQueue<'s, C> {
    store: Option<&'s dyn Store<C>>,
    state: Mutex<QueueState<C>>,
    /// Notified when there may be more to take, or nothing more.
    moved: Condvar,
}

struct QueueState<C> {
    /// Deals not taken yet, the lowest last.
    to_do: Vec<Range<u64>>,
    /// Number of deals taken at once.
    chunk: u64,
    /// Number of chunks being played.
    at_work: usize,
    prefix: Piece<C>,
    /// Finished pieces beyond a gap, the lowest deals first. No two of them are adjacent.
    later: Vec<Piece<C>>,
    /// Empty collections for reuse.
    spare: Vec<C>,
    closed: bool,
    /// Error that ended the run.
    stopped: Option<RunError>,
}

/// Results of a run: its prefix, and the finished pieces beyond a gap.
pub(super) type Ended<C> = (Piece<C>, Vec<Piece<C>>);

impl<'s, C> ChunkQueue<'s, C> {
    /// Returns the queue for these deals, except those that the store has already.
    pub fn new<G: Game>(
        deals: Range<u64>,
        chunk: u64,
        blank: C,
        store: Option<&'s dyn Store<C>>,
    ) -> Result<ChunkQueue<'s, C>, RunError>
    where
        C: Collect<G>,
    {
        let there = store.map_or_else(Vec::new, Store::there);
        let mut to_do = gaps(&deals, &there);
        to_do.reverse();
        let mut state = QueueState {
            to_do,
            chunk,
            at_work: 0,
            prefix: Piece {
                deals: deals.start..deals.start,
                collected: blank.fresh(),
                first_faults: FirstFaults::new(),
            },
            later: Vec::new(),
            spare: Vec::new(),
            closed: false,
            stopped: None,
        };
        for deals in there {
            let piece = store.map(|store| store.fetch(&deals, &blank));
            if let Some(piece) = piece.transpose().map_err(RunError::Store)? {
                state.settle(piece);
            }
        }
        state.spare.clear();
        Ok(ChunkQueue {
            store,
            state: Mutex::new(state),
            moved: Condvar::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run for all workers.
    pub fn stop(&self, error: RunError) {
        let mut state = self.lock();
        state.closed = true;
        state.stopped.get_or_insert(error);
        self.moved.notify_all();
    }

    /// Returns the next deals to play and an empty collection; `None` when all are played or the
    /// run is over.
    pub fn take<G: Game>(&self, cancel: &AtomicBool) -> Option<(Range<u64>, C)>
    where
        C: Collect<G>,
    {
        let mut state = self.lock();
        loop {
            if state.closed || cancel.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(Range { start, end }) = state.to_do.pop() {
                let cut = end.min(start.saturating_add(state.chunk));
                if cut < end {
                    state.to_do.push(cut..end);
                }
                state.at_work += 1;
                let empty = state.spare.pop();
                let empty = empty.unwrap_or_else(|| state.prefix.collected.fresh());
                return Some((start..cut, empty));
            }
            if state.at_work == 0 {
                return None;
            }
            // Another worker may return the rest of a chunk that took too long.
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the played part of a chunk; its rest is queued again.
    pub fn give<G: Game>(&self, chunk: Range<u64>, piece: Piece<C>)
    where
        C: Collect<G>,
    {
        let mut guard = self.lock();
        let state = &mut *guard;
        state.at_work -= 1;
        let rest = piece.deals.end..chunk.end;
        if !rest.is_empty() {
            state.chunk = (piece.deals.end - piece.deals.start).max(1);
            let higher = state.to_do.partition_point(|r| r.start > rest.start);
            state.to_do.insert(higher, rest);
        }
        let reach = state.prefix.deals.end;
        if !piece.deals.is_empty() {
            state.settle(piece);
        }
        if let Some(store) = self.store
            && !state.closed
            && state.prefix.deals.end > reach
            && store.due()
            && let Err(e) = store.keep(&state.prefix)
        {
            state.closed = true;
            state.stopped.get_or_insert(RunError::Store(e));
        }
        self.moved.notify_all();
    }

    /// Returns the results, after all workers have finished.
    pub fn end(self) -> Result<Ended<C>, RunError> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        match state.stopped {
            Some(e) => Err(e),
            None => Ok((state.prefix, state.later)),
        }
    }

    /// Wakes all workers, so that none waits for one that will not return.
    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }
}

impl<C> QueueState<C> {
    /// Inserts a finished piece, and merges it with adjacent ones.
    fn settle<G: Game>(&mut self, mut piece: Piece<C>)
    where
        C: Collect<G>,
    {
        let start = piece.deals.start;
        let mut at = self.later.partition_point(|p| p.deals.start < start);
        if at > 0 && self.later[at - 1].deals.end == start {
            at -= 1;
            let mut before = self.later.remove(at);
            before.absorb(&mut piece);
            self.spare
                .push(std::mem::replace(&mut piece, before).collected);
        }
        let after = self.later.get(at);
        if after.is_some_and(|after| after.deals.start == piece.deals.end) {
            let mut after = self.later.remove(at);
            piece.absorb(&mut after);
            self.spare.push(after.collected);
        }
        if self.prefix.deals.end == piece.deals.start {
            self.prefix.absorb(&mut piece);
            self.spare.push(piece.collected);
        } else {
            self.later.insert(at, piece);
        }
    }
}

impl<C> Piece<C> {
    /// Takes everything from the following piece, which is empty afterwards.
    pub fn absorb<G: Game>(&mut self, next: &mut Piece<C>)
    where
        C: Collect<G>,
    {
        self.collected.absorb(&mut next.collected);
        self.deals.end = next.deals.end;
        for (bot, fault) in std::mem::take(&mut next.first_faults) {
            note(&mut self.first_faults, bot, fault);
        }
    }
}

/// Guard that keeps workers from waiting for one that panicked.
pub(super) struct CloseOnPanic<'a, 's, C>(pub &'a ChunkQueue<'s, C>);

impl<C> Drop for CloseOnPanic<'_, '_, C> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collect::StoreError;
    use crate::run::Seating;
    use powergrab_engine::game::{Metrics, Unit};
    use powergrab_engine::rng::Rng;
    use powergrab_engine::shedding::Shedding;

    /// The deals that were played.
    #[derive(Debug, Default, PartialEq)]
    struct Log(Vec<u64>);

    impl Collect<Shedding> for Log {
        fn fresh(&self) -> Log {
            Log::default()
        }
        fn round(
            &mut self,
            _: &Seating<'_>,
            _: u32,
            _: &Shedding,
            _: &<Shedding as Game>::State,
            _: &Metrics,
            _: &<Shedding as Game>::Meter,
        ) {
        }
        fn game(&mut self, _: &Seating<'_>, _: Unit, _: &Shedding, _: &<Shedding as Game>::State) {}
        fn end_deal(&mut self, _: u64) {}
        fn absorb(&mut self, other: &mut Log) {
            self.0.append(&mut other.0);
        }
    }

    fn piece(deals: Range<u64>) -> Piece<Log> {
        Piece {
            collected: Log(deals.clone().collect()),
            deals,
            first_faults: FirstFaults::new(),
        }
    }

    /// Pieces from an earlier run, and those kept since.
    struct Memory {
        there: Vec<Range<u64>>,
        kept: Mutex<Vec<Range<u64>>>,
        room: usize,
    }

    impl Store<Log> for Memory {
        fn there(&self) -> Vec<Range<u64>> {
            self.there.clone()
        }
        fn fetch(&self, deals: &Range<u64>, _: &Log) -> Result<Piece<Log>, StoreError> {
            Ok(piece(deals.clone()))
        }
        fn due(&self) -> bool {
            true
        }
        fn keep(&self, piece: &Piece<Log>) -> Result<(), StoreError> {
            let mut kept = self.kept.lock().unwrap();
            if kept.len() == self.room {
                return Err("full".into());
            }
            let mut played = piece.collected.0.clone();
            played.sort_unstable();
            assert!(played.iter().copied().eq(piece.deals.clone()));
            kept.push(piece.deals.clone());
            Ok(())
        }
    }

    /// Returns random ranges within these deals, in order, without overlap.
    fn some_ranges(rng: &mut Rng, deals: &Range<u64>) -> Vec<Range<u64>> {
        let mut ranges = Vec::new();
        let mut at = deals.start + u64::from(rng.below(9));
        while at < deals.end && rng.below(8) > 0 {
            let end = deals.end.min(at + 1 + u64::from(rng.below(9)));
            ranges.push(at..end);
            at = end + u64::from(rng.below(9));
        }
        ranges
    }

    #[test]
    fn every_deal_is_played_once_in_whatever_order_chunks_come_in() {
        let never = AtomicBool::new(false);
        for key in 0..500 {
            let mut rng = Rng::from_key(key);
            let deals = 5..5 + 1 + u64::from(rng.below(120));
            let store = Memory {
                there: some_ranges(&mut rng, &deals),
                kept: Mutex::default(),
                room: usize::MAX,
            };
            let chunk = 1 + u64::from(rng.below(10));
            let queue =
                ChunkQueue::new::<Shedding>(deals.clone(), chunk, Log::default(), Some(&store))
                    .unwrap();
            let mut at_work: Vec<(Range<u64>, Log)> = Vec::new();
            loop {
                let may_take = at_work.len() < 4 && !queue.lock().to_do.is_empty();
                if may_take && rng.below(2) > 0 {
                    at_work.extend(queue.take::<Shedding>(&never));
                    continue;
                }
                if at_work.is_empty() {
                    if may_take {
                        continue;
                    }
                    break;
                }
                let worker = rng.below(at_work.len() as u32) as usize;
                let (chunk, empty) = at_work.swap_remove(worker);
                assert_eq!(empty, Log::default());
                // From time to time a chunk takes too long, sometimes before its first deal is
                // over.
                let n_deals = chunk.end - chunk.start;
                let played = match rng.below(4) {
                    0 => u64::from(rng.below(n_deals as u32 + 1)),
                    _ => n_deals,
                };
                let done = piece(chunk.start..chunk.start + played);
                queue.give::<Shedding>(chunk, done);
                let state = queue.lock();
                assert!(state.later.len() <= at_work.len() + state.to_do.len());
            }
            assert!(queue.take::<Shedding>(&never).is_none());
            let (prefix, later) = queue.end().unwrap();
            let mut played = prefix.collected.0;
            played.sort_unstable();
            assert_eq!(prefix.deals, deals);
            assert!(played.into_iter().eq(deals.clone()));
            assert!(later.is_empty());
            let kept = store.kept.into_inner().unwrap();
            assert!(kept.iter().all(|k| k.start == deals.start));
            assert!(kept.is_sorted_by_key(|k| k.end));
        }
    }

    #[test]
    fn what_cannot_be_kept_ends_the_run() {
        let never = AtomicBool::new(false);
        let store = Memory {
            there: Vec::new(),
            kept: Mutex::default(),
            room: 1,
        };
        let queue = ChunkQueue::new::<Shedding>(0..30, 10, Log::default(), Some(&store)).unwrap();
        for _ in 0..2 {
            let (chunk, _) = queue.take::<Shedding>(&never).unwrap();
            queue.give::<Shedding>(chunk.clone(), piece(chunk));
        }
        assert!(queue.take::<Shedding>(&never).is_none());
        let error = queue.end().unwrap_err();
        assert_eq!(error.to_string(), "full");
    }

    #[test]
    fn a_gap_stays_a_gap() {
        let stop = AtomicBool::new(false);
        let queue = ChunkQueue::new::<Shedding>(0..30, 10, Log::default(), None).unwrap();
        let chunks = [0, 1, 2].map(|_| queue.take::<Shedding>(&stop).unwrap().0);
        stop.store(true, Ordering::Relaxed);
        for (chunk, played) in chunks.into_iter().zip([4, 10, 7]) {
            let done = piece(chunk.start..chunk.start + played);
            queue.give::<Shedding>(chunk, done);
        }
        assert!(queue.take::<Shedding>(&stop).is_none());
        let (prefix, later) = queue.end().unwrap();
        assert_eq!(prefix.deals, 0..4);
        let later: Vec<Range<u64>> = later.into_iter().map(|p| p.deals).collect();
        assert_eq!(format!("{later:?}"), "[10..27]");
    }
}
