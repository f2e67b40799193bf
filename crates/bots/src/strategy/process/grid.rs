//! What the protocol says of Grid.

use super::Spoken;
use crate::cards::{CardSet, Seat};
use crate::game::{Action, Options};
use crate::grid::{End, Event, Grid, View};
use serde_json::{Value, json};

fn cards(view: View<'_>, set: CardSet) -> Vec<String> {
    set.iter()
        .map(|slot| view.card_at(slot).to_string())
        .collect()
}

fn seats(view: View<'_>) -> std::ops::Range<Seat> {
    0..view.n_seats() as Seat
}

/// One seat of a view.
fn seat_json(view: View<'_>, seat: Seat, full: bool) -> Value {
    let record = view.record(seat);
    let mut json = json!({
        "cards": view.hand_size(seat),
        "points": view.points_won(seat),
        "lines": record.lines,
        "passes": record.passes,
    });
    let shown = view.shown(seat);
    if !shown.is_empty() {
        json["shown"] = json!(cards(view, shown));
    }
    if full {
        json["score_pile"] = json!(cards(view, view.score_pile(seat)));
    }
    json
}

impl Spoken for Grid {
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

    fn view_json(view: View<'_>, full: bool) -> Value {
        let players: Vec<Value> = seats(view).map(|s| seat_json(view, s, full)).collect();
        let cell = |row: u8, column: u8| view.top(4 * row + column).map(|card| card.to_string());
        let grid = [0, 1, 2].map(|row| [0, 1, 2].map(|column| cell(row, column)));
        let mut json = json!({
            "question": view.phase().text(),
            "seat": view.seat(),
            "hand": cards(view, view.hand_left()),
            "grid": grid,
            "corner": view.corner(),
            "full": view.is_full(),
            "on_turn": view.on_turn(),
            "next": view.after(view.on_turn()),
            "first": view.first(),
            "turn": view.turn(),
            "pile": view.pile(),
            "players": players,
        });
        if let Some(card) = view.chosen() {
            json["chosen"] = json!(card.to_string());
        }
        if let Some(line) = view.line() {
            json["line"] = json!(line.to_string());
            json["due"] = json!(view.due());
        }
        if full {
            json["buried"] = json!(cards(view, view.buried()));
        }
        json
    }

    fn event_json(&self, view: View<'_>, event: &Event) -> Value {
        let text = |slot: u8| view.card_at(slot).to_string();
        match *event {
            Event::Deal => json!({
                "event": "deal", "hand": cards(view, view.hand()), "first": view.first(),
            }),
            Event::Draw {
                seat,
                cards: drawn,
                n,
                why,
            } => {
                let mut json = json!({ "event": "draw", "seat": seat, "n": n, "why": why.text() });
                if seat == view.seat() {
                    json["cards"] = json!(cards(view, drawn));
                }
                json
            }
            Event::Place { seat, card, at } => {
                json!({ "event": "place", "seat": seat, "card": text(card), "at": at })
            }
            Event::Reverse { seat, card, line } => json!({
                "event": "reverse", "seat": seat, "card": text(card), "line": line.to_string(),
            }),
            Event::Lay { seat, card } => {
                json!({ "event": "lay", "seat": seat, "card": text(card) })
            }
            Event::Score {
                seat,
                line,
                cards,
                n,
                ..
            } => {
                let laid = cards.iter().take(usize::from(n)).map(|slot| text(*slot));
                json!({
                    "event": "score", "seat": seat, "line": line.to_string(),
                    "cards": laid.collect::<Vec<_>>(),
                })
            }
            Event::Pass { seat } => {
                // Once the Grid is full the pass itself tells the hand (GR-2), and it is counted as shown as well.
                json!({ "event": "pass", "seat": seat, "hand": cards(view, view.shown(seat)) })
            }
            Event::End => {
                let scores: Vec<Option<i32>> = seats(view).map(|s| view.score(s)).collect();
                let best = scores.iter().max().copied().flatten();
                let winners = seats(view).filter(|s| view.score(*s) == best);
                json!({
                    "event": "game-end", "winners": winners.collect::<Vec<_>>(),
                    "why": view.ended().map(End::text), "scores": scores,
                })
            }
        }
    }

    fn option_text(view: View<'_>, _: &Options, action: Action) -> String {
        view.text(action)
    }
}
