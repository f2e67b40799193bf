//! Questions and options as texts, for protocols and people.

use super::choices::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES};
use super::state::Phase;
use super::view::View;
use crate::cards::{Colour, Tower};
use crate::game::{Action, OptionName, Options};

impl Phase {
    /// The word for the question.
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
    /// An option of the question that is asked: a card (a bluff is told apart), a colour or a tower by its letter, a seat's number for
    /// a gift or an exchange, or `draw`, `pass`, `accept`, `block`, `challenge`, `yes`, `no`.
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

    /// The text of an option.
    pub fn text(&self, options: &Options, action: Action) -> String {
        self.option_name(options, action).to_string()
    }
}
