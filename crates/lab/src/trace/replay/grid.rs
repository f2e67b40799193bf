//! Replay of Grid games in a trace: the answers of the seats.

use super::compare::{EARLY_END, due_text, short};
use super::fault::Problem;
use super::lines::{Item, Lines};
use super::play::Replayed;
use powergrab_engine::cards::{Card, Seat};
use powergrab_engine::game::record::{CardTexts, Record, Text};
use powergrab_engine::game::{Action, Ask, Game as _};
use powergrab_engine::grid::{Grid, Kind, Line, Phase, State, Why};
use powergrab_engine::trace::Script;
use serde::Deserialize;

/// Returns the rule that requires a line, by its reason if that is more specific.
fn rule(record: &Record) -> &'static str {
    match record.event() {
        "draw" => record.get("why").map_or(record.rule(), Why::rule),
        "game-end" => "GR-3",
        _ => record.rule(),
    }
}

impl Replayed for Grid {
    const CARDS: &'static str = "GR-1";
    const END: &'static str = "TRACE";

    /// The action comes before its place and its payment.
    fn usual_question(_: u64) -> u64 {
        1
    }

    fn first_line(&self, _: &State) -> String {
        "a `deal`".to_owned()
    }

    fn deal(&self, _: &State, line: &Record, script: &mut Script) -> Option<Result<Seat, Problem>> {
        let DealLine { hands, first } = line.all().filter(|_| line.event() == "deal")?;
        script.push(hands.iter().flatten().map(|card| card.0));
        Some(check_deal(self, &hands, first).map(|()| first))
    }

    fn answer(&self, state: &State, ask: &Ask, lines: &Lines<'_>) -> Result<Action, Problem> {
        let game = self;
        let seat = ask.seat;
        let next = match lines.peek(0) {
            Some(Item::Line(record)) => record,
            Some(Item::Fault(problem)) => return Err(problem.clone()),
            Some(Item::End) | None => {
                return Err(("TRACE", format!("{EARLY_END}: seat {seat} is to move")));
            }
        };
        let wrong = |rule, expected: String| {
            let found = short(&next.line());
            Err((rule, format!("expected {expected}, found {found}")))
        };
        let choice = |rule, number: Option<u8>, expected: &str| {
            let action = number.map(Action::choice);
            match action.filter(|action| ask.options.has(*action)) {
                Some(action) => Ok(action),
                None => wrong(rule, expected.to_owned()),
            }
        };
        let event = next.event();
        let said: Said = next.all().unwrap_or_default();
        let line = said.line.map(|line| line.0.index() as u8);
        let is_own = said.seat == Some(seat);
        match (state.phase(), event, said.card) {
            (Phase::Turn, "place", Some(card)) if is_own => {
                chosen(game, state, ask, card.0, Kind::Place).or_else(|e| wrong("GR-4", e))
            }
            (Phase::Turn, "reverse", Some(card)) if is_own => {
                chosen(game, state, ask, card.0, Kind::Reverse).or_else(|e| wrong("GR-5", e))
            }
            (Phase::Turn, "lay", Some(card)) if is_own => {
                chosen(game, state, ask, card.0, Kind::Lay).or_else(|e| wrong("GR-6", e))
            }
            (Phase::Turn, "score", _) if is_own => {
                choice("GR-8", line, "a line that the seat can pay for")
            }
            (Phase::Turn, "pass", _) => wrong(
                "GR-2",
                format!("a move by seat {seat}: it can do something"),
            ),
            (Phase::Turn, ..) => wrong("GR-2", format!("a move by seat {seat}")),
            (Phase::Position, "place", _) => {
                let is_there = |p: &u8| said.at == Some(state.board().at(*p));
                let position = (0..16).find(|p| ask.options.has_choice(*p) && is_there(p));
                choice("GR-4", position, "a position that may be filled")
            }
            (Phase::Line, "reverse", _) => choice("GR-5", line, "a line"),
            (Phase::Pay, "score", _) => {
                let card = said.cards.get(state.n_paid());
                let action = card.and_then(|card| option_of(game, ask, card.0));
                action.map_or_else(
                    || {
                        wrong(
                            "GR-8",
                            "cards that pay for the line, in its order".to_owned(),
                        )
                    },
                    Ok,
                )
            }
            _ => wrong("GR-2", format!("the rest of the move of seat {seat}")),
        }
    }

    fn difference(due: &Record, found: &Record) -> Problem {
        let is_end = |record: &Record| record.event() == "game-end";
        // The end itself is correct, but the count is not.
        let count = is_end(due) && is_end(found) && due.text("why") == found.text("why");
        let rule = if count { "GR-9" } else { rule(due) };
        (
            rule,
            format!("expected {}, found {}", due_text(due), short(&found.line())),
        )
    }
}

/// The deal according to a `deal` line.
#[derive(Deserialize)]
struct DealLine {
    hands: Vec<CardTexts>,
    first: Seat,
}

fn check_deal(game: &Grid, hands: &[Vec<Text<Card>>], first: Seat) -> Result<(), Problem> {
    let gr1 = |message: String| Err(("GR-1", message));
    let n = game.n_seats();
    if usize::from(first) >= n {
        return gr1(format!("first {first}: seats are 0 to {}", n - 1));
    }
    if let Some(due) = game.rules().first_seat.filter(|due| *due != first) {
        return gr1(format!("expected seat {due} to begin, found {first}"));
    }
    let size = usize::from(game.rules().hand_size);
    if hands.len() != n || hands.iter().any(|hand| hand.len() != size) {
        return gr1(format!("expected {n} hands of {size} cards"));
    }
    let mut pile: Vec<Card> = game.tables().deck.cards().to_vec();
    for card in hands.iter().flatten() {
        match pile.iter().position(|c| *c == card.0) {
            Some(at) => drop(pile.swap_remove(at)),
            None => return gr1(format!("more cards {} are dealt than the deck has", card.0)),
        }
    }
    Ok(())
}

/// The part of a line that a seat may have chosen.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    seat: Option<Seat>,
    card: Option<Text<Card>>,
    at: Option<[i8; 2]>,
    line: Option<Text<Line>>,
    cards: CardTexts,
}

fn option_of(game: &Grid, ask: &Ask, card: Card) -> Option<Action> {
    let is_it = |action: &Action| action.slot().is_some_and(|slot| game.card(slot) == card);
    ask.options.iter().find(is_it)
}

/// Returns the option with this card and this kind of move; the error states a correct one.
fn chosen(game: &Grid, state: &State, ask: &Ask, card: Card, kind: Kind) -> Result<Action, String> {
    let found = option_of(game, ask, card);
    let of_kind = |action: &Action| {
        let slot = action.slot();
        slot.is_some_and(|slot| game.tables().movers[kind as usize].has(slot))
    };
    if let Some(action) = found.filter(of_kind) {
        return Ok(action);
    }
    let seat = ask.seat;
    let holds = state.hand(seat).iter().any(|slot| game.card(slot) == card);
    Err(if !holds {
        format!("a card that seat {seat} holds")
    } else if !state.board().is_full() {
        format!("seat {seat} to place a number or a Skip: the Grid is being filled")
    } else {
        "another card for that".to_owned()
    })
}
