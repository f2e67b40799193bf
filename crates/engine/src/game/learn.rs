//! What a learner needs of a game: a stable index of actions, the mask of those that are legal, and an observation in fixed places.

use super::{Action, Game, Options};
use crate::cards::CardSet;

/// A run of neighbouring places of an observation, or of the index of actions, that mean the same kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRange {
    /// The first place.
    pub at: usize,
    /// How many places.
    pub len: usize,
    /// A name without blanks, for programs.
    pub name: String,
    /// What they say, one sentence, for people.
    pub meaning: String,
}

/// A game that learners can play.
///
/// Actions have an index that stays the same from decision to decision: first a place for each different card (copies share one), then the
/// other choices. An observation holds what the view tells, relative to its seat, and nothing else. Both depend on the rules alone, and
/// nothing here allocates but the tables for people.
pub trait Learnable: Game {
    /// The version of the index and of the observation. Whatever moves a place raises it.
    const LEARN_VERSION: u8;

    /// The game that a view is of.
    fn game_of<'a>(view: Self::View<'a>) -> &'a Self
    where
        Self: 'a;

    /// What tells these rules from others, whatever they are called; not the number of seats.
    fn fingerprint(&self) -> String;

    /// How many places the index of actions has.
    fn n_actions(&self) -> usize;

    /// How many bytes an observation has.
    fn n_features(&self) -> usize;

    /// The score that rewards in points are a share of: the target, where there is one.
    fn reward_unit(&self) -> u32;

    /// Asks the processor for every part of a position that a step and its observation read ([`prefetch`](crate::cpu::prefetch)), so that
    /// it comes into the cache while other positions are stepped. Changes nothing.
    fn prefetch(&self, state: &Self::State);

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// Where `page` has not [`Learnable::n_features`] bytes.
    fn encode(&self, view: Self::View<'_>, page: &mut [u8]);

    /// Tells the place of each option, each place once and in ascending order.
    fn each_legal(&self, view: Self::View<'_>, options: &Options, take: impl FnMut(usize));

    /// Writes 1 at the place of each option, 0 elsewhere.
    ///
    /// # Panics
    /// Where `mask` has not [`Learnable::n_actions`] places.
    #[inline(always)]
    fn mask(&self, view: Self::View<'_>, options: &Options, mask: &mut [u8]) {
        assert_eq!(mask.len(), self.n_actions(), "the mask of the actions");
        mask.fill(0);
        self.each_legal(view, options, |place| mask[place] = 1);
    }

    /// The place of an option in the index of actions.
    fn index_of(&self, view: Self::View<'_>, action: Action) -> usize;

    /// The option at a place of the index, if it is one; the lowest of the copies that are.
    fn action_at(&self, view: Self::View<'_>, options: &Options, index: usize) -> Option<Action>;

    /// What each place of the index of actions is, place by place.
    fn action_places(&self) -> Vec<FieldRange>;

    /// What the places of an observation mean, without a gap.
    fn feature_places(&self) -> Vec<FieldRange>;
}

/// Calls `take` with the slots of a set, half by half: faster than over 128 bits.
#[inline(always)]
pub(crate) fn each_slot(set: CardSet, mut take: impl FnMut(usize)) {
    for (half, first) in [(set.bits() as u64, 0), ((set.bits() >> 64) as u64, 64)] {
        let mut rest = half;
        while rest != 0 {
            take(first + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// Writes 1 at the places of a set, 0 at the others.
#[inline(always)]
pub(crate) fn spread(set: CardSet, page: &mut [u8]) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let bytes = set.bits().to_le_bytes();
    let (words, rest) = page.as_chunks_mut::<8>();
    for (word, byte) in words.iter_mut().zip(bytes) {
        // In each byte one of the bits; then what is left of it, as 1.
        let own = (u64::from(byte) * EACH) & 0x8040_2010_0804_0201;
        *word = ((own + 0x7f * EACH) >> 7 & EACH).to_le_bytes();
    }
    if let Some(byte) = bytes.get(words.len()) {
        for (i, place) in rest.iter_mut().enumerate() {
            *place = byte >> i & 1;
        }
    }
}

/// A number as a byte, 255 at the most.
#[inline(always)]
pub(crate) fn byte(number: u32) -> u8 {
    number.min(255) as u8
}
