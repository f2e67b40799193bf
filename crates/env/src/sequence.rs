//! The episodes of one environment, by number, and what its next step may take.

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
    /// The place of the next episode among the deals.
    pub next: u64,
    /// The learners' actions in the present episode, by their index.
    pub actions: Vec<u16>,
}

/// The first deals of two environments lie so far apart.
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

    /// The place of the present episode among the deals, and its seeds; `None` before the first.
    pub fn deal(&self, env: usize) -> Option<(u64, DealSeeds)> {
        let deal = (self.next > (env as u64) << EPISODES).then(|| self.next - 1)?;
        Some((deal, self.seeds.deal(deal)))
    }

    /// Goes on to the next episode.
    #[inline(always)]
    pub fn next_deal(&mut self) -> DealSeeds {
        self.actions.clear();
        self.next += 1;
        self.seeds.deal(self.next - 1)
    }

    /// Asks the processor for the place where the next action will be written.
    #[inline(always)]
    pub fn prefetch(&self) {
        if let Some(last) = self.actions.last() {
            prefetch(last);
        }
    }
}

/// The legal actions of a decision, as bits by their index: whether actions are legal is so told without looking at each game.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalSet([u64; 4]);

impl LegalSet {
    /// No action.
    pub const NONE: LegalSet = LegalSet([0; 4]);

    /// The legal actions of an episode; none once it is over.
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
