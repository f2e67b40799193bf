//! What one seat hears of what happens (RULES.md, "Who sees what"): everything, but for the cards that others draw; of those
//! how many. Which copy a card is, nobody hears: cards are normalised.

use super::engine::Grid;
use super::event::Event;
use crate::cards::{CardSet, Seat};

impl Grid {
    /// The event as this seat hears it.
    pub(super) fn as_heard(&self, event: &Event, seat: Seat) -> Event {
        let copies = &self.tables.copies;
        let face = |slot: u8| copies.of(slot).first();
        let mut heard = *event;
        match &mut heard {
            Event::Draw {
                seat: drawer,
                cards,
                ..
            } => {
                *cards = if seat == *drawer {
                    copies.normalise(*cards)
                } else {
                    CardSet::EMPTY
                };
            }
            Event::Place { card, .. } | Event::Reverse { card, .. } | Event::Lay { card, .. } => {
                *card = face(*card);
            }
            Event::Score { cards, n, .. } => {
                for (i, card) in cards.iter_mut().enumerate() {
                    // What does not count may be anything that was laid earlier.
                    *card = if i < usize::from(*n) { face(*card) } else { 0 };
                }
            }
            Event::Deal | Event::Pass { .. } | Event::End => {}
        }
        heard
    }
}
