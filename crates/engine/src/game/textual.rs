//! Games with texts: of their rules, positions, options and events.

use super::notation::{Position, PositionError, PositionKey};
use super::record::Record;
use super::{Action, Observable, OptionName, Options};
use serde_json::{Value, json};

/// Returns the error of a game that keeps the defaults for texts.
fn no_texts() -> PositionError {
    PositionError("this game reads neither positions nor events".to_owned())
}

/// A game whose rules, positions, options and events have texts: for programs, for people, and for
/// traces (TRACE.md).
pub trait Textual: Observable {
    /// Keys of a position's text, in the order in which they are written.
    const POSITION: &'static [PositionKey<Self>] = &[];

    /// State of a trace from event to event.
    type TraceState: Default;

    /// Returns whether the other game has the same rules and number of seats.
    fn is_same(&self, other: &Self) -> bool {
        self.n_seats() == other.n_seats() && self.rules_id() == other.rules_id()
    }

    /// Returns the name of the rules in force.
    fn rules_name(&self) -> &str;

    /// Returns whether the rules differ from the official ones.
    fn is_variant(&self) -> bool;

    /// Returns the options in force by the names of RULES.md, with their base if there is a choice.
    fn rules_options(&self) -> Value {
        self.trace_rules().1
    }

    /// Returns the name of the official rules that those in force start from, and an object of the
    /// options in force, as in a trace.
    fn trace_rules(&self) -> (&'static str, Value);

    /// Returns a text that distinguishes these rules from others.
    fn rules_id(&self) -> String {
        format!("{} {}", self.rules_name(), self.fingerprint())
    }

    /// Returns the rules in force as in a message.
    fn rules_json(&self) -> Value {
        json!({
            "ruleset": self.rules_name(),
            "variant": self.is_variant(),
            "fingerprint": self.fingerprint(),
            "options": self.rules_options(),
        })
    }

    /// Returns the position as the view's seat sees it, as one line that includes the rules. Meant
    /// for a seat that is asked.
    fn notation(view: Self::View<'_>) -> String {
        let rules = Self::game_of(view).rules_name();
        format!("{rules} seat={}", Self::seat_of(view))
    }

    /// Returns the round and the number of turns before this one, both from 0; 0 for a game that
    /// counts neither.
    fn moment(view: Self::View<'_>) -> (u32, u32) {
        let _ = view;
        (0, 0)
    }

    /// As [`Textual::notation`], with all information of the view, even if the question does not
    /// need it.
    fn position_text(view: Self::View<'_>) -> String {
        Self::notation(view)
    }

    /// Parses the position of a text, for these rules and this many seats, ignoring the ruleset in
    /// the text.
    ///
    /// # Errors
    /// States what is malformed or impossible.
    fn read_position(&self, text: &str) -> Result<Position<Self::State>, PositionError> {
        let _ = text;
        Err(no_texts())
    }

    /// As [`Textual::notation`], at any moment: the view of a seat just after an event. Not
    /// suitable for continuing the game.
    fn snapshot(view: Self::View<'_>) -> String {
        Self::notation(view)
    }

    /// Parses the state whose view is a snapshot, for these rules and this many seats, ignoring the
    /// ruleset in it, and without a check that the moment is possible.
    ///
    /// # Errors
    /// States what is malformed, or names a card that occurs more often than in the deck.
    fn read_snapshot(&self, text: &str) -> Result<Position<Self::State>, PositionError> {
        self.read_position(text)
    }

    /// Returns the options of a position's question; empty without one.
    fn options_of(&self, state: &Self::State) -> Options {
        let _ = state;
        Options::NONE
    }

    /// Returns the word for the current question, as in `ask`.
    fn asked(view: Self::View<'_>) -> &'static str {
        let _ = view;
        "turn"
    }

    /// Returns the name of an option; copies of a card have the same name.
    fn option_name(view: Self::View<'_>, options: &Options, action: Action) -> OptionName {
        let _ = options;
        let deck = Self::game_of(view).deck();
        let card = action.slot().map(|slot| deck.cards()[usize::from(slot)]);
        card.map_or_else(
            || OptionName::Text(format!("choice{}", action.at())),
            OptionName::Card,
        )
    }

    /// Returns an option as text.
    fn option_text(view: Self::View<'_>, options: &Options, action: Action) -> String {
        Self::option_name(view, options, action).to_string()
    }

    /// Returns the texts of the options, copies of a card once.
    fn option_texts(view: Self::View<'_>, options: &Options) -> Vec<(String, Action)> {
        let mut texts: Vec<(String, Action)> = Vec::new();
        for action in options.iter() {
            let text = Self::option_text(view, options, action);
            if texts.iter().all(|(known, _)| *known != text) {
                texts.push((text, action));
            }
        }
        texts
    }

    /// Returns the event as in a trace, just after it took effect; `None` if no line has it.
    /// [`Record::new`] has an example.
    fn trace_record(&self, state: &Self::State, event: &Self::Event) -> Option<Record>;

    /// Returns the event as in a message to the view's seat, which heard it.
    fn message_record(view: Self::View<'_>, event: &Self::Event) -> Option<Record> {
        let _ = (view, event);
        None
    }

    /// Returns the same as a JSON object with the key `event`.
    fn event_json(&self, view: Self::View<'_>, event: &Self::Event) -> Value {
        Self::message_record(view, event).map_or(Value::Null, Record::into_json)
    }

    /// Parses the event of such an object, as the seat heard it.
    ///
    /// # Errors
    /// States the problem.
    fn read_event(&self, message: &Value) -> Result<Self::Event, String> {
        let _ = message;
        Err(no_texts().0)
    }

    /// Passes the lines of one event in a trace to `write`, in order.
    fn event_records(
        &self,
        memory: &mut Self::TraceState,
        state: &Self::State,
        event: &Self::Event,
        write: &mut dyn FnMut(Record),
    ) {
        let _ = memory;
        self.trace_record(state, event).into_iter().for_each(write);
    }

    /// Returns the reason for the end of a game, as in a trace: `over`, or `stopped` if nobody won.
    fn end_text(&self, state: &Self::State) -> &'static str {
        match self.outcome(state).winners {
            0 => "stopped",
            _ => "over",
        }
    }

    /// Returns the hands and the score piles by seat, if the last line of a trace lists them.
    fn end_cards(&self, state: &Self::State) -> Option<[Value; 2]> {
        let _ = state;
        None
    }
}
