//! The episodes of one environment, by number, and the legal actions of its next step.

use super::episode::Episode;
use super::table::LearnerTable;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::cpu::prefetch;
use powergrab_engine::game::Observable;
use powergrab_engine::rng::{DealSeeds, Purpose, Seeds};

/// An environment's episodes, by number.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub seed: u64,
    seeds: Seeds,
    /// Index of the next episode among the deals.
    pub next: u64,
    /// Indices of the learners' actions in the current episode.
    pub actions: Vec<u16>,
}

/// Logarithm of the distance between the first deals of two environments.
const EPISODES: u32 = 32;

impl Sequence {
    pub fn new(env: usize, seed: u64) -> Sequence {
        Sequence {
            seed,
            seeds: Seeds::new(seed, Purpose::Tune),
            next: (env as u64) << EPISODES,
            actions: Vec::new(),
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

    /// Prefetches the memory where the next action will be written.
    #[inline(always)]
    pub fn prefetch(&self) {
        if let Some(last) = self.actions.last() {
            prefetch(last);
        }
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
