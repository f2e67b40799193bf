//! The words of a game for `rules`: what a line can ask for, and the circumstances in which it
//! holds.

use powergrab_engine::cards::CardSet;
use powergrab_engine::game::{Game, Options};

/// Maximum number of circumstances of a game.
pub const MAX_CONTEXTS: usize = 8;

/// Circumstance of a decision that can be put in words, with a few values.
pub struct Context<G: Game> {
    /// Name of the circumstance.
    pub name: &'static str,
    /// Words for each value, as the end of a sentence: "with two cards in hand".
    pub values: &'static [&'static str],
    /// Words for each value and all lower ones; empty if the values have no order.
    pub at_most: &'static [&'static str],
    /// Words for each value and all higher ones; empty if the values have no order.
    pub at_least: &'static [&'static str],
    /// Returns the value at a decision.
    pub value: fn(G::View<'_>) -> u8,
}

/// Returns the values of these circumstances at a decision.
pub fn values<G: Game>(contexts: &[Context<G>], view: G::View<'_>) -> [u8; MAX_CONTEXTS] {
    let mut values = [0; MAX_CONTEXTS];
    for (value, context) in values.iter_mut().zip(contexts) {
        *value = (context.value)(view);
    }
    values
}

/// Range of values of one circumstance that has words.
pub struct Range<G: Game> {
    /// Index of the circumstance among those of the game.
    pub place: usize,
    /// Lowest value.
    pub low: u8,
    /// Highest value.
    pub high: u8,
    /// Words for the range.
    pub words: &'static str,
    /// Returns the circumstance's value at a decision.
    pub value: fn(G::View<'_>) -> u8,
}

impl<G: Game> Clone for Range<G> {
    fn clone(&self) -> Range<G> {
        *self
    }
}

impl<G: Game> Copy for Range<G> {}

impl<G: Game> Range<G> {
    /// Returns whether a decision is in this range.
    #[inline]
    pub fn has(&self, view: G::View<'_>) -> bool {
        (self.low..=self.high).contains(&(self.value)(view))
    }
}

impl<G: Game> Context<G> {
    /// Returns the words for a range of values; `None` for the whole range, and for ranges without
    /// words.
    pub fn words(&self, low: u8, high: u8) -> Option<&'static str> {
        let last = self.values.len().checked_sub(1)?;
        let (low, high) = (usize::from(low), usize::from(high));
        let words = if low == 0 && high == last {
            None
        } else if low == high {
            self.values.get(low)
        } else if low == 0 {
            self.at_most.get(high)
        } else if high == last {
            self.at_least.get(low)
        } else {
            None
        };
        words.copied().filter(|words| !words.is_empty())
    }
}

/// Class of cards that can be played, in the singular: "a Wild".
pub struct CardClass<G: Game> {
    /// Words for it.
    pub words: &'static str,
    /// Returns the cards of the class among these.
    pub among: fn(G::View<'_>, CardSet) -> CardSet,
}

/// What a line can ask for besides playing a card, as an imperative: "block with a tower".
pub struct Phrase<G: Game> {
    /// The imperative.
    pub words: &'static str,
    /// Returns the options that it asks for among these; none for other questions.
    pub among: fn(G::View<'_>, &Options) -> Options,
}

/// The words of a game.
pub struct Vocabulary<G: Game> {
    /// Returns whether the question is which card to play.
    pub is_play: fn(G::View<'_>) -> bool,
    /// Classes of cards.
    pub cards: &'static [CardClass<G>],
    /// Everything else.
    pub phrases: &'static [Phrase<G>],
    /// Circumstances, at most [`MAX_CONTEXTS`], each with at most eight values.
    pub contexts: &'static [Context<G>],
}

impl<G: Game> Vocabulary<G> {
    /// No words, for a game without the policy `rules`.
    pub const EMPTY: &'static Vocabulary<G> = &Vocabulary {
        is_play: |_| false,
        cards: &[],
        phrases: &[],
        contexts: &[],
    };

    /// Returns whether no line can be written in these words.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.phrases.is_empty()
    }

    /// Returns all ranges of circumstances that have words, each only once.
    pub fn ranges(&self) -> Vec<Range<G>> {
        let mut ranges: Vec<Range<G>> = Vec::new();
        for (place, context) in self.contexts.iter().enumerate() {
            let n = context.values.len() as u8;
            for (low, high) in (0..n).flat_map(|low| (low..n).map(move |high| (low, high))) {
                if let Some(words) = context.words(low, high)
                    && ranges.iter().all(|range| range.words != words)
                {
                    ranges.push(Range {
                        place,
                        low,
                        high,
                        words,
                        value: context.value,
                    });
                }
            }
        }
        ranges
    }
}
