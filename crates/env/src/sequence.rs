//! The episodes of one environment, by number, and the legal actions of its next step.

use super::episode::Episode;
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::game::Observable;
use powergrab_engine::rng::{DealSeeds, Purpose, Seeds};

/// An environment's episodes, by number.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub seed: u64,
    seeds: Seeds,
    /// Index of the next episode among the deals.
    pub next: u64,
    pub actions: Actions,
}

/// Indices of the learners' actions in the current episode.
///
/// The latest are kept here and the earlier ones elsewhere, because a program that steps thousands
/// of games waits for each page of memory. A byte is enough for an index
/// ([`Observable::n_actions`]).
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Actions {
    latest: [u8; 32],
    n_latest: usize,
    earlier: Vec<u8>,
}

impl Actions {
    /// Appends an action.
    #[inline(always)]
    pub fn push(&mut self, index: u8) {
        if self.n_latest == self.latest.len() {
            self.earlier.extend_from_slice(&self.latest);
            self.n_latest = 0;
        }
        self.latest[self.n_latest] = index;
        self.n_latest += 1;
    }

    /// Returns all, the earliest first.
    pub fn all(&self) -> Vec<u16> {
        let latest = &self.latest[..self.n_latest];
        self.earlier
            .iter()
            .chain(latest)
            .copied()
            .map(u16::from)
            .collect()
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.n_latest = 0;
        self.earlier.clear();
    }
}

/// Logarithm of the distance between the first deals of two environments.
const EPISODES: u32 = 32;

impl Sequence {
    pub fn new(env: usize, seed: u64) -> Sequence {
        Sequence {
            seed,
            seeds: Seeds::new(seed, Purpose::Tune),
            next: (env as u64) << EPISODES,
            actions: Actions::default(),
        }
    }

    /// Returns the index of the current episode among the deals, and its seeds; `None` before the
    /// first.
    pub fn deal(&self, env: usize) -> Option<(u64, DealSeeds)> {
        let deal = (self.next > (env as u64) << EPISODES).then(|| self.next - 1)?;
        Some((deal, self.seeds.deal(deal)))
    }

    /// Advances to the next episode.
    #[inline(always)]
    pub fn next_deal(&mut self) -> DealSeeds {
        self.actions.clear();
        self.next += 1;
        self.seeds.deal(self.next - 1)
    }
}

/// Legal actions of a decision, as bits by their index. They allow checks of actions without
/// reading each game.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalSet([u64; 4]);

impl LegalSet {
    /// The empty set.
    pub const NONE: LegalSet = LegalSet([0; 4]);

    /// Returns the legal actions of an episode; empty once it is over.
    pub fn of<G: BotGame + Observable>(table: &LearnerTable<G>, episode: &Episode<G>) -> LegalSet {
        let mut legal = LegalSet::NONE;
        let places = &mut [0; 256];
        let places = episode.legal(table, places).iter();
        places.for_each(|place| legal.add(*place));
        legal
    }

    #[inline(always)]
    pub fn add(&mut self, place: u8) {
        self.0[usize::from(place >> 6)] |= 1 << (place & 63);
    }

    #[inline(always)]
    pub fn has(&self, index: i64) -> bool {
        let word = self.0.get((index as u64 >> 6) as usize);
        word.is_some_and(|word| word >> (index & 63) & 1 == 1)
    }
}
