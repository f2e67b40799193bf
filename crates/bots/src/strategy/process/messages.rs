//! What the protocol says of a game: its rules, a seat's view, the options, the events, in the texts of RULES.md.

use crate::cards::{CardSet, Colour, Seat, Tower};
use crate::game::{Action, Game, Options};
use crate::shedding::{Event, HIDDEN, NOBODY, Shedding, View};
use serde_json::{Map, Value, json};

/// A game that can be told to a program.
pub trait Spoken: Game + 'static {
    /// What tells these rules from others.
    fn rules_id(&self) -> String;
    /// The rules in force.
    fn rules_json(&self) -> Value;
    /// The game of a view.
    fn game_of<'a>(view: Self::View<'a>) -> &'a Self
    where
        Self: 'a;
    /// What the seat may know; with `full`, also what can be told from the events.
    fn view_json(view: Self::View<'_>, full: bool) -> Value;
    /// An event as the seat heard it, an object with the key `event`.
    fn event_json(&self, view: Self::View<'_>, event: &Self::Event) -> Value;
    /// An option; copies of a card have the same text.
    fn option_text(view: Self::View<'_>, options: &Options, action: Action) -> String;
}

fn cards(view: View<'_>, set: CardSet) -> Vec<String> {
    set.iter()
        .map(|slot| view.card_at(slot).to_string())
        .collect()
}

fn towers(held: u8) -> String {
    let held = Tower::ALL
        .into_iter()
        .filter(|t| held >> t.index() & 1 == 1);
    held.map(Tower::letter).collect()
}

fn seats(view: View<'_>) -> std::ops::Range<Seat> {
    0..view.n_seats() as Seat
}

/// One seat of a view.
fn seat_json(view: View<'_>, seat: Seat, full: bool) -> Value {
    let mut json = json!({
        "cards": view.hand_size(seat),
        "towers": towers(view.towers(seat)),
        "score": view.score(seat),
    });
    let shown = view.shown(seat);
    if !shown.is_empty() {
        json["shown"] = json!(cards(view, shown));
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
        json["drawn"] = json!(record.drawn);
        json["newer_than_pass"] = Value::Object(passed);
        json["named"] = json!(
            Colour::ALL
                .get(usize::from(record.named))
                .map(ToString::to_string)
        );
        json["draw_fours"] = json!(record.draw_fours);
        json["challenged"] = json!(record.challenged);
        json["guilty"] = json!(record.guilty);
        json["challenges"] = json!(record.challenges);
        json["found"] = json!(record.found);
        json["colour_bounds"] = Value::Object(bounds);
    }
    json
}

impl Spoken for Shedding {
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

    fn view_json(view: View<'_>, full: bool) -> Value {
        let players: Vec<Value> = seats(view).map(|s| seat_json(view, s, full)).collect();
        let mut json = json!({
            "question": view.phase().text(),
            "seat": view.seat(),
            "hand": cards(view, view.hand()),
            "top": view.top().to_string(),
            "colour": view.colour().map(|c| c.to_string()),
            "on_turn": view.on_turn(),
            "next": view.after(view.on_turn()),
            "direction": if view.to_the_left() { "left" } else { "right" },
            "dealer": view.dealer(),
            "round": view.round(),
            "turn": view.turn(),
            "pile": view.pile(),
            "players": players,
        });
        if let Some(card) = view.drawn() {
            json["drawn"] = json!(card.to_string());
        }
        if view.top().colour().is_none() {
            json["colour_before"] = json!(view.colour_before().to_string());
            json["open_bluff"] = json!(view.open_bluff());
        }
        if view.stack() > 0 {
            json["stack"] = json!(view.stack());
        }
        if full {
            json["discards"] = json!(cards(view, view.discards()));
        }
        json
    }

    fn event_json(&self, view: View<'_>, event: &Event) -> Value {
        let text = |slot: u8| (slot != HIDDEN).then(|| view.card_at(slot).to_string());
        match *event {
            Event::Round { returned } => json!({
                "event": "round", "round": view.round(), "dealer": view.dealer(),
                "hand": cards(view, view.hand()), "returned": returned,
                "upcard": view.top().to_string(),
            }),
            Event::Colour { seat, colour } => {
                json!({ "event": "colour", "seat": seat, "colour": colour.to_string() })
            }
            Event::Play {
                seat,
                card,
                drawn,
                colour,
                ..
            } => json!({
                "event": "play", "seat": seat, "card": text(card), "drawn": drawn,
                "colour": colour.map(|c| c.to_string()),
            }),
            Event::Give { seat, to, card } => {
                json!({ "event": "give", "seat": seat, "to": to, "card": text(card) })
            }
            Event::Claim { .. } => match event.moved_tower() {
                Some((tower, seat, from)) => json!({
                    "event": "claim", "seat": seat, "tower": tower.to_string(), "from": from,
                }),
                None => json!({ "event": "claim" }),
            },
            Event::InstantUno {
                seat,
                kept,
                discarded,
            } => json!({
                "event": "instant-uno", "seat": seat, "kept": text(kept),
                "discarded": cards(view, discarded),
            }),
            Event::Uno { seat } => json!({ "event": "uno", "seat": seat }),
            Event::Caught { seat, by } => json!({ "event": "caught", "seat": seat, "by": by }),
            Event::Block { seat, tower } => {
                json!({ "event": "block", "seat": seat, "tower": tower.to_string() })
            }
            Event::Challenge {
                seat,
                against,
                guilty,
            } => {
                let mut json = json!({
                    "event": "challenge", "seat": seat, "against": against, "guilty": guilty,
                });
                if seat == view.seat() {
                    json["hand"] = json!(cards(view, view.shown(against)));
                }
                json
            }
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
            Event::Card { .. } => Value::Null,
            Event::Swap { seat, to } => json!({ "event": "swap", "seat": seat, "to": to }),
            Event::Rotate => json!({ "event": "rotate" }),
            Event::Reshuffle { cards } => json!({ "event": "reshuffle", "cards": cards }),
            Event::Miss { seat } => json!({ "event": "miss", "seat": seat }),
            Event::Pass { seat } => json!({ "event": "pass", "seat": seat }),
            Event::Intervention { tower, to, from } => {
                let who = |seat: u8| (seat != NOBODY).then_some(seat);
                json!({
                    "event": "intervention", "tower": tower.to_string(), "to": who(to), "from": who(from),
                })
            }
            Event::RoundEnd => {
                let ended = view.ended();
                let points: Vec<u32> = seats(view).map(|s| view.round_points(s)).collect();
                let scores: Vec<u32> = seats(view).map(|s| view.score(s)).collect();
                json!({
                    "event": "round-end", "winner": ended.and_then(|(_, winner)| winner),
                    "why": ended.map(|(end, _)| end.text()), "points": points, "scores": scores,
                })
            }
        }
    }

    fn option_text(view: View<'_>, options: &Options, action: Action) -> String {
        view.text(options, action)
    }
}
