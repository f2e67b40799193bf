//! What the protocol says of a game: its rules, a seat's view, the options, the events, in the texts of RULES.md.

use super::describe::{Describe, json};
use powergrab_engine::cards::{CardSet, Colour, Seat};
use powergrab_engine::game::notation::Notated;
use powergrab_engine::game::record::EventText;
use powergrab_engine::game::{Action, Game as _, OptionName, Options};
use powergrab_engine::shedding::{OwnedView, Shedding, View};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// A game that can be told to a program.
pub trait ProtocolGame: Notated + EventText + Clone + Send + 'static {
    /// A copy of what a seat may know, to be looked at later.
    type OwnedView: Send + Sync;
    /// Copies what the view shows.
    fn owned_view(view: Self::View<'_>) -> Self::OwnedView;
    /// Makes a copy one of another view, in the same place of memory.
    fn renew(owned: &mut Self::OwnedView, view: Self::View<'_>);
    /// The view that was copied.
    fn view_of<'a>(&'a self, owned: &'a Self::OwnedView) -> Self::View<'a>;
    /// Whether the other game has the same rules and as many seats.
    fn is_same(&self, other: &Self) -> bool;
    /// What tells these rules from others.
    fn rules_id(&self) -> String;
    /// The rules in force.
    fn rules_json(&self) -> Value;
    /// The game of a view.
    fn game_of<'a>(view: Self::View<'a>) -> &'a Self
    where
        Self: 'a;
    /// Describes what the seat may know; with `full`, also what can be told from the events.
    fn describe_view(view: Self::View<'_>, full: bool, to: &mut dyn Describe);
    /// The same as JSON.
    fn view_json(view: Self::View<'_>, full: bool) -> Value {
        json(|to| Self::describe_view(view, full, to))
    }
    /// The position's text for a seat that is asked: what [`Notated::notation`] says, and what of it only a question about a wild card
    /// would need, so that nothing is missing of the view.
    fn position_text(view: Self::View<'_>) -> String {
        Self::notation(view)
    }
    /// What an option is called; copies of a card have the same name.
    fn option_name(view: Self::View<'_>, options: &Options, action: Action) -> OptionName;
}

/// The texts of the options, copies of a card once.
pub(super) fn option_texts<G: ProtocolGame>(
    view: G::View<'_>,
    options: &Options,
) -> Vec<(String, Action)> {
    let mut texts: Vec<(String, Action)> = Vec::new();
    for action in options.iter() {
        let text = G::option_name(view, options, action).to_string();
        if texts.iter().all(|(known, _)| *known != text) {
            texts.push((text, action));
        }
    }
    texts
}

/// The letters of these towers, by their bits.
const TOWERS: [&str; 16] = [
    "", "U", "N", "UN", "O", "UO", "NO", "UNO", "!", "U!", "N!", "UN!", "O!", "UO!", "NO!", "UNO!",
];

fn describe_cards(view: View<'_>, key: &'static str, set: CardSet, to: &mut dyn Describe) {
    to.cards(key, &mut set.iter().map(|slot| view.card_at(slot)));
}

/// One seat of a view.
fn describe_seat(view: View<'_>, seat: Seat, full: bool, to: &mut dyn Describe) {
    to.number("cards", view.hand_size(seat).into());
    to.word("towers", TOWERS[usize::from(view.towers(seat) & 15)]);
    to.number("score", view.score(seat).into());
    let shown = view.shown(seat);
    if !shown.is_empty() {
        describe_cards(view, "shown", shown, to);
    }
    if full {
        let record = view.record(seat);
        let bounds: Map<String, Value> = Colour::ALL
            .into_iter()
            .map(|c| (c.to_string(), json!(view.colour_bounds(seat, c))))
            .collect();
        let passed: Map<String, Value> = Colour::ALL
            .into_iter()
            .filter(|c| record.passed[c.index()] > 0)
            .map(|c| {
                let newer = record.drawn + 1 - record.passed[c.index()];
                (c.to_string(), json!(newer))
            })
            .collect();
        to.number("drawn", record.drawn.into());
        to.value("newer_than_pass", Value::Object(passed));
        match Colour::ALL.get(usize::from(record.named)) {
            Some(colour) => to.word("named", colour.text()),
            None => to.none("named"),
        }
        to.value("draw_fours", json!(record.draw_fours));
        to.value("challenged", json!(record.challenged));
        to.value("guilty", json!(record.guilty));
        to.value("challenges", json!(record.challenges));
        to.value("found", json!(record.found));
        to.value("colour_bounds", Value::Object(bounds));
    }
}

impl ProtocolGame for Shedding {
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

    fn is_same(&self, other: &Shedding) -> bool {
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
            "options": rules.to_json(),
        })
    }

    fn game_of<'a>(view: View<'a>) -> &'a Shedding
    where
        Self: 'a,
    {
        view.game()
    }

    fn describe_view(view: View<'_>, full: bool, to: &mut dyn Describe) {
        to.word("question", view.phase().text());
        to.number("seat", view.seat().into());
        describe_cards(view, "hand", view.hand(), to);
        to.card("top", view.top());
        match view.colour() {
            Some(colour) => to.word("colour", colour.text()),
            None => to.none("colour"),
        }
        to.number("on_turn", view.on_turn().into());
        to.number("next", view.after(view.on_turn()).into());
        to.word(
            "direction",
            if view.to_the_left() { "left" } else { "right" },
        );
        to.number("dealer", view.dealer().into());
        to.number("round", view.round().into());
        to.number("turn", view.turn().into());
        to.number("pile", view.pile().into());
        to.objects("players", view.n_seats(), &mut |seat, to| {
            describe_seat(view, seat as Seat, full, to);
        });
        if let Some(card) = view.drawn() {
            to.card("drawn", card);
        }
        if view.top().colour().is_none() {
            to.word("colour_before", view.colour_before().text());
            to.flag("open_bluff", view.open_bluff());
        }
        if view.stack() > 0 {
            to.number("stack", view.stack().into());
        }
        if full {
            describe_cards(view, "discards", view.discards(), to);
        }
    }

    fn position_text(view: View<'_>) -> String {
        let mut text = view.notation();
        if view.top().colour().is_none() && !text.contains(" before=") {
            let _ = write!(text, " before={}", view.colour_before());
        }
        text
    }

    fn option_name(view: View<'_>, options: &Options, action: Action) -> OptionName {
        view.option_name(options, action)
    }
}
