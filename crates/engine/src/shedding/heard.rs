//! What one seat hears of what happens (RULES.md, "Who sees what").
//!
//! | event | what another seat does not hear |
//! |---|---|
//! | `Draw` | the cards; it hears how many |
//! | `Give` | the card, unless it is giver or receiver |
//! | `InstantUno` | the card kept |
//! | `Play` | whether it was a bluff: not even its player is told here |
//! | `Claim` | a claim that moves no tower |
//! | `Card` | all of it |
//!
//! Which copy a card is, nobody hears: cards are normalised.

use super::engine::Shedding;
use super::event::{Event, HIDDEN};
use super::state::State;
use crate::cards::{CardSet, Seat};

impl Shedding {
    /// The event as this seat hears it.
    pub(super) fn as_heard(&self, _: &State, event: &Event, seat: Seat) -> Option<Event> {
        let t = &self.tables;
        let face = |slot: u8| t.copies[slot as usize & 127].first();
        let mut heard = *event;
        match &mut heard {
            Event::Play { card, bluff, .. } => {
                *card = face(*card);
                *bluff = false;
            }
            Event::Give {
                seat: giver,
                to,
                card,
            } => {
                let sees = seat == *giver || seat == *to;
                *card = if sees { face(*card) } else { HIDDEN };
            }
            Event::InstantUno {
                seat: player,
                kept,
                discarded,
            } => {
                *kept = if seat == *player { face(*kept) } else { HIDDEN };
                *discarded = t.normalise(*discarded);
            }
            Event::Draw {
                seat: drawer,
                cards,
                ..
            } => {
                *cards = if seat == *drawer {
                    t.normalise(*cards)
                } else {
                    CardSet::EMPTY
                };
            }
            Event::Claim { .. } => {
                event.moved_tower()?;
            }
            Event::Card { .. } => return None,
            Event::Round { .. }
            | Event::Colour { .. }
            | Event::Uno { .. }
            | Event::Caught { .. }
            | Event::Block { .. }
            | Event::Challenge { .. }
            | Event::Swap { .. }
            | Event::Rotate
            | Event::Reshuffle { .. }
            | Event::Miss { .. }
            | Event::Pass { .. }
            | Event::Intervention { .. }
            | Event::RoundEnd => {}
        }
        Some(heard)
    }
}
