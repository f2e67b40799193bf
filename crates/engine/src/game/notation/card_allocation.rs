//! Allocation of the cards named by a position's text, each as often as the deck has it.

use super::PositionError;
use super::fields::{Fields, seat_number, short, wrong};
use crate::cards::{Card, CardSet, Deck, Seat};

/// A deck from which named cards are taken.
pub(crate) struct CardAllocation<'d> {
    deck: &'d Deck,
    n_seats: usize,
    /// Cards that have not been taken.
    pub unseen: CardSet,
}

impl<'d> CardAllocation<'d> {
    /// Returns an allocation from which nothing has been taken.
    pub fn new(deck: &'d Deck, n_seats: usize) -> CardAllocation<'d> {
        CardAllocation {
            deck,
            n_seats,
            unseen: deck.all(),
        }
    }

    /// Parses a seat of the table.
    pub fn seat(&self, key: &str, text: &str) -> Result<Seat, PositionError> {
        seat_number(key, text, self.n_seats)
    }

    /// Parses a card of the deck.
    pub fn card(&self, key: &str, text: &str) -> Result<Card, PositionError> {
        match text.parse::<Card>() {
            Ok(card) if self.deck.cards().contains(&card) => Ok(card),
            Ok(card) => wrong(format!("`{key}`: {card} is not in the deck of these rules")),
            Err(_) => wrong(format!(
                "`{key}`: {:?} is no card: cards are written R5, B4N, RD2, W4",
                short(text)
            )),
        }
    }

    /// Returns all copies of a card.
    pub fn copies(&self, card: Card) -> CardSet {
        self.deck.slots(|c| c == card)
    }

    /// Takes a copy of the card.
    pub fn take(&mut self, key: &str, card: Card) -> Result<CardSet, PositionError> {
        let copies = self.copies(card);
        let left = copies & self.unseen;
        if left.is_empty() {
            return wrong(format!(
                "`{key}`: {card} lies on the table more than {} time{}, which is all that the deck has",
                copies.len(),
                if copies.is_single() { "" } else { "s" }
            ));
        }
        let one = CardSet::one(left.first());
        self.unseen ^= one;
        Ok(one)
    }

    /// Takes the cards of a list, `R5,R6`; `-` is the empty list.
    pub fn take_list(&mut self, key: &str, list: &str) -> Result<CardSet, PositionError> {
        let mut cards = CardSet::EMPTY;
        for text in list.split(',').filter(|text| !matches!(*text, "" | "-")) {
            let card = self.card(key, text)?;
            cards |= self.take(key, card)?;
        }
        Ok(cards)
    }

    /// Parses lists of cards by seat, `1:R5,R6/3:B2`, without taking them.
    pub fn lists(
        &self,
        fields: &Fields<'_>,
        key: &str,
    ) -> Result<Vec<(Seat, Vec<Card>)>, PositionError> {
        let mut lists: Vec<(Seat, Vec<Card>)> = Vec::new();
        for part in fields.parts(key, '/') {
            let Some((seat, cards)) = part.split_once(':') else {
                return wrong(format!("`{key}`: {:?} is not written 1:R5,R6", short(part)));
            };
            let seat = self.seat(key, seat)?;
            if lists.iter().any(|(there, _)| *there == seat) {
                return wrong(format!("`{key}`: seat {seat} stands twice"));
            }
            let cards = cards.split(',').map(|text| self.card(key, text));
            lists.push((seat, cards.collect::<Result<_, _>>()?));
        }
        Ok(lists)
    }

    /// Returns the held cards that match `cards`, each as often as it is named; the error is the
    /// first missing card.
    pub fn among(&self, mut held: CardSet, cards: &[Card]) -> Result<CardSet, Card> {
        let mut found = CardSet::EMPTY;
        for card in cards {
            let copies = held & self.copies(*card);
            if copies.is_empty() {
                return Err(*card);
            }
            held ^= CardSet::one(copies.first());
            found |= CardSet::one(copies.first());
        }
        Ok(found)
    }

    /// Checks that the taken cards and the other hands do not exceed the deck; returns the number
    /// of remaining cards.
    pub fn left(&self, lie: u32, what: &str) -> Result<u8, PositionError> {
        let deck = self.deck.all().len();
        if lie > deck {
            return wrong(format!("{what} make {lie} cards; the deck has {deck}"));
        }
        Ok((deck - lie) as u8)
    }

    /// Returns a hand of this many cards, including these; the others are any cards that have not
    /// been taken.
    pub fn fill_up(&mut self, mut hand: CardSet, size: u32) -> CardSet {
        while hand.len() < size {
            let card = CardSet::one(self.unseen.first());
            self.unseen ^= card;
            hand |= card;
        }
        hand
    }
}

/// Formats cards as a list in their order, which is that of their slots; empty for no cards.
pub(crate) fn list(deck: &Deck, cards: CardSet) -> String {
    let texts: Vec<String> = cards
        .iter()
        .map(|at| deck.cards()[usize::from(at)].to_string())
        .collect();
    texts.join(",")
}

/// Joins the texts of `n` seats or places.
pub(crate) fn join(n: usize, between: &str, text: impl Fn(usize) -> String) -> String {
    (0..n).map(text).collect::<Vec<_>>().join(between)
}
