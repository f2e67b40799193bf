//! The events as others see them: a trace everything, a seat what it may know (RULES.md, "Who sees what").
//!
//! What each field of an event tells stands beside it (`event`). Which copy a card is, no seat hears: cards are normalised.

use super::engine::Shedding;
use super::event::Event;
use super::state::State;
use super::view::View;
use crate::cards::Seat;
use crate::game::Game as _;
use crate::game::event::Audience;
use crate::game::record::{EventText, Record, faced, listed};
use serde_json::{Value, json};

/// Whether there is anything to tell: a claim may move no tower, and `Card` only says in which order cards were drawn.
fn is_told(event: &Event) -> bool {
    match event {
        Event::Claim { .. } => event.moved_tower().is_some(),
        Event::Card { .. } => false,
        _ => true,
    }
}

impl Shedding {
    /// The event as this seat hears it.
    pub(super) fn as_heard(&self, event: &Event, seat: Seat) -> Option<Event> {
        is_told(event).then(|| event.hear(seat, &|cards| self.tables.normalise(cards)))
    }

    fn record(&self, s: &State, event: &Event, to: Audience) -> Option<Record> {
        event.record(to, &self.rules.deck, &|key| {
            self.state_value(s, event, to, key)
        })
    }

    /// What is told with an event and is no part of it.
    fn state_value(&self, s: &State, event: &Event, to: Audience, key: &str) -> Option<Value> {
        let deck = &self.rules.deck;
        let n = self.n_seats();
        Some(match (key, to, *event) {
            ("round", ..) => s.round().into(),
            ("dealer", ..) => s.dealer().into(),
            ("upcard", ..) => faced(deck, s.top_slot()),
            ("winner", ..) => s.winner().into(),
            ("why", ..) => s.end().text().into(),
            ("points", ..) => json!(s.round_points()[..n]),
            ("scores", ..) => json!(s.scores()[..n]),
            ("hands", Audience::Trace, _) => {
                let hand = |seat| listed(deck, s.hand(seat as Seat));
                (0..n).map(hand).collect()
            }
            ("hand", Audience::Seat(seat), Event::Round { .. }) => {
                listed(deck, View::new(self, s, seat).hand())
            }
            // PG-10
            ("hand", Audience::Seat(to), Event::Challenge { seat, against, .. }) if seat == to => {
                listed(deck, View::new(self, s, seat).shown(against))
            }
            ("cards", Audience::Seat(to), Event::Draw { seat, cards, .. }) if seat == to => {
                listed(deck, cards)
            }
            _ => return None,
        })
    }
}

impl EventText for Shedding {
    fn trace_record(&self, s: &State, event: &Event) -> Option<Record> {
        let told = is_told(event);
        told.then(|| self.record(s, event, Audience::Trace))?
    }

    fn message_record(view: View<'_>, event: &Event) -> Option<Record> {
        let to = Audience::Seat(view.seat());
        view.game().record(view.state, event, to)
    }

    fn read_event(&self, message: &Value) -> Result<Event, String> {
        Event::read(message, &self.rules.deck, self.n_seats())
    }
}
