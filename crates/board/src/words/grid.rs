//! Grid in words.

use super::{BoardGame, texts};
use powergrab_engine::cards::{Card, CardSet, Seat, Symbol};
use powergrab_engine::game::{Action, Game as _, Observer, Options, Round};
use powergrab_engine::grid::{Grid, Phase, State, View};
use serde_json::{Value, json};

impl BoardGame for Grid {
    fn prompt(view: View<'_>) -> &'static str {
        match view.phase() {
            Phase::Turn if view.is_full() => "Lay a card, or score a line",
            Phase::Turn => "Place a card",
            Phase::Position if view.is_full() => "On which stack (column, row)?",
            Phase::Position => "In which place (column, row)?",
            Phase::Line => "Which line do you turn?",
            Phase::Pay => "What do you lay for the next number?",
            Phase::Begin | Phase::Over => "It is over",
        }
    }

    fn label(view: View<'_>, _: &Options, action: Action) -> String {
        let Some(card) = view.card(action) else {
            return match view.phase() {
                Phase::Line => format!("turn {}", view.text(action)),
                Phase::Position => format!("place {}", view.text(action)),
                _ => view.text(action),
            };
        };
        let words = card.words();
        match (view.phase(), card.symbol()) {
            (Phase::Turn, Symbol::Reverse) => format!("{words}: turn a line"),
            (Phase::Turn, Symbol::DrawTwo) => format!("{words}: draw two"),
            (Phase::Turn, Symbol::WildDrawFour) => format!("{words}: draw four"),
            _ => words,
        }
    }

    fn hand(view: View<'_>) -> CardSet {
        view.hand_left()
    }

    fn why_not(view: View<'_>, card: Card) -> (&'static str, String) {
        match view.phase() {
            Phase::Turn if !view.is_full() => (
                "GR-4",
                "While the Grid is being filled, only numbers and Skips may be placed.".to_owned(),
            ),
            Phase::Turn if card.symbol() == Symbol::Wild => (
                "GR-8",
                "A Wild only stands for a number when a line is scored.".to_owned(),
            ),
            Phase::Turn => ("GR-4", format!("{} cannot be laid now.", card.words())),
            Phase::Position => ("GR-4", "First choose the place of your card.".to_owned()),
            Phase::Line => ("GR-5", "First choose the line that you turn.".to_owned()),
            Phase::Pay => {
                let due = view.due().first().copied().unwrap_or(0);
                let why =
                    format!("A {due} is due, or a wild card that the other numbers do not need.");
                ("GR-8", why)
            }
            Phase::Begin | Phase::Over => ("GR-3", "The game is over.".to_owned()),
        }
    }

    fn set_tower(
        &self,
        _: &mut State,
        _: &str,
        _: Option<Seat>,
        _: &mut dyn Observer<Grid>,
    ) -> Result<(), String> {
        Err("Grid has no towers".to_owned())
    }

    fn exchange(&self, _: &mut Round<Grid>, _: Seat, _: &str, _: &str) -> Result<Value, String> {
        Err("cards of Grid cannot be exchanged; type the position instead".to_owned())
    }

    fn exchange_top(&self, _: &mut Round<Grid>, _: &str) -> Result<Value, String> {
        Err("Grid has no discard pile".to_owned())
    }

    fn start_line(&self, state: &State) -> Value {
        let seats = || 0..self.n_seats() as Seat;
        let view = self.view(state, state.seat());
        // Only the top cards count (GR-4).
        let corner = view.corner();
        let stacks = (0..16u8).filter_map(|cell| {
            let top = view.top(cell)?;
            let (column, row) = (cell as i8 & 3, cell as i8 >> 2);
            let place = format!("{},{}", column + corner[0], row + corner[1]);
            Some((place, json!([top.to_string()])))
        });
        json!({
            "event": "position",
            "hands": seats().map(|seat| texts(self, state.hand(seat))).collect::<Vec<_>>(),
            "piles": seats().map(|seat| texts(self, state.pile(seat))).collect::<Vec<_>>(),
            "stacks": stacks.collect::<serde_json::Map<_, _>>(),
        })
    }
}
