//! Candidates of a decision.

use super::Searchable;
use powergrab_engine::cards::MAX_CARDS;
use powergrab_engine::game::{Action, Options};

/// The distinct options of a decision: of several copies of a card, the first.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Indices among the options, as in [`Options::nth`].
    places: [u8; MAX_CARDS],
    n: u8,
}

impl Candidates {
    /// Returns the candidates among these options.
    pub fn new<G: Searchable>(game: &G, options: &Options) -> Candidates {
        let mut candidates = Candidates {
            places: [0; MAX_CARDS],
            n: 0,
        };
        let mut last = None;
        for place in 0..options.len() {
            // Copies are adjacent.
            let kind = Some(kind(game, options, options.nth(place)));
            if kind != last
                && let Some(free) = candidates.places.get_mut(usize::from(candidates.n))
            {
                *free = place as u8;
                candidates.n += 1;
            }
            last = kind;
        }
        candidates
    }

    /// Returns the candidates' indices among the options.
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.n)]
    }

    /// Moves the candidate that is this action, or a copy of it, to the front.
    pub fn lead_with<G: Searchable>(&mut self, game: &G, options: &Options, led: Action) {
        let led = kind(game, options, led);
        let alike = |place: &u8| kind(game, options, options.nth(u32::from(*place))) == led;
        if let Some(at) = self.places().iter().position(alike) {
            self.places[..=at].rotate_right(1);
        }
    }

    /// Sorts them by their gains, the greatest first, and the gains with them; the sort is stable.
    pub fn sort_by_gain(&mut self, gains: &mut [f64]) {
        // There are few, and mostly in another order each time.
        for end in 1..self.len().min(gains.len()) {
            let at = gains[..end].partition_point(|gain| *gain >= gains[end]);
            gains[at..=end].rotate_right(1);
            self.places[at..=end].rotate_right(1);
        }
    }

    /// Drops all but the first `most`.
    pub fn keep(&mut self, most: usize) {
        self.n = self.n.min(most.min(MAX_CARDS) as u8);
    }

    /// Returns the number of candidates.
    pub fn len(&self) -> usize {
        usize::from(self.n)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }
}

/// Returns a key of an option that copies share, and whether it is a bluff.
#[inline(always)]
fn kind<G: Searchable>(game: &G, options: &Options, action: Action) -> u16 {
    u16::from(game.kind(action)) | u16::from(options.is_bluff(action)) << 8
}
