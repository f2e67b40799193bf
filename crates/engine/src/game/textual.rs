//! A game with texts: of its rules, its positions, its options and its events.

use super::notation::{Position, PositionError};
use super::record::Record;
use super::{Action, Observable, OptionName, Options};
use serde_json::{Value, json};

/// The error of a game of one's own that leaves texts to the defaults.
fn no_texts() -> PositionError {
    PositionError("this game reads neither positions nor events".to_owned())
}

/// A game whose rules, positions, options and events have texts: for programs, for people, and for traces (TRACE.md).
pub trait Textual: Observable {
    /// The keys of a position's text.
    const KEYS: &'static [&'static str] = &[];

    /// The memory of a trace from event to event.
    type TraceState: Default;

    /// Whether the other game has the same rules and as many seats.
    fn is_same(&self, other: &Self) -> bool {
        self.n_seats() == other.n_seats() && self.rules_id() == other.rules_id()
    }

    /// The name of the rules in force.
    fn rules_name(&self) -> &str;

    /// Whether the rules differ from the official ones.
    fn is_variant(&self) -> bool;

    /// The options in force by the names of RULES.md, and what they start from, where there is a choice.
    fn rules_options(&self) -> Value {
        self.trace_rules().1
    }

    /// The name of the official rules that those in force start from, and an object of the options in force, as a trace has them.
    fn trace_rules(&self) -> (&'static str, Value);

    /// A text that distinguishes these rules from others.
    fn rules_id(&self) -> String {
        format!("{} {}", self.rules_name(), self.fingerprint())
    }

    /// The rules in force as a message has them.
    fn rules_json(&self) -> Value {
        json!({
            "ruleset": self.rules_name(),
            "variant": self.is_variant(),
            "fingerprint": self.fingerprint(),
            "options": self.rules_options(),
        })
    }

    /// The position as the view's seat sees it, as one line that says by which rules. Meant for a seat that is asked.
    fn notation(view: Self::View<'_>) -> String {
        let rules = Self::game_of(view).rules_name();
        format!("{rules} seat={}", Self::seat_of(view))
    }

    /// As [`Textual::notation`], with all that the view shows, also where the question does not need it.
    fn position_text(view: Self::View<'_>) -> String {
        Self::notation(view)
    }

    /// The position of a text, for these rules and this many seats. The ruleset that stands in the text is not looked at.
    ///
    /// # Errors
    /// What is malformed or impossible.
    fn read_position(&self, text: &str) -> Result<Position<Self::State>, PositionError> {
        let _ = text;
        Err(no_texts())
    }

    /// As [`Textual::notation`], at any moment: what a seat that hears of an event sees just after it. Not to be played on from.
    fn snapshot(view: Self::View<'_>) -> String {
        Self::notation(view)
    }

    /// The state whose view is that of a snapshot, for these rules and this many seats. The ruleset that stands in it is not looked
    /// at, nor is asked whether such a moment can come.
    ///
    /// # Errors
    /// What is malformed, or a card that lies there more often than the deck has it.
    fn read_snapshot(&self, text: &str) -> Result<Position<Self::State>, PositionError> {
        self.read_position(text)
    }

    /// The options of the question that a position asks; empty if it asks none.
    fn options_of(&self, state: &Self::State) -> Options {
        let _ = state;
        Options::NONE
    }

    /// The word for the question that is asked, as `ask` has it.
    fn asked(view: Self::View<'_>) -> &'static str {
        let _ = view;
        "turn"
    }

    /// The name of an option; copies of a card have the same name.
    fn option_name(view: Self::View<'_>, options: &Options, action: Action) -> OptionName {
        let _ = options;
        let deck = Self::game_of(view).deck();
        let card = action.slot().map(|slot| deck.cards()[usize::from(slot)]);
        card.map_or_else(
            || OptionName::Text(format!("choice{}", action.at())),
            OptionName::Card,
        )
    }

    /// An option as text.
    fn option_text(view: Self::View<'_>, options: &Options, action: Action) -> String {
        Self::option_name(view, options, action).to_string()
    }

    /// The texts of the options, copies of a card once.
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

    /// The event as a trace has it, just after it took effect; `None` if no line tells it. [`Record::new`] has an example.
    fn trace_record(&self, state: &Self::State, event: &Self::Event) -> Option<Record>;

    /// The event as a message tells it to the view's seat, which heard it.
    fn message_record(view: Self::View<'_>, event: &Self::Event) -> Option<Record> {
        let _ = (view, event);
        None
    }

    /// The same as a JSON object with the key `event`.
    fn event_json(&self, view: Self::View<'_>, event: &Self::Event) -> Value {
        Self::message_record(view, event).map_or(Value::Null, Record::into_json)
    }

    /// The event of such an object, as the seat heard it.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_event(&self, message: &Value) -> Result<Self::Event, String> {
        let _ = message;
        Err(no_texts().0)
    }

    /// Gives the lines of one event in a trace to `write`, in order.
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

    /// The reason why a game ended, as a trace has it: `over`, or `stopped` if nobody won.
    fn end_text(&self, state: &Self::State) -> &'static str {
        match self.outcome(state).winners {
            0 => "stopped",
            _ => "over",
        }
    }

    /// The hands and the score piles by seat, if the last line of a trace lists them.
    fn end_cards(&self, state: &Self::State) -> Option<[Value; 2]> {
        let _ = state;
        None
    }
}
