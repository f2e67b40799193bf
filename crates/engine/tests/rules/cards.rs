//! Cards and decks in text form.

use powergrab_engine::cards::{Card, Deck};

pub fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

pub fn cards(texts: &str) -> Vec<Card> {
    texts.split_whitespace().map(card).collect()
}

pub fn deck(counts: &[(&str, usize)]) -> Deck {
    Deck::new(counts.iter().map(|&(text, n)| (card(text), n))).unwrap()
}
