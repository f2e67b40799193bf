//! What the protocol says of Grid.

use super::ProtocolGame;
use super::describe::Describe;
use powergrab_engine::cards::{CardSet, Seat};
use powergrab_engine::game::{Action, Game as _, OptionName, Options};
use powergrab_engine::grid::{Grid, OwnedView, View};
use serde_json::{Value, json};

fn describe_cards(view: View<'_>, key: &'static str, set: CardSet, to: &mut dyn Describe) {
    to.cards(key, &mut set.iter().map(|slot| view.card_at(slot)));
}

/// One seat of a view.
fn describe_seat(view: View<'_>, seat: Seat, full: bool, to: &mut dyn Describe) {
    let record = view.record(seat);
    to.number("cards", view.hand_size(seat).into());
    to.number("points", view.points_won(seat).into());
    to.value("lines", json!(record.lines));
    to.value("passes", json!(record.passes));
    let shown = view.shown(seat);
    if !shown.is_empty() {
        describe_cards(view, "shown", shown, to);
    }
    if full {
        describe_cards(view, "score_pile", view.score_pile(seat), to);
    }
}

impl ProtocolGame for Grid {
    type OwnedView = OwnedView;

    fn owned_view(view: View<'_>) -> OwnedView {
        view.to_owned_view()
    }

    fn renew(owned: &mut OwnedView, view: View<'_>) {
        owned.renew(view);
    }

    fn view_of<'a>(&'a self, owned: &'a OwnedView) -> View<'a> {
        owned.view(self)
    }

    fn is_same(&self, other: &Grid) -> bool {
        self.n_seats() == other.n_seats() && self.rules() == other.rules()
    }

    fn rules_id(&self) -> String {
        format!("{} {}", self.rules().name, self.rules().fingerprint())
    }

    fn rules_json(&self) -> Value {
        let rules = self.rules();
        json!({
            "ruleset": rules.name,
            "variant": rules.is_variant(),
            "fingerprint": rules.fingerprint(),
            "options": rules.options_json(),
        })
    }

    fn game_of<'a>(view: View<'a>) -> &'a Grid
    where
        Self: 'a,
    {
        view.game()
    }

    fn describe_view(view: View<'_>, full: bool, to: &mut dyn Describe) {
        let cell = |row: u8, column: u8| view.top(4 * row + column).map(|card| card.to_string());
        let grid = [0, 1, 2].map(|row| [0, 1, 2].map(|column| cell(row, column)));
        to.word("question", view.phase().text());
        to.number("seat", view.seat().into());
        describe_cards(view, "hand", view.hand_left(), to);
        to.value("grid", json!(grid));
        to.value("corner", json!(view.corner()));
        to.flag("full", view.is_full());
        to.number("on_turn", view.on_turn().into());
        to.number("next", view.after(view.on_turn()).into());
        to.number("first", view.first().into());
        to.number("turn", view.turn().into());
        to.number("pile", view.pile().into());
        to.objects("players", view.n_seats(), &mut |seat, to| {
            describe_seat(view, seat as Seat, full, to);
        });
        if let Some(card) = view.chosen() {
            to.card("chosen", card);
        }
        if let Some(line) = view.line() {
            to.text("line", &line.to_string());
            to.value("due", json!(view.due()));
        }
        if full {
            describe_cards(view, "buried", view.buried(), to);
        }
    }

    fn option_name(view: View<'_>, _: &Options, action: Action) -> OptionName {
        view.option_name(action)
    }
}
