//! Events as others see them: a trace everything, a seat as it may know it (RULES.md, "Who sees
//! what").
//!
//! The audience of each field is declared beside the event (`event`). Copies of a card are hidden
//! from all seats: cards are normalised.

use super::engine::Shedding;
use super::event::Event;
use super::state::State;
use crate::cards::{CardSet, MAX_SEATS, Seat};
use crate::game::Game as _;
use crate::game::event::Audience;
use crate::game::record::{Record, faced, listed};
use serde_json::{Value, json};

/// Returns whether the event is sent: a claim may move no tower, and `Card` only contains the order
/// of drawn cards.
fn is_told(event: &Event) -> bool {
    match event {
        Event::Claim { .. } => event.moved_tower().is_some(),
        Event::Card { .. } => false,
        _ => true,
    }
}

impl Shedding {
    /// Returns the event as this seat hears it.
    pub(super) fn as_heard(&self, event: &Event, seat: Seat) -> Option<Event> {
        is_told(event).then(|| event.hear(seat, &|cards| self.tables.copies.normalise(cards)))
    }

    /// Returns the event as in a trace.
    pub(super) fn traced(&self, s: &State, event: &Event) -> Option<Record> {
        let told = is_told(event);
        told.then(|| self.record(s, event, Audience::Trace))?
    }

    /// Returns the event as written for a trace or a seat.
    pub(super) fn record(&self, s: &State, event: &Event, to: Audience) -> Option<Record> {
        event.record(to, &self.rules.deck, &|key| {
            self.state_value(s, event, to, key)
        })
    }

    /// Returns values that are written with an event but are not part of it.
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
                listed(deck, self.view(s, seat).hand())
            }
            // PG-10
            ("hand", Audience::Seat(to), Event::Challenge { seat, against, .. }) if seat == to => {
                listed(deck, self.view(s, seat).shown(against))
            }
            ("cards", Audience::Seat(to), Event::Draw { seat, cards, .. }) if seat == to => {
                listed(deck, cards)
            }
            _ => return None,
        })
    }
}

/// State of a trace. Gifts precede their Power Ring and are written after it, one line per
/// receiver, so they wait here. So does the order of cards that are drawn until one can be played
/// (HR-2).
#[derive(Clone, Debug, Default)]
pub struct TraceState {
    gifts: [CardSet; MAX_SEATS],
    drawn: Vec<Value>,
}

impl TraceState {
    /// Passes the lines of one event to `write`, in order.
    pub(super) fn write(
        &mut self,
        game: &Shedding,
        s: &State,
        event: &Event,
        write: &mut dyn FnMut(Record),
    ) {
        let deck = &game.rules.deck;
        match *event {
            Event::Give { to, card, .. } => {
                self.gifts[to as usize] |= CardSet::one(card);
                return;
            }
            Event::Card { card, .. } => self.drawn.push(faced(deck, card)),
            _ => {}
        }
        let Some(record) = game.traced(s, event) else {
            return;
        };
        write(match *event {
            Event::Draw { .. } if !self.drawn.is_empty() => {
                record.but("cards", std::mem::take(&mut self.drawn).into())
            }
            _ => record,
        });
        if let Event::Play { seat, card, .. } = *event {
            for to in 0..game.n_seats() as Seat {
                let gift = std::mem::take(&mut self.gifts[to as usize]);
                let give = Event::Give { seat, to, card };
                if let (false, Some(record)) = (gift.is_empty(), game.traced(s, &give)) {
                    write(record.with("cards", listed(deck, gift)));
                }
            }
        }
    }
}
