//! The view of a seat, and its formats: fields, events, and the contents of records.

use crate::engine::{Eights, Event, Phase, State, View};
use powergrab_engine::cards::{CardSet, Colour, Deck, Seat};
use powergrab_engine::game::record::{EventKey, EventSchema, Record, faced, listed, traced};
use powergrab_engine::game::{
    FieldValue, Game as _, Observable, OwnedView, Section, Textual, ViewField,
};
use powergrab_experiments::records::recorded::{Recorded, hand_sizes};
use powergrab_experiments::records::rows::Decision;
use powergrab_lab::catalog::RuleData as _;
use powergrab_lab::trace::narration::Narrated;
use serde_json::{Value, json};

// Tells the closures of the fields which game's view they get.
type Field = ViewField<Eights>;

impl Observable for Eights {
    const FIELDS: &'static [Field] = &[
        Field::new("hand", "your cards", |view, _| {
            FieldValue::Cards(view.hand())
        })
        .learn(&[Section::by_card("hand", "1 where the hand has the card")]),
        Field::new("top", "the card on top", |view, _| {
            FieldValue::Cards(CardSet::one(view.state.top))
        })
        .learn(&[Section::by_card("top", "1 at the card on top")]),
        Field::new("colour", "the colour in force", |view, _| {
            FieldValue::colour(Some(Colour::ALL[usize::from(view.state.colour)]))
        })
        .learn(&[Section::new(0, 4, "colour", "1 at the colour in force")]),
        Field::new("pile", "cards in the draw pile", |view, _| {
            FieldValue::Number(view.state.pile.into())
        })
        .learn(&[Section::new(4, 1, "pile", "cards in the draw pile")]),
    ];
    const SEAT_FIELDS: &'static [Field] = &[Field::new("cards", "cards in hand", |view, seat| {
        FieldValue::Number(view.hand_size(seat).into())
    })
    .learn(&[Section::new(0, 1, "cards", "cards in hand")])];

    // `Self::View`, not `View`: the game must be borrowed for as long as the trait says.
    fn game_of(view: Self::View<'_>) -> &Eights {
        view.game
    }

    fn seat_of(view: View<'_>) -> Seat {
        view.seat
    }

    fn owned_view(view: View<'_>) -> OwnedView<Eights> {
        OwnedView::new(view.state, view.seat)
    }

    fn deck(&self) -> &Deck {
        self.cards()
    }

    fn fingerprint(&self) -> String {
        self.rules().fingerprint()
    }

    fn reward_unit(&self) -> u32 {
        100
    }
}

const fn schema(event: &'static str, rule: &'static str, keys: &'static [EventKey]) -> EventSchema {
    EventSchema { event, rule, keys }
}

const SEAT: EventKey = EventKey::new("seat", traced::<Seat>());
const CARD: EventKey = EventKey::new("card", traced::<String>());
static DEAL: EventSchema = schema(
    "deal",
    "1",
    &[EventKey::new("hands", traced::<Vec<Vec<String>>>()), CARD],
);
static PLAY: EventSchema = schema("play", "2", &[SEAT, CARD]);
static COLOUR: EventSchema = schema(
    "colour",
    "2",
    &[SEAT, EventKey::new("colour", traced::<String>())],
);
static DRAW: EventSchema = schema("draw", "3", &[SEAT, CARD]);
static RESHUFFLE: EventSchema = schema("reshuffle", "3", &[]);

impl Textual for Eights {
    type TraceState = ();

    fn rules_name(&self) -> &str {
        &self.rules().name
    }

    fn is_variant(&self) -> bool {
        self.rules().is_variant()
    }

    fn trace_rules(&self) -> (&'static str, Value) {
        (crate::NAME, self.rules().to_json())
    }

    fn asked(view: View<'_>) -> &'static str {
        match view.state.phase {
            Phase::Colour => "colour",
            _ => "turn",
        }
    }

    fn trace_record(&self, state: &State, event: &Event) -> Option<Record> {
        let deck = self.deck();
        Some(match *event {
            Event::Deal => {
                let hands = &state.hands[..self.n_seats()];
                let hands: Value = hands.iter().map(|hand| listed(deck, *hand)).collect();
                let record = Record::new(&DEAL).with("hands", hands);
                record.with("card", faced(deck, state.top))
            }
            Event::Play { seat, card } => Record::new(&PLAY)
                .with("seat", json!(seat))
                .with("card", faced(deck, card)),
            Event::Colour { seat, colour } => Record::new(&COLOUR)
                .with("seat", json!(seat))
                .with("colour", json!(colour.text())),
            Event::Draw { seat, card } => Record::new(&DRAW)
                .with("seat", json!(seat))
                .with("card", card.map(|card| faced(deck, card))),
            Event::Reshuffle => Record::new(&RESHUFFLE),
            Event::End => return None,
        })
    }
}

impl Narrated for Eights {}

impl Recorded for Eights {
    type TableState = ();

    fn decision(view: View<'_>) -> Decision<()> {
        let cards = hand_sizes(view.game.n_seats(), |seat| view.hand_size(seat));
        Decision {
            question: Eights::asked(view),
            ..Decision::new(view.state.turn, view.seat, view.hand(), cards, ())
        }
    }
}
