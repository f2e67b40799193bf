//! Texts for protocols, traces and people: of rules, questions and options, positions and events.

use super::choices::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES};
use super::engine::Shedding;
use super::event::Event;
use super::fields;
use super::heard::TraceState;
use super::state::{Phase, State};
use super::view::View;
use crate::cards::{Colour, Tower};
use crate::game::event::Audience;
use crate::game::notation::{Position, PositionError, PositionKey};
use crate::game::record::Record;
use crate::game::{Action, Game as _, Observable as _, OptionName, Options, Textual};
use serde_json::Value;
use std::fmt::Write as _;

impl Phase {
    /// Returns the number of the question in the byte layouts; `None` without a question.
    #[inline(always)]
    pub(super) fn number(self) -> Option<u8> {
        let number = match self {
            Phase::Turn => 0,
            Phase::Drawn => 1,
            Phase::Gift => 2,
            Phase::Colour => 3,
            Phase::Tower => 4,
            Phase::InstantUno => 5,
            Phase::Keep => 6,
            Phase::Call => 7,
            Phase::Catch => 8,
            Phase::React => 9,
            // A finished round asks nothing.
            Phase::Upcard | Phase::Over => 10,
            Phase::Exchange => 11,
        };
        (self != Phase::Over).then_some(number)
    }

    /// Returns the word for the question.
    pub fn text(self) -> &'static str {
        match self {
            Phase::Turn => "turn",
            Phase::Drawn => "drawn",
            Phase::Gift => "gift",
            Phase::Colour => "colour",
            Phase::Tower => "tower",
            Phase::InstantUno => "instant-uno",
            Phase::Keep => "keep",
            Phase::Call => "call",
            Phase::Catch => "catch",
            Phase::React => "react",
            Phase::Exchange => "exchange",
            Phase::Upcard => "upcard",
            Phase::Over => "over",
        }
    }
}

impl View<'_> {
    /// Returns the name of an option of the current question: a card (a bluff is distinguished), a
    /// colour or a tower by its letter, a seat's number for a gift or an exchange, or `draw`,
    /// `pass`, `accept`, `block`, `challenge`, `yes`, `no`.
    pub fn option_name(&self, options: &Options, action: Action) -> OptionName {
        if let Some(card) = self.card(action) {
            return match options.is_bluff(action) {
                true => OptionName::Bluff(card),
                false => OptionName::Card(card),
            };
        }
        let choice = action.choice_number().unwrap_or(0);
        let place = usize::from(choice);
        OptionName::Word(match self.phase() {
            Phase::Turn => "draw",
            Phase::Drawn => "pass",
            Phase::Colour | Phase::Upcard => Colour::ALL[place & 3].text(),
            Phase::Tower => Tower::ALL[place & 3].text(),
            Phase::Gift | Phase::Exchange => return OptionName::Text(choice.to_string()),
            Phase::React => match choice {
                CHOICE_BLOCK => "block",
                CHOICE_CHALLENGE => "challenge",
                _ => "accept",
            },
            _ if choice == CHOICE_YES => "yes",
            _ => "no",
        })
    }

    /// Returns the text of an option.
    pub fn text(&self, options: &Options, action: Action) -> String {
        self.option_name(options, action).to_string()
    }
}

impl Textual for Shedding {
    const POSITION: &'static [PositionKey<Shedding>] = fields::POSITION;
    type TraceState = TraceState;

    fn is_same(&self, other: &Shedding) -> bool {
        self.n_seats() == other.n_seats() && self.rules == other.rules
    }

    fn moment(view: View<'_>) -> (u32, u32) {
        (view.round(), view.turn())
    }

    fn rules_name(&self) -> &str {
        &self.rules.name
    }

    fn is_variant(&self) -> bool {
        self.rules.is_variant()
    }

    fn rules_options(&self) -> Value {
        self.rules.to_json()
    }

    fn trace_rules(&self) -> (&'static str, Value) {
        let options = self.rules.options_json().collect();
        (self.rules.family.name(), options)
    }

    fn notation(view: View<'_>) -> String {
        view.notation()
    }

    fn position_text(view: View<'_>) -> String {
        let mut text = view.notation();
        // Only a question about a wild card needs it.
        if view.top().colour().is_none() && !text.contains(" before=") {
            let _ = write!(text, " before={}", view.colour_before());
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<State>, PositionError> {
        self.read_position(text)
    }

    fn snapshot(view: View<'_>) -> String {
        view.snapshot()
    }

    fn read_snapshot(&self, text: &str) -> Result<Position<State>, PositionError> {
        self.read_snapshot(text)
    }

    fn options_of(&self, state: &State) -> Options {
        self.options_of(state)
    }

    fn asked(view: View<'_>) -> &'static str {
        view.phase().text()
    }

    fn option_name(view: View<'_>, options: &Options, action: Action) -> OptionName {
        view.option_name(options, action)
    }

    fn trace_record(&self, state: &State, event: &Event) -> Option<Record> {
        self.traced(state, event)
    }

    fn message_record(view: View<'_>, event: &Event) -> Option<Record> {
        view.game
            .record(view.state, event, Audience::Seat(view.seat()))
    }

    fn read_event(&self, message: &Value) -> Result<Event, String> {
        Event::read(message, self.deck(), self.n_seats())
    }

    fn event_records(
        &self,
        memory: &mut TraceState,
        state: &State,
        event: &Event,
        write: &mut dyn FnMut(Record),
    ) {
        memory.write(self, state, event, write);
    }

    fn end_text(&self, state: &State) -> &'static str {
        match self.outcome(state).winners {
            0 => "max-rounds",
            _ => "target",
        }
    }
}
