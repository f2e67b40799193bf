//! Events as others see them: a trace everything, a seat as it may know it (RULES.md, "Who sees
//! what"), which is everything but the cards that others draw. Copies of a card are hidden from
//! all: cards are normalised.

use super::engine::Grid;
use super::event::Event;
use super::state::State;
use crate::cards::Seat;
use crate::game::Game as _;
use crate::game::event::Audience;
use crate::game::record::{Record, listed};
use serde_json::Value;

impl Grid {
    /// Returns the event as this seat hears it.
    pub(super) fn as_heard(&self, event: &Event, seat: Seat) -> Event {
        event.hear(seat, &|cards| self.tables.copies.normalise(cards))
    }

    /// Returns the event as in a trace.
    pub(super) fn traced(&self, s: &State, event: &Event) -> Option<Record> {
        // The last line of a trace contains more than the end.
        let told = *event != Event::End;
        told.then(|| self.record(s, event, Audience::Trace))?
    }

    /// Returns the event as written for a trace or a seat.
    pub(super) fn record(&self, s: &State, event: &Event, to: Audience) -> Option<Record> {
        event.record(to, &self.tables.deck, &|key| {
            self.state_value(s, event, to, key)
        })
    }

    /// Returns values that are written with an event but are not part of it.
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
            ("hand", Audience::Seat(seat), Event::Deal) => listed(deck, self.view(s, seat).hand()),
            // Once the Grid is full the pass itself reveals the hand (GR-2), which also counts as
            // shown.
            ("hand", Audience::Seat(to), Event::Pass { seat }) => {
                listed(deck, self.view(s, to).shown(seat))
            }
            ("cards", Audience::Seat(to), Event::Draw { seat, cards, .. }) if seat == to => {
                listed(deck, cards)
            }
            _ => return None,
        })
    }
}
