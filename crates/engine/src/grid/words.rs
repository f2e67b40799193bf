//! Questions and options as texts, for protocols and people.

use super::state::Phase;
use super::view::View;
use crate::game::{Action, OptionName};

impl Phase {
    /// The word for the question.
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
    /// An option of the question that is asked: a card, `score row0` for a line to score, `row0` for a line to turn, `0,-1` for a
    /// position, its column and row as in a trace.
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

    /// The text of an option.
    pub fn text(&self, action: Action) -> String {
        self.option_name(action).to_string()
    }
}
