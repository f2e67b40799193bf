//! A scripted chance: cards come in a given order.

use crate::cards::{Card, CardSet, Deck};
use crate::game::Chance;
use crate::game::record::{CardTexts, Record};
use std::collections::VecDeque;

/// Deals and draws the given cards, as long as the draw pile has them.
///
/// Of several copies of a card it takes the first that is left: nobody at the table can distinguish
/// them.
#[derive(Clone, Debug)]
pub struct Script {
    deck: Deck,
    pile: CardSet,
    wanted: VecDeque<Card>,
    missing: Option<Missing>,
}

/// Error of a draw that the script could not serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The draw pile does not have this card of the script.
    NotInPile(Card),
    /// A card was to be drawn, and the script has no more.
    Exhausted,
}

impl Script {
    /// Returns an empty script for this deck.
    pub fn new(deck: &Deck) -> Script {
        Script {
            deck: deck.clone(),
            pile: CardSet::EMPTY,
            wanted: VecDeque::new(),
            missing: None,
        }
    }

    /// Appends cards.
    pub fn push(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.wanted.extend(cards);
    }

    /// Appends the cards of a `draw` line.
    pub fn feed(&mut self, record: &Record) {
        if record.event() == "draw" {
            let cards: CardTexts = record.get("cards").unwrap_or_default();
            self.push(cards.into_iter().map(|card| card.0));
        }
    }

    /// Clears the remaining cards.
    pub fn clear(&mut self) {
        self.wanted.clear();
        self.missing = None;
    }

    /// Returns the remaining cards.
    pub fn left(&self) -> impl Iterator<Item = Card> + '_ {
        self.wanted.iter().copied()
    }

    /// Returns the first draw that could not be served; any card of the pile was drawn then.
    pub fn missing(&self) -> Option<Missing> {
        self.missing
    }

    fn find(&self, card: Card) -> Option<u8> {
        self.pile
            .iter()
            .find(|&slot| self.deck.cards()[slot as usize] == card)
    }
}

impl Chance for Script {
    fn fill(&mut self, n: u8) {
        self.pile = CardSet::first_n(usize::from(n));
    }

    fn refill(&mut self, cards: CardSet) {
        self.pile = cards;
    }

    fn draw(&mut self) -> u8 {
        let slot = match self.wanted.pop_front() {
            Some(card) => self.find(card).ok_or(Missing::NotInPile(card)),
            None => Err(Missing::Exhausted),
        };
        let slot = slot.unwrap_or_else(|missing| {
            self.missing.get_or_insert(missing);
            self.pile.first() & 127
        });
        self.pile = self.pile.without(CardSet::one(slot));
        slot
    }

    fn put_back(&mut self, slot: u8) {
        self.pile |= CardSet::one(slot);
    }
}
