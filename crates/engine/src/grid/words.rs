//! Texts for protocols, traces and people: of rules, questions and options, positions and events.

use super::engine::Grid;
use super::event::Event;
use super::fields;
use super::rules::Rules;
use super::state::{Phase, State};
use super::view::View;
use crate::cards::Seat;
use crate::game::event::Audience;
use crate::game::notation::{Position, PositionError, PositionKey};
use crate::game::record::{Record, listed};
use crate::game::{Action, Game as _, Observable as _, OptionName, Options, Textual};
use serde_json::Value;

impl Phase {
    /// Returns the number of the question in the byte layouts; `None` without a question.
    #[inline(always)]
    pub(super) fn number(self) -> Option<u8> {
        Some(match self {
            Phase::Turn => 0,
            Phase::Position => 1,
            Phase::Line => 2,
            Phase::Pay => 3,
            Phase::Begin | Phase::Over => return None,
        })
    }

    /// Returns the word for the question.
    pub fn text(self) -> &'static str {
        match self {
            Phase::Begin => "begin",
            Phase::Turn => "turn",
            Phase::Position => "position",
            Phase::Line => "line",
            Phase::Pay => "pay",
            Phase::Over => "over",
        }
    }
}

impl View<'_> {
    /// Returns the name of an option of the current question: a card, `score row0` for a line to
    /// score, `row0` for a line to turn, `0,-1` for a position, its column and row as in a trace.
    pub fn option_name(&self, action: Action) -> OptionName {
        if let Some(card) = self.card(action) {
            return OptionName::Card(card);
        }
        if let Some(line) = self.line_of(action) {
            let verb = match self.phase() {
                Phase::Turn => "score ",
                _ => "",
            };
            return OptionName::Text(format!("{verb}{line}"));
        }
        let [column, row] = self.at(action.choice_number().unwrap_or(0));
        OptionName::Text(format!("{column},{row}"))
    }

    /// Returns the text of an option.
    pub fn text(&self, action: Action) -> String {
        self.option_name(action).to_string()
    }
}

impl Textual for Grid {
    const POSITION: &'static [PositionKey<Grid>] = fields::POSITION;
    type TraceState = ();

    fn is_same(&self, other: &Grid) -> bool {
        self.n_seats() == other.n_seats() && self.rules == other.rules
    }

    fn moment(view: View<'_>) -> (u32, u32) {
        (0, view.turn().saturating_sub(1))
    }

    fn rules_name(&self) -> &str {
        &self.rules.name
    }

    fn is_variant(&self) -> bool {
        self.rules.is_variant()
    }

    fn trace_rules(&self) -> (&'static str, Value) {
        (Rules::NAME, self.rules.options_json())
    }

    fn notation(view: View<'_>) -> String {
        view.notation()
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
        self.options(state)
    }

    fn asked(view: View<'_>) -> &'static str {
        view.phase().text()
    }

    fn option_name(view: View<'_>, _: &Options, action: Action) -> OptionName {
        view.option_name(action)
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

    fn end_text(&self, state: &State) -> &'static str {
        state.end().text()
    }

    fn end_cards(&self, state: &State) -> Option<[Value; 2]> {
        let listed = |set| listed(self.deck(), set);
        let seats = || 0..self.n_seats() as Seat;
        let hands = seats().map(|seat| listed(state.hand(seat))).collect();
        let piles = seats().map(|seat| listed(state.pile(seat))).collect();
        Some([hands, piles])
    }
}
