//! Questions and options as texts, for protocols and people.

use super::state::Phase;
use super::view::View;
use crate::game::Action;

impl Phase {
    /// The word for the question.
    #[must_use]
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
    /// An option of the question that is asked, as text: a card in RULES.md's text, `score row0` for a line to score, `row0` for a
    /// line to turn, `0,-1` for a position, its column and row as in a trace. Copies of a card have the same text.
    #[must_use]
    pub fn text(&self, action: Action) -> String {
        if let Some(card) = self.card(action) {
            return card.to_string();
        }
        if let Some(line) = self.line_of(action) {
            let verb = match self.phase() {
                Phase::Turn => "score ",
                _ => "",
            };
            return format!("{verb}{line}");
        }
        let [column, row] = self.at(action.choice_number().unwrap_or(0));
        format!("{column},{row}")
    }
}
