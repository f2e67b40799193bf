//! The events as others see them: a trace everything, a seat what it may know (RULES.md, "Who sees what"), which is everything
//! but the cards that others draw. Which copy a card is, nobody hears: cards are normalised.

use super::engine::Grid;
use super::event::Event;
use super::state::State;
use super::view::View;
use crate::cards::Seat;
use crate::game::Game as _;
use crate::game::event::Audience;
use crate::game::record::{Record, listed};
use serde_json::Value;

impl Grid {
    /// The event as this seat hears it.
    pub(super) fn as_heard(&self, event: &Event, seat: Seat) -> Event {
        event.hear(seat, &|cards| self.tables.copies.normalise(cards))
    }

    /// The event as a trace has it.
    pub(super) fn traced(&self, s: &State, event: &Event) -> Option<Record> {
        // The last line of a trace says more than the end.
        let told = *event != Event::End;
        told.then(|| self.record(s, event, Audience::Trace))?
    }

    /// The event as it is told to a trace or to a seat.
    pub(super) fn record(&self, s: &State, event: &Event, to: Audience) -> Option<Record> {
        event.record(to, &self.tables.deck, &|key| {
            self.state_value(s, event, to, key)
        })
    }

    /// What is told with an event and is no part of it.
    fn state_value(&self, s: &State, event: &Event, to: Audience, key: &str) -> Option<Value> {
        let deck = &self.tables.deck;
        let seats = || 0..self.n_seats() as Seat;
        Some(match (key, to, *event) {
            ("first", ..) => s.first().into(),
            ("why", ..) => s.end().text().into(),
            ("scores", ..) => seats().map(|seat| self.score(s, seat)).collect(),
            ("winners", ..) => {
                let winners = self.outcome(s).winners;
                seats().filter(|seat| winners >> seat & 1 == 1).collect()
            }
            ("hands", Audience::Trace, _) => {
                seats().map(|seat| listed(deck, s.hand(seat))).collect()
            }
            ("hand", Audience::Seat(seat), Event::Deal) => {
                listed(deck, View::new(self, s, seat).hand())
            }
            // Once the Grid is full the pass itself tells the hand (GR-2), and it is counted as shown as well.
            ("hand", Audience::Seat(to), Event::Pass { seat }) => {
                listed(deck, View::new(self, s, to).shown(seat))
            }
            ("cards", Audience::Seat(to), Event::Draw { seat, cards, .. }) if seat == to => {
                listed(deck, cards)
            }
            _ => return None,
        })
    }
}
