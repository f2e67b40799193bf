//! Questions and options as texts, for protocols and people.

use super::choices::{CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES};
use super::state::Phase;
use super::view::View;
use crate::cards::{Colour, Tower};
use crate::game::{Action, Options};

impl Phase {
    /// The word for the question.
    #[must_use]
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
    /// An option of the question that is asked, as text: a card in RULES.md's text (`bluff W4` for a bluff), a colour or
    /// a tower in its letter, a seat's number for a gift or an exchange, or `draw`, `pass`, `accept`, `block`, `challenge`, `yes`, `no`.
    /// Copies of a card have the same text.
    #[must_use]
    pub fn text(&self, options: &Options, action: Action) -> String {
        if let Some(card) = self.card(action) {
            let bluff = if options.is_bluff(action) {
                "bluff "
            } else {
                ""
            };
            return format!("{bluff}{card}");
        }
        let choice = action.choice_number().unwrap_or(0);
        let place = usize::from(choice);
        match self.phase() {
            Phase::Turn => "draw".to_owned(),
            Phase::Drawn => "pass".to_owned(),
            Phase::Colour | Phase::Upcard => Colour::ALL[place & 3].to_string(),
            Phase::Tower => Tower::ALL[place & 3].to_string(),
            Phase::Gift | Phase::Exchange => choice.to_string(),
            Phase::React => match choice {
                CHOICE_BLOCK => "block",
                CHOICE_CHALLENGE => "challenge",
                _ => "accept",
            }
            .to_owned(),
            _ if choice == CHOICE_YES => "yes".to_owned(),
            _ => "no".to_owned(),
        }
    }
}
