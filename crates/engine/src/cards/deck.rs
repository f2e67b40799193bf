//! Decks: up to 128 physical cards, each in a slot.

use super::{Card, CardSet};

/// Maximum number of cards of a deck, so that a set of them fits a `u128`.
pub const MAX_CARDS: usize = 128;

/// The physical cards of a game, sorted by [`Card`]'s order. So the copies of a card are in
/// adjacent slots, and the same composition always has the same slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<Card>,
}

/// Error of an impossible deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// More cards than a set can contain, with the requested number.
    #[error("a deck of {0} cards: at most {MAX_CARDS} are possible")]
    TooManyCards(usize),
}

impl Deck {
    /// Returns a deck of these cards, each as often as stated.
    ///
    /// # Errors
    /// Fails for more than [`MAX_CARDS`] cards.
    pub fn new(counts: impl IntoIterator<Item = (Card, usize)>) -> Result<Deck, DeckError> {
        let mut total = 0usize;
        let mut cards = Vec::with_capacity(MAX_CARDS);
        for (card, count) in counts {
            total = total.saturating_add(count);
            cards.extend(std::iter::repeat_n(card, count.min(MAX_CARDS)));
        }
        if total > MAX_CARDS {
            return Err(DeckError::TooManyCards(total));
        }
        cards.sort_by_cached_key(|card| card.face());
        Ok(Deck { cards })
    }

    /// Returns the cards by slot.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns all slots of the deck.
    pub fn all(&self) -> CardSet {
        CardSet::first_n(self.cards.len())
    }

    /// Returns the slots whose card the test accepts.
    pub fn slots(&self, test: impl Fn(Card) -> bool) -> CardSet {
        (0..self.cards.len() as u8)
            .filter(|&slot| test(self.cards[slot as usize]))
            .collect()
    }

    /// Returns each different card with its number of copies, in slot order.
    pub fn counts(&self) -> Vec<(Card, usize)> {
        let mut counts: Vec<(Card, usize)> = Vec::new();
        for &card in &self.cards {
            match counts.last_mut() {
                Some((last, n)) if *last == card => *n += 1,
                _ => counts.push((card, 1)),
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_lie_side_by_side_whatever_the_order_given() {
        let card = |t: &str| t.parse::<Card>().unwrap();
        let one = Deck::new([
            (card("W4"), 2),
            (card("R5"), 1),
            (card("R5O"), 1),
            (card("R5"), 1),
        ]);
        let other = Deck::new([(card("R5O"), 1), (card("R5"), 2), (card("W4"), 2)]);
        assert_eq!(one, other);
        let texts: Vec<_> = one.unwrap().cards().iter().map(Card::to_string).collect();
        assert_eq!(texts, ["R5", "R5", "R5O", "W4", "W4"]);
    }

    #[test]
    fn a_deck_of_129_cards_is_refused() {
        let card: Card = "R5".parse().unwrap();
        assert!(Deck::new([(card, 128)]).is_ok());
        assert_eq!(Deck::new([(card, 129)]), Err(DeckError::TooManyCards(129)));
        assert!(Deck::new([(card, usize::MAX), (card, 2)]).is_err());
    }
}
