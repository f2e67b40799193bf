//! A position of Grid as one line of text, as one seat sees it (common parts of all games:
//! [`notation`]).
//!
//! ```text
//! grid seat=0 ask=turn hand=R3,B7,YS sizes=3,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 piles=RR,G5/- turn=12 past=l1/
//! ```
//!
//! The keys are a table, [`Textual::POSITION`](crate::game::Textual::POSITION).
//!
//! A snapshot is the same at any moment, independent of the question: a seat's view just after an
//! event. `seat` is the seat of the view, `ask` the phase of the machine (also `begin` of a turn
//! and `over`), and there are four more keys.

mod read;
mod snapshot;

use super::engine::Grid;
use super::rules::Rules;
use super::state::Phase;
use super::view::View;
use crate::cards::CardSet;
use crate::game::notation;
use crate::game::notation::{When, join, list};
use serde_json::Value;

/// Returns the first word of a position under these rules.
pub fn ruleset(rules: &Rules) -> String {
    let (Value::Object(mut options), official) =
        (rules.options_json(), Rules::official().options_json())
    else {
        return Rules::NAME.to_owned();
    };
    options.retain(|key, value| official.get(key) != Some(value));
    notation::word(Rules::NAME, options)
}

impl View<'_> {
    /// Returns the position as this seat sees it, as one line that includes the rules. Meant for a
    /// seat that is asked.
    pub fn notation(&self) -> String {
        notation::written::<Grid>(&ruleset(&self.game.rules), *self, When::Asked)
    }

    /// Returns the position at any moment.
    pub(super) fn snapshot(&self) -> String {
        notation::written::<Grid>(&ruleset(&self.game.rules), *self, When::Any)
    }

    pub(super) fn list(&self, cards: CardSet) -> String {
        list(&self.game.tables.deck, cards)
    }

    pub(super) fn list_or_none(&self, cards: CardSet) -> String {
        match cards.is_empty() {
            true => "-".to_owned(),
            false => self.list(cards),
        }
    }

    /// Returns the top cards, row by row, as far as there are any.
    pub(super) fn board_text(&self) -> String {
        let [columns, rows] = self.state.board.size();
        join(rows, "/", |row| {
            join(columns, ",", |column| {
                let top = self.top((4 * row + column) as u8);
                top.map_or("-".to_owned(), |card| card.to_string())
            })
        })
    }
}

/// Questions, by their words.
const ASKS: [Phase; 4] = [Phase::Turn, Phase::Position, Phase::Line, Phase::Pay];
